import { startsText } from "../../standings-section.ts";
import {
  declaredSection,
  inferredSection,
  machinesSection,
  comparedStateSection,
} from "../../comparison-section.ts";
import { notComparedSection } from "../../not-compared-section.ts";
import { PageSection } from "../elements.tsx";
import { LivesView, SectionView } from "../section-view.tsx";
import type { ComparisonView } from "../../../model/index.ts";
import { htmlDocument, type Labels } from "../document.tsx";
import { drawingStyles, matrixStyles, partStyles } from "../styles/comparison.ts";
import { Agreement } from "./agreement.tsx";
import { AtAGlance } from "./at-a-glance.tsx";
import { BehaviourMatrix } from "./behaviour-matrix.tsx";
import { Boundaries } from "./boundaries.tsx";
import { ComparisonMasthead, pageTitle } from "./comparison-masthead.tsx";
import { ledgerSection } from "../../ledger-section.ts";
import { hash, script } from "../scripts/comparison-page.ts?script";
import { comparedExamples } from "../../explore-section.ts";
import { Divergences, ExploredEvidence } from "./explored.tsx";
import { HeatMap } from "./heat-map.tsx";
import { pageFacts } from "./page-facts.ts";
import { SpeedSection } from "./speed-section.tsx";

/** Hides the column of a deselected target in the matrix, by its index. */
const leaving = (target: number): string =>
  `.no${target} .cells > :nth-child(${target + 1}) { display: none; }`;

function comparisonStyle(targets: number): string {
  const columns = Array.from({ length: targets }, (_, target) => leaving(target));
  return [matrixStyles, drawingStyles, partStyles, ...columns].join("\n");
}

const LABELS: Labels = {
  targets: "In short",
  migration: "Migration",
  inferred: "Rules",
  declared: "Declared",
  state: "Memory",
  behaviour: "Differences",
  suites: "Suites",
  agreement: "Agreement",
  boundaries: "Boundaries",
  divergences: "Divergences",
  states: "States",
  speed: "Speed",
  "left-out": "Specification",
  examples: "Examples",
  explored: "Evidence",
  "how-to-read": "How to read",
};

export function renderComparisonPage(view: ComparisonView): string {
  const facts = pageFacts(view);
  const { comparison, names } = facts;
  const { tool } = comparison;
  return htmlDocument(
    {
      title: `${pageTitle(names)} · witness`,
      labels: LABELS,
      masthead: <ComparisonMasthead facts={facts} />,
      main: (
        <>
          <LivesView
            targets={comparison.targets.map((each, at) => ({ ...each, name: names[at] }))}
          />
          <AtAGlance facts={facts} />
          <SectionView section={inferredSection(comparison, names)} />
          <SectionView section={comparedStateSection(comparison, names)} />
          <SectionView section={declaredSection(comparison, names)} />
          <BehaviourMatrix facts={facts} />
          <HeatMap facts={facts} />
          <Agreement facts={facts} />
          <SectionView section={notComparedSection(comparison, names)} links={facts.links} />
          <Boundaries facts={facts} />
          <Divergences facts={facts} />
          <SectionView section={machinesSection(comparison)} />
          <SpeedSection facts={facts} />
          <SectionView section={ledgerSection(comparison, names)} />
          <SectionView section={comparedExamples(comparison, names)} links={facts.links} />
          <ExploredEvidence facts={facts} />
          {renderHowToCompare(comparison.speed !== undefined)}
        </>
      ),
      foot: `${tool.name} ${tool.version} · ${startsText(comparison, names)}`,
    },
    { style: comparisonStyle(names.length), script, scriptHash: hash },
  );
}

const renderHowToCompare = (load: boolean) => (
  <PageSection id="how-to-read" title="How to read this page">
    <p class="prose">
      Nothing is stated of most that comes back. So where targets differ, none of them is right by
      that, unless the verdict above says so, and what most of them do is not a rule either. A cell
      is how a target responded: a status, the statuses of several responses in a row, or what came
      instead (reset, closed, timed-out). A case counts only where each target gave it the same
      response each time it was sent.
    </p>
    {load && (
      <p class="prose">
        Speed is compared round by round: in each round every target has its turn, and a ratio is
        estimated from the rounds, with the interval in which it lies. Where an interval has 1 × in
        it, the words say how large a difference could have been missed. ≥ and ≤ mark a bound.
      </p>
    )}
    <p class="quiet prose">
      Characters that cannot be seen are written as <i class="u">{"\\u{…}"}</i>. A link that ends
      with <code>#case=</code> and the id of a case opens the group that has it.
    </p>
  </PageSection>
);
