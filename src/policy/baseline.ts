import { interfaceName, interfaceOf, statedValues } from "../contract/index.ts";
import type { BodiesFold, BodyFold, RunFold } from "../analyse/index.ts";
import * as analyse from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { layoutOf } from "../generate/index.ts";
import type { Accepted, AxisFinding, BaselineLoad, BaselineRound } from "../model/index.ts";
import type { ComparedPart, LoadSummary, Summary } from "../model/index.ts";
import { Baseline, type CaseRequest, isExplored } from "../model/index.ts";
import { groupBy, spreadOf } from "../stats/index.ts";
import { commonMemory } from "./memory-drift.ts";
import { commonMachine } from "./judge-machine.ts";
import { commonMessages } from "./judge-messages.ts";
import { commonFacts, commonReturned } from "./judge-state.ts";
import { learnedEntry, outcomesOf } from "./learned.ts";
import { namedBytes } from "./named-resources.ts";
import { learnedErrors } from "./random-errors.ts";

export const BASELINE_SCHEMA_ID = "urn:api-witness:baseline:1";

type Kept = { accepted?: readonly Accepted[]; include?: readonly ComparedPart[] };

/** How often each outcome came in runs of one target. @throws WitnessError `baseline-run` if a run does not fit the others. */
export function baselineOf(
  runs: readonly [RunFold, ...RunFold[]],
  { accepted = [], include = [] }: Kept = {},
): Baseline {
  const summaries = runs.map(savable);
  const last = runs.at(-1) ?? runs[0];
  const [summary] = summaries.slice(-1);
  const names = runs.map(({ header }) => JSON.stringify(interfaceName(header ?? {})));
  if (summary === undefined || new Set(names).size > 1)
    throw noBaseline("these runs are of several interfaces", "runs of one");
  const state = commonFacts(summaries.map(({ stateFacts }) => stateFacts));
  const returned = commonReturned(runs);
  const machine = commonMachine(runs);
  const ends = new Set(runs.flatMap(endsIn).filter((end) => end !== undefined));
  const load = loadOf(summaries.flatMap((each) => each.load ?? []));
  return {
    $schema: BASELINE_SCHEMA_ID,
    schemaVersion: 2,
    tool: `${summary.tool.name} ${summary.tool.version}`,
    target: summary.target.name,
    ...interfaceOfRun(last),
    run: summary.runId,
    runs: summaries.map(({ runId }) => runId),
    manner: mannerOf(runs),
    digits: digitsOf(last),
    ...(runs.every((run) => namedBytes(run) !== undefined) && {
      bodyBytes: runs.flatMap((run) => namedBytes(run) ?? []),
    }),
    ...(ends.size > 0 && { ends: [...ends].toSorted() }),
    catalogue: last.header?.catalogue ?? "",
    ...snapshotOf(runs, include.length === 0 ? undefined : ["status", ...include]),
    ...(state !== undefined && { state }),
    memory: commonMemory(runs.map(analyse.memorySpan)),
    ...(returned !== undefined && { returned }),
    messages: commonMessages(runs),
    ...(runs.length > 1 &&
      runs.every(({ header }) => header?.options.serve !== undefined) && { ownProcesses: true }),
    ...(machine !== undefined && { machine }),
    ...(load !== undefined && { load }),
    ...learnedErrors(runs),
    accepted: [...accepted],
  };
}

const interfaceOfRun = ({ header }: RunFold): Pick<Baseline, "interface" | "stated"> =>
  header?.interface === undefined
    ? {}
    : { interface: interfaceName(header), stated: statedValues(header.interface) };

/** How the server ended, and which case did it; undefined for an end of which the case is not known. */
export const endsIn = ({ deaths, cases }: RunFold): (string | undefined)[] =>
  deaths.map(({ kind, cases: ids }) => {
    const id = ids.at(-1);
    if (id === undefined) return undefined;
    return `${kind} ${isExplored(id) ? exploredKey(cases.get(id)?.case.request) : id}`;
  });

const MOST_OF_REQUEST = 200;

/** Cases of an exploration are numbered as they come: the same in another run has a like request, with other figures and of another length. */
const exploredKey = (request: CaseRequest | undefined): string =>
  `explore ${JSON.stringify(request ?? "")
    .replace(/\d+/g, "0")
    .replace(/(.)\1+/g, "$1")
    .slice(0, MOST_OF_REQUEST)}`;

