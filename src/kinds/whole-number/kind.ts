import fc from "fast-check";
import type { Kind } from "../kind.ts";
import { WholeNumberType, fitsWholeNumber, wholeNumberText, wholeNumberWords } from "./type.ts";

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
  cases: () => [],
  valid: ({ valid }) => fc.constant(valid()),
  arbitrary: ({ valid }) => fc.constant(valid()),
  axes: () => [],
  deviation: () => undefined,
  knownValue: () => undefined,
};
