import { kindOf, type FieldType } from "../../kinds/index.ts";
import { andMore, isObject } from "../../text/index.ts";

export type Keyword = {
  name: string;
  declared: string;
  /** Whether a JSON value fits the keyword; undefined if the keyword does not apply to this JSON type. */
  keeps: (value: unknown) => boolean | undefined;
};

type Stated<Kind extends FieldType["kind"]> = Extract<FieldType, { kind: Kind }>;

/** The keywords that a type was read from, the JSON type first. Members of objects and items of lists have their own. */
export function declaredKeywords(type: FieldType): Keyword[] {
  const own = keywordsOf(type);
  const isNullable = type.nullable === true || own.some(({ keeps }) => keeps(null) === true);
  const nullable: Keyword = {
    name: "nullable",
    declared: String(isNullable),
    keeps: (value) => (value === null ? isNullable : undefined),
  };
  const all = [...own.map(notAboutNull), nullable];
  const open = NOT_STATED[type.alternatives ?? "all"] ?? [];
  return all.filter(({ name }) => !open.includes(name));
}

const NOT_STATED: Record<string, string[]> = { types: ["type", "nullable"], null: ["nullable"] };

/** What null gets is said by one keyword. */
const notAboutNull = ({ keeps, ...keyword }: Keyword): Keyword => ({
  ...keyword,
  keeps: (value) => (value === null ? undefined : keeps(value)),
});

/** A longer enumeration is shown by its first values. */
const MOST_VALUES = 8;
const SHOWN_VALUES = 3;

function keywordsOf(type: FieldType): Keyword[] {
  switch (type.kind) {
    case "whole-number":
      return [jsonType("integer", isInteger), ...numberKeywords(wholeLimits(type))];
    case "number":
      return [jsonType("number", isNumber), ...numberKeywords(type)];
    case "text":
      return [jsonType("string", isString), ...textKeywords(type)];
    case "boolean":
      return [jsonType("boolean", (value) => typeof value === "boolean")];
    case "choice":
      return [
        {
          name: "enum",
          declared: andMore(
            type.values.map((value) => JSON.stringify(value)),
            type.values.length > MOST_VALUES ? SHOWN_VALUES : MOST_VALUES,
          ),
          keeps: (value) => type.values.some((each) => each === value),
        },
      ];
    case "list":
      return [jsonType("array", Array.isArray), ...listKeywords(type)];
    case "object":
      return [jsonType("object", isObject)];
    case "date-time":
      return [jsonType("string", isString), formatKeyword(type)];
    default: {
      const { minLength, maxLength, pattern, ...plain } = type;
      const limits = textKeywords({ kind: "text", minLength, maxLength, pattern });
      return [jsonType("string", isString), formatKeyword(plain), ...limits];
    }
  }
}

const isString = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
/** Digits too large for a double are an integer all the same. */
const isInteger = (value: unknown): boolean =>
  typeof value === "number" && (Number.isInteger(value) || Math.abs(value) === Infinity);
const jsonType = (declared: string, keeps: (value: unknown) => boolean): Keyword => ({
  name: "type",
  declared,
  keeps,
});

type Limits = Pick<
  Stated<"number">,
  "min" | "max" | "exclusiveMin" | "exclusiveMax" | "multipleOf"
>;

const wholeLimits = ({ min, max, multipleOf }: Stated<"whole-number">): Limits => ({
  ...(min !== undefined && { min: Number(min) }),
  ...(max !== undefined && { max: Number(max) }),
  ...(multipleOf !== undefined && { multipleOf }),
});

function numberKeywords({ min, max, exclusiveMin, exclusiveMax, multipleOf }: Limits): Keyword[] {
  const ofNumbers = (
    name: string,
    limit: number | undefined,
    keeps: (value: number, at: number) => boolean,
  ): Keyword[] =>
    keywordAt(name, limit, (value, at) =>
      typeof value === "number" ? keeps(value, at) : undefined,
    );
  return [
    ...ofNumbers("minimum", min, (value, at) => value >= at),
    ...ofNumbers("exclusiveMinimum", exclusiveMin, (value, at) => value > at),
    ...ofNumbers("maximum", max, (value, at) => value <= at),
    ...ofNumbers("exclusiveMaximum", exclusiveMax, (value, at) => value < at),
    ...ofNumbers("multipleOf", multipleOf, (value, at) => Number.isInteger(value / at)),
  ];
}

/** A keyword with its value; none without one. */
const keywordAt = <At>(
  name: string,
  at: At | undefined,
  keeps: (value: unknown, at: At) => boolean | undefined,
): Keyword[] =>
  at === undefined ? [] : [{ name, declared: String(at), keeps: (value) => keeps(value, at) }];

const lengthOf = (value: unknown): number | undefined =>
  typeof value === "string" ? Array.from(value).length : undefined;
const countOf = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : undefined;

function textKeywords({ minLength, maxLength, pattern, format }: Stated<"text">): Keyword[] {
  const matches: Stated<"text"> = { kind: "text", pattern };
  const declared = pattern === undefined ? undefined : (format ?? pattern);
  return [
    ...keywordAt("minLength", minLength, (value, at) => atLeast(lengthOf(value), at)),
    ...keywordAt("maxLength", maxLength, (value, at) => atMost(lengthOf(value), at)),
    ...keywordAt(format === undefined ? "pattern" : "format", declared, (value) =>
      isString(value) ? kindOf(matches).fits(matches, value) : undefined,
    ),
  ];
}

const listKeywords = ({ minItems, maxItems, unique }: Stated<"list">): Keyword[] => [
  ...keywordAt("minItems", minItems, (value, at) => atLeast(countOf(value), at)),
  ...keywordAt("maxItems", maxItems, (value, at) => atMost(countOf(value), at)),
  ...keywordAt("uniqueItems", unique || undefined, (value) =>
    Array.isArray(value)
      ? new Set(value.map((item) => JSON.stringify(item))).size === value.length
      : undefined,
  ),
];

const atLeast = (figure: number | undefined, at: number): boolean | undefined =>
  figure === undefined ? undefined : figure >= at;
const atMost = (figure: number | undefined, at: number): boolean | undefined =>
  figure === undefined ? undefined : figure <= at;

/** A text of a format. Rules that the plain format does not state are added in words. */
function formatKeyword(type: FieldType): Keyword {
  const { nullable: _, ...plain } = type;
  const isPlain = Object.keys(plain).every((key) => key === "kind" || key === "fresh");
  return {
    name: "format",
    declared: isPlain
      ? (kindOf(type).formats?.[0] ?? type.kind)
      : kindOf(plain as FieldType).words(plain as FieldType),
    keeps: (value) =>
      isString(value) ? kindOf(plain as FieldType).fits(plain as FieldType, value) : undefined,
  };
}

/** Whether the items of a list and the members of an object are as declared. Other values have nothing inside. */
export function fitsInside(type: FieldType, value: unknown): boolean {
  if (type.kind === "list" && Array.isArray(value))
    return value.every((item) => fitsWhole(type.items, item));
  if (type.kind !== "object" || typeof value !== "object" || value === null) return true;
  return type.fields.every(({ name, type: own, required }) =>
    Object.hasOwn(value, name)
      ? fitsWhole(own, (value as Record<string, unknown>)[name])
      : required !== true,
  );
}

const fitsWhole = (type: FieldType, value: unknown): boolean =>
  kindOf(type).fits(type, value) && fitsInside(type, value);
