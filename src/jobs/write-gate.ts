import { dirname } from "node:path";
import type { GateResult, Summary } from "../model/index.ts";
import type { Reporter } from "../options/index.ts";
import { createOutput, findRunFile, writeReport } from "../record/index.ts";
import * as report from "../report/index.ts";
import { isDocumentFolder } from "./document/report-document.ts";
import type { JudgedFolders } from "./gate.ts";

export const COMMENT_FILE = "pr-comment.md";

const GATE_PAGE = "gate.html";

type Render = (result: GateResult, summaries: readonly Summary[], reports: string) => string;

/** Every reporter by its name; to add one, add an entry here and its name in `REPORTERS`. */
const GATE_REPORTERS: Record<Exclude<Reporter, "html">, { file: string; render: Render }> = {
  junit: { file: "junit.xml", render: report.junitXml },
  ctrf: { file: "ctrf.json", render: report.ctrfJson },
  markdown: {
    file: "gate.md",
    render: (result, _, reports) => report.gateMarkdown(result, { reports }),
  },
  sarif: { file: "gate.sarif", render: report.sarifJson },
  "pr-comment": {
    file: COMMENT_FILE,
    render: (result, _, reports) => report.prComment(result, { reports }),
  },
};

/** Returns the path of the gate's page. @throws WitnessError `output-dir` if the folder cannot be written to. */
export function writeGate(
  { result, folders, views }: JudgedFolders,
  { reporter, outputDir }: { outputDir: string; reporter: readonly Reporter[] },
): string {
  const folder = createOutput(outputDir);
  const json = `${JSON.stringify(result, null, 2)}\n`;
  writeReport(folder, "gate.json", json);
  // The run's own is not replaced by the next gate: --only-failed reads it.
  for (const own of folders)
    writeReport(isDocumentFolder(own) ? own : dirname(findRunFile(own)), "gate.json", json);
  const summaries = views.map(({ summary }) => summary);
  for (const [name, { file, render }] of Object.entries(GATE_REPORTERS))
    if (reporter.some((wanted) => wanted === name))
      writeReport(folder, file, render(result, summaries, outputDir));
  return writeReport(folder, GATE_PAGE, report.renderGatePage(result, views));
}
