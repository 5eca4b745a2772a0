import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { WitnessError } from "../errors.ts";
import { COMMENT_FILE, judgeStored, writeGate, type Catalogue } from "../jobs/index.ts";
import type { GateResult, Summary } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { policyProblems, problemError } from "../policy/index.ts";
import { githubAnnotations, renderGate, stepSummary } from "../report/index.ts";
import { terminalLines } from "../text/index.ts";
import type { LoadedConfig } from "./config/load-config.ts";
import { painter, print, printDocument, stdoutWidth, tellRunner } from "./output.ts";
import { gateOutputs, noteOutputs } from "./step-outputs.ts";

type GateOptions = Pick<OptionsOf<"gate">, "baseline" | "inconclusive" | "reporter" | "outputDir">;

/** A run to judge: its folder, and its summary. */
type Judged = { folder: string; summary: Summary };

/**
 * Judges runs by configuration and options, writes the results where CI looks for them, and returns the exit code.
 */
export async function judgeAndPrint(
  runs: readonly Judged[],
  { config, path }: LoadedConfig,
  options: GateOptions,
  /** `silent` if something else is the one document on stdout. */
  { json, silent }: { json: boolean; silent: boolean },
): Promise<number> {
  const { baseline, inconclusive } = options;
  const result = await judgeStored(
    runs.map(({ folder }) => folder),
    config.policy ?? {},
    { baseline, inconclusive, source: path },
  );
  const written = writeGate(result, runs, options);
  const { outputDir, reporter } = options;
  const comment = reporter.includes("pr-comment") ? join(outputDir, COMMENT_FILE) : undefined;
  noteOutputs(gateOutputs(result, { outputDir, comment }));
  tellGithub(result, options);
  if (silent) return result.exitCode;
  if (json) await printDocument(result);
  else {
    await print(renderGate(result, painter(process.stdout), stdoutWidth()));
    await print(terminalLines(written));
  }
  return result.exitCode;
}

/** Throws if something cannot be judged, before anything is sent. */
export function prepareGate(
  { options, loaded }: { options: GateOptions; loaded: LoadedConfig },
  catalogue: Catalogue,
): void {
  const { baseline } = options;
  if (baseline !== undefined && !existsSync(baseline))
    throw new WitnessError("baseline", `no baseline at ${baseline}`, {
      hint: `witness baseline save RUN --file ${baseline} writes one`,
    });
  const problems = policyProblems(loaded.config.policy ?? {}, catalogue);
  if (problems.length > 0) throw problemError(problems, loaded.source);
}

/** Annotations and the page of the job, where GitHub Actions runs this. */
function tellGithub(result: GateResult, { outputDir }: GateOptions): void {
  if (process.env["GITHUB_ACTIONS"] !== "true") return;
  tellRunner(githubAnnotations(result));
  const page = process.env["GITHUB_STEP_SUMMARY"];
  if (page !== undefined && page !== "")
    appendFileSync(page, stepSummary(result, { reports: outputDir }));
}
