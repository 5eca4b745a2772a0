import type { LimitedRule, RuleValue, ValueRule } from "../kinds/index.ts";
import type { CaseRequest } from "../model/index.ts";

export type ProbeValue<V extends RuleValue> = {
  value: V;
  /** For people: the value as sent. */
  text: string;
  /** Values of one family deviate from a stated value in the same way. */
  family: string;
  request: CaseRequest;
};

export type SeenResponse = {
  signature: string;
  case?: string;
  /** Sent at least twice, with the same signature. */
  confirmed: boolean;
};

/** The subject with only the values whose requests are allowed. */
export function withAllowed<V extends RuleValue>(
  subject: Subject<V>,
  isAllowed: (request: CaseRequest) => boolean,
): Subject<V> {
  const kept = subject.pool.flatMap((value, at) =>
    isAllowed(value.request) ? [{ value, seen: subject.known.get(at) }] : [],
  );
  return withPool(subject, kept);
}

export const withPool = <V extends RuleValue>(
  subject: Subject<V>,
  kept: readonly { value: ProbeValue<V>; seen: SeenResponse | undefined }[],
): Subject<V> => ({
  ...subject,
  pool: kept.map(({ value }) => value),
  known: new Map(kept.flatMap(({ seen }, at) => (seen === undefined ? [] : [[at, seen]]))),
});

/** A part of a request whose rules are searched for. */
export type Subject<V extends RuleValue> = {
  /** `id`, `the document`. */
  name: string;
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
  known: ReadonlyMap<number, SeenResponse>;
  accepted: string;
  /** The value names a resource, of which few exist. */
  namesResource?: boolean;
};

export class KnownResponses {
  readonly #byRequest = new Map<string, SeenResponse | undefined>();
  readonly #repeated: { signature: string; first: string } | undefined;

  /** `repeated` is the response to a repeated identity, which differs from the first one. */
  constructor(repeated?: { signature: string; first: string }) {
    this.#repeated = repeated;
  }

  /** Adds a case with its signatures. A request that got different ones is not known. */
  add(request: CaseRequest, sent: string, signatures: readonly string[]): void {
    const settled = new Set(signatures.map((each) => this.#settled(each)));
    const [signature] = settled;
    const key = JSON.stringify(request);
    if (signature === undefined) return;
    const before = this.#byRequest.get(key);
    const isUnlike = before !== undefined && before.signature !== signature;
    this.#byRequest.set(
      key,
      settled.size > 1 || isUnlike
        ? undefined
        : { signature, case: sent, confirmed: signatures.length > 1 || before !== undefined },
    );
  }

  of(request: CaseRequest): SeenResponse | undefined {
    return this.#byRequest.get(JSON.stringify(request));
  }

  #settled(signature: string): string {
    const known = this.#repeated;
    return known !== undefined && signature === known.signature ? known.first : signature;
  }
}

export function knownOf(
  pool: readonly { request: CaseRequest }[],
  known: KnownResponses,
): Map<number, SeenResponse> {
  const found = new Map<number, SeenResponse>();
  for (const [at, { request }] of pool.entries()) {
    const seen = known.of(request);
    if (seen !== undefined) found.set(at, seen);
  }
  return found;
}
