import { dirname, join } from "node:path";
import type { GateResult, Summary } from "../model/index.ts";
import type { Reporter } from "../options/index.ts";
import { createOutput, findRunFile, writeReport } from "../record/index.ts";
import { ctrfJson, gateMarkdown, junitXml, prComment } from "../report/index.ts";

type Judged = { folder: string; summary: Summary };
type Settings = { outputDir: string; inconclusive?: "pass" | "fail" | undefined };

/** The comment for a pull request. */
export const COMMENT_FILE = "pr-comment.md";

/** A reporter of the gate: the file it writes, and its content. `html` is the report of each run, written before. */
type GateReporter = {
  file: string;
  render: (result: GateResult, summaries: readonly Summary[], settings: Settings) => string;
};

const as = ({ inconclusive }: Settings) => (inconclusive === undefined ? {} : { inconclusive });

/** Every reporter by its name; to add one, add an entry here and its name in `REPORTERS`. */
const GATE_REPORTERS: Record<Exclude<Reporter, "html">, GateReporter> = {
  junit: {
    file: "junit.xml",
    render: (result, summaries, settings) => junitXml(result, summaries, as(settings)),
  },
  ctrf: {
    file: "ctrf.json",
    render: (result, summaries, settings) => ctrfJson(result, summaries, as(settings)),
  },
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
  { reporter, ...settings }: Settings & { reporter: readonly Reporter[] },
): string[] {
  const summaries = runs.map(({ summary }) => summary);
  const folder = createOutput(settings.outputDir);
  const json = `${JSON.stringify(result, null, 2)}\n`;
  const written = [writeReport(folder, "gate.json", json)];
  // The run's own is not replaced by the next gate: --only-failed reads it.
  for (const { folder: own } of runs) writeReport(dirname(findRunFile(own)), "gate.json", json);
  for (const [name, { file, render }] of Object.entries(GATE_REPORTERS))
    if (reporter.some((wanted) => wanted === name))
      written.push(writeReport(folder, file, render(result, summaries, settings)));
  return [...written, ...runs.map(({ folder: own }) => join(own, "report.html"))];
}
