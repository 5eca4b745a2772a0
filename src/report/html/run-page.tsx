import type { ComponentChildren } from "preact";
import type { RunView } from "../../analyse/index.ts";
import type { ExploreSummary, Summary } from "../../model/index.ts";
import { AgentsSection, Deaths, HowToRead, Notes } from "./run-sections.tsx";

import { type Links, linksTo, seenText } from "./text.tsx";
import { htmlDocument } from "./document.ts";
import { ExploreSection } from "./explore/explore-section.tsx";

import { InferredSection } from "./inferred-section.tsx";
import { Ledger } from "./ledger.tsx";
import { LoadSection } from "./load/load-section.tsx";
import { Masthead, runFacts, TopBar } from "./masthead.tsx";

import { contextOf } from "./page-context.ts";
import { Remarks, Remembered } from "./remarks.tsx";
import { escapeUnseen } from "../../text/index.ts";
import { SuiteFolds } from "./suite-folds.tsx";
import { SuiteTable } from "./suite-table.tsx";
import { casesBySignature, notableCases, suiteViews, suitesByClause } from "./suite-views.ts";
import { UsageSection } from "./usage-section.tsx";
import { Overview } from "./verdict.tsx";

type Section = readonly [id: string, label: string];
type Sections = readonly Section[];

/** Named after the states where nothing else was searched for. */
const exploreSection = ({ axes, examples, states }: ExploreSummary): Section => [
  "explore",
  states !== undefined && axes.length + examples.length === 0 ? "States" : "Boundaries",
];

const exploreSections = ({ exploration }: Summary): Sections => [
  ...(exploration === undefined ? [] : [exploreSection(exploration)]),
  ["verdict", "Verdict"],
  ["cases", "Cases"],
  ["how-to-read", "How to read"],
];

/** Why a run has no estimate of unseen behaviour. */
const notEstimated = ({ unseen }: Summary): string | undefined =>
  unseen === undefined || unseen.estimates.length > 0 ? undefined : unseen.text;

const sections = ({ load, exploration, inferred, state }: Summary): Sections => [
  ["verdict", "Verdict"],
  ...(inferred === undefined ? [] : [["inferred", "Rules"] as const]),
  ...(state === undefined ? [] : [["remembered", "Memory"] as const]),
  ["worth-a-look", "Worth a look"],
  ["behaviour", "Suites"],
  ...(exploration === undefined ? [] : [exploreSection(exploration)]),
  ...(load === undefined ? [] : [["load", "Load"] as const]),
  ["left-out", "Specification"],
  ["cases", "Cases"],
  ["how-to-read", "How to read"],
];

const loadSections = (load: RunView["summary"]["load"]): Sections => [
  ...(load === undefined ? [] : [["load", "Load"] as const]),
  ...((load?.rounds.length ?? 0) > 0
    ? ([
        ["load-rounds", load?.options.sweep ? "Steps" : "Rounds"],
        ["load-checks", "Checks"],
      ] as const)
    : []),
  ["verdict", "Verdict"],
  ["how-to-read", "How to read"],
];

/** The probable mistake about the target, first and last as on the terminal. */
const renderFirstWord = (hint: string) => <p class="first-word">{seenText(hint)}</p>;

export function renderRunPage(view: RunView): string {
  if (view.loadAlone) return loadPage(view);
  return view.exploreAlone === true ? explorePage(view) : suitesPage(view);
}

/** A run of exploration only: the findings, then the verdict on the few valid requests that were sent before. */
function explorePage(view: RunView): string {
  const { summary } = view;
  const { exploration } = summary;
  const { suites, context } = casesOf(view);
  const { links } = context;
  return page(
    view,
    exploreSections(summary),
    links,
    { cases: true, explore: true, load: false },
    <>
      {exploration !== undefined && <ExploreSection found={exploration} links={links} />}
      <Overview summary={summary} observed={false} links={links} />
      <Notes notes={summary.notes} links={links} />
      {summary.remarks.length > 0 && <Remarks summary={summary} links={links} />}
      <SuiteFolds suites={suites} context={context} notable={notableCases(view)} />
    </>,
  );
}

function casesOf(view: RunView) {
  const suites = suiteViews(view);
  const context = contextOf(
    view,
    suites.map(({ name }) => name),
  );
  return { suites, context };
}

/**
 * A run of load only: the load, then the verdict, which depends on the few cases that were sent before.
 */
function loadPage(view: RunView): string {
  const { summary } = view;
  const { load, end, notes } = summary;
  const links = linksTo([], []);
  return page(
    view,
    loadSections(load),
    links,
    { cases: false, explore: false, load: true },
    <>
      {load !== undefined && <LoadSection load={load} view={view.load} end={end} />}
      <Overview summary={summary} observed={false} links={links} />
      <Notes notes={notes} links={links} />
      {summary.remarks.length > 0 && <Remarks summary={summary} links={links} />}
    </>,
  );
}

function suitesPage(view: RunView): string {
  const { summary } = view;
  const { load, exploration } = summary;
  const { suites, context } = casesOf(view);
  const { links } = context;
  return page(
    view,
    sections(summary),
    links,
    { cases: true, explore: exploration !== undefined, load: load !== undefined },
    <>
      <Overview summary={summary} observed links={links} />
      {summary.inferred !== undefined && <InferredSection found={summary.inferred} links={links} />}
      <Notes notes={summary.notes} unseen={notEstimated(summary)} links={links} />
      <Remembered summary={summary} links={links} />
      <Remarks summary={summary} links={links} />
      <SuiteTable suites={summary.suites} signatures={casesBySignature(summary)} links={links} />
      {exploration !== undefined && <ExploreSection found={exploration} links={links} />}
      {load !== undefined && <LoadSection load={load} view={view.load} end={summary.end} />}
      <Ledger ledger={summary.ledger} suites={suitesByClause(view.cases)} links={links} />
      <SuiteFolds suites={suites} context={context} notable={notableCases(view)} />
    </>,
  );
}

/** A page with its own part, `children`, between what every page has; `told` is what it has to explain. */
const page = (
  { summary, loadAlone, usage }: RunView,
  list: Sections,
  links: Links,
  told: { cases: boolean; explore: boolean; load: boolean },
  children: ComponentChildren,
): string =>
  htmlDocument(
    <title>{`${escapeUnseen(summary.target.name)} · witness`}</title>,
    <div class="page">
      <header>
        <TopBar sections={list} />
        <Masthead summary={summary} loadAlone={loadAlone} />
      </header>
      <main id="main">
        {summary.hint !== undefined && renderFirstWord(summary.hint)}
        {summary.inferred?.headline !== undefined && renderFirstWord(summary.inferred.headline)}
        <Deaths summary={summary} links={links} />
        {children}
        <AgentsSection agents={summary.agents} />
        <UsageSection usage={usage} />
        <HowToRead {...told} />
        {summary.hint !== undefined && renderFirstWord(summary.hint)}
      </main>
      <footer>{escapeUnseen(runFacts(summary))}</footer>
    </div>,
  );
