import type { LimitedRule, RuleLimits, RuleValue, TokenValue, ValueRule } from "./rule.ts";

/** Whether a value is accepted, or the plain value that it is read as. */
export type Reading = boolean | string;

/**
 * A rule in one line: its id within the subject, its name, its predicate, and the parsers that accept exactly
 * these values. Several are separated by `|`; `python3.{10,11} int()` stands for two.
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

/** A predicate over the text of a string. */
export const ofText =
  (read: (text: string) => Reading) =>
  ({ content = "" }: TokenValue): Reading =>
    read(content);

/** A predicate that a regular expression is. */
export const matching = (pattern: RegExp): ((value: TokenValue) => Reading) =>
  ofText((text) => pattern.test(text));

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

/** A rule with a minimum and a maximum of a figure. */
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
