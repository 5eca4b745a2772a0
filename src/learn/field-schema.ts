import type { TokenType, TokenValue, FieldType, LimitedRule, ValueRule } from "../kinds/index.ts";
import { charactersOf, kinds, isAsDescribed, kindOf, tokenValue } from "../kinds/index.ts";
import type { RuleFinding } from "../model/index.ts";
import type { StatedField } from "../contract/index.ts";

type FieldRules = { rules: readonly ValueRule[]; limited: readonly LimitedRule[] };

/** The rules about the values of a field: the rules of its kind, with the interface's statements. */
export function rulesOfField({ slot, in: place }: StatedField): FieldRules {
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
    return { ...rule, measure: (value) => (isFitting(value) ? rule.measure(value) : undefined) };
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

/** A field as a JSON Schema, and what that cannot express. */
type FieldSchema = {
  schema: Record<string, unknown>;
  /** Undefined if the pool has no request without the field. */
  required?: boolean;
  /** Sentences about values that the schema judges differently from the server. */
  inWords: string[];
};

const TYPES: readonly TokenType[] = ["number", "string", "boolean", "null", "array", "object"];

/** For each JSON type, the keywords that judge the most values as the predictions do; undefined if the rules are not known. */
export function fieldSchema(
  finding: RuleFinding,
  values: readonly TokenValue[],
  library: FieldRules,
): FieldSchema | undefined {
  const accepts = predictorOf(finding, library);
  if (accepts === undefined) return undefined;
  const parts = TYPES.flatMap((type) => {
    const own = values.filter((value) => value.type === type);
    return own.some(accepts) ? [bestOf(type, own, accepts, finding)] : [];
  });
  const missing = values.find(({ type }) => type === "missing");
  const types = parts.map(({ fragment }) => fragment.type);
  return {
    schema: {
      ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
      ...Object.assign({}, ...parts.map(({ fragment }) => fragment.keywords)),
      ...(parts.length === 0 && { not: {} }),
    },
    ...(missing !== undefined && { required: !accepts(missing) }),
    inWords: parts.flatMap(({ words }) => words),
  };
}

function bestOf(
  type: TokenType,
  values: readonly TokenValue[],
  accepts: Predictor,
  finding: RuleFinding,
): { fragment: Fragment; words: string[] } {
  const all = values.map((value) => ({
    value,
    parsed: JSON.parse(value.text) as unknown,
    isAccepted: accepts(value),
  }));
  const judged = fragmentsOf(type, finding).map((fragment) => ({
    fragment,
    wrong: all.filter(({ parsed, isAccepted }) => fragment.accepts(parsed) !== isAccepted),
  }));
  const best = judged.reduce((one, other) => (other.wrong.length < one.wrong.length ? other : one));
  const count = best.wrong.length;
  if (count === 0) return { fragment: best.fragment, words: [] };
  const shown = best.wrong
    .slice(0, 3)
    .map(
      ({ value, isAccepted }) => `${clipped(value.text)} is ${isAccepted ? "accepted" : "refused"}`,
    );
  const words = `${finding.name}: the schema differs for ${count} of ${values.length} values of the type ${type}: ${shown.join(", ")}${count > 3 ? ", ..." : ""}`;
  return { fragment: best.fragment, words: [words] };
}

const clipped = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

type Fragment = {
  type: string;
  keywords: Record<string, unknown>;
  accepts: (value: unknown) => boolean;
};

/** Ranges that rules have, as a schema can write them. */
const RANGES: readonly [minimum: number | undefined, maximum: number | undefined][] = [
  [undefined, undefined],
  [-128, 127],
  [0, 255],
  [-32_768, 32_767],
  [0, 65_535],
  [-(2 ** 31), 2 ** 31 - 1],
  [0, 2 ** 31 - 1],
  [0, 2 ** 32 - 1],
  [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [0, Number.MAX_SAFE_INTEGER],
  // The largest doubles below 2^63 and 2^64.
  [-(2 ** 63), 2 ** 63 - 1024],
  [0, 2 ** 64 - 2048],
  [-Number.MAX_VALUE, Number.MAX_VALUE],
  [0, undefined],
  [1, undefined],
];

/** Patterns of strings, with the format that says the same to a reader: of any text, then of each kind. */
const PATTERNS: readonly (readonly [pattern: string, format?: string])[] = [
  ["."],
  ["\\S"],
  ...kinds.flatMap(({ patterns = [] }) => patterns),
];

/** Keywords that may express, for a JSON type, the rules of a finding. */
function fragmentsOf(type: TokenType, finding: RuleFinding): Fragment[] {
  if (type === "number") return [...numbers("number", finding), ...numbers("integer", finding)];
  if (type === "string") return strings(finding);
  return [{ type, keywords: {}, accepts: () => true }];
}

function numbers(type: "number" | "integer", finding: RuleFinding): Fragment[] {
  const [least, most] = isOfNumbers(finding) ? limitsIn(finding) : [];
  return RANGES.map(([from, to]): Fragment => {
    const minimum = larger(from, least);
    const maximum = smaller(to, most);
    return {
      type,
      keywords: {
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      },
      accepts: (value) =>
        typeof value === "number" &&
        // Digits too large for a double are an integer all the same.
        (type === "number" || Number.isInteger(value) || Math.abs(value) === Infinity) &&
        (minimum === undefined || value >= minimum) &&
        (maximum === undefined || value <= maximum),
    };
  });
}

const isOfNumbers = ({ subject }: RuleFinding): boolean =>
  subject === "whole-number" || subject === "number";

const limitsIn = ({ limits }: RuleFinding): (number | undefined)[] =>
  ["minimum", "maximum"].map((bound) => {
    const found = limits.find((each) => each.bound === bound);
    return found && Number(found.at);
  });

const larger = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
const smaller = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

function strings(finding: RuleFinding): Fragment[] {
  const [minLength, maxLength] = isOfNumbers(finding) ? [] : limitsIn(finding);
  const stated = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
  const lengths = [{}, { minLength: 1 }, stated];
  const patterns: ({ pattern: string; format?: string } | Record<string, never>)[] = [
    {},
    ...PATTERNS.map(([pattern, format]) => ({ pattern, ...(format && { format }) })),
  ];
  return lengths.flatMap((length) =>
    patterns.map((kept): Fragment => {
      const keywords: { minLength?: number; maxLength?: number; pattern?: string } = {
        ...length,
        ...kept,
      };
      const pattern =
        keywords.pattern === undefined ? undefined : new RegExp(keywords.pattern, "u");
      return {
        type: "string",
        keywords,
        accepts: (value) => {
          if (typeof value !== "string") return false;
          const length = charactersOf(value);
          return (
            length >= (keywords.minLength ?? 0) &&
            length <= (keywords.maxLength ?? Infinity) &&
            (pattern === undefined || pattern.test(value))
          );
        },
      };
    }),
  );
}
