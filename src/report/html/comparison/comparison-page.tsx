import { startsText, migrationSection, standingsSection } from "../../standings-section.ts";
import {
  comparedDivergences,
  declaredSection,
  inferredSection,
  machinesSection,
  comparedStateSection,
} from "../../comparison-section.ts";
import { notComparedSection } from "../../not-compared-section.ts";
import { PageSection } from "../elements.tsx";
import { LivesView, SectionView, renderBlock } from "../section-view.tsx";
import type { ComparisonView } from "../../../model/index.ts";
import { htmlDocument, type Labels } from "../document.tsx";
import { drawingStyles, matrixStyles, partStyles } from "../styles/comparison.ts";
import { Agreement } from "./agreement.tsx";
import { BehaviourMatrix } from "./behaviour-matrix.tsx";
import { Boundaries } from "./boundaries.tsx";
import { ledgerSection } from "../../ledger-section.ts";
import { hash, script } from "../scripts/comparison-page.ts?script";
import { comparedExamples } from "../../explore-section.ts";
import { ExploredEvidence } from "./group-evidence-block.tsx";
import { HeatMap } from "./heat-map.tsx";
import { pageFacts, type PageFacts } from "./page-facts.ts";
import { SpeedSection } from "./speed-section.tsx";
import { counted, textsOf, whole } from "../../../text/index.ts";
import { type Block, sentences } from "../../blocks.ts";
import { constantSentence, firstWords } from "../../comparison-words.ts";
import { NotExpressedFold } from "../verdict.tsx";
import { recordDoubts } from "../../run-words.ts";
import { MOST_CELLS } from "../scripts/grouping.ts";
import { cutText } from "../text.tsx";

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
          <SectionView section={comparedDivergences(comparison, names)} links={facts.links} />
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

const MOST_NAMED = 8;

function named(some: readonly string[], { names }: PageFacts): string {
  if (some.length === names.length) return some.length === 2 ? "either" : "any of them";
  return some.length > MOST_NAMED ? `${whole(some.length)} targets` : some.join(", ");
}

function statedText(facts: PageFacts): string {
  const { targets, ledger } = facts.comparison;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const held = targets.filter(({ accepts }) => accepts === "held").length;
  const all = held === targets.length;
  const some = (isOf: (accepts: string) => boolean): string[] =>
    facts.names.filter((_, at) => isOf(targets[at]?.accepts ?? ""));
  const broken = some((accepts) => accepts === "not-held");
  const unknown = some((accepts) => accepts !== "held" && accepts !== "not-held");
  return textsOf(
    all
      ? `Held by ${held === 2 ? "both" : `all ${held}`}:`
      : `Held by ${held} of ${targets.length}:`,
    `Every valid request gets a complete HTTP response${isDocumented ? ", and responses are as documented" : ""}.`,
    broken.length > 0 && `Not held by ${named(broken, facts)}.`,
    unknown.length > 0 && `Not known for ${named(unknown, facts)}.`,
  ).join(" ");
}

function grounds(facts: PageFacts): Block {
  const { behaviour, speed } = facts.comparison;
  const { compared, constant, unstable, left } = behaviour;
  const texts = [
    statedText(facts),
    `${counted(compared, "case")} ${compared === 1 ? "was" : "were"} compared, with the same bytes to each target; ${unstable.length === 0 ? "none" : whole(unstable.length)} got different responses when sent again${unstable.length === 0 ? "" : ", and are left out"}.`,
    ...constant.map(
      (each) =>
        `${constantSentence(each, facts.names)} where all are ${each.class}, in ${counted(each.cases, "case")}.`,
    ),
    ...textsOf(
      speed && `Speed rests on ${counted(speed.rounds, "paired round")}, not on single requests.`,
    ),
    ...left.map((sentence) => `${sentence}${/[.!?]$/.test(sentence) ? "" : "."}`),
  ];
  return sentences(texts.map((text) => begun(text, facts.names)));
}

/** With a capital, unless a target's name is the beginning. */
const begun = (text: string, names: readonly string[]): string =>
  names.some((name) => /^[ :,]/.test(text.startsWith(name) ? text.slice(name.length) : ""))
    ? text
    : text.slice(0, 1).toUpperCase() + text.slice(1);

/** The first screen: what the comparison comes to, a row for each target, and what the figures rest on. */
const AtAGlance = ({ facts }: { facts: PageFacts }) => (
  <>
    <SectionView section={standingsSection(facts.comparison, facts.names)} class="in-short" />
    <div class="grounds">
      {renderBlock(grounds(facts))}
      <NotExpressedFold lines={facts.comparison.notExpressed} />
    </div>
    {facts.comparison.migration !== undefined && facts.comparison.migration.length > 0 && (
      <SectionView section={migrationSection(facts.comparison, facts.names, facts.links.toCase)} />
    )}
  </>
);

const renderFirstWords = ({ comparison, names }: PageFacts) =>
  firstWords(comparison).map(({ at, text }) => (
    <p class="banner" role="note">
      <strong>{names[at]}:</strong> {cutText(text, 600)}
    </p>
  ));

const pageTitle = (names: readonly string[]): string =>
  names.length > MOST_CELLS ? `${names.length} targets` : names.join(" · ");

function ComparisonMasthead({ facts }: { facts: PageFacts }) {
  const { names, comparison } = facts;
  const { method, path } = comparison.interface;
  const incomplete = names.filter((_, at) => comparison.targets[at]?.complete === false);
  return (
    <div class="masthead">
      <p class="over">What {names.length} targets do, side by side</p>
      <h1 class={names.length <= MOST_CELLS && names.join().length > 48 ? "many" : ""}>
        {pageTitle(names)}
      </h1>
      <p class="url">
        <span class="method">{method}</span>
        <span class="path">{cutText(path, 300)}</span>
      </p>
      {recordDoubts(
        comparison.targets.map(({ record }, at) => ({ name: names[at] ?? "", record })),
      ).map(({ of, record }) => (
        <p class="banner" role="note">
          <strong>{of}:</strong> {record.text}.
        </p>
      ))}
      {renderFirstWords(facts)}
      {incomplete.length > 0 && (
        <p class="banner" role="note">
          <strong>The record is not complete.</strong>{" "}
          {incomplete.length === names.length
            ? `${names.length === 2 ? "Both" : `All ${whole(names.length)}`} runs are incomplete`
            : incomplete.length > MOST_NAMED
              ? `The runs of ${whole(incomplete.length)} targets are incomplete`
              : incomplete.length === 1
                ? `The run of ${incomplete.join("")} is incomplete`
                : `The runs of ${incomplete.join(", ")} are incomplete`}
          ; the comparison rests on what there is.
        </p>
      )}
    </div>
  );
}
