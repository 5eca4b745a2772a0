import type { StatedField } from "../contract/index.ts";
import {
  isAsDescribed,
  kindOf,
  tokenValue,
  type FieldType,
  type LimitedRule,
  type TokenValue,
  type ValueRule,
} from "../kinds/index.ts";
import type { RuleFinding } from "../model/index.ts";

export type FieldRules = { rules: readonly ValueRule[]; limited: readonly LimitedRule[] };

/** The rules about the values of a field: the rules of its kind, with the interface's statements. */
export function rulesOfField({ slot, in: place }: Pick<StatedField, "slot" | "in">): FieldRules {
  const { limits = [] } = kindOf(slot.type);
  const limited = limits.map(ofFitting(slot.type));
  const rules = rulesOfType(slot.type);
  return { rules, limited: place === "body" ? limited : limited.map(ofContent) };
}

function rulesOfType(type: FieldType): readonly ValueRule[] {
  const rules = kindOf(type).rules(type);
  if (type.kind === "list") return rules.map((rule) => aboutArrays(rule, type.items));
  return type.kind === "object" ? rules.map((rule) => aboutObjects(rule, type)) : rules;
}

/** A parameter is text: a limit of numbers is one of the number that it has. */
const ofContent = (rule: LimitedRule): LimitedRule => ({
  ...rule,
  measure: (value) => {
    const read = value.content === undefined ? undefined : tokenValue(value.content);
    return rule.measure(value) ?? (read && rule.measure(read));
  },
});

/** A rule about lists does not judge arrays with an item of another type: the rule about items refuses them. */
const aboutArrays = (rule: ValueRule, items: FieldType): ValueRule => ({
  ...rule,
  judges: (value) =>
    rule.judges(value) &&
    (value.type !== "array" ||
      listOf(value).every((item) => item === null || kindOf(items).fits(items, item))),
});

function listOf({ text }: TokenValue): unknown[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [];
}

type ObjectType = Extract<FieldType, { kind: "object" }>;

/** A rule about objects does not judge objects with a missing required or a wrong member. */
const aboutObjects = (rule: ValueRule, { fields }: ObjectType): ValueRule => ({
  ...rule,
  judges: (value) => {
    if (!rule.judges(value)) return false;
    if (value.type !== "object") return true;
    const members: unknown = JSON.parse(value.text);
    return fields.every(({ name, type, required }) =>
      Object.hasOwn(Object(members), name)
        ? kindOf(type).fits(type, Object(members)[name])
        : required === false,
    );
  },
});

/** A list whose items must be unique is refused for an item that it has twice, whatever its length. */
const ofFitting =
  (type: FieldType) =>
  (rule: LimitedRule): LimitedRule => {
    if (type.kind !== "list" || type.unique !== true) return rule;
    const anyLength = { ...type, minItems: undefined, maxItems: undefined };
    const isFitting = (value: TokenValue): boolean =>
      value.type !== "array" || isAsDescribed(anyLength, JSON.parse(value.text));
    return {
      ...rule,
      measure: (value) => (isFitting(value) ? rule.measure(value) : undefined),
    };
  };

export type Predictor = (value: TokenValue) => boolean;

type Limit = { rule: LimitedRule; bound: string; at: bigint };

/** The predictor of a finding, from the rules of its field; undefined if some aspect of the field has no known rule. */
export function predictorOf(
  { checks, limits, undecided }: RuleFinding,
  library: FieldRules,
): Predictor | undefined {
  const ruleById = new Map(library.rules.map((rule) => [rule.id, rule]));
  const limitById = new Map(library.limited.map((rule) => [rule.id, rule]));
  const ruled = checks.filter(({ beyond }) => beyond !== true);
  const rules = ruled.map(({ rules: [first] }) => first && ruleById.get(first.id));
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
