import fc from "fast-check";
import {
  booleanField,
  choiceField,
  dateTimeField,
  defineInterface,
  emailField,
  fullDateField,
  listField,
  numberField,
  objectField,
  textField,
  uriField,
  uuidField,
  wholeNumberField,
  type Field,
} from "../../src/contract/index.ts";
import { requestsOf } from "../../src/generate/index.ts";
import { kindOf, type RuleValue, type TokenValue, type ValueRule } from "../../src/kinds/index.ts";
import type { CaseRequest } from "../../src/model/index.ts";
import {
  experiment,
  fieldSubject,
  KnownResponses,
  type Experiments,
  type Subject,
} from "../../src/learn/index.ts";
import { predict } from "../../src/learn/predictions.ts";

/** One field of each kind, as an interface states it. */
const FIELDS: Record<string, Field> = {
  "whole-number": wholeNumberField(),
  number: numberField(),
  text: textField(),
  boolean: booleanField(),
  choice: choiceField("small", "large", 1, 2),
  date: fullDateField(),
  "date-time": dateTimeField(),
  uuid: uuidField(),
  email: emailField(),
  uri: uriField(),
  list: listField(wholeNumberField()),
  object: objectField({ city: textField(), orderId: wholeNumberField() }),
};

/** The kinds of fields that are planted. */
export const PLANTED_KINDS = Object.keys(FIELDS);

type Planted = { subject: Subject<TokenValue>; handChosen: number };
const made = new Map<string, Planted>();

/** A field of this kind as a subject, and how many values at the beginning of its pool are hand-chosen. */
function planted(kind: string): Planted {
  const before = made.get(kind);
  if (before !== undefined) return before;
  const value = FIELDS[kind];
  if (value === undefined) throw new Error(`no field of kind ${kind}`);
  const on = requestsOf(defineInterface({ name: "planted", path: "/", fields: { value } }));
  const [field] = on.layout.fields;
  if (field === undefined) throw new Error("the interface has no field");
  const subject = fieldSubject({
    on,
    field,
    known: new KnownResponses(),
    axes: [],
    accepted: "201",
    seed: 1,
  });
  const result = { subject, handChosen: kindOf(field.slot.type).cases(field.slot).length };
  made.set(kind, result);
  return result;
}

/** A field of this kind as a subject without any known response. */
export const plantedSubject = (kind: string): Subject<TokenValue> => planted(kind).subject;

/**
 * Experiments with a server in this process: it accepts a value that all of these rules accept, and `asked`
 * counts its requests. The hand-chosen values are known, as after a run.
 */
export async function experimentWith(
  subject: Subject<TokenValue>,
  kind: string,
  respond: (value: TokenValue) => string,
): Promise<Experiments<TokenValue> & { asked: number }> {
  let asked = 0;
  const byRequest = new Map<CaseRequest, TokenValue>(
    subject.pool.map(({ request, value }) => [request, value]),
  );
  const known = new Map(
    subject.pool.slice(0, planted(kind).handChosen).map(({ value }, at) => {
      const seen = { signature: respond(value), case: `case/${at}`, confirmed: true };
      return [at, seen] as const;
    }),
  );
  const found = await experiment(
    { ...subject, known },
    {
      ask: async (request) => {
        asked += 1;
        return { signature: respond(byRequest.get(request) as TokenValue) };
      },
      keep: ({ name }) => `explore/${name}`,
      width: 1,
    },
  );
  return { ...found, asked };
}

/** 201 for what all of these rules accept, else this status. */
export const ruled =
  <V extends RuleValue>(rules: readonly ValueRule<V>[], status = "422") =>
  (value: V): string =>
    rules.every((rule) => !rule.judges(value) || rule.accepts(value)) ? "201" : status;

/** Whether two rules accept the same values of a pool. */
export const isSame = (one: ValueRule, other: ValueRule, { pool }: Subject<TokenValue>): boolean =>
  Buffer.from(predict(one, pool)).equals(predict(other, pool));

/** A rule of each of the other aspects of a subject, drawn. */
export function othersOf<V extends RuleValue>(
  rules: readonly ValueRule<V>[],
  planted: ValueRule<V>,
  seed: number,
): ValueRule<V>[] {
  const aspects = [...new Set(rules.map(({ aspect }) => aspect))];
  return aspects
    .filter((aspect) => aspect !== planted.aspect)
    .flatMap((aspect) => {
      const own = rules.filter((rule) => rule.aspect === aspect);
      return fc.sample(fc.constantFrom(...own), { seed, numRuns: 1 });
    });
}
