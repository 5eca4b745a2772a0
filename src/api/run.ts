import { resolve } from "node:path";
import { z } from "zod";
import type { FollowOptions, OwnOptions, CompareResult, RunResult, TargetInput } from "./inputs.ts";
import {
  controlOf,
  FOLLOW_SHAPE,
  INTERFACE,
  readOptions,
  SUITES,
  verbOptions,
  runResult,
  readTarget,
  readTargets,
  servedAs,
  targetText,
} from "./inputs.ts";
import { WitnessError } from "../errors.ts";
import { type FinishedComparison, loadCatalogue } from "../jobs/index.ts";
import { Baseline, Policy, type GateResult, type Interface, type Suite } from "../model/index.ts";
import { type ApiOptionsOf, apiShape, type OptionsOf } from "../options/index.ts";

/** The requests of a program: of its interface, the built-in suites and its own. */
const catalogueOf = (wanted: {
  options: Parameters<typeof loadCatalogue>[0];
  from: Interface | undefined;
  suites: Suite[];
}) => loadCatalogue({ ...wanted.options, interface: wanted.from, inline: wanted.suites });

/** Options of `run`; each has the default of `witness run`. Durations are milliseconds. */
export type RunOptions = ApiOptionsOf<"run"> & OwnOptions;

/**
 * Sends the stated request and the edge cases to a server, and records what it does: `witness run`. A target that misbehaves, or
 * cannot be reached, is in the outcome. @throws WitnessError `options`, `base-url`, `target-name`, `corpus`, `suite`,
 * `unknown-suite`, `nothing-to-send`, `case-size`, `client-request`, `output-dir`; exit code 70 if this machine cannot continue.
 */
export async function run(target: TargetInput, options: RunOptions = {}): Promise<RunResult> {
  const wanted = verbOptions("run", options);
  const { runJob } = await import("./jobs.lazy.ts");
  const catalogue = await catalogueOf(wanted);
  return runResult(
    await runJob(await readTarget(target), catalogue, wanted.options, wanted.control),
  );
}

/** Options of `load`; each has the default of `witness load`. Durations are milliseconds. */
export type LoadOptions = ApiOptionsOf<"load"> & FollowOptions & Pick<OwnOptions, "interface">;

/**
 * Measures throughput and latency with the stated request: `witness load`. Figures are in `summary.load`. @throws WitnessError
 * `options`, `load-options`, `base-url`, `target-name`, `pipelining`, `output-dir`; exit code 70 if this machine cannot continue.
 */
export async function load(target: TargetInput, options: LoadOptions = {}): Promise<RunResult> {
  const schema = z.strictObject({ ...apiShape("load"), ...FOLLOW_SHAPE, interface: INTERFACE });
  const { signal, events, interface: from, ...wanted } = readOptions(schema, options, "load");
  const { loadJob } = await import("./jobs.lazy.ts");
  const settings = wanted as unknown as OptionsOf<"load">;
  return runResult(
    await loadJob(
      await readTarget(target),
      await loadCatalogue({ ...settings, interface: from }),
      settings,
      controlOf({ signal, events }),
    ),
  );
}

/** Options of `explore`; each has the default of `witness explore`. Durations are milliseconds. */
export type ExploreOptions = ApiOptionsOf<"explore"> & OwnOptions;

/**
 * Finds smallest examples and exact boundaries of one target, or the differences between several:
 * `witness explore`. Returns a run for each target, in order; findings are in `summary.exploration`.
 * @throws WitnessError `options`, `parts`, `axis`, `base-url`, `target-name`, `suite`, `unknown-suite`,
 * `case-size`, `client-request`, `output-dir`; exit code 70 if this machine cannot continue.
 */
export async function explore(
  targets: TargetInput | readonly TargetInput[],
  options: ExploreOptions = {},
): Promise<RunResult[]> {
  const wanted = verbOptions("explore", options);
  const { exploreJob } = await import("./jobs.lazy.ts");
  const list = await readTargets([targets].flat());
  const catalogue = await catalogueOf(wanted);
  const finished = await exploreJob(list, catalogue, wanted.options, wanted.control);
  return finished.map(runResult);
}

/** Options of `compare`; each has the default of `witness compare`. Durations are milliseconds. */
export type CompareOptions = ApiOptionsOf<"compare"> & OwnOptions;

/**
 * Sends the same bytes to several servers, or reads stored runs if folders are given, and says where they differ: `witness
 * compare`. @throws WitnessError `options`, `compare`, `base-url`, `target-name`, `corpus`, `suite`, `unknown-suite`,
 * `nothing-to-send`, `axis`, `case-size`, `client-request`, `run-folder`, `record-format`, `output-dir`; exit code 70 if this
 * machine cannot continue.
 */
