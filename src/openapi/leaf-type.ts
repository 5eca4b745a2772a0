import { FRESH_ID_MIN } from "../fresh-numbers.ts";
import { FieldType, kindOf, kinds } from "../kinds/index.ts";
import type { Dialect } from "./find-operation.ts";
import { enumOf, hasFlag, numbersOf, textOf, type FlatSchema } from "./flat-schema.ts";
import { NotExpressible, type NotExpressed, translatedPattern } from "./not-expressed.ts";

/** `example` if the kind cannot make a value. `guess` is the place of a pattern that is not checked: a made-up value may not match it. */
export type Leaf = { type: FieldType; example?: unknown; guess?: string };

/** `loose`: places of keywords that limit the valid values, and are not expressed. */
type Context = { dialect: Dialect; notExpressed: NotExpressed; loose: Set<string> };

export function leafType(
  schema: FlatSchema,
  jsonType: "string" | "integer" | "number" | "boolean",
  context: Context,
): Leaf {
  switch (jsonType) {
    case "boolean":
      return { type: known(schema, { kind: "boolean" }) };
    case "integer":
      return { type: known(schema, { kind: "whole-number", ...wholeBounds(schema) }) };
    case "number":
      return { type: known(schema, { kind: "number", ...numberBounds(schema) }) };
    case "string":
      return stringType(schema, context);
  }
}

/** A value of another JSON type than the first one is listed as not expressed. */
export function choiceType(schema: FlatSchema, { notExpressed }: Context): Leaf {
  const all = new Set((enumOf(schema) ?? []).filter((value) => value !== null));
  const scalars = [...all].filter((value) => typeof value !== "object");
  if (scalars.length < all.size)
    notExpressed.add(schema.at, "enum: values that are objects or lists are not sent");
  return { type: known(schema, { kind: "choice", values: scalars }) };
}

export const anyText = (schema: FlatSchema): FieldType => known(schema, { kind: "text" });

/** An unsupported type: bounds that leave no value, or an invalid pattern. */
function known(
  schema: FlatSchema,
  candidate: { kind: string } & Record<string, unknown>,
): FieldType {
  const parsed = FieldType.safeParse(candidate);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new NotExpressible(schema.at, `${candidate.kind}: ${issue?.message ?? "does not fit"}`);
}

const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

const highest = (values: number[]): number | undefined =>
  values.length === 0 ? undefined : Math.max(...values);
const lowest = (values: number[]): number | undefined =>
  values.length === 0 ? undefined : Math.min(...values);

/** The tightest bound on one side, included and excluded. Before 3.1, `exclusiveMinimum: true` belongs to `minimum`. */
function boundOf(schema: FlatSchema, side: "Minimum" | "Maximum") {
  const tightest = side === "Minimum" ? highest : lowest;
  const plain = numbersOf(schema, side.toLowerCase());
  const isExclusive = hasFlag(schema, `exclusive${side}`);
  return {
    closed: isExclusive ? undefined : tightest(plain),
    open: tightest([...numbersOf(schema, `exclusive${side}`), ...(isExclusive ? plain : [])]),
  };
}

function numberBounds(schema: FlatSchema) {
  const { closed: min, open: exclusiveMin } = boundOf(schema, "Minimum");
  const { closed: max, open: exclusiveMax } = boundOf(schema, "Maximum");
  const [multipleOf] = numbersOf(schema, "multipleOf");
  return defined({ min, max, exclusiveMin, exclusiveMax, multipleOf });
}

const WIDTHS: Record<string, bigint> = { int32: 31n, int64: 63n };

