import { unlessInterrupted } from "../../errors.ts";
import type { DocumentTable, OperationFigures } from "../../model/index.ts";
import { createRunFolder, writeReport } from "../../record/index.ts";
import { documentTableMarkdown, renderDocumentTablePage } from "../../report/index.ts";
import { VERSION } from "../../version.ts";
import { keepNewest, shownPath } from "../conclude-run.ts";
import { type Control, seedOf } from "../open-run.ts";
import { chosenOperations, inSendingOrder, refuseForTable } from "./choose-operations.ts";
import { requireBase } from "./document-base.ts";
import { OperationTurns, type TableOptions, type TableVerb } from "./operation-turns.ts";
import type { WholeDocument, Work } from "./operation-turns.ts";

export const DOCUMENT_TABLE_SCHEMA_ID = "urn:api-witness:document-table:1";

export type FinishedTable = { table: DocumentTable; folder: string; report: string };

/** A row for each chosen operation in one folder with one page; what cannot be done is a row with the reason. @throws WitnessError */
export async function eachOperation(
  document: WholeDocument,
  verb: TableVerb,
  options: TableOptions,
  control: Control,
  work: Work,
): Promise<FinishedTable> {
  const { targets, takes = () => true } = verb;
  refuseForTable(options, targets);
  const chosen = inSendingOrder(chosenOperations(document.operations, options)).filter(takes);
  for (const target of targets)
    await unlessInterrupted(requireBase({ target, options, control }, document.operations));
  const startedAt = new Date();
  const seed = seedOf(options);
  const { path } = createRunFolder(options.outputDir, {
    startedAt,
    target: targets.length > 1 ? verb.verb : (targets[0]?.name ?? ""),
    seed,
  });
  const turns = new OperationTurns({ document, verb, options, control, work, seed, path }, chosen);
  const whole = await turns.takeAll(chosen);
  const deleted = await turns.deleteMade(startedAt);
  const stateOf = ({ state }: OperationFigures): number => STATES.indexOf(state);
  const operations = turns.rows.toSorted((a, b) => stateOf(a) - stateOf(b));
  const table: DocumentTable = {
    $schema: DOCUMENT_TABLE_SCHEMA_ID,
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    verb: verb.verb,
    document: document.name,
    targets: targets.map(({ name, baseUrl }) => ({ name, baseUrl })),
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    found: [...verb.found(operations), ...deleted],
    columns: verb.columns,
    ...(whole && { whole }),
    operations,
    left: turns.loop.left,
  };
  const finished = writeTable(table, path);
  const runs = operations.flatMap((each) => each.runs);
  if (!control.signal.aborted) await keepNewest(options, runs);
  return finished;
}

function writeTable(table: DocumentTable, path: string): FinishedTable {
  const folder = shownPath(path);
  writeReport(folder, "document.json", `${JSON.stringify(table, null, 2)}\n`);
  writeReport(folder, "report.md", documentTableMarkdown(table));
  const report = writeReport(folder, "report.html", renderDocumentTablePage(table));
  return { table, folder, report };
}

const STATES: readonly OperationFigures["state"][] = ["alert", "doubt", "fine"];
