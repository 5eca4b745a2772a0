import type {
  CheckFinding,
  DocumentRun,
  OperationRun,
  ResourceSequence,
} from "../../model/index.ts";
import { durationText, momentText, whole } from "../../text/index.ts";
import { documentTables } from "./document-tables.ts";
import { CHECKS_EXPLAINED, findingMark, findingText } from "../check-words.ts";
import {
  classColumns,
  deletedWords,
  documentCounts,
  rowTexts,
  valuesText,
} from "../document-words.ts";
import { sequenceWords } from "../sequence-words.ts";
import { STATED_WORDS } from "../run-words.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  sectionLines,
  tableSection,
  textCell,
} from "./markdown-section.ts";

const MOST_CHARACTERS = 18_000;
const NOT_SENT_CHARACTERS = 10_000;
const SEQUENCE_CHARACTERS = 6_000;
const CHECK_CHARACTERS = 8_000;
const TEXT = 400;

/** `report.md` of a whole document: a row for each operation, cut by whole rows to less than 60,000 characters. */
export function documentMarkdown(document: DocumentRun): string {
  const {
    target,
    operations,
    notSent,
    sequences = [],
    checks = [],
    startedAt,
    durationMs,
    seed,
  } = document;
  const page = "report.html";
  const sections = [
    checkSection(checks),
    operationSection(operations),
    ...documentTables(operations),
    sequenceSection(sequences),
    deletedSection(document),
    tableSection(
      "### Not sent",
      ["operation", "why"],
      notSent.map(({ method, path, reason }) => [
        codeCell(`${method} ${path}`),
        textCell(reason, TEXT),
      ]),
      { what: "operation", most: NOT_SENT_CHARACTERS },
    ),
  ];
  return [
    `## ${textCell(target.name, 60)} ${markdownCode(target.baseUrl)}`,
    "",
    `Every operation of ${markdownCode(document.document)}: ${documentCounts(document).join(" · ")}`,
    "",
    ...sections.flatMap((section) => sectionLines(section, page)),
    `${momentText(startedAt)} · ${durationText(durationMs)} · seed ${seed}`,
    "",
  ].join("\n");
}

const deletedSection = (document: DocumentRun): Section =>
  tableSection(
    "### Deleted at the end",
    ["resources, and the responses to the requests that delete them"],
    deletedWords(document).map((text) => [textCell(text, TEXT)]),
    { what: "kind of resource", most: SEQUENCE_CHARACTERS },
  );

const sequenceSection = (sequences: readonly ResourceSequence[]): Section =>
  tableSection(
    "### Sequences",
    ["resource", "requests and responses"],
    sequences.map((each) => [codeCell(each.resource), textCell(sequenceWords(each), TEXT)]),
    { what: "sequence", most: SEQUENCE_CHARACTERS },
  );

const checkSection = (checks: readonly CheckFinding[]): Section =>
  tableSection(
    ["### Checks", "", CHECKS_EXPLAINED, ""],
    ["check", "found"],
    checks.map((each) => [`${findingMark(each)} ${each.check}`, textCell(findingText(each), TEXT)]),
    { what: "finding", most: CHECK_CHARACTERS },
  );

function operationSection(operations: readonly OperationRun[]): Section {
  const columns = classColumns(operations);
  const rows = operations.map((each) => {
    const [word, , mark] = STATED_WORDS[each.accepts];
    const texts = [valuesText(each), ...rowTexts(each)].filter((text) => text !== "");
    return [
      codeCell(`${each.method} ${each.path}`),
      `${mark} ${word}`,
      ...columns.map(({ key }) => whole(each.classes[key])),
      texts.map((text) => textCell(text, TEXT)).join("; "),
    ];
  });
  const numbers = columns.map((_, at) => at + 2);
  const heads = ["operation", "stated", ...columns.map(({ label }) => label), "about it"];
  return tableSection("### Operations", heads, rows, {
    what: "operation",
    most: MOST_CHARACTERS,
    numbers,
  });
}
