import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type FoldOptions, type RunFold, someCases, summarise } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { compareWith } from "./compare.ts";
import { olderBuild } from "./older-build.ts";
import { explorationOf } from "./explore.ts";
import { type Catalogue, loadCatalogue } from "./load-suites.ts";
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
  cataloguePart,
  type CataloguePart,
  emptyGateFold,
  foldGate,
  type GateFold,
  type GateRun,
  type GivenBaseline,
  judgeRuns,
  measuresGrowth,
  narrowedBy,
  sourceLines,
  type SuggestedRule,
  type Suggestion,
  suggestPolicy,
} from "../policy/index.ts";
import { createOutput, findRunFile, readRun, writeReport } from "../record/index.ts";
import type { GateItem, JudgedView } from "../report/index.ts";
import {
  ctrfJson,
  gateItems,
  gateMarkdown,
  junitXml,
  prComment,
  renderGatePage,
  sarifJson,
} from "../report/index.ts";

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
  const sending = { ...options, axes, infer: false, states: false };
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
  baseline?: string | Baseline | undefined;
  /** The file that the policy is in: judgements name its lines. */
  source?: string | undefined;
  /** How doubt and failures are treated; by default insufficient evidence has exit code 4. */
  level?: GateLevel | undefined;
  /** Folders of runs that rules may name, and that are not judged themselves. */
  beside?: readonly string[];
};

/**
 * The judging half of `witness gate`: stored runs by the stated clauses, the policy and a baseline. Sends nothing; the same runs
 * and policy give the same result. @throws WitnessError if a run, the baseline or the source cannot be read.
 */
export const judgeStored = async (
  folders: readonly string[],
  policy: Policy,
  criteria: GateCriteria,
): Promise<GateResult> => (await judgeFolders(folders, policy, criteria)).result;

type JudgedFolders = { result: GateResult; runs: GateRun[] };

/** The same, with the runs. */
export async function judgeFolders(
  folders: readonly string[],
  policy: Policy,
  { baseline, source, level, beside = [] }: GateCriteria,
): Promise<JudgedFolders> {
  const runs: GateRun[] = [];
  const given = baseline === undefined ? undefined : givenBaseline(baseline);
  const options = { keepBodies: given?.value.compares !== undefined };
  for (const folder of folders) runs.push(await gateRun(folder, policy, options));
  const references: GateRun[] = [];
  for (const folder of beside)
    references.push({ ...(await gateRun(folder, policy, options)), reference: true });
  const result = judgeRuns({
    runs: [...runs, ...references],
    level,
    baseline: given,
    source: source === undefined ? undefined : sourceLines(source, readText(source)),
  });
  return { result, runs };
}

async function gateRun(folder: string, policy: Policy, options: FoldOptions): Promise<GateRun> {
  const gate = emptyGateFold(policy, options);
  const { state, text } = await readRun(findRunFile(folder), (record) => foldGate(gate, record));
  gate.run.integrity = { state, text };
  const part = await partOf(gate);
  return { gate, folder, ...(part !== undefined && { part }) };
}

/** What a run of a part of its catalogue left out; unknown if the catalogue cannot be loaded here. */
async function partOf(gate: GateFold): Promise<CataloguePart | undefined> {
  const { header } = gate.run;
  if (header === undefined || narrowedBy(gate.run).length === 0) return undefined;
  const { suites: own, corpus } = header.options;
  const from = { interface: header.interface, corpus };
  try {
    const module = typeof own === "string" ? own : undefined;
    const { suites } = await loadCatalogue({ ...from, suitesModule: module });
    return cataloguePart(gate, suites);
  } catch (error) {
    if (error instanceof WitnessError) return undefined;
    throw error;
  }
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

export const COMMENT_FILE = "pr-comment.md";

/** The page of a gate, which is always written. */
const GATE_PAGE = "gate.html";

type Render = (result: GateResult, summaries: readonly Summary[], reports: string) => string;

/** Every reporter by its name; to add one, add an entry here and its name in `REPORTERS`. */
const GATE_REPORTERS: Record<Exclude<Reporter, "html">, { file: string; render: Render }> = {
  junit: { file: "junit.xml", render: junitXml },
  ctrf: { file: "ctrf.json", render: ctrfJson },
  markdown: { file: "gate.md", render: (result, _, reports) => gateMarkdown(result, { reports }) },
  sarif: { file: "gate.sarif", render: sarifJson },
  "pr-comment": {
    file: COMMENT_FILE,
    render: (result, _, reports) => prComment(result, { reports }),
  },
};

/**
 * Writes `gate.json`, the page of the gate, and the files of the reporters. Returns the path of the page. @throws
 * WitnessError `output-dir` if the folder cannot be written to.
 */
export function writeGate(
  { result, runs }: JudgedFolders,
  { reporter, outputDir }: { outputDir: string; reporter: readonly Reporter[] },
): string {
  const folder = createOutput(outputDir);
  const json = `${JSON.stringify(result, null, 2)}\n`;
  writeReport(folder, "gate.json", json);
  // The run's own is not replaced by the next gate: --only-failed reads it.
  for (const { folder: own } of runs) writeReport(dirname(findRunFile(own)), "gate.json", json);
  const views = runs.flatMap((run) => viewOf(run, result, outputDir));
  const summaries = views.map(({ summary }) => summary);
  for (const [name, { file, render }] of Object.entries(GATE_REPORTERS))
    if (reporter.some((wanted) => wanted === name))
      writeReport(folder, file, render(result, summaries, outputDir));
  return writeReport(folder, GATE_PAGE, renderGatePage(result, views));
}

/** Cases whose evidence the page has: of each cause, and in all. */
const SHOWN_OF_CAUSE = 10;
const MOST_SHOWN = 100;

function viewOf({ gate, folder }: GateRun, result: GateResult, outputDir: string): JudgedView[] {
  const summary = summarise(gate.run);
  if (summary === undefined) return [];
  const own = gateItems(result).filter(({ target }) => target === summary.target.name);
  const casesOf = ({ example, cases }: GateItem): string[] => [
    ...new Set([...(example?.case === undefined ? [] : [example.case]), ...cases]),
  ];
  const firsts = own.flatMap((item) => casesOf(item).slice(0, 1));
  const others = own.flatMap((item) => casesOf(item).slice(1, SHOWN_OF_CAUSE));
  const ids = [...new Set([...firsts, ...others])].slice(0, MOST_SHOWN);
  const evidence = someCases(gate.run, folder, ids, gate.examples);
  if (evidence === undefined) return [];
  const path = relative(outputDir, join(dirname(findRunFile(folder)), "report.html"));
  return [
    {
      ...evidence,
      summary,
      reported: new Set(gate.run.cases.keys()),
      report: path.split(sep).map(encodeURIComponent).join("/"),
    },
  ];
}

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
