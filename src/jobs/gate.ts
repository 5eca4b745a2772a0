import { dirname, join, relative, sep } from "node:path";
import { type FoldOptions, someCases } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { readNamed } from "../machine-fault.ts";
import { compareWith } from "./compare.ts";
import { explorationOf } from "./explore.ts";
import { type Catalogue, loadCatalogue } from "./load-suites.ts";
import { shortLoad } from "./load.ts";
import { type Control, readAnyBaseline } from "./open-run.ts";
import type { FinishedRun } from "./conclude-run.ts";
import type { WholeDocument } from "./document/operation-turns.ts";
import { refuseOptions } from "./document/choose-operations.ts";
import type { FinishedDocument } from "./document/report-document.ts";
import { isDocumentFolder, readDocumentRun } from "./document/report-document.ts";
import { documentJob } from "./document/send-document.ts";
import { runJob } from "./run.ts";
import type { Baseline, DocumentBaseline, GateLevel, GateResult } from "../model/index.ts";
import type { GivenTarget, Policy, Summary } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import type { CataloguePart, GateFold, GateRun, GivenBaseline } from "../policy/index.ts";
import * as policies from "../policy/index.ts";
import { findRunFile, readRun } from "../record/index.ts";
import { type GateItem, gateItems } from "../report/index.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { servedTargets } from "./served-target.ts";
import { parseTarget, PORT } from "./targets.ts";

/** Paired rounds for several targets: the smallest number that bounds a ratio. */
const PAIRED_ROUNDS = 6;