/** The most careful of the ways in which the runs treated the target. */
const mannerOf = (runs: readonly RunFold[]): Baseline["manner"] =>
  runs
    .flatMap(({ manner }) => manner ?? [])
    .toSorted((a, b) => a.stallCapacity - b.stallCapacity || a.timeoutMs - b.timeoutMs)[0];

/** The fields of whole numbers that had fewer digits than nine. */
const digitsOf = ({ header }: RunFold): Baseline["digits"] =>
  layoutOf(interfaceOf(header ?? {})).fields.flatMap(({ slot: { path, type } }) =>
    type.kind === "whole-number" && type.digits !== undefined
      ? [{ path, digits: type.digits }]
      : [],
  );

function savable(whole: RunFold): Summary {
  const summary = analyse.summarise(whole);
  if (summary === undefined || analyse.withoutExplored(whole).cases.size === 0)
    throw noBaseline("this run has no hand-chosen case for a baseline", "witness run");
  const { record } = summary;
  if (record !== undefined && record.state !== "unchecked")
    throw noBaseline(
      `this run cannot be saved as a baseline: ${record.text}`,
      "a run with an intact record",
    );
  if (!summary.complete)
    throw noBaseline(`this run is not complete: ${summary.end}`, "a complete run");
  return summary;
}

const noBaseline = (why: string, from: string): WitnessError =>
  new WitnessError("baseline-run", why, { hint: `save a baseline from ${from}` });

export type Snapshot = Pick<
  Baseline,
  "sent" | "compares" | "cases" | "contentTypes" | "headers" | "shapes" | "boundaries"
>;

/** The observed parts of responses: only the status if no parts are given. */
export function snapshotOf(
  runs: readonly [RunFold, ...RunFold[]],
  compares: Baseline["compares"],
): Snapshot {
  const run = runs.at(-1) ?? runs[0];
  const sent = usualSendings(runs);
  return {
    sent,
    ...(compares !== undefined && { compares }),
    cases: casesOf(runs, sent),
    ...partsOf(run.bodies, compares),
    boundaries: boundariesOf(runs),
  };
}

/** Part of the head that belongs to one connection, or to how a body is sent. */
const OF_THE_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade)$/;

/** The compared parts of responses besides their status, by case. */
export function partsOf(
  bodies: BodiesFold = new Map(),
  compares: Baseline["compares"] = [],
): Pick<Baseline, "contentTypes" | "headers" | "shapes"> {
  const has = (part: ComparedPart): boolean => compares.includes(part);
  const kept = (names: readonly string[]): string =>
    names.filter((name) => !OF_THE_CONNECTION.test(name)).join(", ");
  return {
    ...(has("content-type") && {
      contentTypes: ofBodies(bodies, ({ contentTypes }) =>
        [...contentTypes].toSorted().join(" / "),
      ),
    }),
    ...(has("headers") && {
      headers: ofBodies(bodies, (body) => {
        const { always, some } = analyse.headersOf(body);
        return kept(some) === "" ? kept(always) : `${kept(always)} / ${kept(some)}`;
      }),
    }),
    ...(has("shape") && {
      shapes: ofBodies(bodies, ({ shape, cut }) => (cut ? undefined : analyse.shapeOf(shape))),
    }),
  };
}

/** One value for each body of a hand-chosen case, by id, in order. */
function ofBodies<T>(bodies: BodiesFold, of: (body: BodyFold) => T | undefined): Record<string, T> {
  const entries = [...bodies].flatMap(([id, body]): [string, T][] => {
    const value = isExplored(id) ? undefined : of(body);
    return value === undefined ? [] : [[id, value]];
  });
  return Object.fromEntries(entries.toSorted(byKey));
}

function usualSendings(runs: readonly RunFold[]): number {
  const totals = new Map<string, number>();
  for (const run of runs)
    for (const fold of analyse.withoutExplored(run).cases.values())
      totals.set(fold.case.id, (totals.get(fold.case.id) ?? 0) + outcomesOf(fold).length);
  const groups = groupBy(totals.values(), (total) => total);
  const [[usual] = [1]] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  return Math.max(1, usual);
}

