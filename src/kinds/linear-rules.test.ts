import { expect, test } from "vitest";
import { fieldRules } from "../../test/kinds/field-rules.ts";
import { tokenValue } from "./rule-rows.ts";

/** Texts on which a pattern with two ways to the same match takes quadratic time: minutes for all rules. */
const LENGTH = 60_000;
const HALF = LENGTH / 2;
const TEXTS = [
  `${"0".repeat(LENGTH)}x`,
  `${"1_".repeat(HALF)}x`,
  `${"\u00a0".repeat(HALF)}1${"\u00a0".repeat(HALF)}x`,
  `x${" ".repeat(LENGTH)}x`,
  `1${"\0".repeat(LENGTH)}x`,
  `a@${"b.".repeat(HALF)}`,
  `a:${"%41".repeat(HALF)} `,
  `{${"}".repeat(LENGTH)}x`,
  "é ".repeat(HALF),
].map((text) => JSON.stringify(text));
const NUMBERS = [`1${"0".repeat(LENGTH)}1`, `0.${"0".repeat(LENGTH)}1`, "9".repeat(LENGTH)];

test("every rule judges long values in linear time", () => {
  const tokens = [...TEXTS, ...NUMBERS].flatMap((text) => tokenValue(text) ?? []);
  const judged = fieldRules().flatMap((rule) =>
    tokens.filter((token) => rule.judges(token)).map((token) => rule.accepts(token)),
  );
  expect(judged.length).toBeGreaterThan(1000);
});
