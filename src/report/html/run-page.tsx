import type { RunView } from "../../analyse/run-view.ts";
import { htmlDocument } from "./document.ts";
import { HowToRead } from "./how-to-read.tsx";
import { Ledger } from "./ledger.tsx";
import { Masthead, TopBar } from "./masthead.tsx";
import { Notes } from "./notes.tsx";
import { contextOf } from "./page-context.ts";
import { Remarks } from "./remarks.tsx";
import { seenLine } from "./seen-text.tsx";
import { SuiteFolds } from "./suite-folds.tsx";
import { SuiteTable } from "./suite-table.tsx";
import { casesBySignature, notableCases, suiteViews, suitesByClause } from "./suite-views.ts";
import { Overview } from "./verdict.tsx";

const sections = [
  ["verdict", "Verdict"],
  ["worth-a-look", "Worth a look"],
  ["behaviour", "Suites"],
  ["left-out", "Specification"],
  ["cases", "Cases"],
  ["how-to-read", "How to read"],
] as const;

/** The HTML report of one run: a whole, self-contained document. */
export function renderRunPage(view: RunView): string {
  const { summary } = view;
  const suites = suiteViews(view);
  const context = contextOf(
    view,
    suites.map(({ name }) => name),
  );
  const { links } = context;
  return htmlDocument(
    <title>{`${seenLine(summary.target.name)} · witness`}</title>,
    <div class="page">
      <header>
        <TopBar sections={sections} />
        <Masthead summary={summary} />
      </header>
      <main id="main">
        <Overview summary={summary} />
        <Notes notes={summary.notes} links={links} />
        <Remarks summary={summary} links={links} />
        <SuiteTable suites={summary.suites} signatures={casesBySignature(summary)} links={links} />
        <Ledger ledger={summary.ledger} suites={suitesByClause(view.cases)} links={links} />
        <SuiteFolds suites={suites} context={context} notable={notableCases(view)} />
        <HowToRead />
      </main>
      <footer>
        {summary.tool.name} {summary.tool.version} · run {seenLine(summary.runId)}
      </footer>
    </div>,
  );
}