export async function compare(
  targets: readonly TargetInput[],
  options: CompareOptions = {},
): Promise<CompareResult> {
  const wanted = verbOptions("compare", options);
  const { depth, outputDir } = wanted.options;
  const { comparedTargets } = await import("./jobs.lazy.ts");
  const { compareJob, compareStored } = await import("./jobs.lazy.ts");
  const compared = comparedTargets(targets.map(targetText), undefined);
  if ("runs" in compared)
    // The state of each record is in the comparison.
    return resultOf(await compareStored(compared.runs, outputDir, depth, () => {}));
  const catalogue = await catalogueOf(wanted);
  const given = servedAs(compared.targets, targets);
  return resultOf(await compareJob(given, catalogue, wanted.options, wanted.control));
}

const resultOf = ({ view, runs, folder, report }: FinishedComparison): CompareResult => ({
  comparison: view.comparison,
  runs: runs.map(runResult),
  folder: resolve(folder),
  report: resolve(report),
});

/** Options of `resume`; `suites` are those of the first call. */
export type ResumeOptions = ApiOptionsOf<"resume"> & OwnOptions;

/**
 * Continues a run, load or exploration that was killed or interrupted, in its folder: `witness resume`. Sends only what is
 * missing. @throws WitnessError `options`, `run-folder`, `record-format`, `run-locked`, `resume`, `suite`, `unreachable` and
 * `not-answering` (both exit code 3); the record then stays unchanged. Exit code 70 if this machine cannot continue.
 */
export async function resume(run: StoredRun, options: ResumeOptions = {}): Promise<RunResult> {
  const schema = z.strictObject({ ...apiShape("resume"), ...FOLLOW_SHAPE, suites: SUITES });
  const { suites, signal, events, ...wanted } = readOptions(schema, options, "resume");
  const { resumeJob } = await import("./jobs.lazy.ts");
  const folder = typeof run === "string" ? run : run.folder;
  const settings = { ...(wanted as ApiOptionsOf<"resume">), inline: suites };
  return runResult(await resumeJob(folder, settings, controlOf({ signal, events })));
}

/**
 * The interface of an operation of an OpenAPI 3.0, 3.1 or 3.2 document, to pass as `interface`. The operation
 * is an operationId, or method and path (`POST /v1/orders`); it may be omitted if there is only one.
 * `$ref`s are followed to other files, never to the network. @throws WitnessError `openapi` if the
 * document cannot be read, has no such operation, or its request cannot be expressed.
 */
export async function interfaceFromOpenApi(file: string, operation?: string): Promise<Interface> {
  const { readOpenApi } = await import("./jobs.lazy.ts");
  return readOpenApi(file, operation);
}

/** A stored run: its folder, or the result of what made it. */
export type StoredRun = string | { folder: string };

const Stored = z.union([z.string(), z.looseObject({ folder: z.string() })]);
const Options = z.strictObject({
  /** A baseline, or the file that has it. */
  baseline: z.union([z.string(), Baseline]).optional(),
  /** The file of the policy, so that judgements name its lines. */
  source: z.string().optional(),
  /** What to treat `inconclusive` as; the default is exit code 4. */
  inconclusive: z.enum(["pass", "fail"]).optional(),
  /** Whether warnings fail, and insufficient evidence too unless `inconclusive` says otherwise. */
  strict: z.boolean().optional(),
  /** Runs that rules may refer to (`agreesWith`, `0.9 * target(other)`), and that are not judged themselves. */
  beside: z.array(Stored).default([]),
});
/** Options of `judge`, as the verb `gate` takes them. */
export type JudgeOptions = z.input<typeof Options>;

/**
 * Judges stored runs by what is stated, by the policy and by a baseline: `witness gate`. Sends nothing; the same runs and policy
 * give the same result. @throws WitnessError `options`, `policy`, `run-folder`, `record-format`, `baseline-file`,
 * `baseline-target`, `file`.
 */
export async function judge(
  runs: StoredRun | readonly StoredRun[],
  policy: PolicyInput = {},
  options: JudgeOptions = {},
): Promise<GateResult> {
  const { baseline, source, beside, ...level } = readOptions(Options, options, "judge");
  const { judgeStored } = await import("./jobs.lazy.ts");
  return judgeStored([runs].flat().map(folderOf), readPolicy(policy), {
    baseline,
    source,
    level: Object.keys(level).length > 0 ? level : undefined,
    beside: beside.map(folderOf),
  });
}

const folderOf = (run: StoredRun): string => (typeof run === "string" ? run : run.folder);

/** A policy as written in a file: members with a default may be omitted. */
export type PolicyInput = z.input<typeof Policy>;

/** Reads a policy. @throws WitnessError `policy` that names the invalid rule. */
export function readPolicy(policy: PolicyInput): Policy {
  const parsed = Policy.safeParse(policy);
  if (parsed.success) return parsed.data;
  throw new WitnessError("policy", `the policy is not valid: ${z.prettifyError(parsed.error)}`);
}
