import { expect, test } from "vitest";
import type { InferredCheck } from "../../model/finding.ts";
import type { RuleFinding } from "../../model/index.ts";
import { ruleWithRefusals } from "../../stats/index.ts";
import { inferredView } from "./inferred-view.ts";

const check = (aspect: string, name: string, signature?: string): InferredCheck => ({
  aspect,
  ...(signature !== undefined && { signature }),
  state: "sure",
  rules: [{ id: name, name }],
  refuted: [],
  support: { accepted: 9, refused: 9 },
  cases: [],
});
const side = { by: "a value", signature: "201", case: "fields/a" };

const finding = (parts: Partial<RuleFinding>): RuleFinding => ({
  type: "finding",
  kind: "rule",
  part: "field",
  name: "id",
  subject: "whole-number",
  accepted: "201",
  checks: [],
  limits: [],
  unstable: 0,
  requests: 5,
  ...parts,
});
const partOf = (own: Partial<RuleFinding>) => inferredView([finding(own)])?.parts[0];

test("rules for several responses name theirs, in the headline as well", () => {
  const checks = [
    check("number", "any number", "422"),
    check("number", "an integer", "400"),
    check("missing", "the field is required", "400"),
  ];
  const view = inferredView([finding({ checks })]);
  const rule = "any number, else 422; an integer, else 400; the field is required (400)";
  expect(view?.headline).toBe(`id: ${rule}`);
  expect(view?.parts[0]?.sentence).toBe(`id: ${rule}`);
});

test("one response is named at the end, after else only where that can be read", () => {
  const digits = partOf({ checks: [check("number", "digits only", "400")] });
  expect(digits?.sentence).toBe("id: digits only, else 400");
  const refusing = partOf({
    checks: [check("number", "digits only", "400"), check("string", "strings are refused", "400")],
  });
  const words = "digits only; strings are refused; what is refused gets 400";
  expect(refusing?.sentence).toBe(`id: ${words}`);
  expect(refusing && ruleWithRefusals(refusing)).toBe(words);
  const optional = partOf({
    checks: [
      check("object", "objects are refused", "400"),
      check("missing", "the field may be left out"),
    ],
  });
  expect(optional?.sentence).toMatch(/the field may be left out; what is refused gets 400$/);
  const further = partOf({ name: "further members", checks: [check("rule", "refused", "400")] });
  expect(further?.sentence).toBe("further members: refused with 400");
});

test("a refuted rule is quoted, because rules and values are words alike", () => {
  const refuted = [{ id: "null", name: "null is accepted", by: "null", signature: "400" }];
  const checks = [{ ...check("null", "null is refused", "400"), refuted }];
  expect(partOf({ checks })?.sentence).toBe(
    "id: null is refused; what is refused gets 400 (refuted: “null is accepted” by null)",
  );
});

test("a part is not named twice where nothing is known of it", () => {
  const unknown = { ...check("type", "", "415"), state: "none" as const, rules: [] };
  const type = partOf({ part: "media-type", name: "media type", checks: [unknown] });
  expect(type?.sentence).toBe("media type: the rule is not known; what is refused gets 415");
});

test("a limit with a response of its own names it", () => {
  const limits = [
    {
      id: "document-size",
      about: "bytes of the body",
      bound: "maximum" as const,
      at: "1048576",
      inside: side,
      outside: { ...side, signature: "413" },
    },
  ];
  const checks = [check("parser", "JSON.parse", "400")];
  const at = partOf({ limits, checks });
  expect(at?.sentence).toBe(
    "id: JSON.parse, else 400; at most 1,048,576 bytes of the body, else 413",
  );
  expect(at?.refusals).toEqual(["400", "413"]);
});

test("counts have thousands separators, values are as they are sent", () => {
  const limit = (about: string, bound: "minimum" | "maximum", at: string) => ({
    id: about,
    about,
    bound,
    at,
    inside: side,
    outside: side,
  });
  const limits = [
    limit("levels of nesting", "maximum", "4120"),
    limit("a number", "minimum", "-2147483648"),
    limit("a number", "maximum", "2147483647"),
  ];
  expect(partOf({ limits, checks: [check("number", "digits only")] })?.limits).toEqual([
    "at most 4,120 levels of nesting",
    "a number from -2147483648 up to 2147483647",
  ]);
});

test("a value without a known rule is named, not its aspect", () => {
  const none = (aspect: string, signature: string, refuted: string[] = []): InferredCheck => ({
    ...check(aspect, "", signature),
    state: "none",
    rules: [],
    refuted: refuted.map((name) => ({ id: name, name, by: "1", signature })),
  });
  const checks = [
    none("number", "422"),
    none("below", "405", ["further segments are accepted", "further segments are refused"]),
    check("string", "strings without lone surrogates", "500"),
  ];
  expect(partOf({ checks })?.rule).toBe(
    "numbers: the rule is not known (422); further segments: the rule is not known (405); strings without lone surrogates, else 500",
  );
  expect(partOf({ checks: checks.slice(0, 1) })?.sentence).toBe(
    "id: numbers: the rule is not known; what is refused gets 422",
  );
  // Rules of the other checks of an aspect would say that they accept what this one refuses.
  const truncated = check("number", "64 bits, fractions cut off", "500");
  expect(partOf({ checks: [none("number", "400"), truncated] })?.rule).toBe(
    "numbers: the rule is not known (400 or 500)",
  );
  expect(partOf({ checks: [none("parser", "400"), none("parser", "422")] })?.rule).toBe(
    "none of the known JSON parsers (400 or 422)",
  );
  expect(partOf({ checks: [none("name", "400", ["any charset; it is ignored"])] })?.rule).toBe(
    "charsets: the rule is not known",
  );
});