/** One target as in `witness run`, several as in `witness compare`, with the axes of rules on boundaries. @throws WitnessError */
export async function gateJob(
  targets: readonly GivenTarget[],
  catalogue: Catalogue,
  options: OptionsOf<"gate">,
  policy: Policy | undefined,
  control: Control,
): Promise<FinishedRun[]> {
  const sending = gateSending(options, policy);
  const [only, second] = targets;
  if (only !== undefined && second === undefined) {
    const against = await olderBuild(only, options);
    const leaks = policies.measuresGrowth(policy ?? {}) ? "always" : "if-suspected";
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

function gateSending(options: OptionsOf<"gate">, policy: Policy | undefined) {
  const ruled = Object.entries(policy?.boundaries ?? {})
    .filter(([, { onlyIn = options.profile }]) => onlyIn === options.profile)
    .map(([axis]) => axis);
  return { ...options, axes: [...options.axes, ...ruled], infer: false, states: false };
}

/** As `documentJob`, with differences sent again. @throws WitnessError `baseline-file` if the baseline is of one operation. */
export async function gateDocumentJob(
  targets: readonly GivenTarget[],
  document: WholeDocument,
  options: OptionsOf<"gate">,
  policy: Policy | undefined,
  control: Control,
): Promise<FinishedDocument> {
  const [target, second] = targets;
  if (target === undefined || second !== undefined)
    throw new WitnessError("openapi", "a whole document is gated at one target", {
      hint: "call the gate once for each, or choose an operation with --operation",
    });
  refuseOptions({ "--against": options.against !== undefined });
  const sending = { ...gateSending(options, policy), load: false };
  return documentJob(target, document, sending, control, operationBaselines(options));
}

/** The baseline of each operation, by its name. @throws WitnessError `baseline-file` if the baseline is of one operation. */
export function operationBaselines({
  baseline: path,
}: {
  baseline?: string | undefined;
}): (operation: string) => Baseline | undefined {
  const baseline =
    path === undefined ? undefined : ofDocument({ value: readAnyBaseline(path), path }, "RUN");
  return (operation) => baseline && policies.baselineOfOperation(baseline, operation)?.value;
}

type GateCriteria = {
  baseline?: string | Baseline | undefined;
  /** The file that the policy is in: judgements name its lines. */
  source?: string | undefined;
  /** How doubt and failures are treated; by default insufficient evidence has exit code 4. */
  level?: GateLevel | undefined;
  /** Folders of runs that rules may name, and that are not judged themselves. */
  beside?: readonly string[];
};

/** Judges stored runs, and sends nothing. @throws WitnessError if a run, the baseline or the source cannot be read. */
export const judgeStored = async (
  folders: readonly string[],
  policy: Policy,
  criteria: GateCriteria,
): Promise<GateResult> => (await judgeFolders(folders, policy, criteria)).result;

/** What the page of a gate shows of a run: its type is written here so that the package's declarations need none of reports. */
type JudgedView = NonNullable<ReturnType<typeof someCases>> & {
  summary: Summary;
  reported: ReadonlySet<string>;
  report: string;
};

export type JudgedFolders = { result: GateResult; folders: string[]; views: JudgedView[] };

/** The same, with what is shown of the runs. A folder may be that of a whole document. */
export async function judgeFolders(
  folders: readonly string[],
  policy: Policy,
  criteria: GateCriteria & { outputDir?: string },
): Promise<JudgedFolders> {
  const { baseline, source, level, beside = [], outputDir = "." } = criteria;
  const given = baseline === undefined ? undefined : givenBaseline(baseline);
  const lines =
    source === undefined ? undefined : policies.sourceLines(source, readNamed(source, "file"));
  const judging = { level, source: lines };
  const [only = ""] = folders;
  if (folders.some(isDocumentFolder)) {
    if (folders.length + beside.length > 1)
      throw new WitnessError("gate", "a gate judges one run of a whole document", {
        hint: "call it once for each folder",
      });
    const document = { folder: only, policy, outputDir, ...judging };
    return judgeDocumentFolder({ ...document, baseline: ofDocument(given, only) });
  }
  const own = ofOneRun(given);
  const options = { keepBodies: own?.value.compares !== undefined };
  const runs: GateRun[] = [];
  for (const folder of folders) runs.push(await gateRun(folder, policy, options));
  const references: GateRun[] = [];
  for (const folder of beside)
    references.push({ ...(await gateRun(folder, policy, options)), reference: true });
  const result = policies.judgeRuns({ runs: [...runs, ...references], baseline: own, ...judging });
  const views = runs.flatMap((run) => viewOf(run, result, outputDir));
  return { result, views, folders: [...folders] };
}

/** The operations of a document one after the other: only what is shown of each stays in memory. */
async function judgeDocumentFolder({
  folder,
  outputDir,
  ...criteria
}: Omit<Parameters<typeof policies.judgeDocument>[1], "document"> & {
  outputDir: string;
}): Promise<JudgedFolders> {
  const { policy, baseline, level, source } = criteria;
  const document = readDocumentRun(folder);
  const results: GateResult[] = [];
  const views: JudgedView[] = [];
  for (const { name, run: inside } of document.operations) {
    const own = baseline && policies.baselineOfOperation(baseline, name);
    const options = { keepBodies: own?.value.compares !== undefined };
    const read = await gateRun(join(folder, inside), policy, options);
    // What is left out of one operation is in others.
    const run: GateRun = { gate: read.gate, folder: read.folder, operation: name };
    const result = policies.judgeRuns({ runs: [run], baseline: own, level, source });
    results.push(result);
    views.push(...viewOf(run, result, outputDir));
  }
  const result = policies.judgeDocument(results, { ...criteria, document, folder });
  if (result === undefined)
    throw new WitnessError("run-folder", `${folder} has no run of an operation: nothing to judge`);
  return { result, views, folders: [folder] };
}

async function gateRun(folder: string, policy: Policy, options: FoldOptions): Promise<GateRun> {
  const gate = policies.emptyGateFold(policy, options);
  const { state, text } = await readRun(findRunFile(folder), (record) =>
    policies.foldGate(gate, record),
  );
  gate.run.integrity = { state, text };
  const part = await partOf(gate);
  return { gate, folder, part };
}

/** What a run of a part of its catalogue left out; unknown if the catalogue cannot be loaded here. */
async function partOf(gate: GateFold): Promise<CataloguePart | undefined> {
  const { header } = gate.run;
  if (header === undefined || policies.narrowedBy(gate.run).length === 0) return undefined;
  const { suites: own, corpus } = header.options;
  const from = { interface: header.interface, corpus };
  try {
    const module = typeof own === "string" ? own : undefined;
    const { suites } = await loadCatalogue({ ...from, suitesModule: module });
    return policies.cataloguePart(gate, suites);
  } catch (error) {
    if (error instanceof WitnessError) return undefined;
    throw error;
  }
}

type AnyBaseline = { value: Baseline | DocumentBaseline; path?: string };

const givenBaseline = (given: string | Baseline): AnyBaseline =>
  typeof given === "string" ? { value: readAnyBaseline(given), path: given } : { value: given };

function ofOneRun(given: AnyBaseline | undefined): GivenBaseline | undefined {
  if (given === undefined) return undefined;
  const { value, ...place } = given;
  if (!("operations" in value)) return { value, ...place };
  throw new WitnessError("baseline-file", `${given.path} is the baseline of a whole document`, {
    hint: "gate the folder of a whole document, or all of its operations",
  });
}

function ofDocument(given: AnyBaseline | undefined, folder: string) {
  if (given === undefined) return undefined;
  const { value, ...place } = given;
  if ("operations" in value) return { value, ...place };
  throw new WitnessError("baseline-file", `the baseline is of one operation: ${given.path ?? ""}`, {
    hint: `witness baseline save ${folder} writes one of the whole document`,
  });
}

const SHOWN_OF_CAUSE = 10;
const MOST_SHOWN = 100;

function viewOf(run: GateRun, result: GateResult, outputDir: string): JudgedView[] {
  const { gate, folder } = run;
  const summary = policies.judgedSummary(run);
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
      reported: new Set(own.flatMap(casesOf).filter((id) => gate.run.cases.has(id))),
      report: path.split(sep).map(encodeURIComponent).join("/"),
    },
  ];
}

