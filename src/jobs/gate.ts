import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FoldOptions, RunFold } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { compareWith } from "./compare.ts";
import { olderBuild } from "./older-build.ts";
import { explorationOf } from "./explore.ts";
import type { Catalogue } from "./load-suites.ts";
import { shortLoad } from "./load.ts";
import { type Control, readBaseline } from "./open-run.ts";
import type { FinishedRun } from "./conclude-run.ts";
import { readFold, type Warn } from "./read-stored.ts";
import { runJob } from "./run.ts";
import type {
  Baseline,
  GateLevel,
  GateResult,
  GivenTarget,
  Policy,
  Summary,
} from "../model/index.ts";
import type { OptionsOf, Reporter } from "../options/index.ts";
import {
  emptyGateFold,
  foldGate,
  type GateRun,
  type GivenBaseline,
  judgeRuns,
  measuresGrowth,
  sourceLines,
  type SuggestedRule,
  type Suggestion,
  suggestPolicy,
} from "../policy/index.ts";
import { createOutput, findRunFile, readRun, writeReport } from "../record/index.ts";
import { ctrfJson, gateMarkdown, junitXml, prComment } from "../report/index.ts";

/** Paired rounds for several targets: the smallest number that bounds a ratio. */
const PAIRED_ROUNDS = 6;

/**
 * The sending half of `witness gate`: one target as in `witness run`, several as in `witness compare`.
 * The axes of rules on boundaries are explored. Returns the runs in the order of the targets. @throws
 * WitnessError if nothing can be sent, or the folder cannot be written to.
 */
export async function gateJob(
  targets: readonly GivenTarget[],
  catalogue: Catalogue,
  options: OptionsOf<"gate">,
  policy: Policy | undefined,
  control: Control,
): Promise<FinishedRun[]> {
  const ruled = Object.entries(policy?.boundaries ?? {})
    .filter(([, { onlyIn = options.profile }]) => onlyIn === options.profile)
    .map(([axis]) => axis);
  const axes = [...options.axes, ...ruled];
  const sending = { ...options, axes, infer: false };
  const [only, second] = targets;
  if (only !== undefined && second === undefined) {
    const against = await olderBuild(only, options);
    const leaks = measuresGrowth(policy ?? {}) ? "always" : "if-suspected";
    return [await runJob(only, catalogue, { ...sending, against, leaks }, control)];
  }
  if (options.against !== undefined)
    throw new WitnessError("against", "`--against` requires a single target");
  const { runs } = await compareWith(targets, catalogue, sending, control, {
    explore: explorationOf(catalogue.interface, sending),
    load: options.load
      ? { ...shortLoad(options.loadDurationMs), rounds: PAIRED_ROUNDS }
      : undefined,
  });
  return runs;
}

/** Options for judging stored runs, besides the policy. */
type GateCriteria = {
  /** A baseline, or the file that has it. */
  baseline?: string | Baseline | undefined;
  /** The file that the policy is in: judgements name its lines. */
  source?: string | undefined;
  /** How doubt and failures are treated; by default insufficient evidence has exit code 4. */
  level?: GateLevel | undefined;
  /** Folders of runs that rules may name, and that are not judged themselves. */
  beside?: readonly string[];
};

/**
 * The judging half of `witness gate`: stored runs by the stated clauses, the policy and a baseline.
 * Sends nothing; the same runs and policy give the same result. @throws WitnessError if a run, the
 * baseline or the source cannot be read.
 */
export async function judgeStored(
  folders: readonly string[],
  policy: Policy,
  { baseline, source, level, beside = [] }: GateCriteria,
): Promise<GateResult> {
  const runs: GateRun[] = [];
  const given = baseline === undefined ? undefined : givenBaseline(baseline);
  const options = { keepBodies: given?.value.compares !== undefined };
  for (const folder of folders) runs.push(await gateRun(folder, policy, options));
  for (const folder of beside)
    runs.push({ ...(await gateRun(folder, policy, options)), reference: true });
  return judgeRuns({
    runs,
    level,
    baseline: given,
    source: source === undefined ? undefined : sourceLines(source, readText(source)),
  });
}

async function gateRun(folder: string, policy: Policy, options: FoldOptions): Promise<GateRun> {
  const gate = emptyGateFold(policy, options);
  const { state, text } = await readRun(findRunFile(folder), (record) => foldGate(gate, record));
  gate.run.integrity = { state, text };
  return { gate, folder };
}

