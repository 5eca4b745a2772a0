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
import { cutText } from "../text.tsx";
import { htmlDocument } from "../document.ts";
import { TopBar } from "../masthead.tsx";
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
import { type PageFacts, pageFacts } from "./page-facts.ts";
import { SpeedSection } from "./speed-section.tsx";

/** Hides the column of a deselected target in the matrix, by its index. */
const leaving = (target: number): string =>
  `.no${target} .cells > :nth-child(${target + 1}) { display: none; }`;

function comparisonStyle(targets: number): string {
  const columns = Array.from({ length: targets }, (_, target) => leaving(target));
  return [matrixStyles, drawingStyles, partStyles, ...columns].join("\n");
}

function sections({ comparison, explored }: PageFacts): (readonly [string, string])[] {
  const { axes, examples, divergences, speed } = comparison;
  const found = examples.some(({ groups }) => groups.length > 0);
  return [
    ["targets", "In short"],
    ...(comparison.migration === undefined || comparison.migration.length === 0
      ? []
      : [["migration", "Migration"] as const]),
    ...(comparison.inferred === undefined ? [] : [["inferred", "Rules"] as const]),
    ...(comparison.declared === undefined ? [] : [["declared", "Declared"] as const]),
    ...(comparison.state === undefined ? [] : [["state", "Memory"] as const]),
    ["behaviour", "Differences"],
    ...(comparison.behaviour.suites.length > 0 ? [["suites", "Suites"] as const] : []),
    ["agreement", "Agreement"],
    ...(axes.length > 0 ? [["boundaries", "Boundaries"] as const] : []),
    ...(divergences.length > 0 ? [["divergences", "Divergences"] as const] : []),
    ...(comparison.states === undefined ? [] : [["states", "States"] as const]),
    ...(speed === undefined ? [] : [["speed", "Speed"] as const]),
    ["left-out", "Specification"],
    ...(found ? [["examples", "Examples"] as const] : []),
    ...(explored.length > 0 ? [["explored", "Evidence"] as const] : []),
    ["how-to-read", "How to read"],
  ];
}

export function renderComparisonPage(view: ComparisonView): string {
  const facts = pageFacts(view);
  const { comparison, names } = facts;
  const { tool } = comparison;
  return htmlDocument(
    <title>{`${pageTitle(names)} · witness`}</title>,
    <div class="page">
      <header>
        <TopBar sections={sections(facts)} />
        <ComparisonMasthead facts={facts} />
      </header>
      <main id="main">
        <LivesView targets={comparison.targets.map((each, at) => ({ ...each, name: names[at] }))} />
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
      </main>
      <footer>
        {cutText(`${tool.name} ${tool.version}`, 60)} ·{" "}
        {cutText(startsText(comparison, names), 1000)}
      </footer>
    </div>,
    {
      style: comparisonStyle(names.length),
      script,
      scriptHash: hash,
    },
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
