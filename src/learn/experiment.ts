import type { RuleValue } from "../kinds/index.ts";
import { type Cut, isNotFound } from "../model/index.ts";
import type { SeenResponse, Subject } from "./candidate.ts";
import { explainChecks, type Check } from "./explain-checks.ts";
import type { FoundLimit, RuleAspect } from "./predictions.ts";
import { equalMeasures, isBeyond, ACCEPTS, BEYOND, groupsOf, NOTHING } from "./predictions.ts";
import { Predictions, REFUSES, limitsFound } from "./predictions.ts";
import { Spent, untilSpent, type Probe, type Reply } from "./probe.ts";

export const MOST_REQUESTS = 40;
const TWICE = 2;
/** Values of families that were not sent, which test the remaining rules. */
const TESTS = 8;
/** With more changing responses than this, no rule is inferred. */
const MOST_UNSTABLE = 4;
/** A value that another aspect may refuse tells less. */
const CONFOUNDED = 0.5;

export type Experiments<V extends RuleValue> = Explanation<V> & {
  seen: ReadonlyMap<number, SeenResponse>;
  requests: number;
  unstable: number[];
  isUnstable: boolean;
  cut?: Cut;
};

/**
 * Searches for the rules of one subject. It starts with the rules that agree with the responses of the run. While
 * several are left, it sends the value on which they disagree most evenly, twice, and drops the rules that are wrong.
 * Finally it tests the remaining rules with values of families that were not sent yet.
 */
export async function experiment<V extends RuleValue, R extends Reply>(
  subject: Subject<V>,
  asking: Probe<R>,
  most = MOST_REQUESTS,
): Promise<Experiments<V>> {
  const search = new Search(subject, asking, most);
  const spent = await untilSpent(() => search.go());
  return search.result(spent instanceof Spent ? spent.cut : undefined);
}

class Search<V extends RuleValue, R extends Reply> {
  readonly #subject: Subject<V>;
  readonly #asking: Probe<R>;
  readonly #predictions: Predictions<V>;
  readonly #seen: Map<number, SeenResponse>;
  readonly #unstable: number[] = [];
  readonly #most: number;
  #sent = 0;
  #requests = 0;

  constructor(subject: Subject<V>, asking: Probe<R>, most: number) {
    this.#most = most;
    this.#subject = subject;
    this.#asking = asking;
    this.#predictions = new Predictions(subject);
    this.#seen = new Map(subject.known);
  }

  async go(): Promise<void> {
    let tests = 0;
    while (this.#requests + TWICE <= this.#most && !this.#isUnstable) {
      const found = this.#explain();
      let next = this.#doubtful(found) ?? this.#mostEven(found) ?? this.#unlikeMeasured(found);
      if (next === undefined && tests < (this.#subject.tests ?? TESTS)) {
        tests += 1;
        next = this.#untested(found);
      }
      if (next === undefined) return;
      await this.#send(next);
    }
  }

  get #isUnstable(): boolean {
    return this.#unstable.length > MOST_UNSTABLE;
  }

  #explain(): Explanation<V> {
    return explanationOf(this.#subject, this.#predictions, this.#seen);
  }

  /** Where no rule is left, a value that was sent only once may be to blame. */
  #doubtful({ checks }: Explanation<V>): number | undefined {
    return checks
      .filter(({ survivors }) => survivors.length === 0)
      .flatMap(({ refuted }) => refuted.flatMap(({ by }) => by))
      .find((by) => this.#seen.get(by)?.confirmed === false);
  }

  /** The value on which the remaining rules disagree most evenly; the first one of equals. */
  #mostEven({ checks, aspects }: Explanation<V>): number | undefined {
    let best: { at: number; score: number } | undefined;
    for (const check of checks) {
      const groups = groupsOf(check.survivors).flatMap(([first]) => (first ? [first.says] : []));
      if (groups.length < 2) continue;
      const others = checks.filter(({ aspect }) => aspect !== check.aspect);
      for (const at of aspects.find(({ name }) => name === check.aspect)?.judged ?? []) {
        if (this.#isKnown(at)) continue;
        const accepting = groups.filter((says) => says[at] === ACCEPTS).length;
        const refusing = groups.filter(
          (says) => says[at] === REFUSES || says[at] === BEYOND,
        ).length;
        const clear = others.every(({ survivors }) =>
          survivors.every(({ says }) => says[at] !== REFUSES),
        );
        const score = (Math.min(accepting, refusing) / groups.length) * (clear ? 1 : CONFOUNDED);
        if (score > (best?.score ?? 0)) best = { at, score };
      }
    }
    return best?.at;
  }

  /** A value beyond a limit by one measure only (20 bytes, 20 characters): of other rules, another limit may explain as much. */
  #unlikeMeasured({ limits, rivals, checks }: Explanation<V>): number | undefined {
    const { pool } = this.#subject;
    const pairs = limits.flatMap((limit) =>
      equalMeasures(limit, this.#subject, this.#seen).map((other) => ({ limit, other })),
    );
    const isUnlike = (value: V): boolean =>
      pairs.some(
        ({ limit, other }) => isBeyond(limit, limit.rule, value) !== isBeyond(limit, other, value),
      ) || rivals.some((others) => isBeyondAny(others, value) !== isBeyondAny(limits, value));
    const found = [...pool.keys()].filter((at) => {
      const value = pool[at]?.value;
      return value !== undefined && !this.#isKnown(at) && isUnlike(value);
    });
    return found.find((at) => isAllowed(checks, at)) ?? found[0];
  }

