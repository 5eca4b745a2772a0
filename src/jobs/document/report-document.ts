import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildRunView, resourceChecks } from "../../analyse/index.ts";
import { WitnessError } from "../../errors.ts";
import { DocumentRun, type OperationRun } from "../../model/index.ts";
import { writeReport } from "../../record/index.ts";
import { documentMarkdown, renderDocumentPage } from "../../report/index.ts";
import { shorter } from "../conclude-run.ts";
import { readFold, type Warn } from "../read-stored.ts";
import { byAttention } from "./attention.ts";
import { resultOf } from "./operation-result.ts";

export type FinishedDocument = { document: DocumentRun; folder: string; report: string };

/** The record of a whole document in its folder: the operations, their runs, and the sequences. */
const DOCUMENT_FILE = "document.json";

/** Writes `document.json`, `report.md` and `report.html` of a whole document into its folder. */
export function writeDocument(from: DocumentRun, path: string): FinishedDocument {
  const checks = [...from.operations.flatMap((row) => row.checks ?? []), ...resourceChecks(from)];
  // In the order of the schema, however the record was made: written again, it is the same file.
  const document = DocumentRun.parse({ ...from, checks });
  const folder = shorter(path);
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
  return writeDocument({ ...document, operations: byAttention(operations) }, path);
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

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
