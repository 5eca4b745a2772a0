import type { Kind } from "../kind.ts";
import { simplerNumbers } from "../simpler-number.ts";
import { numberOrNot, validNumber } from "./arbitrary.ts";
import { numberAxes } from "./axes.ts";
import { numberCases } from "./cases.ts";
import { knownNumber } from "./known-values.ts";
import { numberText } from "./text.ts";
import { boundsOf, fitsNumber, NumberType, numberWords } from "./type.ts";
import { numberDeviation } from "./words.ts";

export const numberKind: Kind<NumberType> = {
  name: "number",
  schema: () => NumberType,
  words: numberWords,
  aspect: "type",
  isBounded: (type) => Object.keys(boundsOf(type)).length === 2,
  quoted: false,
  text: numberText,
  otherForms: () => [],
  fits: fitsNumber,
  cases: numberCases,
  valid: validNumber,
  arbitrary: numberOrNot,
  axes: numberAxes,
  simpler: ({ type }, text) =>
    simplerNumbers(
      text,
      Object.values(boundsOf(type)).map(({ at }) => at),
    ),
  deviation: numberDeviation,
  knownValue: knownNumber,
};
