import fc from "fast-check";
import type { Kind } from "../kind.ts";
import { simplerNumbers } from "../simpler-number.ts";
import { anyNumberText } from "./arbitrary.ts";
import { wholeNumberAxes } from "./axes.ts";
import { wholeNumberCases, wholeNumberPairs } from "./cases.ts";
import { knownWholeNumber } from "./known-values.ts";
import { WholeNumberType, fitsWholeNumber, wholeNumberText, wholeNumberWords } from "./type.ts";
import { wholeNumberDeviation } from "./words.ts";

export const wholeNumber: Kind<WholeNumberType> = {
  name: "whole-number",
  schema: () => WholeNumberType,
  words: wholeNumberWords,
  aspect: "type",
  isBounded: ({ min, max }) => min !== undefined && max !== undefined,
  quoted: false,
  text: wholeNumberText,
  otherForms: () => [],
  fits: fitsWholeNumber,
  cases: wholeNumberCases,
  valid: ({ valid }) => fc.constant(valid()),
  arbitrary: anyNumberText,
  drawn: {
    reason: (it) =>
      `the text instead of ${it} drawn from numbers, their misspellings and other values`,
    probes: ["type", "values", "error-conditions"],
  },
  pairs: wholeNumberPairs,
  axes: wholeNumberAxes,
  simpler: ({ type: { min, max } }, text) =>
    simplerNumbers(
      text,
      [min, max].flatMap((bound) =>
        bound === undefined ? [] : [{ units: BigInt(bound), scale: 0 }],
      ),
    ),
  deviation: wholeNumberDeviation,
  knownValue: knownWholeNumber,
};
