import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type PolicyInput, readPolicy, type RunOptions, verbOptions } from "../api/index.ts";
import { userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { planSuites, seedOf, sentInterface } from "../jobs/index.ts";
import type { Case } from "../model/index.ts";
import type { CallSite, WitnessedRun } from "./run-tests.ts";
import * as tests from "./run-tests.ts";
import { suitesFor } from "../../suites/index.ts";

export type { BriefResult, WitnessMeta } from "./witness-meta.ts";

/** Options of `describeTarget`: those of `run` except load, and a policy. */
export type DescribeOptions = Omit<RunOptions, "load" | "loadDurationMs" | "corpus" | "signal"> & {
  /** Your expectations beyond the specification. Thresholds on load are not allowed. */
  policy?: PolicyInput;
  /** Folder for the run; by default a temporary one, which is kept after a failure. */
  outputDir?: string;
};

const LONGEST_RUN_MS = 1_200_000;

/**
 * Registers a vitest case for every case that is sent to a server, in a `describe` for each suite. The run happens
 * once, before them. They assert only the specification and the policy. @throws WitnessError `policy`, `options`,
 * `suite`, `unknown-suite`, `nothing-to-send` while tests are collected.
 */
export function describeTarget(name: string, baseUrl: string, options: DescribeOptions = {}): void {
  const site = tests.callSite(describeTarget);
  const { policy = {}, outputDir, ...rest } = options;
  if ((readPolicy(policy).load ?? []).length > 0)
    throw new WitnessError("policy", "thresholds on load are not judged in tests", {
      hint: "use witness gate, on an otherwise idle machine",
    });
  const seed = seedOf(options);
  const planned = plannedCases(rest, seed);
  describe(name, () => {
    const kept = keptFolder(outputDir);
    let held: WitnessedRun | undefined;
    beforeAll(async () => {
      const settings = { ...rest, seed, outputDir: kept.folder };
      held = await carryOut(site, () =>
        tests.witnessedRun({ name: nameOfTarget(name), baseUrl }, settings, policy),
      );
    }, LONGEST_RUN_MS);
    afterAll(() => kept.leave());
    const look = <T>(at: (run: WitnessedRun) => T): T =>
      kept.watch(() => {
        if (held === undefined) throw tests.errorAt(site, "the run was not carried out");
        return at(held);
      });
    registerTests(planned, site, look, options);
  });
}

function registerTests(
  planned: PlannedCases[],
  site: CallSite,
  look: <T>(at: (run: WitnessedRun) => T) => T,
  { policy }: DescribeOptions,
): void {
  const known = new Set(planned.flatMap(({ cases }) => cases.map(({ id }) => id)));
  const isCase = (id: string): boolean => known.has(id);
  test("the run is complete", (context) =>
    look((run) => tests.testRun(run, site, isCase, context)));
  if (policy !== undefined)
    test("every rule of the policy can be judged", () =>
      look((run) => tests.testPolicy(run, site, isCase)));
  for (const suite of planned)
    describe(suite.name, () => {
      for (const sent of suite.cases)
        test(sent.id.slice(suite.name.length + 1), (context) =>
          look((run) => tests.testCase(run, site, sent, context)),
        );
    });
}

/** Its name in folders and reports: a title of tests may be any text. */
const nameOfTarget = (title: string): string =>
  title
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 40) || "target";

/** Problems that prevent the run are reported at the user's line: an unusable folder, an unreachable server. */
async function carryOut(site: CallSite, work: () => Promise<WitnessedRun>): Promise<WitnessedRun> {
  try {
    const run = await work();
    const { end } = run.outcome;
    if (end === "unreachable" || end === "not-answering") tests.testEnd(run, site);
    return run;
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    throw tests.errorAt(site, [error.message, error.hint ?? []].flat().join("\n"));
  }
}

/** The cases of one suite that a run sends, hand-chosen ones first. */
type PlannedCases = { name: string; cases: Case[] };

/** Every case that a run with these options sends: known before anything is sent. */
function plannedCases(given: RunOptions, seed: number): PlannedCases[] {
  const { options, suites, from: stated = userSubmission } = verbOptions("run", given);
  const from = sentInterface(stated, options);
  const planned = planSuites(
    { suites: [...suitesFor(from), ...suites], interface: from },
    options,
    seed,
  );
  return planned.map(({ name, cases, generated }) => ({ name, cases: [...cases, ...generated()] }));
}

/** The folder of a recorded run, and how long it is kept. */
type KeptFolder = {
  /** Path of the folder; a temporary one is made on first use. */
  readonly folder: string;
  watch: <T>(work: () => T) => T;
  /** Removes a temporary folder, unless something threw: `witness replay` then needs it. */
  leave: () => void;
};

/** Folders of failed tests are removed when they are older than this. */
const OLD_MS = 24 * 3_600_000;

/** A folder in the cache of the project, where there is one: nothing stays in the temporary folder of the system. */
function temporaryFolder(): string {
  if (!existsSync("node_modules")) return mkdtempSync(join(tmpdir(), "witness-"));
  const cache = join("node_modules", ".cache", "api-witness");
  mkdirSync(cache, { recursive: true });
  const made = readdirSync(cache).filter((name) => name.startsWith("run-"));
  for (const path of made.map((name) => join(cache, name)))
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { recursive: true });
  return mkdtempSync(join(cache, "run-"));
}

function keptFolder(given: string | undefined): KeptFolder {
  const state = { threw: false, made: undefined as string | undefined };
  return {
    get folder(): string {
      return given ?? (state.made ??= temporaryFolder());
    },
    watch<T>(work: () => T): T {
      try {
        return work();
      } catch (error) {
        state.threw = true;
        throw error;
      }
    },
    leave(): void {
      if (state.made !== undefined && !state.threw) rmSync(state.made, { recursive: true });
    },
  };
}