const RUNS_FOR_ORDER = 3;

function casesOf(runs: readonly RunFold[], sent: number): Baseline["cases"] {
  const outcomes = new Map<string, string[][]>();
  const ordered = new Set<string>();
  for (const whole of runs) {
    const run = analyse.withoutExplored(whole);
    const repeated = analyse.repeatedIdResponses(run);
    for (const fold of run.cases.values()) {
      const { id } = fold.case;
      const own = outcomesOf(fold);
      // How it responds to a value that it had already says nothing.
      if (own.length === 0) continue;
      outcomes.set(id, [...(outcomes.get(id) ?? []), own]);
      if (analyse.stabilityOf(fold, repeated) === "changes-on-repeat") ordered.add(id);
    }
  }
  const entries = [...outcomes].map(([id, all]) => {
    const isOrdered = ordered.has(id) || all.length >= RUNS_FOR_ORDER;
    return [id, learnedEntry(all, { sent, isOrdered })] as const;
  });
  return Object.fromEntries(entries.toSorted(byKey));
}

export function boundariesOf(runs: readonly RunFold[]): Baseline["boundaries"] {
  const found = new Map<string, string[][]>();
  for (const [axis, texts] of runs.flatMap((run) => [...walkedAxes(run)])) {
    const known = found.get(axis) ?? [];
    if (!known.some((each) => each.join() === texts.join())) found.set(axis, [...known, texts]);
  }
  const entries = [...found].map(
    ([axis, all]) => [axis, all.length > 1 ? all : (all[0] ?? [])] as const,
  );
  return Object.fromEntries(entries.toSorted(byKey));
}

/** Of an axis that was walked twice, the later ranges. */
function walkedAxes({ findings }: RunFold): Map<string, string[]> {
  const walked = findings
    .filter((each) => each.kind === "axis")
    .filter(
      ({ cut, stretches, unstable }) => cut === undefined && stretches.length + unstable.length > 0,
    );
  return new Map(
    walked.map((each) => [each.axis, keptStretches(each).map(({ text }) => text)] as const),
  );
}

/** Each range of an axis in a baseline (`201 from 0`, `unstable from 64 to 128`), with its first place. */
export function keptStretches({
  stretches,
  unstable,
}: AxisFinding): readonly { from: string; text: string }[] {
  const [first, last] = [stretches[0], stretches.at(-1)];
  const down = first !== undefined && last !== undefined && BigInt(last.to) < BigInt(first.from);
  const all = [
    ...stretches.map(({ from, signature }) => ({ from, text: `${signature} from ${from}` })),
    ...unstable.map(({ from, to }) => ({ from, text: `unstable from ${from} to ${to}` })),
  ];
  return all.toSorted((a, b) => Number(BigInt(a.from) > BigInt(b.from) ? 1 : -1) * (down ? -1 : 1));
}

function loadOf(runs: readonly LoadSummary[]): BaselineLoad | undefined {
  const measured = runs.filter(({ options, rounds }) => !options.sweep && rounds.length > 0);
  const last = measured.at(-1);
  if (last === undefined) return undefined;
  const { perSecond: ceiling, spread } = last.ceilings.at(-1) ?? {};
  const rounds = measured.flatMap((run, nth) =>
    run.rounds.map((round) => ({ ...(measured.length > 1 && { run: nth }), ...roundOf(round) })),
  );
  return {
    offered: last.options.offered,
    ...(ceiling !== undefined && { ceiling: Math.round(ceiling) }),
    ...(spread !== undefined && { ceilingNoise: Number(spread.toFixed(4)) }),
    ...(last.site?.machine !== undefined && { machine: last.site.machine }),
    noise: Number(spreadOf(rounds.map(({ throughput }) => throughput)).toFixed(4)),
    rounds,
  };
}

function roundOf({ perSecond, goodput, latencyUs }: LoadSummary["rounds"][number]): BaselineRound {
  const { mean, p50, p90, p95, p99, p999, max } = latencyUs;
  const rates = { throughput: rounded(perSecond), goodput: rounded(goodput) };
  return { ...rates, avg: rounded(mean), p50, p90, p95, p99, p999, max };
}

const rounded = (value: number): number => Number(value.toFixed(1));

export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;
