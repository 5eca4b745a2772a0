import { textsOf, percent, whole } from "../../text/index.ts";
import {
  latenciesOf,
  mergeTallies,
  overlapOf,
  spreadOf,
  sum,
  unwatchedText,
  outcomesText,
} from "../../stats/index.ts";
import {
  STATED_IDS,
  type Ceiling,
  type LoadCheck,
  type LoadFigures,
  type LoadPlan,
  type LoadSummary,
  type Round,
  type RunEnd,
  type TargetUse,
} from "../../model/index.ts";
import { measuredRounds, type LoadFold } from "./load-fold.ts";
import type { RunFold } from "../run-fold.ts";
import { loadFigures, type Against, kneeOf } from "./load-figures.ts";

const SPREAD_TOLERANCE = 0.1;

type NumberedFigures = LoadSummary["rounds"][number];

export function summariseLoad(
  load: LoadFold,
  options: LoadPlan,
  before: Record<string, number>,
  end: RunEnd | undefined,
): LoadSummary {
  const usual = expectedStatuses(before);
  const against = (round: Round): Against => ({
    ceiling: ceilingOf(load, round),
    overlap: round.shards && overlapOf(round.shards),
    agents: round.shards && { shards: round.shards, ceilings: ceilingBefore(load, round)?.shards },
    expectedStatuses: usual,
    timeoutMs: options.timeoutMs,
    ...(options.mix !== undefined && { isPart: true }),
  });
  const measured = measuredRounds(load);
  const rounds = measured.map((round) => ({
    nth: round.nth,
    ...loadFigures(round.offered, round.tally, round.target, against(round)),
  }));
  const pooled = options.sweep ? undefined : poolRounds(measured, rounds, against);
  const spread =
    pooled && rounds.length > 1 ? spreadOf(rounds.map(({ perSecond }) => perSecond)) : undefined;
  return {
    options,
    site: load.site && siteOf(load.site),
    ceilings: load.ceilings.map(ceilingFigures),
    warmup: load.warmup.sent > 0 ? load.warmup : undefined,
    statusesBefore: before,
    expectedStatuses: usual,
    rounds,
    pooled,
    spread,
    sweep: options.sweep ? kneeOf(rounds, end) : undefined,
    warnings: loadWarnings(load, rounds, pooled, options.sweep ? "step" : "round"),
  };
}

const siteOf = ({ cores, local, unwatched, machine }: NonNullable<LoadFold["site"]>) => {
  return { cores, local, machine, unwatched: unwatched && unwatchedText(unwatched) };
};

const ceilingBefore = ({ ceilings }: LoadFold, { atMs }: Round): Ceiling | undefined =>
  ceilings.findLast((ceiling) => ceiling.atMs <= atMs);

const rateOf = ({ tally }: Round | Ceiling): number =>
  tally.counts.answered / (tally.durationMs / 1000);

/** The last ceiling measured before this round; too low if any round after it was faster. */
function ceilingOf(load: LoadFold, round: Round): Against["ceiling"] {
  const found = ceilingBefore(load, round);
  if (found === undefined) return undefined;
  const perSecond = rateOf(found);
  const after = load.rounds.filter((each) => ceilingBefore(load, each) === found);
  const tooLow = after.some((each) => rateOf(each) > perSecond);
  return { perSecond, closesAfter: found.closesAfter, tooLow };
}

function meanCeiling(each: readonly Against["ceiling"][]): Against["ceiling"] {
  const [first] = each;
  const known = each.filter((ceiling) => ceiling !== undefined);
  if (first === undefined || known.length < each.length) return first;
  return {
    ...first,
    perSecond: sum(known.map(({ perSecond }) => perSecond)) / known.length,
    tooLow: known.some(({ tooLow }) => tooLow === true),
  };
}

/** A ceiling is measured once: how much it varies is read from this many parts of it. */
const PARTS = 4;

