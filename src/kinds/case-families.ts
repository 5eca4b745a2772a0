import { rowsInto, type Template, type TemplatePart, bytes } from "../template/index.ts";
import type { ValueCase, ValuePair, ProbedAspect, Slot } from "./kind.ts";
import { tokenTypeOf, type TokenType } from "./rule.ts";

/** A value with its name and reason; `value` is JSON text, or text that is not JSON. */
export type ValueRow = [name: string, reason: string, value: TemplatePart | Template];

export const valueFamily = (
  more: Omit<ValueCase, "name" | "reason" | "value">,
  rows: readonly ValueRow[],
): ValueCase[] =>
  rows.map(([name, reason, value]) => ({
    name,
    reason,
    value: Array.isArray(value) ? value : [value],
    ...more,
  }));

/** The same of a field by its label: `id is` stands before each reason. */
export const valuesOf = (
  label: string,
  more: Parameters<typeof valueFamily>[0],
  rows: readonly ValueRow[],
): ValueCase[] =>
  valueFamily(
    more,
    rows.map(([name, what, value]) => [name, `${label} is ${what}`, value]),
  );

export const valueRows = (more: Parameters<typeof valueFamily>[0]) =>
  rowsInto((entries: ValueRow[]) => valueFamily(more, entries));

type Ladder = [
  name: string,
  reason: (at: number) => string,
  family: string,
  axis: string,
  unit: string,
  rungs: readonly number[],
  value: (at: number) => Template,
];

export const valueLadders = (more: Pick<ValueCase, "probes"> = {}) =>
  rowsInto((ladders: Ladder[]) =>
    ladders.flatMap(([name, reason, family, axis, unit, rungs, value]) =>
      rungs.map((at): ValueCase => ({
        name: `${name}-${at}`,
        reason: reason(at),
        value: value(at),
        family,
        rung: { axis, at: String(at), unit },
        ...more,
      })),
    ),
  );

export const valuePairs = (
  pairs: readonly [name: string, reason: string, ...values: ValuePair["values"]][],
): ValuePair[] => pairs.map(([name, reason, ...values]) => ({ name, reason, values }));

const IN_WORDS: Partial<Record<TokenType, string>> = { string: "text", boolean: "true or false" };

export function jsonTypeOf(text: string): string {
  const type = tokenTypeOf(text);
  return IN_WORDS[type] ?? type;
}

export const otherCase = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

export const json = (text: string): Template => [JSON.stringify(text)];

/** A text as between the quotes of a JSON string. */
export const jsonContent = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The text of a JSON string; undefined if the JSON text has another type. */
export function stringOf(text: string): string | undefined {
  const value: unknown = text.startsWith('"') ? JSON.parse(text) : undefined;
  return typeof value === "string" ? value : undefined;
}

export function otherThanStrings(
  { label: it, valid, content, key = "value" }: Slot<unknown>,
  aspect: ProbedAspect,
): ValueCase[] {
  const text = content();
  return [
    ...valueFamily({ probes: [aspect], family: "other types" }, [
      ["type-null", `${it} is null`, "null"],
      ["type-true", `${it} is true`, "true"],
      ["type-false", `${it} is false`, "false"],
      ["type-zero", `${it} is the number 0`, "0"],
      ["type-number", `${it} is the number 123456789`, "123456789"],
      ["type-fraction", `${it} is the number 1.5`, "1.5"],
      ["type-array-empty", `${it} is an empty array`, "[]"],
      ["type-array-one", `${it} is an array of one valid value`, bytes`[${valid()}]`],
      ["type-array-nested", `${it} is an array in an array, of one value`, bytes`[[${valid()}]]`],
      ["type-array-null", `${it} is an array of null`, "[null]"],
      ["type-object-empty", `${it} is an empty object`, "{}"],
      ["type-object-key", `${it} is an object with the key ${key}`, bytes`{"${key}":${valid()}}`],
      ["type-object-ne", `${it} is an object with the key $ne`, '{"$ne":null}'],
    ]),
    ...valueFamily({ probes: ["body", aspect], family: "tokens that are not JSON" }, [
      ["bare-single-quotes", `${it} in single quotes`, bytes`'${text}'`],
      ["bare-back-quotes", `${it} in back quotes`, bytes`${"`"}${text}${"`"}`],
      ["bare-open-quote", `${it} without its closing quote`, bytes`"${text}`],
      ["bare-two-quotes", `${it} in quotes twice`, bytes`""${text}""`],
      ["bare-undefined", `${it} is the bare word undefined`, "undefined"],
      ["bare-none", `${it} is the bare word None`, "None"],
      ["bare-word", `${it} is the bare word abc`, "abc"],
      ["bare-nothing", `nothing instead of ${it}`, ""],
    ]),
  ];
}
