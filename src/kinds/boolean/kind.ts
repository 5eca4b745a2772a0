import fc from "fast-check";
import { z } from "zod";
import type { Template } from "../../template/index.ts";
import { jsonTypeOf } from "../json-types.ts";
import type { Kind } from "../kind.ts";
import { booleanCases, BOOLEAN_TOKENS } from "./cases.ts";

/** True or false, as an interface describes it. */
export const BooleanType = z.strictObject({ kind: z.literal("boolean") });
export type BooleanType = z.infer<typeof BooleanType>;

/** True and false in JSON's spelling. It has no axes: two values are not a ladder. */
export const booleanKind: Kind<BooleanType> = {
  name: "boolean",
  schema: () => BooleanType,
  words: () => "true or false",
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "true",
  otherForms: () => [],
  fits: (_, value) => typeof value === "boolean",
  cases: booleanCases,
  valid: () => fc.constantFrom("true", "false").map((text): Template => [text]),
  arbitrary: () => fc.constantFrom(...BOOLEAN_TOKENS).map((text): Template => [text]),
  axes: () => [],
  simpler: () => [["true"], ["false"]],
  deviation: (_, text) => {
    const type = jsonTypeOf(text);
    return type === "true or false" ? undefined : type;
  },
  knownValue: () => undefined,
};