/** Half the range of the rates in the parts of a slot, as a share of their median. */
function spreadWithin({ intervals: { answered } }: Ceiling["tally"]): number {
  const each = Math.floor(answered.length / PARTS);
  return spreadOf(
    Array.from({ length: PARTS }, (_, nth) => sum(answered.slice(nth * each, (nth + 1) * each))),
  );
}

function ceilingFigures(ceiling: Ceiling): LoadSummary["ceilings"][number] {
  const { offered, closesAfter, tally } = ceiling;
  const histogram = latenciesOf(tally);
  return {
    offered,
    closesAfter,
    perSecond: rateOf(ceiling),
    spread: tally.intervals.answered.length >= PARTS ? spreadWithin(tally) : undefined,
    p50Us: histogram.getValueAtPercentile(50),
    p99Us: histogram.getValueAtPercentile(99),
  };
}

/** All rounds as one: counts and histograms add up. A check passes if it passes for the whole and in every round. */
function poolRounds(
  rounds: readonly Round[],
  figures: readonly NumberedFigures[],
  against: (round: Round) => Against,
): LoadFigures | undefined {
  const [first] = rounds;
  if (first === undefined) return undefined;
  const tally = mergeTallies(
    rounds.map((round) => round.tally),
    "several",
  );
  const uses = rounds.flatMap(({ target }) => target ?? []);
  const pooled = loadFigures(
    first.offered,
    tally,
    uses.length === rounds.length ? poolUse(uses) : undefined,
    {
      ...against(first),
      agents: undefined,
      overlap: sumOverlaps(rounds.map((round) => against(round).overlap)),
      ceiling: meanCeiling(rounds.map((round) => against(round).ceiling)),
    },
  );
  // Only a round has agents that begin together.
  const together = figures[0]?.checks.filter(({ name }) => name === "together") ?? [];
  const checks = [...pooled.checks, ...together].map((check) => poolCheck(check, figures));
  return { ...pooled, checks: [...checks, ...(against(first).isPart ? [] : spreadCheck(figures))] };
}

/** The sum of all rounds' overlaps; undefined if a round has none. */
function sumOverlaps(each: readonly Against["overlap"][]): Against["overlap"] {
  const known = each.filter((overlap) => overlap !== undefined);
  if (known.length === 0 || known.length < each.length) return undefined;
  return { ms: sum(known.map(({ ms }) => ms)), answered: sum(known.map((one) => one.answered)) };
}

/** Checks within a round: all rounds in a row would show their beginnings and ends. */
const WITHIN: readonly string[] = ["stationary", "gaps", "together"];

function poolCheck(check: LoadCheck, rounds: readonly NumberedFigures[]): LoadCheck {
  const { name, held } = check;
  const ofAgents = new Set(rounds.flatMap((round) => agentTexts(round, name)));
  if (ofAgents.size > 0) return { name, held: false, text: [...ofAgents].join("; ") };
  if (!held && !WITHIN.includes(name)) return check;
  const failed = rounds.flatMap((round) =>
    round.checks
      .filter((each) => each.name === name && !each.held)
      .map(({ text }) => ({ round, text })),
  );
  const [worst] = failed.toSorted((a, b) => badnessOf(name, b.round) - badnessOf(name, a.round));
  if (worst === undefined)
    return WITHIN.includes(name) ? { name, held: true, text: "holds in every round" } : check;
  const which = failed.map(({ round: { nth } }) => nth).join(", ");
  const where = rounds.length === 1 ? "" : `round${failed.length === 1 ? "" : "s"} ${which}: `;
  // The share of the ceiling is that of all rounds, as everywhere.
  const limited = `${where}limited by the generator (all rounds: ${check.text}): a lower bound`;
  if (name === "generator") return { name, held: false, text: limited };
  const named =
    failed.length > 1 && name === "stationary" ? ` (round ${worst.round.nth}, the worst)` : "";
  return { name, held: false, text: `${where}${worst.text}${named}` };
}

/** Failed checks of single agents: they are named in the whole as well. */
const agentTexts = ({ checks }: LoadFigures, name: LoadCheck["name"]): string[] =>
  checks
    .filter((each) => each.name === name && !each.held && each.text.startsWith("agent "))
    .map(({ text }) => text);

