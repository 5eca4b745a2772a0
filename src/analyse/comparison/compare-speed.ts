import { statusCounts } from "../load/against.ts";
import type { Speed, SpeedTarget, SpeedPair, SpeedRank } from "../../model/index.ts";
import { textsOf } from "../../text/index.ts";
import * as stats from "../../stats/index.ts";
import { loadView } from "../load/load-view.ts";
import { statusesBefore, summariseLoad } from "../load/summarise-load.ts";
import { endOf } from "../run-fold.ts";
import type { NamedRun } from "./share-cases.ts";
import { comparePair, isLimited, type Raced } from "./compare-pair.ts";

/** The default of `witness compare`. */
const USUAL_ROUNDS = 10;

/** The load of these runs side by side; undefined if fewer than two have rounds. */
export function compareSpeed(runs: readonly NamedRun[]): Speed | undefined {
  const raced = runs.flatMap((run, target) => racedOf(run, target));
  const [first] = raced;
  if (first === undefined || raced.length < 2) return undefined;
  const { options } = first.load;
  const rounds = Math.max(...raced.map(({ load }) => load.rounds.length));
  const pairs = raced.flatMap((a, index) => raced.slice(index + 1).map((b) => comparePair(a, b)));
  const targets = raced.map(targetOf);
  const { ranking, apart } = rankSpeed(targets, pairs);
  return {
    offer: stats.offerText(options.offered),
    rounds,
    warmupMs: options.warmupMs,
    durationMs: options.durationMs,
    targets,
    pairs,
    ranking,
    apart: [...apart, ...withoutRounds(runs, raced)].toSorted((a, b) => a.target - b.target),
    notes: notesOf(raced, rounds),
  };
}

function racedOf({ fold, header, name }: NamedRun, target: number): Raced[] {
  const { load: options } = header.options;
  if (options === undefined || options.sweep) return [];
  const load = summariseLoad(fold.load, options, statusesBefore(fold), fold.footer?.end);
  if (load.rounds.length === 0) return [];
  return [{ target, name, load, pairedAs: options.pairedAs, fold: fold.load }];
}

function withoutRounds(runs: readonly NamedRun[], raced: readonly Raced[]): Speed["apart"] {
  return runs.flatMap(({ fold, header }, target) => {
    if (raced.some((each) => each.target === target)) return [];
    const end = endOf(fold);
    const why = header.options.load?.sweep === true ? "its load is a sweep" : "no rounds of load";
    const reason = end === "done" ? why : `${why}: its run is incomplete (${end})`;
    return [{ target, reasons: [reason] }];
  });
}

function targetOf(each: Raced): SpeedTarget {
  const { target, load, fold } = each;
  const { rounds, pooled } = load;
  const [curve] = loadView(fold.rounds).curves;
  const cpu = rounds.flatMap((round) => round.target?.cpuUsPerRequest ?? []);
  const ceiling = pooled?.ceiling;
  const first = rounds[0];
  if (first === undefined) throw new Error("a target without rounds is not compared");
  return {
    target,
    rounds: rounds.length,
    perSecond: stats.median(rounds.map(({ perSecond }) => perSecond)),
    latencyUs: (pooled ?? first).latencyUs,
    ...(cpu.length > 0 && { cpuUsPerRequest: stats.median(cpu) }),
    statuses: statusCounts(load.rounds),
    ...(ceiling !== undefined && ceiling.tooLow === undefined && { reached: ceiling.reached }),
    curve: knownCurve(curve?.points ?? [], statusCounts(load.rounds)),
    eachPerSecond: rounds.map(({ perSecond }) => perSecond),
    limited: isLimited(each),
    doubts: load.warnings,
  };
}

/** A percentile with fewer responses beyond it is not compared. */
const LEAST_BEYOND = 10;

/** A curve up to the last percentile that at least ten responses exceed. */
export function knownCurve(
  points: SpeedTarget["curve"],
  counts: Record<string, number>,
): SpeedTarget["curve"] {
  const responses = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // Percentiles are rounded: 10 of 1,000 beyond 99%.
  return points.filter(({ percentile }) => (1 - percentile) * responses >= LEAST_BEYOND - 1e-6);
}

function notesOf(raced: readonly Raced[], rounds: number): string[] {
  const local = raced.filter(({ load }) => load.site?.local === true).length;
  const cores = raced[0]?.load.site?.cores ?? 0;
  const which = local === raced.length ? "the targets are" : `${local} of the targets are`;
  const shared = `${which} on this machine and share ${cores} cores with the generator; only one is under load at a time`;
  return textsOf(roundsNote(rounds), local > 0 && shared);
}

