import type {
  TokenType,
  TokenValue,
  LimitedRule,
  RuleLimits,
  RuleValue,
  ValueRule,
} from "./rule.ts";

/** Documentation that several lists of rules are implemented from. */
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

const BY_FIRST_LETTER: Readonly<Record<string, TokenType>> = {
  '"': "string",
  "{": "object",
  "[": "array",
  n: "null",
  t: "boolean",
  f: "boolean",
};

/** A field's value from its JSON text; undefined for a field that was not sent, or text that is not JSON. */
export function tokenValue(text: string | undefined): TokenValue | undefined {
  if (text === undefined) return { of: "token", type: "missing", text: "" };
  const trimmed = text.trim();
  const parsed = parsedOrNot(trimmed);
  if (parsed === undefined) return undefined;
  const type = BY_FIRST_LETTER[trimmed[0] ?? ""] ?? "number";
  const { value } = parsed;
  return {
    of: "token",
    type,
    text: trimmed,
    ...(typeof value === "string" && { content: value }),
  };
}

function parsedOrNot(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export const tokensOfTypes =
  (...types: readonly TokenType[]) =>
  ({ type }: TokenValue): boolean =>
    types.includes(type);

/** Whether a value is accepted, or the plain value that it is read as. */
export type Reading = boolean | string;

/**
 * A rule in one line: its id within the subject, its name, its predicate, and the parsers that accept exactly
 * these values. Several are separated by `|`; `python3.{10,11} int()` stands for two.
 * Predicates repeat what the tables of these parsers decide, because infer judges values that no table has.
 */
export type RuleRow<Value extends RuleValue = TokenValue> = [
  id: string,
  name: string,
  read: (value: Value) => Reading,
  parsers?: string,
];

/** Rules by the documentation that they are implemented from. */
export type RulesBySource<Value extends RuleValue = TokenValue> = Readonly<
  Record<string, readonly RuleRow<Value>[]>
>;

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

/** Rules of one aspect of a subject; `judges` selects the values that they say something about. */
export const rulesOn = <Value extends RuleValue>(
  subject: string,
  aspect: string,
  judges: (value: Value) => boolean,
  bySource: RulesBySource<Value>,
): ValueRule<Value>[] =>
  Object.entries(bySource).flatMap(([source, rows]) =>
    rows.map(([id, name, reading, parsers = ""]) => {
      const read = lastRead(reading);
      return {
        id: `${subject}-${id}`,
        subject,
        aspect,
        name,
        source,
        judges,
        accepts: (value: Value) => read(value) !== false,
        reads: (value: Value) => {
          const plain = read(value);
          return typeof plain === "string" ? plain : undefined;
        },
        parsers: parserNames(parsers),
      };
    }),
  );

/** A rule about strings in one line: it reads the text without quotes and escapes, or matches it. */
type StringRow = [
  id: string,
  name: string,
  read: RegExp | ((text: string) => Reading),
  parsers?: string,
];
export type TextRules = Readonly<Record<string, readonly StringRow[]>>;

/** Rules about the strings that stand for a value of a kind. */
export const rulesOnStrings = (subject: string, bySource: TextRules): ValueRule[] =>
  Object.entries(bySource).flatMap(([source, rows]) =>
    rulesOn<TokenValue>(subject, "string", tokensOfTypes("string"), {
      [source]: rows.map(([id, name, read, parsers]): RuleRow => [
        id,
        name,
        ({ content = "" }) => (read instanceof RegExp ? read.test(content) : read(content)),
        parsers,
      ]),
    }),
  );

/** Every rule about a kind of texts. */
export const stringRules = (subject: string, bySource: TextRules): ValueRule[] => [
  ...rulesOnStrings(subject, bySource),
  ...otherTypeRules(subject, []),
];

/** `a | b{1,2}` as a, b1 and b2. */
const parserNames = (text: string): string[] =>
  text
    .split(/ \| /)
    .filter((name) => name !== "")
    .flatMap((name) => {
      const [, before = "", list, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
      return list === undefined ? [name] : list.split(",").map((each) => before + each + after);
    });

type Limited<Value extends RuleValue> = Omit<
  LimitedRule<Value>,
  "within" | "parameters" | "aspect"
> & { aspect?: string };

const PARAMETERS = ["minimum", "maximum"];

export function limitedRule<Value extends RuleValue>(given: Limited<Value>): LimitedRule<Value> {
  const about = { aspect: "limits", ...given };
  const { id, subject, aspect, measure, source } = about;
  return {
    ...about,
    parameters: PARAMETERS,
    within: (limits) => ({
      id,
      subject,
      aspect,
      name: `${about.about} ${rangeWords(limits)}`,
      source,
      judges: (value) => measure(value) !== undefined,
      accepts: (value) => isWithin(measure(value), limits),
      reads: () => undefined,
      parsers: [],
      limits,
    }),
  };
}

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

const refused = (): Reading => false;
const accepted = (): Reading => true;

/** The value of an array of one. Ajv (lib/compile/validate/dataType.ts) and Jackson unwrap one level only. */
function onlyItem({ text }: TokenValue): Reading {
  const items: unknown = JSON.parse(text);
  if (!Array.isArray(items) || items.length !== 1 || Array.isArray(items[0])) return false;
  return text.slice(1, -1).trim();
}

type Rows = Record<string, readonly RuleRow[]>;

/** What may be done with a value of another type than the stated one. */
const ROWS: Record<Exclude<TokenType, "string">, Rows> = {
  null: {
    [TYPES]: [
      ["null-refused", "null is refused", refused],
      ["null-accepted", "null is accepted", accepted],
    ],
    [`${ecma}tonumber`]: [["null-zero", "null is read as 0", () => "0"]],
    [`${ecma}tostring`]: [["null-text", "null is read as the text null", () => '"null"']],
  },
  boolean: {
    [TYPES]: [
      ["boolean-refused", "true and false are refused", refused],
      ["boolean-accepted", "true and false are accepted", accepted],
    ],
    [`${ecma}tonumber`]: [
      [
        "boolean-number",
        "true is read as 1, false as 0",
        ({ text }) => (text === "true" ? "1" : "0"),
      ],
    ],
    [`${ecma}tostring`]: [
      ["boolean-text", "true and false are read as their texts", ({ text }) => `"${text}"`],
    ],
  },
  number: {
    [TYPES]: [
      ["number-refused", "numbers are refused", refused],
      ["number-accepted", "numbers are accepted", accepted],
    ],
    [`${ecma}tostring`]: [
      ["number-text", "numbers are read as their digits", ({ text }) => JSON.stringify(text)],
    ],
  },
  array: {
    [TYPES]: [
      ["array-refused", "arrays are refused", refused],
      ["array-accepted", "arrays are accepted", accepted],
    ],
    [`${jackson}#UNWRAP_SINGLE_VALUE_ARRAYS`]: [
      ["array-unwrapped", "an array of one is read as its value", onlyItem],
    ],
  },
  object: {
    [TYPES]: [
      ["object-refused", "objects are refused", refused],
      ["object-accepted", "objects are accepted", accepted],
    ],
  },
  missing: {
    [`${jsonSchema}validation#section-6.5.3`]: [
      ["required", "the field is required", refused],
      ["optional", "the field may be left out", accepted],
    ],
  },
};

const OTHERS = ["null", "boolean", "number", "array", "object", "missing"] as const;

/** Rules about values of the types that the kind itself has no rules about; `own` are its own. */
export const otherTypeRules = (subject: string, own: readonly TokenType[]): ValueRule[] =>
  OTHERS.filter((type) => !own.includes(type)).flatMap((type) =>
    rulesOn(subject, type, tokensOfTypes(type), ROWS[type]),
  );
