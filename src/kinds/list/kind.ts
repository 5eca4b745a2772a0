import fc from "fast-check";
import type { Kind } from "../kind.ts";
import { listSchema, listWords, type ListType } from "./type.ts";

export const list: Kind<ListType<unknown>> = {
  name: "list",
  schema: (items) => listSchema<unknown>(items),
  words: listWords,
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "[]",
  otherForms: () => [],
  fits: (_, value) => Array.isArray(value),
  cases: () => [],
  valid: ({ valid }) => fc.constant(valid()),
  arbitrary: ({ valid }) => fc.constant(valid()),
  axes: () => [],
  deviation: () => undefined,
  knownValue: () => undefined,
};
