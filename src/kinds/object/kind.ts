import fc from "fast-check";
import type { Kind } from "../kind.ts";
import { objectSchema, type ObjectType } from "./type.ts";

export const object: Kind<ObjectType<unknown>> = {
  name: "object",
  schema: (type) => objectSchema<unknown>(type),
  words: () => "an object",
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "{}",
  otherForms: () => [],
  fits: (_, value) => typeof value === "object" && value !== null && !Array.isArray(value),
  cases: () => [],
  valid: ({ valid }) => fc.constant(valid()),
  arbitrary: ({ valid }) => fc.constant(valid()),
  axes: () => [],
  deviation: () => undefined,
  knownValue: () => undefined,
};
