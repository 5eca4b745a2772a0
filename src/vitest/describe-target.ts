import { afterAll, beforeAll, describe, test } from "vitest";
import { type PolicyInput, readPolicy, type RunOptions, verbOptions } from "../api/index.ts";
import { userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { planSuites, seedOf, sentInterface } from "../jobs/index.ts";
import type { Case } from "../model/index.ts";
import { describeDocument, type DocumentOptions } from "./describe-document.ts";
import { keptFolder } from "./kept-folder.ts";
import { type CallSite, LONGEST_RUN_MS, type WitnessedRun } from "./run-tests.ts";
import * as tests from "./run-tests.ts";
import { suitesFor } from "../../suites/index.ts";

export type { DocumentOptions } from "./describe-document.ts";
export type { BriefResult, WitnessMeta } from "./witness-meta.ts";

/** Options of `describeTarget`: those of `run` except load, and a policy. */
export type DescribeOptions = Omit<RunOptions, "load" | "loadDurationMs" | "corpus" | "signal"> & {
  /** A whole OpenAPI document, with a test for each operation instead of each case. */
  document?: DocumentOptions;
  /** Your expectations beyond the specification. Thresholds on load are not allowed. */
  policy?: PolicyInput;
  /** Folder for the run; by default a temporary one, which is kept after a failure. */
  outputDir?: string;
};

/**
 * Registers a vitest case for every case that is sent to a server, in a `describe` for each suite; with `document`, one for
 * each operation of it. The run happens once, before them. They assert only the specification and the policy. @throws
 * WitnessError `policy`, `options`, `openapi`, `suite`, `unknown-suite`, `nothing-to-send` while tests are collected.
 */
export function describeTarget(name: string, baseUrl: string, options: DescribeOptions = {}): void {
  const site = tests.callSite(describeTarget);
  const { policy = {}, outputDir, document, ...rest } = options;
  if ((readPolicy(policy).load ?? []).length > 0)
    throw new WitnessError("policy", "thresholds on load are not judged in tests", {
      hint: "use witness gate, on an otherwise idle machine",
    });
  const kept = keptFolder(outputDir);
  if (document !== undefined) {
    const target = { name: nameOfTarget(name), baseUrl };
    return void describe(name, () =>
      describeDocument(site, target, { document, policy, kept, options: rest }),
    );
  }
  const seed = seedOf(options);
  const planned = plannedCases(rest, seed);
  describe(name, () => {
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
  const run = await tests.atSite(site, work);
  const { end } = run.outcome;
  if (end === "unreachable" || end === "not-answering") tests.testEnd(run, site);
  return run;
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
