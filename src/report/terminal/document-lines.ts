import type { DocumentRun, DocumentTable, Survey, SurveyedTarget } from "../../model/index.ts";
import { type TerminalText, terminalLines, counted, firstLines, whole } from "../../text/index.ts";
import { coverageParts, documentCounts, tableCounts } from "../document-words.ts";
import { documentSections, tableSections } from "../document-section.ts";
import { sectionsLines } from "./block-lines.ts";
import { type Screen, wrapText, wrapWords } from "./screen-text.ts";
import { boxRows, dotted } from "./summary-box.ts";
import { STATED_WORDS } from "../run-words.ts";

/** A whole document: a row for each operation, what needs attention first, with why below. */
export function renderDocument(
  document: DocumentRun,
  report: string,
  screen: Screen,
): TerminalText {
  const { inShort, operations, checks, sequences, deleted, notSent } = documentSections(document);
  return terminalLines([
    ...sectionsLines(
      [{ ...operations, title: "" }, checks, sequences, deleted, notSent, inShort],
      screen,
    ),
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
  screen: Screen,
): TerminalText {
  const sections = tableSections(table);
  return terminalLines([
    ...table.found.flatMap((text) => screen.wrap(text, "bold")),
    "",
    ...sectionsLines(sections, screen),
    ...boxRows({ found: dotted(tableCounts(table)), report: [report] }, screen),
  ]);
}

const CLUSTERS = 12;
const NAMES = 6;
const COUNT = 5;
const INDENT = " ".repeat(COUNT + 2);

export function renderSurvey(
  { clusters, targets }: Survey,
  report: string,
  screen: Screen,
): TerminalText {
  const rest = clusters.length - CLUSTERS;
  const surveyed = clusters.flatMap((cluster) => cluster.targets);
  const left = targets - surveyed.length;
  return terminalLines([
    ...clusters.slice(0, CLUSTERS).flatMap((cluster) => clusterLines(cluster, screen)),
    ...(rest > 0 ? [`${INDENT}… ${counted(rest, "more cluster")} in the report`] : []),
    ...surroundingLines(surveyed, screen),
    "",
    ...boxRows(
      {
        stated: dotted(statedParts(surveyed, screen)),
        found: dotted([
          counted(targets, "target"),
          `${counted(clusters.length, "cluster")} of equal behaviour`,
          ...(left > 0 ? [`${whole(left)} not sent to`] : []),
        ]),
        report: [report],
      },
      screen,
    ),
  ]);
}

/** The number of targets, their responses by class (or why there are none), and some of their names. */
function clusterLines({ targets, cases }: Survey["clusters"][number], screen: Screen): string[] {
  const names = targets.slice(0, NAMES).map(({ name }) => name);
  const more = targets.length > NAMES ? `, … ${whole(targets.length - NAMES)} more` : "";
  const [first] = targets;
  const classes = Object.entries(cases).map(([outcome, count]) => `${outcome} ×${whole(count)}`);
  const room = screen.width - INDENT.length;
  const about =
    first?.end === "done"
      ? wrapWords(classes, "  ", room)
      : wrapText(first?.reason ?? first?.end ?? "", room);
  const count = `${whole(targets.length).padStart(COUNT)}  `;
  return [
    ...about.map((line, at) => `${at === 0 ? count : INDENT}${line}`.trimEnd()),
    ...screen.hang(INDENT, `${names.join(", ")}${more}`),
  ];
}

/** What is not the requests' doing, of the first targets that have it. */
function surroundingLines(targets: readonly SurveyedTarget[], screen: Screen): string[] {
  const texts = targets.flatMap(({ name, surroundings = [] }) =>
    surroundings.map((text) => `${name}: ${text}`),
  );
  const shown = firstLines(texts, NAMES);
  const rest = texts.length - shown.length;
  return [
    ...(shown.length > 0 ? [""] : []),
    ...shown.flatMap((text) => screen.wrap(text, "yellow")),
    ...(rest > 0 ? [`… ${whole(rest)} more in the report`] : []),
  ];
}

function statedParts(
  targets: readonly Pick<SurveyedTarget, "accepts">[],
  screen: Screen,
): string[] {
  return Object.entries(STATED_WORDS).flatMap(([verdict, [word, colour]]) => {
    const count = targets.filter(({ accepts }) => accepts === verdict).length;
    return count === 0 ? [] : [`${whole(count)} ${screen.paint(colour, word)}`];
  });
}
