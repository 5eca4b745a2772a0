import { interfaceName } from "../contract/index.ts";
import {
  type BodyFold,
  type CaseFold,
  type RepeatedIds,
  type RunFold,
  judgedSignatures,
  repeatedIdResponses,
  shapeOf,
  stabilityOf,
  summarise,
  unrepeatedSignatures,
  withoutExplored,
} from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import {
  type Accepted,
  type AxisFinding,
  Baseline,
  type BaselineLoad,
  type BaselineRound,
  type ComparedPart,
  type LoadSummary,
  isExplored,
} from "../model/index.ts";
import { spreadOf } from "../stats/index.ts";
import { z } from "zod";

/** `$id` of the schema that a baseline follows. */
export const BASELINE_SCHEMA_ID = "urn:api-witness:baseline:1";

type Kept = { accepted?: readonly Accepted[]; include?: readonly ComparedPart[] };

/**
 * The results of a run as a baseline. Parts of responses need a run that was folded with its bodies. @throws
 * WitnessError `baseline-run` if the run has nothing to keep.
 */
export function baselineOf(whole: RunFold, { accepted = [], include = [] }: Kept = {}): Baseline {
  const summary = summarise(whole);
  const run = withoutExplored(whole);
  if (summary === undefined || run.cases.size === 0)
    throw noBaseline("this run has no hand-chosen case for a baseline", "witness run");
  const { record } = summary;
  if (record !== undefined && record.state !== "unchecked")
    throw noBaseline(
      `this run cannot be saved as a baseline: ${record.text}`,
      "a run with an intact record",
    );
  if (!summary.complete)
    throw noBaseline(`this run is not complete: ${summary.end}`, "a complete run");
  const load = summary.load === undefined ? undefined : loadOf(summary.load);
  return {
    $schema: BASELINE_SCHEMA_ID,
    schemaVersion: 1,
    tool: `${summary.tool.name} ${summary.tool.version}`,
    target: summary.target.name,
    ...(whole.header?.interface !== undefined && { interface: interfaceName(whole.header) }),
    run: summary.runId,
    catalogue: whole.header?.catalogue ?? "",
    ...snapshotOf(whole, include.length === 0 ? undefined : ["status", ...include]),
    ...(load !== undefined && { load }),
    accepted: [...accepted],
  };
}

const noBaseline = (why: string, from: string): WitnessError =>
  new WitnessError("baseline-run", why, { hint: `save a baseline from ${from}` });

export type Snapshot = Pick<
  Baseline,
  "compares" | "cases" | "contentTypes" | "shapes" | "boundaries"
>;

/** The observed parts of responses: only the status if no parts are given. */
export function snapshotOf(run: RunFold, compares: Baseline["compares"]): Snapshot {
  return {
    ...(compares !== undefined && { compares }),
    cases: casesOf(run),
    ...(compares?.includes("content-type") && {
      contentTypes: ofBodies(run, ({ contentTypes }) => [...contentTypes].toSorted().join(" / ")),
    }),
    ...(compares?.includes("shape") && {
      shapes: ofBodies(run, ({ shape, cut }) => (cut ? undefined : shapeOf(shape))),
    }),
    boundaries: boundariesOf(run),
  };
}

/** One value for each body of a hand-chosen case, by id, in order. */
function ofBodies<T>(run: RunFold, of: (body: BodyFold) => T | undefined): Record<string, T> {
  const entries = [...(run.bodies ?? [])].flatMap(([id, body]): [string, T][] => {
    const value = isExplored(id) ? undefined : of(body);
    return value === undefined ? [] : [[id, value]];
  });
  return Object.fromEntries(entries.toSorted(byKey));
}

/** How the target responded to each hand-chosen case, by id, in order; to one whose value it had already, that is unknown. */
function casesOf(whole: RunFold): Baseline["cases"] {
  const run = withoutExplored(whole);
  const repeated = repeatedIdResponses(run);
  const entries = [...run.cases.values()]
    .filter((fold) => unrepeatedSignatures(fold).length > 0)
    .map((fold) => [fold.case.id, entryOf(fold, repeated)] as const);
  return Object.fromEntries(entries.toSorted(byKey));
}

