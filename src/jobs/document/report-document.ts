import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunFold } from "../../analyse/index.ts";
import { buildRunView, declaredRows, operationChecks } from "../../analyse/index.ts";
import { resourceChecks, responseCoverage, withSteps } from "../../analyse/index.ts";
import { WitnessError } from "../../errors.ts";
import type { CheckFinding, OperationRun, StatusClasses, Summary } from "../../model/index.ts";
import { DocumentRun, noClasses } from "../../model/index.ts";
import { writeReport } from "../../record/index.ts";
import { documentMarkdown, renderDocumentPage } from "../../report/index.ts";
import { groupBy } from "../../group-by.ts";
import { shownPath } from "../conclude-run.ts";
import { readFold, readJson, type Warn } from "../read-stored.ts";

export type FinishedDocument = { document: DocumentRun; folder: string; report: string };

/** The record of a whole document in its folder: the operations, their runs, and the sequences. */
const DOCUMENT_FILE = "document.json";

/** Writes `document.json`, `report.md` and `report.html` of a whole document into its folder. */
export function writeDocument(from: DocumentRun, path: string): FinishedDocument {
  const rows = withSteps(from.operations, from);
  const checks = [...from.operations.flatMap((row) => row.checks ?? []), ...resourceChecks(from)];
  const operations = byAttention(rows, checks);
  // In the order of the schema, however the record was made: written again, it is the same file.
  const document = DocumentRun.parse({ ...from, operations, checks });
  const folder = shownPath(path);
  writeReport(folder, DOCUMENT_FILE, `${JSON.stringify(document, null, 2)}\n`);
  writeReport(folder, "report.md", documentMarkdown(document));
  const report = writeReport(folder, "report.html", renderDocumentPage(document));
  return { document, folder, report };
}

export const isDocumentFolder = (path: string): boolean => existsSync(join(path, DOCUMENT_FILE));

/** Derives the rows from the records again. @throws WitnessError `run-folder` if something cannot be read. */
export async function reportDocument(path: string, warn: Warn): Promise<FinishedDocument> {
  const document = readDocumentRun(path);
  const operations: OperationRun[] = [];
  for (const row of document.operations) {
    const fold = await readFold(join(path, row.run), warn);
    const summary = buildRunView(fold, join(path, row.run))?.summary;
    operations.push(
      summary === undefined ? row : { ...row, ...resultOf(row.name, { summary, fold }) },
    );
  }
  return writeDocument({ ...document, operations }, path);
}

/** Reads `document.json` of a run. @throws WitnessError `run-folder` if it is something else. */
export function readDocumentRun(path: string): DocumentRun {
  const file = join(path, DOCUMENT_FILE);
  const parsed = DocumentRun.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  throw new WitnessError("run-folder", `${file} is not the record of a whole document`, {
    hint: "the runs in this folder can be reported one by one",
  });
}

const WORST_FIRST: readonly OperationRun["accepts"][] = [
  "unreachable",
  "not-held",
  "not-shown",
  "not-judged",
  "not-probed",
  "held",
];

/** What needs attention first: what is stated did not hold, then was not shown; then by server errors, findings and missing responses. */
const byAttention = (
  rows: readonly OperationRun[],
  checks: readonly CheckFinding[],
): OperationRun[] => {
  const found = groupBy(checks, ({ operation }) => operation);
  const findings = ({ name }: OperationRun): number => found.get(name)?.length ?? 0;
  return rows.toSorted(
    (a, b) =>
      WORST_FIRST.indexOf(a.accepts) - WORST_FIRST.indexOf(b.accepts) ||
      b.classes["5xx"] - a.classes["5xx"] ||
      findings(b) - findings(a) ||
      b.classes.noAnswer - a.classes.noAnswer ||
      b.notes.length - a.notes.length,
  );
};

export type OperationResult = Pick<
  OperationRun,
  | "accepts"
  | "stated"
  | "breaches"
  | "requests"
  | "classes"
  | "timesUs"
  | "checks"
  | "coverage"
  | "declared"
>;

export function resultOf(
  operation: string,
  { summary, fold }: { summary: Summary; fold: RunFold },
): OperationResult {
  const { accepts, stated, suites, requests } = summary;
  const declared = declaredRows(fold) ?? [];
  return {
    accepts,
    stated: stated.text,
    breaches: stated.breaches?.length ?? 0,
    requests: requests?.total ?? 0,
    classes: totalOf(suites),
    timesUs: timesOf(fold.valid.timesUs),
    checks: operationChecks(operation, { run: fold, declared }),
    coverage: responseCoverage(fold),
    // Statuses and bodies are in the checks and in the coverage.
    declared: declared.filter(
      ({ part, verdict }) =>
        part !== "responses" && verdict !== "same" && verdict !== "not decided",
    ),
  };
}

/** By nearest rank, so that of fewer than 100 responses the slowest is the 99th percentile. */
function timesOf(timesUs: readonly number[]): OperationRun["timesUs"] {
  if (timesUs.length === 0) return undefined;
  const sorted = timesUs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

function totalOf(suites: Summary["suites"]): StatusClasses {
  const total = noClasses();
  for (const { classes } of suites)
    for (const key of Object.keys(total) as (keyof StatusClasses)[]) total[key] += classes[key];
  return total;
}
