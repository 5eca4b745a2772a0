import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { judge } from "../api/judge.ts";
import { WitnessError } from "../errors.ts";
import type { GateResult } from "../model/gate.ts";
import type { Suite } from "../model/suite.ts";
import type { Summary } from "../model/summary.ts";
import { policyProblems } from "../policy/policy-problems.ts";
import { problemError } from "../policy/problem.ts";
import { createOutput, writeReport } from "../record/run-folder.ts";
import { ctrfJson } from "../report/ctrf/ctrf-json.ts";
import { githubAnnotations } from "../report/github/github-annotations.ts";
import { gateMarkdown, stepSummary } from "../report/markdown/gate.ts";
import { junitXml } from "../report/junit/junit-xml.ts";
import { renderGate } from "../report/terminal/gate/render-gate.ts";
import { loadConfig, type LoadedConfig } from "./config/load-config.ts";
import { painter, print, tellRunner } from "./output.ts";
import { terminalJson, terminalLines } from "../text/terminal-text.ts";

/** Settings of a verb that judges. */
export type GateFlags = {
  baseline?: string;
  inconclusive?: "pass" | "fail";
  reporter: string[];
  outputDir: string;
  json?: true;
  /** Something else is the one document on stdout. */
  silent?: boolean;
};

/** A run to judge: its folder, and what it came to. */
export type Judged = { folder: string; summary: Summary };

const REPORTERS = ["html", "junit", "ctrf", "markdown"];

/** Judges runs by the configuration and the flags, tells it where CI looks, and gives the exit code. */
export async function judgeRuns(
  runs: readonly Judged[],
  { config, path }: LoadedConfig,
  flags: GateFlags,
): Promise<number> {
  checkReporters(flags.reporter);
  const result = await judge(runs, config.policy ?? {}, {
    ...(flags.baseline !== undefined && { baseline: flags.baseline }),
    ...(flags.inconclusive !== undefined && { inconclusive: flags.inconclusive }),
    ...(path !== undefined && { source: path }),
  });
  const written = writeResults(result, runs, flags);
  tellGithub(result, flags.outputDir);
  if (flags.silent === true) return result.exitCode;
  if (flags.json === true) await print(terminalJson(result));
  else {
    await print(renderGate(result, painter(process.stdout)));
    await print(terminalLines(written));
  }
  return result.exitCode;
}

/** Reads the configuration, and throws where something cannot be judged by it: before anything is sent. */
export async function prepareGate(
  flags: GateFlags & { config?: string },
  suites: readonly Suite[],
): Promise<LoadedConfig> {
  checkReporters(flags.reporter);
  if (flags.baseline !== undefined && !existsSync(flags.baseline))
    throw new WitnessError("baseline", `no baseline at ${flags.baseline}`, {
      hint: `witness baseline save RUN --file ${flags.baseline} writes one`,
    });
  const loaded = await loadConfig(flags.config, process.cwd());
  const problems = policyProblems(loaded.config.policy ?? {}, suites);
  if (problems.length > 0) throw problemError(problems, loaded.source);
  return loaded;
}

/** Throws where a reporter is named that does not exist. */
function checkReporters(names: readonly string[]): void {
  const unknown = names.find((name) => !REPORTERS.includes(name));
  if (unknown !== undefined)
    throw new WitnessError("reporter", `there is no reporter named ${JSON.stringify(unknown)}`, {
      hint: `there are ${REPORTERS.join(", ")}; html is the report of each run`,
    });
}

function writeResults(
  result: GateResult,
  runs: readonly Judged[],
  { reporter, outputDir, inconclusive }: GateFlags,
): string[] {
  const summaries = runs.map(({ summary }) => summary);
  const as = inconclusive === undefined ? {} : { inconclusive };
  const folder = createOutput(outputDir);
  const files: [wanted: boolean, name: string, text: () => string][] = [
    [true, "gate.json", () => `${JSON.stringify(result, null, 2)}\n`],
    [reporter.includes("junit"), "junit.xml", () => junitXml(result, summaries, as)],
    [reporter.includes("ctrf"), "ctrf.json", () => ctrfJson(result, summaries, as)],
    [reporter.includes("markdown"), "gate.md", () => gateMarkdown(result, { reports: outputDir })],
  ];
  const written = files
    .filter(([wanted]) => wanted)
    .map(([, name, text]) => writeReport(folder, name, text()));
  return [...written, ...runs.map(({ folder: own }) => join(own, "report.html"))];
}

/** Annotations and the page of the job, where GitHub Actions runs this. */
function tellGithub(result: GateResult, outputDir: string): void {
  if (process.env["GITHUB_ACTIONS"] !== "true") return;
  tellRunner(githubAnnotations(result));
  const page = process.env["GITHUB_STEP_SUMMARY"];
  if (page !== undefined && page !== "")
    appendFileSync(page, stepSummary(result, { reports: outputDir }));
}