/** How far a round misses a check, to quote the worst one; 0 if rounds are not ordered by it, so that the first one is quoted. */
function badnessOf(name: LoadCheck["name"], { trend }: LoadFigures): number {
  if (name !== "stationary") return 0;
  // Half as many is as bad as twice as many; no trend is a first half without responses.
  return trend === undefined ? Infinity : Math.abs(Math.log(1 + trend));
}

function poolUse(uses: readonly TargetUse[]): TargetUse | undefined {
  const [first] = uses;
  const processes = Math.max(...uses.map((each) => each.processes));
  const peakRssBytes = Math.max(...uses.map((each) => each.peakRssBytes));
  const cpuUs = sum(uses.map((each) => each.cpuUs));
  return first && { name: first.name, processes, cpuUs, peakRssBytes };
}

function spreadCheck(rounds: readonly LoadFigures[]): LoadCheck[] {
  if (rounds.length < 2) return [];
  const rates = rounds.map(({ perSecond }) => perSecond);
  const spread = spreadOf(rates);
  const steps = rates.slice(1).map((rate, at) => Math.sign(rate - (rates[at] ?? 0)));
  const drift = new Set(steps).size === 1 && rounds.length > 2;
  const range = `rounds from ${whole(Math.min(...rates))}/s to ${whole(Math.max(...rates))}/s (±${percent(spread)})`;
  const held = spread <= SPREAD_TOLERANCE;
  const towards = steps[0] === 1 ? "growing" : "falling";
  const text = drift && !held ? `${range}, ${towards} from round to round` : range;
  return [{ name: "spread", held, text: held ? text : `the rounds disagree: ${text}` }];
}

/** The warnings about a load, each once: rounds without figures, failed checks, and a target that shares the machine with the generator. */
function loadWarnings(
  load: LoadFold,
  rounds: LoadSummary["rounds"],
  pooled: LoadFigures | undefined,
  slot: "round" | "step",
): string[] {
  const failed = (figures: LoadFigures): LoadCheck[] => figures.checks.filter(({ held }) => !held);
  const site = load.site;
  return textsOf(
    ...load.rounds.flatMap((round) => nothingIn(round, slot)),
    ...(pooled === undefined
      ? rounds.flatMap((round) => failed(round).map(({ text }) => `${slot} ${round.nth}: ${text}`))
      : failed(pooled).map(({ text }) => text)),
    site?.local === true &&
      `the target is on this machine: it shares ${site.cores} cores with the generator`,
  );
}

function nothingIn(
  { nth, tally: { counts, connections } }: Round,
  slot: "round" | "step",
): string[] {
  if (counts.answered > 0) return [];
  const { sent, inFlight, unanswered } = counts;
  const still = `, ${whole(inFlight)} still waiting at the end (a longer --duration waits for them)`;
  const failed = outcomesText(connections.failed);
  const parts = textsOf(
    `${whole(sent)} requests sent${inFlight > 0 ? still : ""}`,
    outcomesText(unanswered),
    failed !== "" && `connections: ${failed}`,
  );
  return [`${slot} ${nth} got no response at all: ${parts.join("; ")}`];
}

/** A status that the valid request got less often than this before the load is an exception. */
const USUAL_SHARE = 0.2;

/** How often the stated request got which status before the load, by either sender. */
export function statusesBefore(run: RunFold): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of Object.values(STATED_IDS))
    for (const signature of run.cases.get(id)?.signatures ?? []) {
      const [result] = run.cases.get(id)?.first.get(signature)?.answers ?? [];
      if (result?.outcome === "answered") counts[result.status] = (counts[result.status] ?? 0) + 1;
    }
  return counts;
}

/** The usual ones among them: a request that gets one of these under load counts as goodput. */
export function expectedStatuses(before: Readonly<Record<string, number>>): string[] {
  const all = sum(Object.values(before));
  return Object.keys(before).filter((status) => (before[status] ?? 0) >= USUAL_SHARE * all);
}