const givenBaseline = (given: string | Baseline): GivenBaseline =>
  typeof given === "string" ? { value: readBaseline(given), path: given } : { value: given };

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new WitnessError("file", `${path} does not exist or cannot be read`);
  }
}

type Judged = { folder: string; summary: Summary };
type Settings = { outputDir: string };

/** The comment for a pull request. */
export const COMMENT_FILE = "pr-comment.md";

/** A reporter of the gate: the file it writes, and its content. `html` is the report of each run, written before. */
type GateReporter = {
  file: string;
  render: (result: GateResult, summaries: readonly Summary[], settings: Settings) => string;
};

/** Every reporter by its name; to add one, add an entry here and its name in `REPORTERS`. */
const GATE_REPORTERS: Record<Exclude<Reporter, "html">, GateReporter> = {
  junit: { file: "junit.xml", render: junitXml },
  ctrf: { file: "ctrf.json", render: ctrfJson },
  markdown: {
    file: "gate.md",
    render: (result, _, { outputDir }) => gateMarkdown(result, { reports: outputDir }),
  },
  "pr-comment": {
    file: COMMENT_FILE,
    render: (result, _, { outputDir }) => prComment(result, { reports: outputDir }),
  },
};

/**
 * Writes `gate.json` and the files of the reporters. Returns the paths, including those of the
 * runs' reports. @throws WitnessError `output-dir` if the folder cannot be written to.
 */
export function writeGate(
  result: GateResult,
  runs: readonly Judged[],
  { reporter, outputDir }: Settings & { reporter: readonly Reporter[] },
): string[] {
  const summaries = runs.map(({ summary }) => summary);
  const folder = createOutput(outputDir);
  const json = `${JSON.stringify(result, null, 2)}\n`;
  const written = [writeReport(folder, "gate.json", json)];
  // The run's own is not replaced by the next gate: --only-failed reads it.
  for (const { folder: own } of runs) writeReport(dirname(findRunFile(own)), "gate.json", json);
  for (const [name, { file, render }] of Object.entries(GATE_REPORTERS))
    if (reporter.some((wanted) => wanted === name))
      written.push(writeReport(folder, file, render(result, summaries, { outputDir })));
  return [...written, ...runs.map(({ folder: own }) => join(own, "report.html"))];
}

/** The package that a configuration imports. */
const PACKAGE = "api-witness";

/** A policy from stored runs. The last of them breaks none of its rules: each was judged. */
export async function suggestFor(paths: readonly string[], warn: Warn): Promise<Suggestion> {
  const folds: RunFold[] = [];
  for (const path of paths) folds.push(await readFold(path, warn, { beside: folds[0] }));
  const [first, ...others] = folds;
  if (first === undefined) return { rules: [], quarantine: [], invariants: [] };
  const { rules, ...rest } = suggestPolicy([first, ...others]);
  const folder = dirname(findRunFile(paths.at(-1) ?? ""));
  const kept: SuggestedRule[] = [];
  for (const rule of rules) if (await isKept(folder, rule)) kept.push(rule);
  return { rules: kept, ...rest };
}

async function isKept(folder: string, { selector, expectation }: SuggestedRule): Promise<boolean> {
  const { judgements } = await judgeStored(
    [folder],
    { behaviour: { [selector]: expectation } },
    {},
  );
  const own = judgements.filter(({ kind }) => kind === "policy");
  return own.length > 0 && own.every(({ verdict }) => verdict === "pass");
}

/** The suggestion as a configuration to review. */
export function suggestionText(
  { rules, quarantine, invariants }: Suggestion,
  runs: readonly string[],
): string {
  return [
    `import { defineConfig } from ${JSON.stringify(PACKAGE)};`,
    "",
    `// Suggested from ${runs.join(", ")}. Review each rule: a run shows what is, not what should be.`,
    "export default defineConfig({",
    "  policy: {",
    "    behaviour: {",
    ...rules.flatMap(({ selector, expectation, why }) => [
      `      // ${why}`,
      `      ${JSON.stringify(selector)}: ${JSON.stringify(expectation)},`,
    ]),
    "    },",
    ...(quarantine.length === 0
      ? []
      : [
          "    // Cases that varied: find out why before the last day.",
          "    quarantine: [",
          ...quarantine.map((entry) => `      ${JSON.stringify(entry)},`),
          "    ],",
        ]),
    "  },",
    "});",
    ...(invariants.length === 0
      ? []
      : ["", "// Held by every such response of the run, and not expressed by a rule:"]),
    ...invariants.map((text) => `// - ${text}`),
    "",
  ].join("\n");
}
