import { tokenValue, type LimitedRule, type TokenValue, type ValueRule } from "../kinds/index.ts";
import type { RuleFinding } from "../model/index.ts";
import type { FieldRules } from "./field-rules.ts";

/** Predicts from the inferred rules whether the server accepts a value of a field. */
export type Predictor = (value: TokenValue) => boolean;

type Limit = { rule: LimitedRule; bound: string; at: bigint };

/** The predictor of a finding, from the rules of its field; undefined if some aspect of the field has no known rule. */
export function predictorOf(
  { checks, limits, undecided }: RuleFinding,
  library: FieldRules,
): Predictor | undefined {
  const ruleById = new Map(library.rules.map((rule) => [rule.id, rule]));
  const limitById = new Map(library.limited.map((rule) => [rule.id, rule]));
  const rules = checks.map(({ rules: [first] }) => first && ruleById.get(first.id));
  if (undecided === true || checks.length === 0) return undefined;
  if (rules.some((rule) => rule === undefined)) return undefined;
  const found = limits.flatMap(({ id, bound, at }): Limit[] => {
    const rule = limitById.get(id);
    return rule === undefined ? [] : [{ rule, bound, at: BigInt(at) }];
  });
  return (value) =>
    rules.every(
      (rule) =>
        rule === undefined ||
        !rule.judges(value) ||
        (rule.accepts(value) && isWithin(readBy(rule, value), found)),
    );
}

const readBy = (rule: ValueRule, value: TokenValue): TokenValue => {
  const read = rule.reads?.(value);
  return (read === undefined ? undefined : tokenValue(read)) ?? value;
};

const isWithin = (value: TokenValue, limits: readonly Limit[]): boolean =>
  limits.every(({ rule, bound, at }) => {
    const figure = rule.measure(value);
    if (figure === undefined) return true;
    return bound === "minimum" ? figure >= at : figure <= at;
  });