function entryOf(fold: CaseFold, repeated: RepeatedIds): string | string[] {
  const judged = judgedSignatures(fold);
  const signatures = judged.length > 0 ? judged : unrepeatedSignatures(fold);
  const [first = "", second] = signatures;
  const stability = stabilityOf(fold, repeated);
  if (stability === "unstable") return [...new Set(signatures)].toSorted();
  return stability === "changes-on-repeat" ? `${first} then ${second}` : first;
}

/** The responses along each completely explored axis, by its name, in order. */
export function boundariesOf(run: RunFold): Baseline["boundaries"] {
  const walked = run.findings
    .filter((each) => each.kind === "axis")
    .filter(
      ({ cut, stretches, unstable }) => cut === undefined && stretches.length + unstable.length > 0,
    );
  const entries = walked.map(
    (finding) => [finding.axis, keptStretches(finding).map(({ text }) => text)] as const,
  );
  return Object.fromEntries(entries.toSorted(byKey));
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

function loadOf({ options, ceilings, rounds }: LoadSummary): BaselineLoad | undefined {
  if (options.sweep || rounds.length === 0) return undefined;
  const ceiling = ceilings.at(-1)?.perSecond;
  return {
    offered: options.offered,
    ...(ceiling !== undefined && { ceiling: Math.round(ceiling) }),
    noise: Number(spreadOf(rounds.map(({ perSecond }) => perSecond)).toFixed(4)),
    rounds: rounds.map(roundOf),
  };
}

function roundOf({ perSecond, goodput, latencyUs }: LoadSummary["rounds"][number]): BaselineRound {
  const { mean, p50, p90, p95, p99, p999, max } = latencyUs;
  const rates = { throughput: rounded(perSecond), goodput: rounded(goodput) };
  return { ...rates, avg: rounded(mean), p50, p90, p95, p99, p999, max };
}

const rounded = (value: number): number => Number(value.toFixed(1));

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

/** A baseline as a file: a line for each case, each axis and each round, so that diffs are readable. */
export function baselineText(baseline: Baseline): string {
  const { cases, contentTypes, shapes, boundaries, load, accepted, ...head } = baseline;
  const parts = [
    ...Object.entries(head).map(([key, value]) => field(key, JSON.stringify(value))),
    field("cases", lines(cases)),
    ...(contentTypes === undefined ? [] : [field("contentTypes", lines(contentTypes))]),
    ...(shapes === undefined ? [] : [field("shapes", lines(shapes))]),
    field("boundaries", lines(boundaries)),
    ...(load === undefined ? [] : [field("load", loadText(load))]),
    field("accepted", list(accepted, "  ")),
  ];
  return `{\n${parts.join(",\n")}\n}\n`;
}

const field = (key: string, text: string): string => `  ${JSON.stringify(key)}: ${text}`;

const inner = (record: Record<string, unknown>): string[] =>
  Object.entries(record).map(([key, value]) => `  ${field(key, spaced(value))}`);

function lines(record: Record<string, unknown>): string {
  const all = inner(record);
  return all.length === 0 ? "{}" : `{\n${all.join(",\n")}\n  }`;
}

function loadText({ rounds, ...head }: NonNullable<Baseline["load"]>): string {
  return `{\n${[...inner(head), `    "rounds": ${list(rounds, "    ")}`].join(",\n")}\n  }`;
}

function list(entries: readonly unknown[], indent: string): string {
  if (entries.length === 0) return "[]";
  return `[\n${entries.map((each) => `${indent}  ${spaced(each)}`).join(",\n")}\n${indent}]`;
}

/** JSON on one line, with spaces where people write them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`,
  );
  return `{ ${parts.join(", ")} }`;
}

/** Reads a baseline. `path` is for the messages. */
export function parseBaseline(text: string, path: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new WitnessError("baseline-file", `${path} is not JSON: ${(error as Error).message}`);
  }
  const parsed = Baseline.safeParse(value);
  if (parsed.success) return parsed.data;
  const reason = z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ");
  throw new WitnessError("baseline-file", `${path} is not a baseline: ${reason}`, {
    hint: "create one with witness baseline save <run>",
  });
}
