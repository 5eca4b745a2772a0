import type { ComponentChildren } from "preact";
import type {
  DocumentRun,
  DocumentTable,
  Survey,
  SurveyCluster,
  SurveyedTarget,
} from "../../model/index.ts";
import { durationText, momentText, counted, whole } from "../../text/index.ts";
import type { BlockSection } from "../blocks.ts";
import { documentSections, tableSections } from "../document-section.ts";
import { documentCounts, tableCounts, VERB_WORDS } from "../document-words.ts";
import { htmlDocument, type Labels, RUN_PAGE } from "./document.tsx";
import { ResourcePicture } from "./resource-picture.tsx";
import { SectionView } from "./section-view.tsx";
import { cutText, firstCharacters } from "./text.tsx";
import { PageSection } from "./elements.tsx";

const TEXT = 400;

/** A page of sections: `over` and `facts` stand above and below its title, `found` after these. */
const sectionsPage = (props: {
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
    children: <ResourcePicture document={document} />,
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

const STYLE = ".survey li { overflow-wrap: anywhere; } .survey details { margin: 0.4rem 0 1rem; }";
const SHOWN = 12;

export const renderSurveyPage = (survey: Survey): string =>
  sectionsPage({
    title: "Survey",
    name: "Survey",
    over: `${counted(survey.targets, "target")}, the same requests to each`,
    facts: [
      `${counted(survey.clusters.length, "cluster")} of equal behaviour, by the class of each response.`,
    ],
    tool: survey.tool,
    labels: { clusters: "Behaviour" },
    style: STYLE,
    children: (
      <PageSection id="clusters" title="Behaviour" class="survey">
        {survey.comparison !== undefined && (
          <p>
            <a href={`${hrefOf(survey.comparison)}/report.html`}>
              Compare one target of each of the largest clusters
            </a>
          </p>
        )}
        {survey.clusters.map((cluster) => renderCluster(cluster, survey.targets))}
      </PageSection>
    ),
  });

function renderCluster({ targets, cases }: SurveyCluster, of: number) {
  const rest = targets.slice(SHOWN);
  const [first] = targets;
  return (
    <>
      <h3>
        {targets.length} of {counted(of, "target")}
      </h3>
      <p class="quiet">
        {first?.end === "done" ? casesText(cases) : `not sent to the end: ${first?.end ?? ""}`}
      </p>
      <ul class="flow">{targets.slice(0, SHOWN).map((target) => renderItem(target))}</ul>
      {rest.length > 0 && (
        <details>
          <summary>{counted(rest.length, "more target")}</summary>
          <ul class="flow">{rest.map((target) => renderItem(target))}</ul>
        </details>
      )}
    </>
  );
}

const renderItem = (target: SurveyedTarget) => (
  <li>
    <a href={`${hrefOf(target.run)}/report.html`}>{target.name}</a>{" "}
    <span class="quiet">{cutText(target.reason ?? target.baseUrl, 120)}</span>
    {target.surroundings?.map((text) => (
      <p>{cutText(text, TEXT)}</p>
    ))}
  </li>
);

const hrefOf = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const casesText = (cases: Record<string, number>): string =>
  Object.entries(cases)
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome} ×${whole(count)}`)
    .join("  ");
