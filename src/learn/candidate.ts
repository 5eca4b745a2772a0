import type { LimitedRule, RuleValue, ValueRule } from "../kinds/index.ts";
import type { CaseRequest } from "../model/index.ts";

/** A value that can be sent, and the request that contains it. */
export type ProbeValue<V extends RuleValue> = {
  value: V;
  /** For people: the value as sent. */
  text: string;
  /** Values of one family deviate from a stated value in the same way. */
  family: string;
  request: CaseRequest;
};

/** The response to a specimen. */
export type SeenResponse = {
  signature: string;
  /** The case in the record that shows it. */
  case?: string;
  /** Sent at least twice, with the same signature. */
  confirmed: boolean;
};

/** The subject with only the values whose requests are allowed. */
export function withAllowed<V extends RuleValue>(
  subject: Subject<V>,
  isAllowed: (request: CaseRequest) => boolean,
): Subject<V> {
  const kept = subject.pool.flatMap((specimen, at) =>
    isAllowed(specimen.request) ? [{ specimen, seen: subject.known.get(at) }] : [],
  );
  return {
    ...subject,
    pool: kept.map(({ specimen }) => specimen),
    known: new Map(kept.flatMap(({ seen }, at) => (seen === undefined ? [] : [[at, seen]]))),
  };
}

/** A part of a request whose rules are searched for. */
export type Subject<V extends RuleValue> = {
  /** `id`, `the document`. */
  name: string;
  /** Part of the ids of cases. */
  slug: string;
  /** The rules of every aspect, the likelier ones first. */
  rules: readonly ValueRule<V>[];
  /** Limits that explain refusals where no rule does. */
  limited: readonly LimitedRule<V>[];
  /** The plain value that a rule reads another one as, from its text. */
  readAs?: (text: string) => V | undefined;
  pool: readonly ProbeValue<V>[];
  /** How many values test the remaining rules; by default a few of each field. */
  tests?: number;
  /** What earlier requests of the run got, by index into the pool. */
  known: ReadonlyMap<number, SeenResponse>;
  /** The signature of the stated request. */
  accepted: string;
};
