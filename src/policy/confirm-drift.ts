import type { RunFold, AgainFold } from "../analyse/index.ts";
import { hasSeveralServers } from "../analyse/index.ts";
import type { Baseline } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { type Drift, isNewOutcome } from "./compare-baseline.ts";
import { dependsOnOrder, type Learned, learnedOf, sizeOf } from "./learned.ts";

/** Of so many gates of an unchanged server, one at most fails for its cases. */
export const GATES_FOR_A_FALSE_ALARM = 1000;
/** Ways to fail: sent again alone, beside neighbours, to a fresh target; scattered outcomes, errors at random. */
const WAYS = 5;
export const ALPHA = 1 / GATES_FOR_A_FALSE_ALARM / WAYS;
/** No case is sent again more often; a baseline of few runs would need more. */
const MOST_SENDINGS = 60;
const WITHOUT_BOUND = 12;
/** A case that shows nothing so often, because the target has its value already, will not. */
const MOST_FRUITLESS = 5;
/** Of differences of one kind, so many are sent again first. */
const REPRESENTATIVES = 3;

/**
 * What became of a difference. `changed`: each time that it was sent again it had an outcome that the baseline does not
 * have. `like-others`: so did cases of its suite with the same difference. `scattered`: it varies, and so many suites do
 * that do not in the baseline. `flaky`: it varies. `remembered`: only the first request to a fresh target can show it.
 * `unfinished`: it was not sent often enough.
 */
export type Confirmation = {
  state: "changed" | "like-others" | "scattered" | "flaky" | "remembered" | "unfinished";
  how?: AgainFold["how"];
  /** How often the case was sent since it differed, that time included, and how often it had a new outcome. */
  sent: number;
  news: number;
};

/** `isBounded`: the rate of false alarms is at most the stated one; the baseline has enough runs for it. */
export type Confirmations = {
  of: Map<string, Confirmation>;
  wanted: { case: string; how: AgainFold["how"] }[];
  isBounded: boolean;
};

/**
 * The smallest number of sendings, all with a new outcome, that an unchanged case has with at most this probability,
 * whatever the share p of that outcome is, if the baseline has `seen` sendings without it: the maximum over p of
 * p^k (1 - p)^n is at p = k / (k + n) (the product of both binomial likelihoods). Undefined if it is too large to send.
 */
export function sendingsNeeded(seen: number, alpha: number): number | undefined {
  for (let k = 2; k <= MOST_SENDINGS; k += 1)
    if (k * Math.log(k / (k + seen)) + seen * Math.log(seen / (k + seen)) <= Math.log(alpha))
      return k;
  return undefined;
}

/** Judges differences of cases by what came when they were sent again, and says which are to be sent once more. */
export function confirmDrifts(
  before: Baseline,
  run: RunFold,
  drifts: readonly Drift[],
): Confirmations {
  const search = new Confirming(before, run);
  const differing = drifts.filter(({ kind }) => kind === "changed" || kind === "newly unstable");
  for (const group of groupBy(differing, kindOf).values()) search.judgeGroup(group);
  const { of, wanted, isBounded } = search;
  if (wanted.length === 0) markScattered(before, differing, of);
  return { of, wanted, isBounded };
}

const kindOf = ({ name, before, now, change = "" }: Drift): string =>
  JSON.stringify([name.split("/", 1)[0], before, now, change]);

class Confirming {
  readonly of = new Map<string, Confirmation>();
  readonly wanted: Confirmations["wanted"] = [];
  isBounded = true;
  readonly #before: Baseline;
  readonly #run: RunFold;
  /** For each case that may fail in this way, so that it is at most `ALPHA` for all of them together. */
  readonly #alpha: Record<AgainFold["how"], number>;

