import type { Changes, History, HistoryRun, RunRatio, Summary } from "../model/index.ts";
import { StatusClasses, changeGroups, noClasses } from "../model/index.ts";
import { counted, secondText, whole, shortList } from "../text/index.ts";
import { VERSION } from "../version.ts";
import { varies } from "./stability.ts";
import type { RatioBound, Shift } from "../stats/index.ts";
import {
  apartBetweenRuns,
  boundOf,
  groupBy,
  offerText,
  placesOf,
  unpairedShift,
} from "../stats/index.ts";

export const HISTORY_SCHEMA_ID = "urn:api-witness:history:1";

/** Stored runs in chronological order, each with the earlier ones of its target. */
export function buildHistory(headlines: readonly Headline[]): History {
  const inTime = headlines.toSorted(
    ({ run: a }, { run: b }) =>
      compareText(a.startedAt, b.startedAt) || compareText(a.runId, b.runId),
  );
  const runs = inTime.map((headline, at) => {
    const { target } = headline.run;
    return besideEarlier(
      headline,
      inTime.slice(0, at).filter(({ run }) => run.target === target),
    );
  });
  return {
    $schema: HISTORY_SCHEMA_ID,
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    conclusions: [...groupBy(runs, ({ target }) => target).values()].flatMap(concludeRuns),
    runs,
  };
}

/** What the runs of one target come to: a verdict that changed, the run with the most changes, and the newest run. */
function concludeRuns(runs: readonly HistoryRun[]): NonNullable<History["conclusions"]> {
  const later = runs.slice(1);
  const turned = later.findLast((run, at) => run.accepts !== runs[at]?.accepts);
  const compared = later.filter(({ changes }) => changes !== undefined && changes.compared > 0);
  const [most] = compared.toSorted((a, b) => changedOf(b) - changedOf(a));
  const newest = compared.at(-1);
  const loaded = later.findLast(({ load }) => load?.toPrevious?.low !== undefined);
  const about: [run: HistoryRun | undefined, textOf: (run: HistoryRun) => string][] = [
    [
      turned,
      (run) =>
        `The verdict is "${run.accepts.replace("-", " ")}" since ${secondText(run.startedAt)}.`,
    ],
    [most, (run) => (changedOf(run) === 0 ? unchangedText(compared) : mostChanged(run))],
    [newest === most ? undefined : newest, newestText],
    [loaded, loadText],
  ];
  return about.flatMap(([run, textOf]) =>
    run === undefined ? [] : [{ target: run.target, text: textOf(run), run: run.runId }],
  );
}

/** A run of load has few of the cases of a whole one. */
function unchangedText(compared: readonly HistoryRun[]): string {
  const shared = Math.min(...compared.map(({ changes }) => changes?.compared ?? 0));
  const least = compared.length === 1 ? "" : "at least ";
  return `No status changed in ${counted(compared.length + 1, "run")}, which share ${least}${counted(shared, "case")}.`;
}

const newestText = (run: HistoryRun): string =>
  changedOf(run) === 0
    ? "The newest run has the same statuses as the run before it."
    : `In the newest run, ${counted(changedOf(run), "case")} ${changedOf(run) === 1 ? "has" : "have"} another response than in the run before it.`;

function loadText({ load, startedAt }: HistoryRun): string {
  const { ratio = 1, low = 1, high = 1, verdict } = load?.toPrevious ?? {};
  const figures = [ratio, low, high].map((each) => each.toFixed(placesOf(each)));
  const said =
    verdict === "cannot-tell"
      ? "no more apart than runs are"
      : "further apart than runs usually are";
  return `Throughput of the run of ${secondText(startedAt)}: ${figures[0]} × [${figures[1]}, ${figures[2]}] that of the run before it, ${said}.`;
}

const changedOf = ({ changes }: HistoryRun): number => changes?.changed.length ?? 0;