function wholeBounds(schema: FlatSchema) {
  const { closed: from, open: above } = boundOf(schema, "Minimum");
  const { closed: to, open: below } = boundOf(schema, "Maximum");
  const width = WIDTHS[textOf(schema, "format") ?? ""];
  const lows = [
    ...(from === undefined ? [] : [BigInt(Math.ceil(from))]),
    ...(above === undefined ? [] : [BigInt(Math.floor(above)) + 1n]),
    ...(width === undefined ? [] : [-(2n ** width)]),
  ];
  const highs = [
    ...(to === undefined ? [] : [BigInt(Math.floor(to))]),
    ...(below === undefined ? [] : [BigInt(Math.ceil(below)) - 1n]),
    ...(width === undefined ? [] : [2n ** width - 1n]),
  ];
  const steps = numbersOf(schema, "multipleOf").filter((step) => Number.isSafeInteger(step));
  return defined({
    min: bound(lows, (a, b) => a > b),
    max: bound(highs, (a, b) => a < b),
    multipleOf: steps[0],
  });
}

/** The tightest; as digits if a double is not exact. */
function bound(values: bigint[], isTighter: (a: bigint, b: bigint) => boolean) {
  if (values.length === 0) return undefined;
  const tightest = values.reduce((one, other) => (isTighter(other, one) ? other : one));
  const number = Number(tightest);
  return Number.isSafeInteger(number) ? number : String(tightest);
}

/** One text of a format that has no kind and no pattern: RFC 5890, 4291, 3987, 6570, 6901; any ECMAScript pattern. */
const EXAMPLES: Record<string, string> = {
  "idn-hostname": "example.com",
  ipv6: "2001:db8::1",
  "iri-reference": "https://example.com/a",
  "uri-template": "https://example.com/{id}",
  regex: "^a+$",
};
const OFFSET = "(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const SECONDS = "\\d{1,6}S";
const MINUTES = `(?:\\d{1,6}M(?:${SECONDS})?|${SECONDS})`;
const HOURS = `T(?:\\d{1,6}H(?:${MINUTES})?|${MINUTES})`;
const MONTHS = "(?:\\d{1,6}M(?:\\d{1,6}D)?|\\d{1,6}D)";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const POINTER = "(?:/(?:[A-Za-z0-9_.-]|~[01]){0,20}){0,9}";
/** The texts of formats that have no kind of their own: RFC 3339, 5.6 and appendix A; RFC 1123, 2.1; RFC 4648, 4; RFC 6901. */
const FORMATS: Record<string, string> = {
  time: `^(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?${OFFSET}$`,
  duration: `^P(?:\\d{1,6}W|(?:\\d{1,6}Y(?:${MONTHS})?|${MONTHS})(?:${HOURS})?|${HOURS})$`,
  hostname: `^${LABEL}(?:\\.${LABEL}){0,3}$`,
  byte: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  "json-pointer": `^${POINTER}$`,
  "relative-json-pointer": `^(?:0|[1-9]\\d{0,3})(?:#|${POINTER})$`,
};
/** They say how a text is shown or written, not its content. */
const FREE = new Set(["password", "binary", "string", "text", "multi-line", "markdown", "html"]);

/** The pattern for ECMAScript, and the place of one without a translation. */
function patternOf(
  { keywords }: FlatSchema,
  { notExpressed }: Context,
): { pattern?: string; guess?: string } {
  const parts = (keywords.get("pattern") ?? []).filter(({ value }) => typeof value === "string");
  const read = parts.map(({ at, value }) => ({
    at,
    found: translatedPattern({ at, pattern: value as string }, notExpressed),
  }));
  const pattern = read.find(({ found }) => found !== undefined)?.found?.pattern;
  const guess = read.find(({ found }) => found === undefined)?.at;
  return { ...(pattern !== undefined && { pattern }), ...(guess !== undefined && { guess }) };
}

/** The whole numbers from 0 up to this one, which is excluded. */
function digitsBelow(most: string): string {
  const shorter = most.length > 1 ? [`\\d{1,${most.length - 1}}`] : [];
  const same = [...most].flatMap((digit, at) => {
    const [low, high] = [at === 0 && most.length > 1 ? 1 : 0, Number(digit) - 1];
    const rest = most.length - at - 1;
    const tail = rest === 0 ? "" : `\\d{${rest}}`;
    return high < low ? [] : [`${most.slice(0, at)}[${low}-${high}]${tail}`];
  });
  return [...shorter, ...same].join("|");
}

