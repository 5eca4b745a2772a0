import { countEach } from "../group-by.ts";
import type { RuleValue } from "../kinds/index.ts";
import type { SeenResponse } from "./candidate.ts";
import { ACCEPTS, BEYOND, REFUSES, type RuleAspect, type RulePrediction } from "./predictions.ts";

const MOST_CLASSES = 3;
/** Refusals that two aspects may explain are settled in this many passes. */
const PASSES = 3;

export type Refuted<V extends RuleValue> = { prediction: RulePrediction<V>; by: number[] };

/** One check of the server: a value that breaks its rule gets `signature`. That is undefined if nothing was refused. */
export type Check<V extends RuleValue> = {
  aspect: string;
  signature: string | undefined;
  /** Rules that agree with everything seen, in the order of the library. */
  survivors: RulePrediction<V>[];
  refuted: Refuted<V>[];
  /** The values that the rule must accept, and the ones that it must refuse. */
  labels: ReadonlyMap<number, boolean>;
};

/** The responses to the values of a subject; `accepted` is the signature of the stated request. */
export type SeenResponses = {
  seen: ReadonlyMap<number, SeenResponse>;
  accepted: string;
  /** The places of the aspects that judge each value. */
  judging: ReadonlyMap<number, readonly number[]>;
};

export function explainChecks<V extends RuleValue>(
  aspects: readonly RuleAspect<V>[],
  evidence: SeenResponses,
): Check<V>[] {
  let checks: Check<V>[][] = aspects.map(() => []);
  let before: Map<number, string>[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const blamed = blame(aspects, pass === 0 ? undefined : checks, evidence);
    const next = aspects.map((aspect, nth) => {
      const got = blamed[nth] ?? new Map<number, string>();
      const known = areEqual(got, before[nth]) ? checks[nth] : undefined;
      return known ?? checksOf(aspect, got, evidence);
    });
    before = blamed;
    const isSame = pass > 0 && countSurvivors(next) === countSurvivors(checks);
    checks = next;
    if (isSame) break;
  }
  return checks.flat();
}

function areEqual(
  one: ReadonlyMap<number, string>,
  other: ReadonlyMap<number, string> | undefined,
): boolean {
  if (one.size !== other?.size) return false;
  for (const [at, signature] of one) if (other.get(at) !== signature) return false;
  return true;
}

const countSurvivors = <V extends RuleValue>(checks: readonly Check<V>[][]): string =>
  checks.map((own) => own.map(({ survivors }) => survivors.length).join()).join(";");

/**
 * For each aspect, the responses to its values. A refusal counts for the only aspect that judges the value, or for the
 * only one whose remaining rules do not all accept it. If the remaining rules of all aspects accept it, one of them
 * lacks a rule: the one that judges the fewest values. Otherwise the refusal counts for none.
 */
function blame<V extends RuleValue>(
  aspects: readonly RuleAspect<V>[],
  checks: readonly Check<V>[][] | undefined,
  { seen, accepted, judging }: SeenResponses,
): Map<number, string>[] {
  const result = aspects.map(() => new Map<number, string>());
  for (const [at, { signature }] of seen) {
    const all = judging.get(at) ?? [];
    if (signature === accepted) for (const nth of all) result[nth]?.set(at, signature);
    else {
      const suspects = all.filter((nth) => !isAcceptedBy(checks?.[nth], at));
      const [only] = suspects.length === 0 ? narrowestFirst(all, aspects) : suspects;
      if (only !== undefined && suspects.length <= 1) result[only]?.set(at, signature);
    }
  }
  return result;
}

const narrowestFirst = <V extends RuleValue>(
  all: readonly number[],
  aspects: readonly RuleAspect<V>[],
): number[] => {
  const judgedBy = (nth: number): number => aspects[nth]?.judged.length ?? 0;
  return all.toSorted((one, other) => judgedBy(one) - judgedBy(other));
};

/** Whether every remaining rule of an aspect accepts a value, or does not judge it. */
const isAcceptedBy = <V extends RuleValue>(
  checks: readonly Check<V>[] | undefined,
  at: number,
): boolean =>
  checks !== undefined &&
  checks.every(
    ({ survivors }) =>
      survivors.length > 0 &&
      survivors.every(({ says }) => says[at] !== REFUSES && says[at] !== BEYOND),
  );

