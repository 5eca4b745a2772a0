import type { Ceiling, LoadPlan, Round, TargetUse } from "../../model/load.ts";
import type { LoadCheck, LoadFigures, LoadSummary } from "../../model/load-summary.ts";
import type { RunEnd } from "../../model/run.ts";
import { latenciesOf } from "../../stats/latency.ts";
import { mergeTallies } from "../../stats/merge-tallies.ts";
import { spreadOf } from "../../stats/spread.ts";
import { expectedStatuses } from "./expected-statuses.ts";
import type { LoadFold } from "./load-fold.ts";
import { loadFigures, type Against } from "./load-figures.ts";
import { outcomesText } from "../../stats/load-words.ts";
import { percent, whole } from "../../text/numbers.ts";
import { kneeOf } from "./sweep.ts";

/** Rounds that differ by more do not repeat each other. */
const SPREAD_TOLERANCE = 0.1;

type NumberedFigures = LoadSummary["rounds"][number];

/** The load part of a summary: every figure with its checks. */
export function summariseLoad(
  load: LoadFold,
  options: LoadPlan,
  before: Record<string, number>,
  end: RunEnd | undefined,
): LoadSummary {
  const usual = expectedStatuses(before);
  const against = (round: Round): Against => ({
    ceiling: ceilingBefore(load.ceilings, round),
    expectedStatuses: usual,
    timeoutMs: options.timeoutMs,
  });
  const measured = load.rounds.filter(({ tally }) => tally.counts.answered > 0);
  const rounds = measured.map((round) => ({
    nth: round.nth,
    ...loadFigures(round.offered, round.tally, round.target, against(round)),
  }));
  const pooled = options.sweep ? undefined : poolRounds(measured, rounds, against);
  const sweep = options.sweep ? kneeOf(rounds, end) : undefined;
  const spread =
    pooled && rounds.length > 1 ? spreadOf(rounds.map(({ perSecond }) => perSecond)) : undefined;
  return {
    options,
    ...(load.site !== undefined && { site: siteOf(load.site) }),
    ceilings: load.ceilings.map(ceilingFigures),
    ...(load.warmup.sent > 0 && { warmup: load.warmup }),
    statusesBefore: before,
    expectedStatuses: usual,
    rounds,
    ...(pooled !== undefined && { pooled }),
    ...(spread !== undefined && { spread }),
    ...(sweep !== undefined && { sweep }),
    warnings: warningsOf(load, rounds, pooled, options.sweep ? "step" : "round"),
  };
}

/** A round without responses has no figures: this is the reason. */
function nothingIn(
  { nth, tally: { counts, connections } }: Round,
  slot: "round" | "step",
): string[] {
  if (counts.answered > 0) return [];
  const { sent, inFlight, unanswered } = counts;
  const waiting =
    inFlight > 0
      ? `, ${whole(inFlight)} still waiting at the end (a longer --duration waits for them)`
      : "";
  const parts = [
    `${whole(sent)} requests sent${waiting}`,
    ...[outcomesText(unanswered)].filter((text) => text !== ""),
    ...[outcomesText(connections.failed)]
      .filter((text) => text !== "")
      .map((text) => `connections: ${text}`),
  ];
  return [`${slot} ${nth} got no response at all: ${parts.join("; ")}`];
}

const siteOf = ({
  cores,
  local,
  unwatched,
}: NonNullable<LoadFold["site"]>): LoadSummary["site"] => ({
  cores,
  local,
  ...(unwatched !== undefined && { unwatched }),
});

/** Responses per second of the last ceiling measured before this round. */
function ceilingBefore(ceilings: readonly Ceiling[], { atMs }: Round): Against["ceiling"] {
  const found = ceilings.findLast((ceiling) => ceiling.atMs <= atMs);
  return (
    found && {
      perSecond: found.tally.counts.answered / (found.tally.durationMs / 1000),
      closesAfter: found.closesAfter,
    }
  );
}

function ceilingFigures(ceiling: Ceiling): LoadSummary["ceilings"][number] {
  const { offered, closesAfter, tally } = ceiling;
  const histogram = latenciesOf(tally);
  return {
    offered,
    ...(closesAfter !== undefined && { closesAfter }),
    perSecond: tally.counts.answered / (tally.durationMs / 1000),
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
    against(first),
  );
  const checks = pooled.checks.map((check) => poolCheck(check, figures));
  return { ...pooled, checks: [...checks, ...spreadCheck(figures)] };
}

/** Checks within a round: all rounds in a row would show their beginnings and ends. */
const WITHIN: readonly string[] = ["stationary", "gaps"];

function poolCheck(check: LoadCheck, rounds: readonly NumberedFigures[]): LoadCheck {
  const { name, held } = check;
  if (!held && !WITHIN.includes(name)) return check;
  const failed = rounds.flatMap(({ nth, checks }) =>
    checks.filter((each) => each.name === name && !each.held).map(({ text }) => ({ nth, text })),
  );
  const [first] = failed;
  if (first === undefined)
    return WITHIN.includes(name) ? { name, held: true, text: "holds in every round" } : check;
  const which = failed.map(({ nth }) => nth).join(", ");
  const where = rounds.length === 1 ? "" : `round${failed.length === 1 ? "" : "s"} ${which}: `;
  return { name, held: false, text: `${where}${first.text}` };
}

function poolUse(uses: readonly TargetUse[]): TargetUse | undefined {
  const [first] = uses;
  return (
    first && {
      name: first.name,
      processes: Math.max(...uses.map(({ processes }) => processes)),
      cpuUs: uses.reduce((total, { cpuUs }) => total + cpuUs, 0),
      peakRssBytes: Math.max(...uses.map(({ peakRssBytes }) => peakRssBytes)),
    }
  );
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
  return [{ name: "spread", held, text: held ? text : `rounds do not repeat each other: ${text}` }];
}

/** The doubts about the figures, each once. */
function warningsOf(
  load: LoadFold,
  rounds: readonly NumberedFigures[],
  pooled: LoadFigures | undefined,
  slot: "round" | "step",
): string[] {
  const failed = (figures: LoadFigures): LoadCheck[] => figures.checks.filter(({ held }) => !held);
  const site = load.site;
  return [
    ...load.rounds.flatMap((round) => nothingIn(round, slot)),
    ...(pooled === undefined
      ? rounds.flatMap((round) => failed(round).map(({ text }) => `${slot} ${round.nth}: ${text}`))
      : failed(pooled).map(({ text }) => text)),
    ...(site?.local === true
      ? [`the target is on this machine: it shares ${site.cores} cores with the generator`]
      : []),
  ];
}
