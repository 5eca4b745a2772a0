import type { Command } from "commander";
import { loadCatalogue, readOperations, type Catalogue } from "../jobs/index.ts";
import { wrappedTable, wrapText, type Column } from "../report/index.ts";
import { documentLines } from "./opening-lines.ts";
import { printResult } from "./output.ts";
import { readCommand } from "./read-command.ts";
import type { ListedOperation } from "../openapi/index.ts";
import { counted, shellWord, terminalLines, whole, type TerminalText } from "../text/index.ts";

export async function suitesCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("suites", command);
  const { openapi, operation } = options;
  if (openapi !== undefined && operation === undefined && options.interface === undefined) {
    const operations = await readOperations(openapi);
    if (operations.length > 1)
      return printResult(flags.json, { operations }, (_, width) =>
        operationsText(operations, { openapi, width }),
      );
  }
  const catalogue = await loadCatalogue(options);
  await printResult(flags.json, toJson(catalogue), (_, width) => toText(catalogue, width));
}

function operationsText(
  operations: readonly ListedOperation[],
  { openapi, width }: { openapi: string; width: number },
): TerminalText {
  const rows = operations.map(({ method, path, operationId = "" }) => [method, path, operationId]);
  const [{ method = "", path = "", operationId } = {}] = operations;
  const chosen = `--openapi ${shellWord(openapi)} --operation ${shellWord(operationId ?? `${method} ${path}`)}`;
  return terminalLines([
    counted(operations.length, "operation"),
    "",
    ...wrappedTable(rows, width, { indent: "  " }),
    "",
    ...wrapText(`witness suites ${chosen} lists the suites of one`, width),
  ]);
}

function toJson(catalogue: Catalogue) {
  const { suites } = catalogue;
  return {
    suites: suites.map(({ name, about, cases, properties }) => ({
      name,
      about,
      cases: cases.map((each) => ({ id: each.id, reason: each.reason, clauses: each.clauses })),
      properties: properties.map((each) => ({
        id: `${name}/${each.name}`,
        reason: each.reason,
        clauses: each.clauses,
      })),
    })),
    ledger: ledger(catalogue),
    notExpressed: catalogue.interface.notExpressed,
  };
}

/** Every clause with the ids of the cases that probe it, or why none can. */
function ledger({ interface: from, suites }: Catalogue) {
  return from.clauses.map(({ id, kind, text, reason }) => ({
    id,
    kind,
    text,
    cases: suites.flatMap(({ cases }) =>
      cases.filter((each) => each.clauses.includes(id)).map((each) => each.id),
    ),
    reason,
  }));
}

function documentBlock({ interface: from }: Catalogue): string[] {
  const lines = documentLines(from);
  return lines.length === 0 ? [] : [...lines, ""];
}

const COUNT: Column = { right: true, least: 4 };

function toText(catalogue: Catalogue, width: number): TerminalText {
  const { suites } = catalogue;
  const total = suites.reduce((sum, { cases }) => sum + cases.length, 0);
  const suiteRows = suites.map(({ name, about, cases, properties }) => {
    const drawn = properties.map((each) => each.name).join(", ");
    const what = drawn === "" ? about : `${about}; property ${drawn}`;
    return [name, whole(cases.length), what];
  });
  const clauseRows = ledger(catalogue).flatMap(({ id, kind, text, cases, reason }) => [
    [kind, id, whole(cases.length), text],
    ...(reason === undefined ? [] : [["", "", "", reason]]),
  ]);
  const lines = [
    `${suites.length} suites, ${whole(total)} hand-chosen cases`,
    "",
    ...wrappedTable(suiteRows, width, { columns: [undefined, COUNT], indent: "  " }),
    "",
    "clauses of the specification, and how many cases probe each",
    "",
    ...wrappedTable(clauseRows, width, { columns: [undefined, undefined, COUNT], indent: "  " }),
    "",
    ...documentBlock(catalogue).flatMap((line) => wrapText(line, width)),
    "witness run <target> --list prints the cases, --dry-run the requests",
  ];
  return terminalLines(lines);
}
