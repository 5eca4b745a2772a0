import type { DocumentRun, DocumentTable } from "../../model/index.ts";
import { type Paint, type TerminalText, terminalLines } from "../../text/index.ts";
import { coverageParts, documentCounts } from "../document-words.ts";
import { documentSections, tableSections } from "../document-section.ts";
import { tableCounts } from "../table-words.ts";
import { sectionsLines } from "./block-lines.ts";
import { Screen } from "./screen-text.ts";
import { boxRows, dotted } from "./summary-box.ts";
import { statedParts } from "./survey-lines.ts";

/** A whole document: a row for each operation, what needs attention first, with why below. */
export function renderDocument(
  document: DocumentRun,
  report: string,
  paint: Paint,
  width = Infinity,
): TerminalText {
  const screen = new Screen(paint, width);
  const { operations, checks, sequences, deleted, notSent } = documentSections(document);
  return terminalLines([
    ...sectionsLines([{ ...operations, title: "" }, checks, sequences, deleted, notSent], screen),
    ...boxRows(
      {
        stated: dotted(statedParts(document.operations, screen)),
        found: dotted(documentCounts(document)),
        seen: coverageParts(document.operations),
        report: [report],
      },
      screen,
    ),
  ]);
}

/** A verb with a whole document: what was found, then a row for each operation, what needs attention first. */
export function renderDocumentTable(
  table: DocumentTable,
  report: string,
  paint: Paint,
  width = Infinity,
): TerminalText {
  const screen = new Screen(paint, width);
  const sections = tableSections(table);
  return terminalLines([
    ...table.found.flatMap((text) => screen.wrap(text, "bold")),
    "",
    ...sectionsLines(sections, screen),
    ...boxRows({ found: dotted(tableCounts(table)), report: [report] }, screen),
  ]);
}
