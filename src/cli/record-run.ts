import { randomInt } from "node:crypto";
import { join, relative } from "node:path";
import { emptyFold, foldRecord, type RunFold } from "../analyse/run-fold.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { FRESH_ID_MAX, FRESH_ID_MIN } from "../generate/fresh.ts";
import { RUN_FORMAT, type RunHeader, type RunRecord } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import type { Summary } from "../model/summary.ts";
import { EXPLORE_SUITE } from "../model/explore-summary.ts";
import type { LoadView } from "../model/load-summary.ts";
import type { Target } from "../model/target.ts";
import { RUN_FILE, createPart, createRunFolder } from "../record/run-folder.ts";
import { RunWriter } from "../record/run-writer.ts";
import { catalogueHash, type PlannedSuite } from "../run/plan.ts";
import type { RecordSink } from "../run/journal.ts";
import type { RunInHand } from "../run/open-together.ts";
import type { RunEvents } from "../run/run-events.ts";
import type { RunOutcome, RunSettings, ValidCases } from "../run/run-settings.ts";
import { VERSION } from "../version.ts";
import { writeReports } from "./write-reports.ts";

/** What every verb that sends needs to know. */
export type SendFlags = {
  seed?: number;
  firstId?: number;
  readLimit?: number;
  outputDir: string;
  waitFor: number;
  insecure: boolean;
};

/** How a verb is followed and stopped while it sends. */
export type Control = { signal: AbortSignal; events: RunEvents };

export type Conducted = {
  outcome: RunOutcome;
  fold: RunFold;
  summary: Summary;
  load: LoadView | undefined;
  /** Paths as they are printed: relative to the working directory where that is shorter. */
  folder: string;
  report: string;
};

/** A seed nobody chose: seven digits, to be short enough to type. */
export const drawSeed = (): number => randomInt(1_000_000, 10_000_000);

/** Leaves room above for the ids of one run. */
export const drawFirstId = (): number => randomInt(FRESH_ID_MIN, FRESH_ID_MAX - 10_000_000);

export type Plan = {
  target: Target;
  /** All suites: the stated request is among their cases. */
  suites: Suite[];
  /** Those that exploration draws from, where not from all. */
  explored?: Suite[];
  planned: PlannedSuite[];
  options: RunHeader["options"];
  seed: number;
};

type Work = (
  settings: RunSettings,
  writer: RecordSink,
  follow: (record: RunRecord) => void,
) => Promise<RunOutcome>;

/** A run with its folder made and its record open. */
export type OpenRun = RunInHand & { fold: RunFold; path: string };

/** Makes the run's folder, does the work with all of it recorded, and writes the reports. */
export async function recordRun(
  plan: Plan,
  flags: SendFlags,
  control: Control,
  work: Work,
): Promise<Conducted> {
  const run = openRun(plan, flags, control);
  return concludeRun(run, await work(run.settings, run.writer, run.follow));
}

/** Makes the run's folder and opens its record; `inside` a comparison it is named after the target. */
export function openRun(plan: Plan, flags: SendFlags, control: Control, inside?: string): OpenRun {
  const { target, suites, explored = suites, planned, seed } = plan;
  const startedAt = new Date();
  // Before there is a folder: it throws where a case is too large.
  const catalogue = catalogueHash(planned);
  const { path, runId } =
    inside === undefined
      ? createRunFolder(flags.outputDir, { startedAt, target: target.name, seed })
      : createPart(inside, target.name);
  const header = headerOf(plan, flags, { runId, startedAt, catalogue });
  const fold = emptyFold({ keepGenerated: inside !== undefined });
  const settings: RunSettings = {
    header,
    target: parseBaseUrl(target.baseUrl),
    planned,
    suites: explored,
    valid: validCases(suites),
    insecure: flags.insecure,
    ...(flags.readLimit && { limitBytes: flags.readLimit }),
    waitForMs: flags.waitFor,
    ...control,
  };
  const writer = RunWriter.create(join(path, RUN_FILE));
  return { settings, writer, follow: (record) => foldRecord(fold, record), fold, path };
}

/** The first line of the record: with the catalogue, it plans the same requests again. */
function headerOf(
  { target, planned, options, seed }: Plan,
  flags: SendFlags,
  made: { runId: string; startedAt: Date; catalogue: string },
): RunHeader {
  return {
    type: "header",
    format: RUN_FORMAT,
    tool: { name: "api-witness", version: VERSION },
    runId: made.runId,
    target,
    seed,
    firstId: flags.firstId ?? drawFirstId(),
    catalogue: made.catalogue,
    options: {
      ...options,
      ...(flags.readLimit !== undefined && { readLimitBytes: flags.readLimit }),
      waitForMs: flags.waitFor,
    },
    suites: [
      ...planned.map((suite) => ({ name: suite.name, about: suite.about })),
      ...(options.explore === undefined ? [] : [EXPLORE_SUITE]),
    ],
    startedAt: made.startedAt.toISOString(),
    platform: `node ${process.versions.node} ${process.platform} ${process.arch}`,
  };
}

/** Writes the reports of a run that is over. */
export function concludeRun({ fold, path }: OpenRun, outcome: RunOutcome): Conducted {
  const folder = shorter(path);
  const { view, report } = writeReports(fold, folder);
  return { outcome, fold, summary: view.summary, load: view.load, folder, report };
}

/** The stated request by each sender, out of the built-in suite. */
export function validCases(suites: Suite[]): ValidCases {
  const find = (id: string): ValidCases["client"] => {
    const found = suites.flatMap(({ cases }) => cases).find((each) => each.id === id);
    if (found === undefined) throw new Error(`the catalogue lacks ${id}`);
    return found;
  };
  return { client: find("valid/plain"), wire: find("valid/plain-on-the-wire") };
}

/** As it is printed: relative to the working directory where that is shorter. */
export function shorter(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