/** `239 of 752 responses changed in the run of 23 Nov 2026, 20:08:30: 422 became 400 in 203 cases, 409 became 200 in 36.` */
function mostChanged({ startedAt, changes }: HistoryRun): string {
  if (changes === undefined) return "";
  const named = shortList(
    changeGroups(changes),
    2,
    ({ before, after, cases }, at) =>
      `${before} became ${after} in ${at === 0 ? counted(cases.length, "case") : whole(cases.length)}`,
    (more) => `and ${counted(more, "other change")}`,
  );
  return `${whole(changes.changed.length)} of ${counted(changes.compared, "response")} changed in the run of ${secondText(startedAt)}: ${named.join(", ")}.`;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function besideEarlier(headline: Headline, earlier: readonly Headline[]): HistoryRun {
  const { run, cases, rates } = headline;
  const previous = cases.length === 0 ? undefined : earlier.findLast((each) => each.cases.length);
  return {
    ...run,
    ...(previous !== undefined && { changes: changesSince(previous, headline) }),
    ...(run.load !== undefined && { load: { ...run.load, ...ratiosOf(rates, earlier) } }),
  };
}

const changesSince = (previous: Headline, { run, cases }: Headline): Changes => ({
  since: previous.run.runId,
  ...changedCases(previous.cases, cases),
  ...(previous.run.tool !== run.tool && { otherTool: previous.run.tool }),
});

function ratiosOf(rates: RunRates | undefined, earlier: readonly Headline[]) {
  if (rates === undefined) return {};
  const alike = earlier.flatMap((each) => (each.rates?.offer === rates.offer ? each.rates : []));
  // If the generator limited the first run, every later ratio would have a bound on one side only.
  const first = alike.find(({ limited }) => !limited) ?? alike[0];
  const previous = alike.at(-1);
  return {
    toFirst: first && runRatio(rates, first, alike),
    toPrevious: previous && runRatio(rates, previous, alike),
  };
}

type CaseSummary = Summary["cases"][number];

/** Of an interrupted run, or one in doubt, not every case that was sent has an outcome. */
const hasOutcome = ({ outcomes }: CaseSummary): boolean => Object.keys(outcomes).length > 0;

/** Cases of two runs: those that got different responses, and those that only one of them has. */
export function changedCases(
  casesBefore: readonly CaseSummary[],
  casesAfter: readonly CaseSummary[],
): Pick<Changes, "compared" | "changed" | "added" | "missing"> {
  const [before, after] = [casesBefore.filter(hasOutcome), casesAfter.filter(hasOutcome)];
  const then = new Map(before.map((each) => [each.id, each]));
  const both = after.flatMap((now) => {
    const old = then.get(now.id);
    return old === undefined ? [] : [{ old, now }];
  });
  const changed = both
    .filter(({ old, now }) => isChanged(old, now))
    .map(({ old, now }) => {
      return { case: now.id, before: signaturesText(old), after: signaturesText(now) };
    });
  const [added, missing] = [after.length - both.length, before.length - both.length];
  return { compared: both.length, changed, added, missing };
}

/** A case sent once shows one of its responses: it counts as changed only if that one is new. */
function isChanged(old: CaseSummary, now: CaseSummary): boolean {
  const [one, other] = [Object.keys(old.outcomes), Object.keys(now.outcomes)];
  const shared = one.filter((signature) => other.includes(signature)).length;
  if (old.stability === "once" || now.stability === "once") return shared === 0;
  if (varies(old.stability) !== varies(now.stability)) return true;
  if (varies(old.stability)) return false;
  return shared < Math.max(one.length, other.length);
}

function signaturesText({ outcomes, stability }: CaseSummary): string {
  const text = Object.keys(outcomes).join(" / ");
  return stability === "unstable" ? `${text} (unstable)` : text;
}

export type RunRates = {
  runId: string;
  /** Two runs are compared only if this is the same. */
  offer: string;
  /** Responses per second of each round, none of them 0. */
  each: readonly number[];
  limited: boolean;
};

/**
 * Throughput of a run as a multiple of another's. Rounds of different runs are not pairs, and runs of an unchanged server differ
 * more than rounds of one: the interval includes the spread between the earlier runs under the same load, and there is none
 * before two of them. Undefined if the loads differ, or if the generator limited both: then the ratio would compare generators.
 */
export function runRatio(
  run: RunRates,
  against: RunRates,
  earlier: readonly RunRates[],
): RunRatio | undefined {
  if (run.offer !== against.offer || run.each.length === 0 || against.each.length === 0)
    return undefined;
  if (run.limited && against.limited) return undefined;
  const { estimate, bounds } = unpairedShift(run.each.map(Math.log), against.each.map(Math.log));
  const apart = apartBetweenRuns(earlier.map(({ each }) => each.map(Math.log)));
  const wide =
    bounds === undefined || apart === Infinity
      ? undefined
      : {
          low: Math.min(bounds.low, estimate - apart),
          high: Math.max(bounds.high, estimate + apart),
        };
  const bound = boundOf(run.limited, against.limited);
  return {
    against: against.runId,
    ratio: Math.exp(estimate),
    ...(wide !== undefined && { low: Math.exp(wide.low), high: Math.exp(wide.high) }),
    ...(bound !== undefined && { bound }),
    verdict: verdictOf(wide, bound),
  };
}

function verdictOf(bounds: Shift["bounds"], bound: RatioBound | undefined): RunRatio["verdict"] {
  if (bounds === undefined) return "cannot-tell";
  if (bounds.low > 0 && bound !== "at-most") return "more";
  if (bounds.high < 0 && bound !== "at-least") return "less";
  return "cannot-tell";
}

type StoredAt = { folder: string; hasReport: boolean };

/** One run as known without the others, and its data for comparisons. */
export type Headline = { run: HistoryRun; cases: Summary["cases"]; rates: RunRates | undefined };

export function headlineOf(summary: Summary, { folder, hasReport }: StoredAt): Headline {
  const { runId, target, startedAt, tool, seed, complete, accepts, cases, record } = summary;
  return {
    run: {
      runId,
      folder,
      hasReport,
      target: target.name,
      baseUrl: target.baseUrl,
      startedAt,
      tool: tool.version,
      seed,
      complete,
      ...(record !== undefined && { record }),
      accepts,
      requests: summary.requests.total,
      answers: classesOf(summary),
      ...loadOf(summary),
    },
    cases,
    rates: ratesOf(summary),
  };
}

const STATUS_CLASSES = StatusClasses.keyof().options;

/** Cases by the class of their response, as a run counts them; one that varies has none. */
function classesOf({ suites }: Summary): HistoryRun["answers"] {
  const counts = noClasses();
  for (const { classes } of suites)
    for (const each of STATUS_CLASSES) counts[each] += classes[each];
  return counts;
}

/** A sweep has no single throughput: its steps differ in the offered load. */
function loadOf({ load }: Summary): Pick<HistoryRun, "load"> {
  const { pooled } = load ?? {};
  if (load === undefined || pooled === undefined || pooled.answered === 0) return {};
  return {
    load: {
      offer: offerText(load.options.offered),
      rounds: load.rounds.length,
      perSecond: pooled.perSecond,
      p99Us: pooled.latencyUs.p99,
      limited: isLimited(pooled),
      ceilingPerSecond: pooled.ceiling?.perSecond,
    },
  };
}

/** In an open model the generator sets the rate as long as the target keeps up: such rates have no ratio. */
function ratesOf({ runId, load }: Summary): RunRates | undefined {
  if (load?.pooled === undefined || load.options.offered.model === "open") return undefined;
  const each = load.rounds.map(({ perSecond }) => perSecond).filter((rate) => rate > 0);
  const offer = JSON.stringify([load.options.offered, load.options.processes]);
  return { runId, offer, each, limited: isLimited(load.pooled) };
}

type Figures = NonNullable<NonNullable<Summary["load"]>["pooled"]>;
const isLimited = ({ checks }: Figures): boolean =>
  checks.some(({ name, held }) => name === "generator" && !held);