/** The pattern that drf-spectacular writes for a decimal number. */
const DRF_DECIMAL = /^\^-\?\\d\{0,([1-9]\d*)\}\(\?:\\\.\\d\{0,(\d+)\}\)\?\$$/;

/** The texts that it allows and that are numbers: it also allows the empty one, a minus sign and a point. */
function numbersAllowed(pattern: string): string | undefined {
  const [, digits, places] = DRF_DECIMAL.exec(pattern) ?? [];
  const fraction = places === "0" ? "" : `(?:\\.\\d{1,${places}})?`;
  return digits === undefined ? undefined : `^-?\\d{1,${digits}}${fraction}$`;
}

/** As Django REST framework writes them: the pattern has bounds and step; undefined where none expresses them. */
function decimalPattern(schema: FlatSchema, pattern?: string): string | undefined {
  if (pattern !== undefined) return numbersAllowed(pattern);
  const { min, max, exclusiveMin, exclusiveMax, multipleOf = 0 } = numberBounds(schema);
  const isEven = min === undefined || min === 0 || min === -(max ?? NaN);
  const isWhole = max === undefined || (Number.isSafeInteger(max) && max > 0);
  if (!isEven || !isWhole || exclusiveMin !== undefined || exclusiveMax !== undefined)
    return undefined;
  const places = [1, 2, 3, 4, 5, 6].find((each) => multipleOf === Number(`1e-${each}`));
  const fraction = multipleOf === 1 ? "" : `(?:\\.\\d{1,${places ?? 6}})?`;
  const whole = max === undefined ? "\\d{1,6}" : digitsBelow(String(max));
  // A power of ten stands for a number of digits, as max_digits does: it has one more.
  const last = max === undefined || /^10*$/.test(String(max)) ? "" : `|${max}`;
  return `^${min === 0 ? "" : "-?"}(?:(?:${whole})${fraction}${last})$`;
}

function stringType(schema: FlatSchema, context: Context): Leaf {
  const { notExpressed, loose } = context;
  const format = textOf(schema, "format");
  const kind = kinds.find(({ formats }) => formats?.includes(format ?? "") === true)?.name;
  const { pattern, ...unknown } = patternOf(schema, context);
  const isDecimal = format === "decimal";
  const ofFormat = isDecimal ? decimalPattern(schema, pattern) : FORMATS[format ?? ""];
  const isRead =
    (pattern === undefined || isDecimal) && kind === undefined && ofFormat !== undefined;
  const limits = defined({
    minLength: highest(numbersOf(schema, "minLength")),
    maxLength: lowest(numbersOf(schema, "maxLength")),
    pattern: isRead ? ofFormat : pattern,
    format: isRead ? format : undefined,
  });
  if ((schema.keywords.get("pattern")?.length ?? 0) > 1)
    notExpressed.add(schema.at, "pattern: only the first of several is used");
  if (kind === "date-time") {
    for (const name of Object.keys(limits)) {
      notExpressed.add(schema.at, `${name} of a text of format ${format}`);
      loose.add(schema.at.at);
    }
    return { type: known(schema, { kind }), ...unknown };
  }
  if (kind !== undefined) {
    const type = known(schema, { kind, ...limits });
    const { fits, text } = kindOf(type);
    // No other value of the format is made than one of a usual length.
    return {
      type,
      ...unknown,
      ...(!fits(type, text(type, FRESH_ID_MIN)) && { guess: schema.at.at }),
    };
  }
  const type = known(schema, { kind: "text", ...limits });
  if (format === undefined || isRead || FREE.has(format)) return { type, ...unknown };
  const example = EXAMPLES[format];
  notExpressed.add(
    schema.at,
    example === undefined
      ? `format ${format} is not read`
      : `format ${format}: the one value ${JSON.stringify(example)} is sent`,
  );
  if (example !== undefined) loose.add(schema.at.at);
  return example === undefined ? { type, guess: schema.at.at } : { type, example, ...unknown };
}
