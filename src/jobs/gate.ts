import { readFileSync } from "node:fs";
import { WitnessError } from "../errors.ts";
import type { FoldOptions } from "../analyse/index.ts";
import type { Baseline, GateResult, GivenTarget, Policy } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import {
  emptyGateFold,
  foldGate,
  judgeRuns,
  parseBaseline,
  sourceLines,
  type GateRun,
  type GivenBaseline,
} from "../policy/index.ts";
import { findRunFile, readRun } from "../record/index.ts";
import { compareWith } from "./compare.ts";
import type { Catalogue } from "./load-suites.ts";
import type { Control, FinishedRun } from "./open-run.ts";
import { explorationOf } from "./plan-exploration.ts";
import { shortLoad } from "./plan-load.ts";
import { runJob } from "./run.ts";

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
  if (only !== undefined && second === undefined)
    return [await runJob(only, catalogue, sending, control)];
  const { runs } = await compareWith(targets, catalogue, sending, control, {
    explore: explorationOf(catalogue.interface, sending),
    load: options.load
      ? { ...shortLoad(options.loadDurationMs), rounds: PAIRED_ROUNDS }
      : undefined,
  });
  return runs;
}

/** Options for judging stored runs, besides the policy. */
export type GateCriteria = {
  /** A baseline, or the file that has it. */
  baseline?: string | Baseline | undefined;
  /** The file that the policy is in: judgements name its lines. */
  source?: string | undefined;
  /** How insufficient evidence is treated; the default is exit code 4. */
  inconclusive?: "pass" | "fail" | undefined;
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
  { baseline, source, inconclusive, beside = [] }: GateCriteria,
): Promise<GateResult> {
  const runs: GateRun[] = [];
  const given = baseline === undefined ? undefined : readBaseline(baseline);
  const options = { keepBodies: given?.value.compares !== undefined };
  for (const folder of folders) runs.push(await gateRun(folder, policy, options));
  for (const folder of beside)
    runs.push({ ...(await gateRun(folder, policy, options)), reference: true });
  return judgeRuns({
    runs,
    inconclusive,
    ...(given !== undefined && { baseline: given }),
    ...(source !== undefined && { source: sourceLines(source, readText(source)) }),
  });
}

async function gateRun(folder: string, policy: Policy, options: FoldOptions): Promise<GateRun> {
  const gate = emptyGateFold(policy, options);
  const { state, text } = await readRun(findRunFile(folder), (record) => foldGate(gate, record));
  gate.run.integrity = { state, text };
  return { gate, folder };
}

function readBaseline(given: string | Baseline): GivenBaseline {
  if (typeof given !== "string") return { value: given };
  return { value: parseBaseline(readText(given), given), path: given };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new WitnessError("file", `${path} does not exist or cannot be read`);
  }
}