  constructor(before: Baseline, run: RunFold) {
    this.#before = before;
    this.#run = run;
    const compared = Object.keys(before.cases).filter((id) => run.cases.has(id));
    const ordered = compared.filter((id) => dependsOnOrder(this.#learned(id)));
    const each = ALPHA / Math.max(1, compared.length);
    this.#alpha = { alone: each, beside: each, fresh: ALPHA / Math.max(1, ordered.length) };
  }

  #learned(id: string): Learned {
    return learnedOf(this.#before.cases[id] ?? "", this.#before);
  }

  /** Differences of one kind: if those that are sent again are confirmed, so are the others. */
  judgeGroup(group: readonly Drift[]): void {
    const telling = group.filter(({ name }) => !this.#isFruitless(name));
    const first = telling.slice(0, REPRESENTATIVES);
    const rest = group.filter((each) => !first.includes(each));
    const states = first.map((drift) => this.#judge(drift).state);
    const isOpen = states.some((state) => state === "unfinished");
    const isConfirmed = states.length > 0 && states.every((state) => state === "changed");
    for (const drift of rest) {
      if (!isOpen && !isConfirmed) this.#judge(drift);
      else
        this.of.set(drift.name, {
          state: isConfirmed ? "like-others" : "unfinished",
          sent: drift.news?.of ?? 1,
          news: drift.news?.count ?? 1,
        });
    }
  }

  #isFruitless(name: string): boolean {
    return (this.#run.cases.get(name)?.fruitless ?? 0) >= MOST_FRUITLESS;
  }

  #judge(drift: Drift): Confirmation {
    const confirmation = this.#confirmationOf(drift);
    this.of.set(drift.name, confirmation);
    return confirmation;
  }

  #confirmationOf(drift: Drift): Confirmation {
    const { name, news } = drift;
    const seen = { sent: news?.of ?? 1, news: news?.count ?? 1 };
    const { first, later } = this.#learned(name);
    if (news?.isFirstOnly === true)
      return this.#way("fresh", name, { sent: 1, news: 1 }, sizeOf(first));
    const alone = this.#way("alone", name, seen, sizeOf(later));
    const isEachTime = seen.news === seen.sent && seen.sent > 1;
    if (alone.state !== "flaky" || !isEachTime) return alone;
    // Alone it is as before: what is sent at the same time may make the difference.
    return this.#way("beside", name, seen, sizeOf(later));
  }

  /** Judges by the sendings of one kind, each of which must be new until there are enough. */
  #way(
    how: AgainFold["how"],
    name: string,
    { sent, news }: { sent: number; news: number },
    known: number,
  ): Confirmation {
    const isFirst = how === "fresh";
    const { first, later } = this.#learned(name);
    // A target that still remembers the case responds as to a later sending: that shows nothing.
    const isRemembered = ({ signature }: AgainFold): boolean =>
      isFirst && later.has(signature) && !first.has(signature);
    const all = (this.#run.cases.get(name)?.again ?? []).filter((each) => each.how === how);
    const again = all.filter((each) => !isRemembered(each));
    const fresh = again.filter((each) =>
      isNewOutcome(this.#before, name, { ...each, isFirst }),
    ).length;
    const so = { how, sent: sent + again.length, news: news + fresh };
    if (fresh < again.length) return { state: "flaky", ...so };
    const needed = sendingsNeeded(known, this.#alpha[how]);
    if (needed === undefined) this.isBounded = false;
    const enough = Math.max(needed ?? WITHOUT_BOUND, this.#neededOfServers(how));
    if (again.length > 0 && so.news >= enough) return { state: "changed", ...so };
    if (all.length === again.length && !this.#isFruitless(name))
      this.wanted.push({ case: name, how });
    return { state: isFirst ? "remembered" : "unfinished", ...so };
  }

  /** Where one of two servers may have responded each time: so often that this has at most the same probability. */
  #neededOfServers(how: AgainFold["how"]): number {
    return hasSeveralServers(this.#run) ? Math.log2(1 / this.#alpha[how]) : 0;
  }
}

/** A change if an outcome of few suites came in many: if nothing changed, the number of suites with an outcome of one run alone is binomial. */
function markScattered(
  before: Baseline,
  drifts: readonly Drift[],
  of: Map<string, Confirmation>,
): void {
  const runs = before.runs?.length ?? 1;
  const flaky = drifts.filter(({ name }) => of.get(name)?.state === "flaky");
  const byOutcome = groupBy(
    flaky.flatMap(({ name, news }) => (news?.outcomes ?? []).map((outcome) => ({ name, outcome }))),
    ({ outcome }) => outcome,
  );
  for (const [outcome, cases] of byOutcome) {
    const now = suitesOf(cases.map(({ name }) => name));
    const then = suitesOf(seenOnce(before, outcome, runs));
    const all = new Set([...now, ...then]).size;
    if (binomialTail(all, now.size, 1 / (runs + 1)) * byOutcome.size > ALPHA) continue;
    for (const { name } of cases) {
      const confirmation = of.get(name);
      if (confirmation !== undefined) of.set(name, { ...confirmation, state: "scattered" });
    }
  }
}

const suitesOf = (ids: readonly string[]): Set<string> =>
  new Set(ids.map((id) => id.split("/", 1)[0] ?? ""));

function seenOnce(before: Baseline, outcome: string, runs: number): string[] {
  const perRun = Math.ceil((before.sent ?? runs) / runs);
  return Object.entries(before.cases).flatMap(([id, entry]) => {
    if (typeof entry === "string") return [];
    const { first, later } = learnedOf(entry, before);
    const counts = [first.get(outcome), later.get(outcome)].filter((each) => each !== undefined);
    return counts.some((count) => count <= perRun) ? [id] : [];
  });
}

/** The probability of at least `least` of `of`, each with this chance. */
export function binomialTail(of: number, least: number, chance: number): number {
  let sum = 0;
  let logTerm = of * Math.log(1 - chance);
  for (let k = 0; k <= of; k += 1) {
    if (k >= least) sum += Math.exp(logTerm);
    logTerm += Math.log((of - k) / (k + 1)) + Math.log(chance / (1 - chance));
  }
  return sum;
}
