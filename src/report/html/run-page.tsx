import type { ComponentChildren } from "preact";
import type { RunView } from "../../analyse/index.ts";
import type { ExploreSummary, Summary } from "../../model/index.ts";
import { type Links, linksTo, seenText } from "./text.tsx";
import { htmlDocument, type Labels } from "./document.tsx";
import { ExploreSection } from "./explore/explore-section.tsx";
import { inferredSections } from "../inferred-section.ts";
import { agentsSection } from "../rounds-section.ts";
import { ownLedgerSection } from "../ledger-section.ts";
import { LoadSection } from "./load/load-section.tsx";
import { Masthead, runFacts } from "./masthead.tsx";
import { contextOf } from "./page-context.ts";
import { SuiteFolds } from "./suite-folds.tsx";
import { ClassBar, Legend, shownClasses, sumClasses } from "./status-class.tsx";
import { notableCases, suiteViews, suitesByClause } from "./suite-views.ts";
import { UsageSection } from "./usage-section.tsx";
import { StatedVerdict } from "./verdict.tsx";
import { LivesView, SectionView } from "./section-view.tsx";
import * as sections from "../run-section.ts";
import { Fold, PageSection } from "./elements.tsx";

const LABELS: Labels = {
  "in-short": "In short",
  verdict: "Verdict",
  inferred: "Rules",
  limits: "Limits",
  remembered: "Memory",
  "worth-a-look": "Worth a look",
  behaviour: "Suites",
  load: "Load",
  cases: "Cases",
  "left-out": "Specification",
  "how-to-read": "How to read",
};

/** Named after the states where nothing else was searched for. */
const exploreLabel = ({ axes, examples, states }: ExploreSummary): string =>
  states !== undefined && axes.length + examples.length === 0 ? "States" : "Boundaries";

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
  const context = contextOf(view);
  const { links } = context;
  return page(
    view,
    links,
    { cases: true, explore: true, load: false },
    <>
      {exploration !== undefined && <ExploreSection found={exploration} links={links} />}
      {renderRest(summary, links)}
      <SuiteFolds suites={suiteViews(view)} context={context} notable={notableCases(view)} />
    </>,
  );
}

/** A run of load only: the load, then the verdict, which depends on the few cases that were sent before. */
function loadPage(view: RunView): string {
  const { summary } = view;
  const { load, end } = summary;
  const links = linksTo([]);
  return page(
    view,
    links,
    { cases: false, explore: false, load: true },
    <>
      {load !== undefined && <LoadSection load={load} view={view.load} end={end} />}
      {renderRest(summary, links)}
    </>,
  );
}

/** What follows the findings where they are all that was searched for. */
const renderRest = (summary: Summary, links: Links) => (
  <>
    <StatedVerdict summary={summary} />
    <SectionView section={sections.notesSection(summary)} links={links} />
    {summary.remarks.length > 0 && (
      <SectionView section={sections.remarksSection(summary)} links={links} />
    )}
  </>
);

function suitesPage(view: RunView): string {
  const { summary } = view;
  const { load, exploration } = summary;
  const context = contextOf(view);
  const { links } = context;
  return page(
    view,
    links,
    { cases: true, explore: exploration !== undefined, load: load !== undefined },
    <>
      <SectionView section={sections.inShortSection(summary)} class="in-short" links={links} />
      <StatedVerdict summary={summary} />
      {inferredSections(summary).map((section) => (
        <SectionView section={section} links={links} />
      ))}
      <SectionView section={sections.limitsSection(summary)} links={links} />
      <SectionView section={sections.rememberedSection(summary)} links={links} />
      <SectionView section={sections.remarksSection(summary)} links={links} />
      {renderSuites(summary, links)}
      {exploration !== undefined && <ExploreSection found={exploration} links={links} folded />}
      {load !== undefined && <LoadSection load={load} view={view.load} end={summary.end} folded />}
      <SuiteFolds suites={suiteViews(view)} context={context} notable={notableCases(view)} />
      <SectionView section={ownLedgerSection(summary, suitesByClause(view.cases))} />
      <SectionView section={sections.notesSection(summary)} links={links} />
    </>,
  );
}

/** All cases by the class of their last response, and the table of suites. */
function renderSuites(summary: Summary, links: Links) {
  const totals = sumClasses(summary.suites.map(({ classes }) => classes));
  return (
    <SectionView section={sections.suitesSection(summary)} links={links}>
      <ClassBar classes={totals} of="all cases" />
      <Legend keys={shownClasses(totals)} totals={totals} />
    </SectionView>
  );
}

/** A page with its own part, `children`, between what every page has; `told` is what it has to explain. */
const page = (
  { summary, loadAlone, usage }: RunView,
  links: Links,
  told: { cases: boolean; explore: boolean; load: boolean },
  children: ComponentChildren,
): string =>
  htmlDocument({
    title: `${summary.target.name} · witness`,
    labels: {
      ...LABELS,
      ...(summary.exploration && { explore: exploreLabel(summary.exploration) }),
      ...(loadAlone && {
        "load-rounds": summary.load?.options.sweep === true ? "Steps" : "Rounds",
        "load-checks": "Checks",
      }),
    },
    masthead: <Masthead summary={summary} loadAlone={loadAlone} />,
    main: (
      <>
        {summary.hint !== undefined && renderFirstWord(summary.hint)}
        {summary.inferred?.headline !== undefined && renderFirstWord(summary.inferred.headline)}
        <LivesView targets={[summary]} links={links} />
        {children}
        <SectionView section={agentsSection(summary)} />
        <UsageSection usage={usage} />
        <HowToRead {...told} />
        {summary.hint !== undefined && renderFirstWord(summary.hint)}
      </>
    ),
    foot: runFacts(summary),
  });

function HowToRead({ cases, explore, load }: { cases: boolean; explore: boolean; load: boolean }) {
  return (
    <PageSection id="how-to-read" title="How to read this page">
      <p class="quiet prose">
        Statuses are observations: a 4xx is not a failure and a 2xx not a success. Characters that
        cannot be seen are written as <i class="u">{"\\u{…}"}</i>.
      </p>
      <Fold folded title="What the parts of this page mean">
        {cases && renderCases()}
        {explore && renderExplore()}
        {load && renderLoad()}
      </Fold>
    </PageSection>
  );
}

const renderCases = () => (
  <p class="prose">
    The one verdict here is on what is stated: that every valid request got a complete HTTP
    response, and where a document states responses, that they are as it states. Nearly everything
    else that comes back is “not shown”. All else is what the server did: each row is a request that
    differs in the one way its line says, and opens to the sent bytes, the response, and the
    commands that send it again. It does not say what the server ought to do; compare it with what
    you expect of it.
  </p>
);

const renderExplore = () => (
  <p class="prose">
    A boundary lies between two adjacent values that get different responses, both confirmed twice
    more. A well-known value at the boundary is a hint, not a proven cause. An example is the
    smallest request found by removing parts that do not affect the response.
  </p>
);

const renderLoad = () => (
  <p class="prose">
    Load repeats the stated request with fresh values. Latency is the time to the complete response,
    from sending, or at a fixed rate from when the request was due. p99 is the time that 99 of 100
    responses took at most. ≥ marks a lower bound: the generator was the limit, the server may do
    more. ! marks figures that one of their checks speaks against; what it says is in words next to
    them. No figure includes the warm-up.
  </p>
);