/** The checks of one aspect in the order that explains most of them; the first one of equals. */
function checksOf<V extends RuleValue>(
  aspect: RuleAspect<V>,
  got: ReadonlyMap<number, string>,
  { accepted }: SeenResponses,
): Check<V>[] {
  const refusals = refusalsOf(got, accepted);
  if (refusals.length === 0) return [checkOf(aspect, [], got, accepted)];
  const judged = contradictions(aspect.predictions, got, [accepted, ...refusals]);
  const bitsOf = (from: readonly string[]): number =>
    from.reduce((bits, signature) => bits | (FIRST_REFUSAL << refusals.indexOf(signature)), 0);
  /** The rules that a check leaves, which refuses with the first of these, and accepts what gets one of the others. */
  const leftBy = ([own = "", ...later]: readonly string[]): Contradicted<V>[] => {
    const [refused, passed] = [bitsOf([own]), bitsOf(later) | ACCEPTED];
    return judged.filter(
      ({ refuses, accepts }) => (accepts & refused) === 0 && (refuses & passed) === 0,
    );
  };
  // Orders share checks: what is refused later counts, not in which order.
  const known = new Map<string, Contradicted<V>[]>();
  const left = (from: readonly string[]): Contradicted<V>[] => {
    const [own, ...later] = from;
    const key = JSON.stringify([own, ...later.toSorted()]);
    const found = known.get(key) ?? leftBy(from);
    known.set(key, found);
    return found;
  };
  const explained = (order: readonly string[]): number =>
    order.filter((_, nth) => left(order.slice(nth)).length > 0).length;
  const best = permutations(refusals)
    .map((order) => ({ order, count: explained(order) }))
    .reduce((one, each) => (each.count > one.count ? each : one));
  return best.order.map((_, nth) => {
    const from = best.order.slice(nth);
    return checkOf(aspect, from, got, accepted, simplest(left(from)));
  });
}

/** Kinds of responses, as bits: the accepted one, each kind of refusal that is put in order, and all others. */
const ACCEPTED = 1;
const FIRST_REFUSAL = 2;
const OTHERS = FIRST_REFUSAL << MOST_CLASSES;

/** The kinds of responses that a rule cannot explain as a refusal of its check, because it accepts a value, or as anything else. */
type Contradicted<V extends RuleValue> = {
  prediction: RulePrediction<V>;
  accepts: number;
  refuses: number;
};

function contradictions<V extends RuleValue>(
  predictions: readonly RulePrediction<V>[],
  got: ReadonlyMap<number, string>,
  kinds: readonly string[],
): Contradicted<V>[] {
  const bits = new Map(kinds.map((signature, nth) => [signature, ACCEPTED << nth]));
  const responses = Array.from(
    got,
    ([at, signature]) => [at, bits.get(signature) ?? OTHERS] as const,
  );
  return predictions.map((prediction) => {
    const { says } = prediction;
    let [accepts, refuses] = [0, 0];
    for (const [at, kind] of responses) {
      const word = says[at];
      if (word === ACCEPTS) accepts |= kind;
      else if (word === REFUSES || (word === BEYOND && kind === ACCEPTED)) refuses |= kind;
    }
    return { prediction, accepts, refuses };
  });
}

/** Where one rule explains the refusals of all checks together, it is more likely than one that says less. */
function simplest<V extends RuleValue>(survivors: readonly Contradicted<V>[]): RulePrediction<V>[] {
  const whole = survivors.filter(
    ({ accepts, refuses }) => (accepts & ~ACCEPTED) === 0 && (refuses & ACCEPTED) === 0,
  );
  return (whole.length > 0 ? whole : survivors).map(({ prediction }) => prediction);
}

function refusalsOf(got: ReadonlyMap<number, string>, accepted: string): string[] {
  return [...countEach([...got.values()].filter((signature) => signature !== accepted))]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, MOST_CLASSES)
    .map(([signature]) => signature);
}

/** The first check refuses the values that got its signature, and accepts those that got to a later one; the others show nothing. */
function labelsFrom(
  got: ReadonlyMap<number, string>,
  [own, ...later]: readonly string[],
  accepted: string,
): Map<number, boolean> {
  const labels = new Map<number, boolean>();
  for (const [at, signature] of got)
    if (signature === own) labels.set(at, false);
    else if (signature === accepted || later.includes(signature)) labels.set(at, true);
  return labels;
}

/** The first of these checks; `survivors` are those rules that do not contradict it. */
function checkOf<V extends RuleValue>(
  { name, predictions }: RuleAspect<V>,
  from: readonly string[],
  got: ReadonlyMap<number, string>,
  accepted: string,
  survivors?: RulePrediction<V>[],
): Check<V> {
  const labels = labelsFrom(got, from, accepted);
  const isAccepted = (at: number): boolean => got.get(at) === accepted;
  const wrongOf = (prediction: RulePrediction<V>) => ({
    prediction,
    by: refutedBy(prediction, labels, isAccepted),
  });
  let refuted: Refuted<V>[] | undefined;
  return {
    aspect: name,
    signature: from[0],
    survivors:
      survivors ?? predictions.filter((each) => refutedBy(each, labels, isAccepted).length === 0),
    /** Most explanations are only compared by what survives. */
    get refuted() {
      refuted ??= predictions.map(wrongOf).filter(({ by }) => by.length > 0);
      return refuted;
    },
    labels,
  };
}

function refutedBy<V extends RuleValue>(
  { says }: RulePrediction<V>,
  labels: ReadonlyMap<number, boolean>,
  isAccepted: (at: number) => boolean,
): number[] {
  const wrong: number[] = [];
  for (const [at, passes] of labels)
    if (says[at] === (passes ? REFUSES : ACCEPTS) || (says[at] === BEYOND && isAccepted(at)))
      wrong.push(at);
  return wrong;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]),
  );
}
