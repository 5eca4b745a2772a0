import { cellsOf } from "../template/index.ts";
import { parsedJson } from "../text/index.ts";
import type { TokenType, TokenValue, LimitedRule } from "./rule.ts";
import { type RuleLimits, type RuleValue, tokenTypeOf, type ValueRule } from "./rule.ts";

export const sources = {
  ecma: "https://tc39.es/ecma262/#sec-",
  go: "https://pkg.go.dev/",
  java: "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/",
  jackson:
    "https://fasterxml.github.io/jackson-databind/javadoc/2.14/com/fasterxml/jackson/databind/DeserializationFeature.html",
  jsonSchema: "https://json-schema.org/draft/2020-12/json-schema-",
  perl: "https://perldoc.perl.org/",
  php: "https://www.php.net/manual/en/",
  pydantic1: "https://docs.pydantic.dev/1.10/usage/types/",
  pydantic2: "https://docs.pydantic.dev/latest/concepts/conversion_table/",
  python: "https://docs.python.org/3/library/",
  rfc: "https://www.rfc-editor.org/rfc/rfc",
  ruby: "https://docs.ruby-lang.org/en/3.1/",
  dotnet: "https://learn.microsoft.com/dotnet/api/system.",
  zod: "https://zod.dev/api",
} as const;

/** A field's value from its JSON text; undefined for a field that was not sent, or text that is not JSON. */
export function tokenValue(text: string | undefined): TokenValue | undefined {
  if (text === undefined) return { of: "token", type: "missing", text: "" };
  const trimmed = text.trim();
  const value = parsedJson(trimmed);
  if (value === undefined) return undefined;
  const type = tokenTypeOf(trimmed);
  return { of: "token", type, text: trimmed, ...(typeof value === "string" && { content: value }) };
}

export const tokensOfTypes =
  (...types: readonly TokenType[]) =>
  ({ type }: TokenValue): boolean =>
    types.includes(type);

/** Whether a value is accepted, or the plain value that it is read as. */
export type Reading = boolean | string;

/** A tag for a table of rules; its holes are texts, and predicates by which values are read. */
type RuleTable<Value extends RuleValue, Read = (value: Value) => Reading> = (
  texts: TemplateStringsArray,
  ...holes: (string | number | Read)[]
) => ValueRule<Value>[];

/** Remembers the last value: whether a rule accepts one, and what it reads it as, are asked one after the other. */
export function lastRead<Value extends RuleValue>(
  read: (value: Value) => Reading,
): (value: Value) => Reading {
  let last: { value: Value; reading: Reading } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, reading: read(value) };
    return last.reading;
  };
}

/**
 * Rules of one aspect of a subject; `judges` selects the values that they say something about. A line of the table without bars is
 * the documentation of the rules below it. Each has its id within the subject, its name, its predicate (or `accepted` or `refused`,
 * if it is the same for every value), and the parsers that accept exactly these values: `a & python3.{10,11} b` stands for three.
 * Predicates repeat what the tables of these parsers decide, because infer judges values that no table has.
 */
export const rulesOn =
  <Value extends RuleValue>(
    subject: string,
    aspect: string,
    judges: (value: Value) => boolean,
  ): RuleTable<Value> =>
  (texts, ...holes) => {
    let source = "";
    return cellsOf(texts, holes).flatMap(([first, name, read, parsers = ""]) => {
      if (name === undefined) source = String(first);
      if (name === undefined) return [];
      const id = `${subject}-${String(first)}`;
      const about = { id, subject, aspect, name: String(name), source, judges };
      return { ...about, ...readBy<Value>(read), parsers: parserNames(String(parsers)) };
    });
  };

function readBy<Value extends RuleValue>(
  cell: unknown,
): Pick<ValueRule<Value>, "accepts" | "reads"> {
  if (typeof cell !== "function")
    return { accepts: () => cell === "accepted", reads: () => undefined };
  const read = lastRead(cell as (value: Value) => Reading);
  return {
    accepts: (value) => read(value) !== false,
    reads: (value) => {
      const plain = read(value);
      return typeof plain === "string" ? plain : undefined;
    },
  };
}

type StringTable = RuleTable<TokenValue, RegExp | ((text: string) => Reading)>;

/** Rules about the strings that stand for a value of a kind: they read the text without quotes and escapes, or match it. */
export const rulesOnStrings =
  (subject: string): StringTable =>
  (texts, ...holes) =>
    rulesOn(
      subject,
      "string",
      tokensOfTypes("string"),
    )(
      texts,
      ...holes.map((hole) => {
        if (typeof hole === "string" || typeof hole === "number") return hole;
        const read = hole instanceof RegExp ? (text: string) => hole.test(text) : hole;
        return ({ content = "" }: TokenValue): Reading => read(content);
      }),
    );

