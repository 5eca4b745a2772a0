import type { DocumentRun, DocumentTable } from "../../model/index.ts";
import { durationText, momentText } from "../../text/index.ts";
import type { BlockSection } from "../blocks.ts";
import { documentSections, tableSections } from "../document-section.ts";
import { documentCounts, tableCounts, VERB_WORDS } from "../document-words.ts";
import { flowchartText, resourceGraph } from "../resource-graph.ts";
import { sectionsMarkdown } from "./block-section.ts";
import { markdownCode, sentenceText, textCell } from "./markdown-section.ts";

type Whole = Pick<DocumentRun, "document" | "startedAt" | "durationMs" | "seed">;

/** `report.md` of a whole document, cut by whole rows to less than 60,000 characters. */
export const documentMarkdown = (document: DocumentRun): string =>
  pageOf(document, {
    title: namesOf([document.target]),
    found: [],
    counts: documentCounts(document),
    sections: Object.values(documentSections(document)),
    diagram: diagramLines(document),
  });

const MOST_DIAGRAM = 8000;

/** Which paths give values to others, as a diagram of Mermaid. */
function diagramLines(document: DocumentRun): string[] {
  const graph = resourceGraph(document);
  const diagram = flowchartText(graph);
  return graph.nodes.length === 0 || diagram.length > MOST_DIAGRAM
    ? []
    : ["### Which paths give values to others", "", "```mermaid", diagram, "```", ""];
}

/** The same of a verb with a whole document. */
export const documentTableMarkdown = (table: DocumentTable): string =>
  pageOf(table, {
    title: `${VERB_WORDS[table.verb].title}: ${namesOf(table.targets)}`,
    found: [...table.found, ...table.columns.map(({ title, about }) => `${title}: ${about}`)],
    counts: tableCounts(table),
    sections: tableSections(table),
  });

const namesOf = (targets: readonly { name: string; baseUrl: string }[]): string =>
  targets.map(({ name, baseUrl }) => `${textCell(name, 60)} ${markdownCode(baseUrl)}`).join(", ");

const pageOf = (
  { document, startedAt, durationMs, seed }: Whole,
  of: {
    title: string;
    found: readonly string[];
    counts: readonly string[];
    sections: readonly BlockSection[];
    diagram?: readonly string[];
  },
): string =>
  [
    `## ${of.title}`,
    "",
    ...of.found.flatMap((text) => [sentenceText(text, 400), ""]),
    `Every operation of ${markdownCode(document)}: ${of.counts.join(" · ")}`,
    "",
    ...sectionsMarkdown(of.sections, "report.html"),
    ...(of.diagram ?? []),
    `${momentText(startedAt)} · ${durationText(durationMs)} · seed ${seed}`,
    "",
  ].join("\n");
