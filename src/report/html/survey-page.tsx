import { PageSection } from "./elements.tsx";
import type { Survey, SurveyCluster, SurveyedTarget } from "../../model/index.ts";
import { counted, whole } from "../../text/index.ts";
import { cutText } from "./text.tsx";
import { sectionsPage } from "./sections-page.tsx";

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

function renderCluster(cluster: SurveyCluster, of: number) {
  const { targets, cases } = cluster;
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
  </li>
);

const hrefOf = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const casesText = (cases: Record<string, number>): string =>
  Object.entries(cases)
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome} ×${whole(count)}`)
    .join("  ");