function roundsNote(rounds: number): string | undefined {
  if (stats.intervalRank(rounds, stats.CONFIDENCE).confidence < stats.CONFIDENCE)
    return `${rounds} rounds are too few for intervals of 95%: nothing can be distinguished`;
  if (rounds >= USUAL_ROUNDS) return undefined;
  return `${rounds} rounds make wide intervals: only large differences show (${USUAL_ROUNDS} rounds are the default)`;
}

const MOST_REASONS = 2;

/**
 * Targets by responses per second, the fastest first, each with an interval. Neighbours that the rounds cannot
 * distinguish share a rank, unless more targets are faster than the second of them. A target that cannot be compared with any other is listed separately.
 */
export function rankSpeed(
  targets: readonly SpeedTarget[],
  pairs: readonly SpeedPair[],
): Pick<Speed, "ranking" | "apart"> {
  const pairsOf = new Map<number, SpeedPair[]>(targets.map(({ target }) => [target, []]));
  for (const pair of pairs)
    for (const target of new Set([pair.a, pair.b])) pairsOf.get(target)?.push(pair);
  const apart = targets.flatMap(({ target }) => {
    const own = pairsOf.get(target) ?? [];
    if (own.some(({ notComparable }) => notComparable.length === 0)) return [];
    const reasons = [...new Set(own.flatMap(({ notComparable }) => notComparable))];
    return [{ target, reasons: reasons.slice(0, MOST_REASONS) }];
  });
  const fasterThan = new Map(
    targets.map(({ target }) => [target, fasterOf(target, pairsOf.get(target) ?? [])]),
  );
  const ranking: SpeedRank[] = [];
  const ranked = targets.filter(({ target }) => apart.every((other) => other.target !== target));
  for (const each of inOrder(ranked, fasterThan)) {
    const before = ranking.at(-1);
    const faster = ranking.filter(({ target }) => fasterThan.get(each.target)?.has(target));
    const pair = pairsOf
      .get(each.target)
      ?.find(({ a, b }) => [a, b].includes(before?.target ?? -1));
    const verdict = pair?.throughput?.verdict;
    const tied = verdict === "cannot-tell" || verdict === "no-difference";
    ranking.push({
      target: each.target,
      rank: before !== undefined && tied ? rankBeside(before, faster) : ranking.length + 1,
      perSecond: each.perSecond,
      ...intervalOf(each),
      limited: each.limited,
    });
  }
  return { ranking, apart };
}

/**
 * The rank of a target that the rounds cannot distinguish from the one before: the same, unless more targets of the ranking are
 * faster than that allows. Without this, a chain of such neighbours would share one rank, whatever its ends are.
 */
const rankBeside = (before: SpeedRank, faster: readonly SpeedRank[]): number =>
  Math.max(before.rank, 1 + faster.length);

/** By the median of all rounds, but no target before a neighbour that the paired rounds show to be faster. */
function inOrder(
  targets: readonly SpeedTarget[],
  fasterThan: ReadonlyMap<number, Set<number>>,
): SpeedTarget[] {
  const ordered = targets.toSorted((a, b) => b.perSecond - a.perSecond);
  let isMoved = true;
  for (let pass = 1; isMoved && pass < ordered.length; pass += 1) {
    isMoved = false;
    for (const [at, one] of ordered.entries()) {
      const next = ordered[at + 1];
      if (next === undefined || !fasterThan.get(one.target)?.has(next.target)) continue;
      ordered.splice(at, 2, next, one);
      isMoved = true;
    }
  }
  return ordered;
}

const fasterOf = (target: number, pairs: readonly SpeedPair[]): Set<number> =>
  new Set(
    pairs.flatMap(({ a, b, throughput }) => {
      if (throughput?.verdict === "less" && a === target) return [b];
      return throughput?.verdict === "more" && b === target ? [a] : [];
    }),
  );

function intervalOf({ eachPerSecond }: SpeedTarget): { low?: number; high?: number } {
  if (eachPerSecond.length < stats.ROUNDS_NEEDED || eachPerSecond.some((each) => each <= 0))
    return {};
  const { low, high } = stats.centreOf(eachPerSecond.map(Math.log));
  return { low: Math.exp(low), high: Math.exp(high) };
}