type GateOptions = Pick<OptionsOf<"gate">, "against" | "againstTimeMs" | "load" | "maxTimeMs">;

/** The suites keep the rest of the time of a run that is limited. */
const MOST_OF_TIME = 0.5;

const LOOPBACK = /^(localhost|127\.[\d.]+)$/;

/** The build of `--against`: a base URL, or a command that starts it here. @throws WitnessError `against` */
async function olderBuild(
  { baseUrl, serve }: GivenTarget,
  { against: text, againstTimeMs, load, maxTimeMs = Infinity }: GateOptions,
): Promise<{ target: GivenTarget; timeMs: number } | undefined> {
  if (text === undefined) return undefined;
  const timeMs = Math.round(Math.min(againstTimeMs, MOST_OF_TIME * maxTimeMs));
  if (!load)
    throw new WitnessError("against", "`--against` compares builds under load", {
      hint: "leave --no-load out",
    });
  if (!text.includes(PORT)) {
    if (/\s/.test(text))
      throw new WitnessError("against", `the command of \`--against\` has no ${PORT}`, {
        hint: `--against "node old/server.js --port ${PORT}", or a base URL`,
      });
    return { target: parseTarget(text), timeMs };
  }
  const { hostname, prefix } = parseBaseUrl(baseUrl.replaceAll(PORT, "1"));
  const host = LOOPBACK.test(hostname) ? hostname : "127.0.0.1";
  const { port: _, ...rest } = serve ?? { command: "" };
  const given = { name: "against", baseUrl: `http://${host}:${PORT}${prefix}` };
  const [target = given] = await servedTargets(
    [{ ...given, serve: { ...rest, command: text } }],
    undefined,
  );
  return { target, timeMs };
}