export const stringRules =
  (subject: string): StringTable =>
  (texts, ...holes) => [
    ...rulesOnStrings(subject)(texts, ...holes),
    ...otherTypeRules(subject, []),
  ];

/** `a & b{1,2}` as a, b1 and b2. */
const parserNames = (text: string): string[] =>
  text
    .split(" & ")
    .filter((name) => name !== "")
    .flatMap((name) => {
      const [, before = "", list, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
      return list === undefined ? [name] : list.split(",").map((each) => before + each + after);
    });

type Measure<Value extends RuleValue> = (value: Value) => bigint | number | undefined;

/** Rules about limits, which a search for boundaries finds: id, aspect, words of the figure, documentation, measure. */
export const limitsOn =
  <Value extends RuleValue = TokenValue>(subject: string) =>
  (texts: TemplateStringsArray, ...holes: (string | Measure<Value>)[]): LimitedRule<Value>[] =>
    cellsOf(texts, holes).map(([end, aspect, about, source, given]) => {
      const figureOf = given as Measure<Value>;
      const measure = (value: Value): bigint | undefined => {
        const figure = figureOf(value);
        return figure === undefined ? undefined : BigInt(figure);
      };
      const id = `${subject}-${String(end)}`;
      const own = { id, subject, aspect: String(aspect), source: String(source) };
      return {
        ...own,
        about: String(about),
        measure,
        within: (limits) => ({
          ...own,
          name: `${String(about)} ${rangeWords(limits)}`,
          judges: (value) => measure(value) !== undefined,
          accepts: (value) => isWithin(measure(value), limits),
          reads: () => undefined,
          parsers: [],
          limits,
        }),
      };
    });

function rangeWords({ minimum, maximum }: RuleLimits): string {
  if (minimum === undefined) return maximum === undefined ? "without a limit" : `up to ${maximum}`;
  return maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
}

const isWithin = (figure: bigint | undefined, { minimum, maximum }: RuleLimits): boolean =>
  figure !== undefined &&
  (minimum === undefined || figure >= minimum) &&
  (maximum === undefined || figure <= maximum);

const { ecma, jackson, jsonSchema } = sources;
const TYPES = `${jsonSchema}validation#section-6.1.1`;

/** The value of an array of one. Ajv (lib/compile/validate/dataType.ts) and Jackson unwrap one level only. */
function onlyItem({ text }: TokenValue): Reading {
  const items: unknown = JSON.parse(text);
  if (!Array.isArray(items) || items.length !== 1 || Array.isArray(items[0])) return false;
  return text.slice(1, -1).trim();
}

/** What may be done with a value of another type than the stated one. */
const OTHERS: Record<Exclude<TokenType, "string">, (on: RuleTable<TokenValue>) => ValueRule[]> = {
  null: (on) => on`
    ${TYPES}
    null-refused | null is refused | refused
    null-accepted | null is accepted | accepted
    ${ecma}tonumber
    null-zero | null is read as 0 | ${() => "0"}
    ${ecma}tostring
    null-text | null is read as the text null | ${() => '"null"'}
  `,
  boolean: (on) => on`
    ${TYPES}
    boolean-refused | true and false are refused | refused
    boolean-accepted | true and false are accepted | accepted
    ${ecma}tonumber
    boolean-number | true is read as 1, false as 0 | ${({ text }) => (text === "true" ? "1" : "0")}
    ${ecma}tostring
    boolean-text | true and false are read as their texts | ${({ text }) => `"${text}"`}
  `,
  number: (on) => on`
    ${TYPES}
    number-refused | numbers are refused | refused
    number-accepted | numbers are accepted | accepted
    ${ecma}tostring
    number-text | numbers are read as their digits | ${({ text }) => JSON.stringify(text)}
  `,
  array: (on) => on`
    ${TYPES}
    array-refused | arrays are refused | refused
    array-accepted | arrays are accepted | accepted
    ${jackson}#UNWRAP_SINGLE_VALUE_ARRAYS
    array-unwrapped | an array of one is read as its value | ${onlyItem}
  `,
  object: (on) => on`
    ${TYPES}
    object-refused | objects are refused | refused
    object-accepted | objects are accepted | accepted
  `,
  missing: (on) => on`
    ${jsonSchema}validation#section-6.5.3
    required | the field is required | refused
    optional | the field may be left out | accepted
  `,
};

export const otherTypeRules = (subject: string, own: readonly TokenType[]): ValueRule[] =>
  (Object.keys(OTHERS) as (keyof typeof OTHERS)[])
    .filter((type) => !own.includes(type))
    .flatMap((type) => OTHERS[type](rulesOn(subject, type, tokensOfTypes(type))));
