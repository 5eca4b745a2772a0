import type { LimitedRule, RuleLimits, RuleValue, TokenValue, ValueRule } from "./rule.ts";

/** Whether a value is accepted, or the plain value that it is read as. */
export type Reading = boolean | string;

/** A rule in one line: its id within the subject, its name, its source, its predicate and its parser. */
export type RuleRow<Value extends RuleValue = TokenValue> = [
  id: string,
  name: string,
  source: string,
  read: (value: Value) => Reading,
  parser?: string,
];

/** Rules of one aspect of a subject; `judges` selects the values that they say something about. */
export const rulesOn = <Value extends RuleValue>(
  subject: string,
  aspect: string,
  judges: (value: Value) => boolean,
  rows: readonly RuleRow<Value>[],
): ValueRule<Value>[] =>
  rows.map(([id, name, source, read, parser]) => ({
    id: `${subject}-${id}`,
    subject,
    aspect,
    name,
    source,
    judges,
    accepts: (value) => read(value) !== false,
    reads: (value) => {
      const plain = read(value);
      return typeof plain === "string" ? plain : undefined;
    },
    ...(parser !== undefined && { parser }),
  }));

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
