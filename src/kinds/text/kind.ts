import type { Kind } from "../kind.ts";
import { textOrNot, validText } from "./arbitrary.ts";
import { textAxes } from "./axes.ts";
import { handChosenTexts } from "./cases.ts";
import { knownLength } from "./known-values.ts";
import { simplerTexts } from "./simpler.ts";
import { textText } from "./text.ts";
import { fitsText, TextType, textWords } from "./type.ts";
import { textDeviation } from "./words.ts";

export const textKind: Kind<TextType> = {
  name: "text",
  schema: () => TextType,
  words: textWords,
  aspect: "type",
  isBounded: ({ maxLength, pattern }) => maxLength !== undefined || pattern !== undefined,
  quoted: true,
  text: textText,
  otherForms: () => [],
  fits: fitsText,
  cases: handChosenTexts,
  valid: validText,
  arbitrary: textOrNot,
  axes: textAxes,
  simpler: simplerTexts,
  deviation: textDeviation,
  knownValue: knownLength,
};
