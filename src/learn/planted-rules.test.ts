import { expect, test } from "vitest";
import type { TokenValue, ValueRule } from "../kinds/index.ts";
import { sampled } from "../../test/statistics.ts";
import { MOST_REQUESTS } from "./experiment.ts";
import {
  experimentWith,
  isSame,
  othersOf,
  PLANTED_KINDS,
  plantedSubject,
  ruled,
} from "../../test/learn/planted.ts";
import { ACCEPTS, groupsOf, type RulePrediction } from "./predictions.ts";

/** A range that is exactly what the missing rule accepts is no mistake: int16 from -128 to 127. */
const isTruth = (
  found: RulePrediction<TokenValue> | undefined,
  rule: ValueRule,
  values: readonly TokenValue[],
): boolean =>
  found !== undefined &&
  values.every((value, at) =>
    rule.judges(value) ? (found.says[at] === ACCEPTS) === rule.accepts(value) : true,
  );

/** Every rule of the library, also about a list, a choice and an object, on a server of its own in this process. */
const library = PLANTED_KINDS.flatMap((kind) => plantedSubject(kind).rules);
const EVERY =
  library.length / sampled("planted rules", { all: library.length, some: 60, sample: 20 });
const planted = await Promise.all(
  library
    .filter((_, nth) => Math.floor(nth / EVERY) !== Math.floor((nth - 1) / EVERY))
    .map(async (rule, nth) => {
      const subject = plantedSubject(rule.subject);
      const values = subject.pool.map(({ value }) => value);
      const respond = ruled([rule, ...othersOf(subject.rules, rule, nth)]);
      const found = await experimentWith(subject, rule.subject, respond);
      const check = found.checks.find(({ aspect }) => aspect === rule.aspect);
      const [first] = check?.survivors ?? [];
      const others = subject.rules.filter((each) => !isSame(each, rule, subject));
      const without = await experimentWith({ ...subject, rules: others }, rule.subject, respond);
      const rest = without.checks.find(({ aspect }) => aspect === rule.aspect);
      return {
        rule,
        asked: found.asked,
        isTop: first !== undefined && isSame(first.rule, rule, subject),
        isAmong: check?.survivors.some((each) => each.rule.id === rule.id) === true,
        groups: groupsOf(check?.survivors ?? []).length,
        isNone:
          rest === undefined ||
          rest.survivors.length === 0 ||
          isTruth(rest.survivors[0], rule, values),
        mistaken: rest?.survivors[0]?.rule.id,
      };
    }),
);
const idsOf = (found: typeof planted): string[] =>
  found.map(({ rule, mistaken }) => `${rule.id} (${mistaken})`);

test("the planted rule is inferred first for at least 90% of the library", () => {
  const wrong = planted.filter(({ isTop }) => !isTop);
  expect(wrong.length, idsOf(wrong).join("\n")).toBeLessThanOrEqual(0.1 * planted.length);
});

test("the planted rule is among those that remain for at least 99%", () => {
  const wrong = planted.filter(({ isAmong }) => !isAmong);
  expect(wrong.length, idsOf(wrong).join("\n")).toBeLessThanOrEqual(0.01 * planted.length);
});

test("without the planted rule in the library, no known rule is found for at least 95%", () => {
  const wrong = planted.filter(({ isNone }) => !isNone);
  expect(wrong.length, idsOf(wrong).join("\n")).toBeLessThanOrEqual(0.05 * planted.length);
});

test("no field takes more than 40 requests beyond those of the run", () => {
  expect(Math.max(...planted.map(({ asked }) => asked))).toBeLessThanOrEqual(MOST_REQUESTS);
});
