import { join } from "node:path";
import type { BodiesFold, RunFold } from "../../analyse/index.ts";
import { WitnessError } from "../../errors.ts";
import type { ComparedPart, DocumentBaseline, DocumentRun } from "../../model/index.ts";
import { documentBaselineOf, type OperationRuns } from "../../policy/index.ts";
import { readFold, type Warn } from "../read-stored.ts";
import { readDocumentRun } from "./report-document.ts";

/**
 * The baseline of a whole document, from stored runs of it. An operation that was not sent to its end in one of them has none,
 * which is a warning. @throws WitnessError `baseline-run` if the runs are of several documents, or `run-folder`.
 */
export async function baselineOfDocuments(
  folders: readonly string[],
  include: readonly ComparedPart[],
  warn: Warn,
): Promise<DocumentBaseline> {
  const documents = folders.map(readDocumentRun);
  const [first, ...others] = documents;
  if (first === undefined || others.some(({ document }) => document !== first.document))
    throw new WitnessError("baseline-run", "these runs are of several documents", {
      hint: "save a baseline from runs of one",
    });
  const operations = operationRuns(folders, documents, warn);
  return documentBaselineOf([first, ...others], operations, include);
}

async function* operationRuns(
  folders: readonly string[],
  documents: readonly DocumentRun[],
  warn: Warn,
): AsyncGenerator<OperationRuns> {
  const names = new Set(documents.flatMap(({ operations }) => operations.map(({ name }) => name)));
  for (const name of names) {
    const rows = documents.map(({ operations }) => operations.find((row) => row.name === name));
    const runs = rows.flatMap((row, at) =>
      row?.end === "done" ? join(folders[at] ?? "", row.run) : [],
    );
    if (runs.length < rows.length) {
      warn(
        `${name} is not in the baseline: it was sent to its end in ${runs.length} of ${rows.length} runs`,
      );
      continue;
    }
    const bodies: BodiesFold = new Map();
    const folds: RunFold[] = [];
    for (const run of runs)
      folds.push(await readFold(run, warn, { keepBodies: bodies, beside: folds[0] }));
    const [fold, ...more] = folds;
    if (fold !== undefined) yield { name, folds: [fold, ...more] };
  }
}
