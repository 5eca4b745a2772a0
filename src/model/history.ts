import { z } from "zod";
import { Integrity, RunEnd, Target } from "./run.ts";
import { StatusClasses, Summary } from "./summary.ts";

/** How the target responded, compared with its last run with cases. Generated cases are new and do not count. */
export const Changes = z.strictObject({
  since: z.string(),
  compared: z.int(),
  /** Cases that now get different responses, with the responses of both runs. */
  changed: z.array(z.strictObject({ case: z.string(), before: z.string(), after: z.string() })),
  added: z.int(),
  missing: z.int(),
  /** The version of the tool then, if it was different: a case may have another request since. */
  otherTool: z.string().optional(),
});
export type Changes = z.infer<typeof Changes>;

/** The cases that changed alike, the most first. */
export function changeGroups({
  changed,
}: Changes): { before: string; after: string; cases: string[] }[] {
  const groups = new Map<string, { before: string; after: string; cases: string[] }>();
  for (const { before, after, case: id } of changed) {
    const key = JSON.stringify([before, after]);
    const group = groups.get(key) ?? { before, after, cases: [] };
    groups.set(key, group);
    group.cases.push(id);
  }
  return [...groups.values()].toSorted((a, b) => b.cases.length - a.cases.length);
}

/** Under the same load: Hodges-Lehmann shift of logarithms, converted back; the wider interval of Mann and Whitney's and that between runs. */
export const RunRatio = z.strictObject({
  against: z.string(),
  ratio: z.number().positive(),
  /** Absent if there are too few rounds, or fewer than two earlier runs under the same load. */
  low: z.number().positive().optional(),
  high: z.number().positive().optional(),
  /** Known on one side only: one of the two runs was limited by the generator. */
  bound: z.enum(["at-least", "at-most"]).optional(),
  verdict: z.enum(["more", "less", "cannot-tell"]),
});
export type RunRatio = z.infer<typeof RunRatio>;

const RunLoad = z.strictObject({
  offer: z.string(),
  rounds: z.int(),
  perSecond: z.number(),
  p99Us: z.int(),
  /** Limited by the generator: the throughput is a lower bound. */
  limited: z.boolean(),
  /** The generator's rate against a server that does nothing, on that machine at that time. */
  ceilingPerSecond: z.number().optional(),
  /** Compared with the first run under the same load that the generator did not limit, and with the previous one. */
  toFirst: RunRatio.optional(),
  toPrevious: RunRatio.optional(),
});
export type RunLoad = z.infer<typeof RunLoad>;

export const HistoryRun = z.strictObject({
  runId: z.string(),
  folder: z.string(),
  hasReport: z.boolean(),
  target: z.string(),
  baseUrl: z.string(),
  startedAt: z.string(),
  tool: z.string(),
  seed: z.int(),
  complete: z.boolean(),
  record: Integrity.optional(),
  accepts: Summary.shape.accepts,
  requests: z.int(),
  /** Cases by the class of their response, without those that vary; `other` is a status outside of 100 to 599. */
  answers: StatusClasses,
  changes: Changes.optional(),
  load: RunLoad.optional(),
});
export type HistoryRun = z.infer<typeof HistoryRun>;

/** `witness history --json`: stored runs, newest last. */
export const History = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  /** What the runs of each target come to, in sentences, with the id of the run that each is about. */
  conclusions: z
    .array(z.strictObject({ target: z.string(), text: z.string(), run: z.string() }))
    .optional(),
  runs: z.array(HistoryRun),
});
export type History = z.infer<typeof History>;

const DiffedRun = z.strictObject({
  run: z.string(),
  target: z.string(),
  baseUrl: z.string(),
  startedAt: z.string(),
  end: z.string().optional(),
});

const Difference = z.strictObject({
  kind: z.enum(["changed", "vanished", "newly unstable", "new", "stable now"]),
  name: z.string(),
  before: z.string(),
  now: z.string(),
  change: z.string().optional(),
});

const MovedBoundary = Difference.extend({
  /** For people: `body size, by white space after it`. */
  title: z.string(),
  /** For people: `201 up to 102,400 bytes, 413 from 102,401 bytes`. */
  sentences: z.strictObject({ before: z.string(), now: z.string() }),
  /** The name of the boundary of the body that this one met: both are one limit. */
  limit: z.string().optional(),
});

export const RunDiff = z.strictObject({
  before: DiffedRun,
  now: DiffedRun,
  compared: z.string(),
  /** Cases that changed in the same way, the largest finding first. */
  findings: z.array(z.strictObject({ text: z.string(), cases: z.array(z.string()) })),
  cases: z.array(Difference),
  /** Axes that both runs walked to the end. */
  boundaries: z.array(MovedBoundary),
  same: z.int(),
});
export type RunDiff = z.infer<typeof RunDiff>;

export const SurveyedTarget = z.strictObject({
  ...Target.shape,
  run: z.string(),
  end: RunEnd,
  reason: z.string().optional(),
  accepts: z.enum(["held", "not-held", "not-judged", "not-shown", "unreachable", "not-probed"]),
  /** What is not the requests' doing, as in the notes of its run. */
  surroundings: z.array(z.string()).optional(),
});
export type SurveyedTarget = z.infer<typeof SurveyedTarget>;

export const SurveyCluster = z.strictObject({
  /** Identifies the behaviour: equal in two surveys of the same cases if targets behave the same. */
  behaviour: z.string(),
  targets: z.array(SurveyedTarget).min(1),
  cases: z.record(z.string(), z.int()),
});
export type SurveyCluster = z.infer<typeof SurveyCluster>;

/** `survey.json`: the targets by behaviour, the largest cluster first. */
export const Survey = z.strictObject({
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  seed: z.int(),
  targets: z.int(),
  clusters: z.array(SurveyCluster),
  /** The folder of a comparison that has one target of each of the largest clusters. */
  comparison: z.string().optional(),
});
export type Survey = z.infer<typeof Survey>;