  #untested(found: Explanation<V>): number | undefined {
    const { pool } = this.#subject;
    const tested = new Set([...this.#seen.keys()].map((at) => this.#familyOf(at, found)));
    const open = [...pool.keys()].filter(
      (at) => !this.#isKnown(at) && !tested.has(this.#familyOf(at, found)),
    );
    return open.find((at) => isAllowed(found.checks, at)) ?? open[0];
  }

  /** A family in which the rules accept some values and refuse others is two. */
  #familyOf(at: number, { checks }: Explanation<V>): string {
    const says = checks.map(({ survivors }) => survivors[0]?.says[at] ?? NOTHING);
    return `${this.#subject.pool[at]?.family} ${says.join()}`;
  }

  #isKnown(at: number): boolean {
    return this.#seen.get(at)?.confirmed === true || this.#unstable.includes(at);
  }

  async #send(at: number): Promise<void> {
    const specimen = this.#subject.pool[at];
    if (specimen === undefined) return;
    const replies: R[] = [];
    for (let turn = 0; turn < TWICE; turn += 1) {
      this.#requests += 1;
      replies.push(await this.#asking.ask(specimen.request));
    }
    const { slug, name } = this.#subject;
    this.#sent += 1;
    const kept = this.#asking.keep(
      {
        name: `rules/${slug}/${this.#sent}`,
        reason: `${name}: ${specimen.text}`,
        clauses: ["behaviour"],
        request: specimen.request,
      },
      replies,
    );
    const [signature = "", ...others] = replies.map((reply) => reply.signature);
    if (others.every((other) => other === signature))
      this.#seen.set(at, { signature, case: kept, confirmed: true });
    else {
      this.#seen.delete(at);
      this.#unstable.push(at);
    }
  }

  result(cut: Cut | undefined): Experiments<V> {
    return {
      ...this.#explain(),
      seen: this.#seen,
      requests: this.#requests,
      unstable: this.#unstable,
      isUnstable: this.#isUnstable,
      cut,
    };
  }
}

/** More limits than this are not tried in every combination. */
const MOST_LIMITS = 4;

type Explanation<V extends RuleValue> = {
  checks: Check<V>[];
  limits: FoundLimit<V>[];
  /** As many other limits, with which as many checks are explained. */
  rivals: FoundLimit<V>[][];
  aspects: RuleAspect<V>[];
};

const isBeyondAny = <V extends RuleValue>(limits: readonly FoundLimit<V>[], value: V): boolean =>
  limits.some((limit) => isBeyond(limit, limit.rule, value) === true);

/** Whether no rule refuses this value of the pool. */
const isAllowed = <V extends RuleValue>(checks: readonly Check<V>[], at: number): boolean =>
  checks.every(({ survivors }) => survivors[0]?.says[at] !== REFUSES);

/** A 404 is not a rule about the value, unless other values are refused in another way: a router may have found no path. */
function withoutExistence(
  all: ReadonlyMap<number, SeenResponse>,
  accepted: string,
): ReadonlyMap<number, SeenResponse> {
  const isRead = [...all.values()].some(
    ({ signature }) => signature !== accepted && !isNotFound(signature),
  );
  return new Map(
    [...all].flatMap(([at, seen]): [number, SeenResponse][] => {
      if (!isNotFound(seen.signature)) return [[at, seen]];
      return isRead ? [[at, { ...seen, signature: accepted }]] : [];
    }),
  );
}

/** The explanation with the most explained checks, and among those the one with the fewest limits. */
function explanationOf<V extends RuleValue>(
  { pool, limited, accepted, namesResource }: Subject<V>,
  predictions: Predictions<V>,
  all: ReadonlyMap<number, SeenResponse>,
): Explanation<V> {
  const seen = namesResource === true ? withoutExistence(all, accepted) : all;
  const found = limitsFound(limited, pool, { seen, accepted }).slice(0, MOST_LIMITS);
  const { judging } = predictions;
  let best: Explanation<V> | undefined;
  for (const limits of subsets(found)) {
    if (best !== undefined && unexplained(best) === 0 && limits.length > best.limits.length) break;
    const aspects = predictions.within(limits);
    const checks = explainChecks(aspects, { seen, accepted, judging });
    const each = { checks, limits, rivals: [], aspects };
    if (best === undefined || unexplained(each) < unexplained(best)) best = each;
    else if (limits.length === best.limits.length && unexplained(each) === unexplained(best))
      best.rivals.push(limits);
  }
  return best ?? { checks: [], limits: [], rivals: [], aspects: [] };
}

const unexplained = <V extends RuleValue>({ checks }: Explanation<V>): number =>
  checks.filter(({ survivors }) => survivors.length === 0).length;

function subsets<T>(items: readonly T[]): T[][] {
  const all = Array.from({ length: 2 ** items.length }, (_, mask) =>
    items.filter((_item, at) => (mask >> at) % 2 === 1),
  );
  return all.toSorted((one, other) => one.length - other.length);
}
