import { randomInt } from "node:crypto";
import { join, relative } from "node:path";
import { emptyFold, foldRecord } from "../analyse/run-fold.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import { FRESH_ID_MAX, FRESH_ID_MIN } from "../generate/fresh.ts";
import { RUN_FORMAT, type RunHeader } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import type { Summary } from "../model/summary.ts";
import type { Target } from "../model/target.ts";
import { RUN_FILE, createRunFolder } from "../record/run-folder.ts";
import { RunWriter } from "../record/run-writer.ts";
import type { ValidCases } from "../run/first-contact.ts";
import { catalogueHash, plan, type PlannedSuite } from "../run/plan.ts";
import type { RunEvents } from "../run/run-events.ts";
import { runSuites, type RunOutcome } from "../run/run.ts";
import { VERSION } from "../version.ts";
import { writeReports } from "./write-reports.ts";

/** Settings of `witness run` that the user can give. */
export type RunFlags = {
  suite: string[];
  grep?: RegExp;
  runs: number;
  seed?: number;
  firstId?: number;
  repeats: number;
  concurrency: number;
  timeout: number;
  readLimit?: number;
  corpus?: string;
  outputDir: string;
  waitFor: number;
  insecure: boolean;
};

export type Conducted = {
  outcome: RunOutcome;
  summary: Summary;
  /** Paths as they are printed: relative to the working directory where that is shorter. */
  folder: string;
  report: string;
};

/** A seed nobody chose: seven digits, to be short enough to type. */
export const drawSeed = (): number => randomInt(1_000_000, 10_000_000);

/** Leaves room above for the ids of one run. */
export const drawFirstId = (): number => randomInt(FRESH_ID_MIN, FRESH_ID_MAX - 10_000_000);

/** What these flags ask for. */
export function planRun(suites: Suite[], flags: RunFlags, seed: number): PlannedSuite[] {
  return plan({
    suites,
    only: flags.suite,
    ...(flags.grep && { grep: flags.grep }),
    seed,
    runsPerProperty: flags.runs,
    repeats: flags.repeats,
  });
}

/** Plans, runs, records, and writes the reports. */
export async function conductRun(
  target: Target,
  suites: Suite[],
  flags: RunFlags,
  control: { signal: AbortSignal; events: RunEvents },
): Promise<Conducted> {
  const seed = flags.seed ?? drawSeed();
  const planned = planRun(suites, flags, seed);
  if (planned.length === 0)
    throw new WitnessError("nothing-to-send", "no case fits --suite and --grep", {
      hint: "witness run --list shows what there is",
    });
  const startedAt = new Date();
  const { path, runId } = createRunFolder(flags.outputDir, {
    startedAt,
    target: target.name,
    seed,
  });
  const header = makeHeader(target, flags, { seed, runId, startedAt, planned });
  const fold = emptyFold();
  const outcome = await runSuites(
    {
      header,
      target: parseBaseUrl(target.baseUrl),
      planned,
      valid: validCases(suites),
      insecure: flags.insecure,
      ...(flags.readLimit && { limitBytes: flags.readLimit }),
      waitForMs: flags.waitFor,
      signal: control.signal,
    },
    new RunWriter(join(path, RUN_FILE)),
    (record) => foldRecord(fold, record),
    control.events,
  );
  const folder = shorter(path);
  return { outcome, folder, ...writeReports(fold, folder) };
}

function makeHeader(
  target: Target,
  flags: RunFlags,
  run: { seed: number; runId: string; startedAt: Date; planned: PlannedSuite[] },
): RunHeader {
  const { seed, runId, startedAt, planned } = run;
  return {
    type: "header",
    format: RUN_FORMAT,
    tool: { name: "api-witness", version: VERSION },
    runId,
    target,
    seed,
    firstId: flags.firstId ?? drawFirstId(),
    catalogue: catalogueHash(planned),
    options: {
      ...(flags.grep && { grep: flags.grep.source }),
      ...(flags.corpus !== undefined && { corpus: flags.corpus }),
      runsPerProperty: flags.runs,
      repeats: flags.repeats,
      concurrency: flags.concurrency,
      timeoutMs: flags.timeout,
    },
    suites: planned.map(({ name, about }) => ({ name, about })),
    startedAt: startedAt.toISOString(),
    platform: `node ${process.versions.node} ${process.platform} ${process.arch}`,
  };
}

/** The stated request by each sender, out of the built-in suite. */
function validCases(suites: Suite[]): ValidCases {
  const find = (id: string): ValidCases["client"] => {
    const found = suites.flatMap(({ cases }) => cases).find((each) => each.id === id);
    if (found === undefined) throw new Error(`the catalogue lacks ${id}`);
    return found;
  };
  return { client: find("valid/plain"), wire: find("valid/plain-on-the-wire") };
}

function shorter(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
