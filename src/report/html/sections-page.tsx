import type { ComponentChildren } from "preact";
import type { DocumentRun, DocumentTable } from "../../model/index.ts";
import { durationText, momentText } from "../../text/index.ts";
import type { BlockSection } from "../blocks.ts";
import { documentSections, tableSections } from "../document-section.ts";
import { documentCounts } from "../document-words.ts";
import { tableCounts, VERB_WORDS } from "../table-words.ts";
import { htmlDocument, type Labels, RUN_PAGE } from "./document.tsx";
import { SectionView } from "./section-view.tsx";
import { cutText, firstCharacters } from "./text.tsx";

const TEXT = 400;

/** A page of sections: `over` and `facts` stand above and below its title, `found` after these. */
export const sectionsPage = (props: {
  title: string;
  name: string;
  over: string;
  facts: readonly string[];
  found?: readonly string[];
  tool: { name: string; version: string };
  /** The links of the top bar, if not those of the sections. */
  labels?: Labels;
  style?: string;
  sections?: readonly BlockSection[];
  children?: ComponentChildren;
}): string => {
  const { sections = [], tool, found = [] } = props;
  return htmlDocument(
    {
      title: firstCharacters(`${props.title} · witness`, 100),
      labels: props.labels ?? Object.fromEntries(sections.map(({ id, title }) => [id, title])),
      masthead: (
        <div class="masthead">
          <p class="over">{cutText(props.over, 160)}</p>
          <h1>{cutText(props.name, 60)}</h1>
          {found.map((text) => (
            <p>{cutText(text, TEXT)}</p>
          ))}
          <p class="quiet">{cutText(props.facts.join(" · "), 600)}</p>
        </div>
      ),
      main: (
        <>
          {sections.map((section) => (
            <SectionView section={section} />
          ))}
          {props.children}
        </>
      ),
      foot: `${tool.name} ${tool.version}`,
    },
    { ...RUN_PAGE, style: props.style ?? "" },
  );
};

type Timed = Pick<DocumentRun, "startedAt" | "durationMs" | "seed">;

const timeFacts = ({ startedAt, durationMs, seed }: Timed): string[] => [
  momentText(startedAt),
  durationText(durationMs),
  `seed ${seed}`,
];

/** The page of a whole document: a row for each operation, with a link to the page of its own run. */
export const renderDocumentPage = (document: DocumentRun): string =>
  sectionsPage({
    title: `${document.target.name} · document`,
    name: document.target.name,
    over: `Every operation of ${document.document}`,
    facts: [document.target.baseUrl, ...documentCounts(document), ...timeFacts(document)],
    tool: document.tool,
    sections: Object.values(documentSections(document)),
  });

/** The page of a verb with a whole document: a row for each operation, with a link to the page about it. */
export function renderDocumentTablePage(table: DocumentTable): string {
  const names = table.targets.map(({ name }) => name).join(", ");
  return sectionsPage({
    title: `${names} · document`,
    name: names,
    over: `${VERB_WORDS[table.verb].title}: every operation of ${table.document}`,
    found: table.found,
    facts: [
      ...table.targets.map(({ baseUrl }) => baseUrl),
      ...tableCounts(table),
      ...timeFacts(table),
    ],
    tool: table.tool,
    sections: tableSections(table),
  });
}
