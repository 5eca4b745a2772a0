import type { CaseView, RunView } from "../run-view.ts";
import { linksTo } from "./anchors.ts";
import { htmlDocument } from "./document.ts";
import { HowToRead } from "./how-to-read.tsx";
import { Ledger } from "./ledger.tsx";
import { Masthead, TopBar } from "./masthead.tsx";
import { Notes } from "./notes.tsx";
import { Remarks } from "./remarks.tsx";
import { seenLine } from "./seen-text.tsx";
import { SuiteFolds, type SuiteView } from "./suite-folds.tsx";
import { SuiteTable } from "./suite-table.tsx";
import { Overview } from "./verdict.tsx";

const sections = [
  ["verdict", "Verdict"],
  ["worth-a-look", "Worth a look"],
  ["behaviour", "Suites"],
  ["left-out", "Specification"],
  ["cases", "Cases"],
  ["how-to-read", "How to read"],
] as const;

/** Suites in the summary's order, then those that only the cases name. */
function suiteViews({ summary, cases }: RunView): SuiteView[] {
  const bySuite = new Map<string, CaseView[]>();
  for (const view of cases) {
    const some = bySuite.get(view.suite);
    if (some) some.push(view);
    else bySuite.set(view.suite, [view]);
  }
  const known = new Map(summary.suites.map((suite) => [suite.name, suite]));
  return [...new Set([...known.keys(), ...bySuite.keys()])].map((name) => ({
    name,
    about: known.get(name)?.about ?? "",
    total: known.get(name)?.cases ?? bySuite.get(name)?.length ?? 0,
    classes: known.get(name)?.classes,
    cases: bySuite.get(name) ?? [],
    properties: summary.properties.filter(({ id }) => id.startsWith(`${name}/`)),
  }));
}

function notableCases({ summary, cases }: RunView): Set<string> {
  const moving = cases.filter(
    ({ stability }) => stability === "unstable" || stability === "changes-on-repeat",
  );
  return new Set([
    ...summary.remarks.flatMap((remark) => remark.case ?? []),
    ...moving.map(({ id }) => id),
  ]);
}

/** The HTML report of one run: a whole, self-contained document. */
export function renderRunPage(view: RunView): string {
  const { summary } = view;
  const suites = suiteViews(view);
  const links = linksTo(
    view.cases.map(({ id }) => id),
    suites.map(({ name }) => name),
  );
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
        <Remarks remarks={summary.remarks} links={links} />
        <SuiteTable suites={summary.suites} links={links} />
        <Ledger ledger={summary.ledger} />
        <SuiteFolds suites={suites} links={links} notable={notableCases(view)} />
        <HowToRead />
      </main>
      <footer>
        {summary.tool.name} {summary.tool.version} · run {seenLine(summary.runId)}
      </footer>
    </div>,
  );
}
