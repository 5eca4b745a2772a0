import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Comparison, GateResult, Summary } from "../model/index.ts";
import type { FinishedDocument } from "../jobs/index.ts";
import { warn } from "./output.ts";

export type StepOutputs = Readonly<Record<string, string | number | undefined>>;

let noted: Record<string, string | number> = {};

/** Keeps outputs for the end of the verb; a later value of the same name replaces an earlier one. */
export function noteOutputs(outputs: StepOutputs): void {
  for (const [name, value] of Object.entries(outputs)) if (value !== undefined) noted[name] = value;
}

/** Appends the noted outputs and the exit code to the file of `GITHUB_OUTPUT`, if it is set. */
export function writeOutputs(exitCode: number): void {
  const file = process.env["GITHUB_OUTPUT"] ?? "";
  const outputs = { ...noted, "exit-code": exitCode };
  noted = {};
  if (file === "") return;
  try {
    appendFileSync(file, outputLines(outputs));
  } catch (error) {
    warn(`GITHUB_OUTPUT was not written: ${(error as Error).message}`);
  }
}

/** As GitHub reads them. A block ends with a random line, so that no value can end early and set another output. */
export const outputLines = (outputs: Readonly<Record<string, string | number>>): string =>
  Object.entries(outputs)
    .map(([name, value]) => {
      const text = String(value);
      if (!/[\r\n]/.test(text)) return `${name}=${text}\n`;
      const end = `witness-${randomUUID()}`;
      return `${name}<<${end}\n${text}\n${end}\n`;
    })
    .join("");

type RunPart = { summary: Summary; folder: string; report: string };

export function runOutputs(runs: readonly RunPart[]): StepOutputs {
  const all = (of: (run: RunPart) => string): string => runs.map(of).join("\n");
  const sum = (of: (run: RunPart) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  return {
    verdict: all(({ summary }) => summary.accepts),
    end: all(({ summary }) => summary.end),
    requests: sum(({ summary }) => summary.requests.total),
    valid: sum(({ summary }) => summary.stated.valid),
    answered: sum(({ summary }) => summary.stated.answered),
    run: all(({ folder }) => folder),
    report: all(({ report }) => report),
    summary: all(({ folder }) => join(folder, "summary.json")),
  };
}

export const documentOutputs = ({ document, folder, report }: FinishedDocument): StepOutputs => ({
  verdict: document.operations.map(({ accepts }) => accepts).join("\n"),
  requests: document.operations.reduce((sum, { requests }) => sum + requests, 0),
  report,
  document: join(folder, "document.json"),
});

export const comparisonOutputs = (
  { behaviour }: Comparison,
  { folder, report }: { folder: string; report: string },
): StepOutputs => ({
  verdict: behaviour.differ === 0 ? "same" : "different",
  compared: behaviour.compared,
  agree: behaviour.agree,
  differ: behaviour.differ,
  report,
  comparison: join(folder, "comparison.json"),
});

export function gateOutputs(
  { verdict, judgements, targets }: GateResult,
  { outputDir, page, comment }: { outputDir: string; page: string; comment?: string | undefined },
): StepOutputs {
  const count = (wanted: string): number =>
    judgements.filter((each) => each.verdict === wanted).length;
  return {
    verdict,
    passed: count("pass"),
    failed: count("fail"),
    warnings: count("warn"),
    inconclusive: count("inconclusive"),
    errors: count("error"),
    skipped: count("skipped"),
    run: targets.map(({ run }) => run).join("\n"),
    gate: join(outputDir, "gate.json"),
    report: page,
    comment,
  };
}
