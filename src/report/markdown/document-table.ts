import type { DocumentTable } from "../../model/index.ts";
import { durationText, momentText } from "../../text/index.ts";
import { belowRow, figureCell, STATE_MARKS, tableCounts, VERB_WORDS } from "../table-words.ts";
import {
  codeCell,
  markdownCode,
  sectionLines,
  tableSection,
  textCell,
} from "./markdown-section.ts";

const MOST_CHARACTERS = 40_000;
const LEFT_CHARACTERS = 15_000;
const TEXT = 400;

/** `report.md` of a verb with a whole document, cut by whole rows to less than 60,000 characters. */
export function documentTableMarkdown(table: DocumentTable): string {
  const { verb, targets, found, columns, operations, left, startedAt, durationMs, seed } = table;
  const page = "report.html";
  const rows = operations.map((each) => [
    codeCell(`${each.method} ${each.path}`),
    `${STATE_MARKS[each.state].mark} ${textCell(each.word, TEXT)}`,
    ...columns.map((column) => figureCell(each, column)),
    belowRow(each)
      .map((text) => textCell(text, TEXT))
      .join("; "),
  ]);
  const heads = ["operation", "result", ...columns.map(({ title }) => title), "about it"];
  const sections = [
    tableSection("### Operations", heads, rows, {
      what: "operation",
      most: MOST_CHARACTERS,
      numbers: columns.map((_, at) => at + 2),
    }),
    tableSection(
      `### ${VERB_WORDS[verb].left}`,
      ["operation", "why"],
      left.map(({ method, path, reason }) => [
        codeCell(`${method} ${path}`),
        textCell(reason, TEXT),
      ]),
      { what: "operation", most: LEFT_CHARACTERS },
    ),
  ];
  return [
    `## ${VERB_WORDS[verb].title}: ${targets.map(({ name, baseUrl }) => `${textCell(name, 60)} ${markdownCode(baseUrl)}`).join(", ")}`,
    "",
    ...found.flatMap((text) => [textCell(text, TEXT), ""]),
    `Every operation of ${markdownCode(table.document)}: ${tableCounts(table).join(" · ")}`,
    "",
    ...sections.flatMap((section) => sectionLines(section, page)),
    ...columns.flatMap(({ title, about }) => [`- ${textCell(`${title}: ${about}`, TEXT)}`]),
    "",
    `${momentText(startedAt)} · ${durationText(durationMs)} · seed ${seed}`,
    "",
  ].join("\n");
}
