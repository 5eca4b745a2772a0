import type { CaseView, RunView, Shell } from "../../../analyse/index.ts";
import type { GateResult, Summary } from "../../../model/index.ts";
import { gateHeadline, gateItems } from "../../gate-view.ts";
import { htmlDocument, RUN_PAGE } from "../document.tsx";
import { bulletList, PageSection } from "../elements.tsx";
import { wholeContext } from "../page-context.ts";
import { cutText, linksTo, seenText } from "../text.tsx";
import { CauseCards, type Run } from "./gate-causes.tsx";
import { gateStyle } from "./gate-style.ts";
import { judgedSection, rulesSection } from "../../gate-section.ts";
import { SectionView } from "../section-view.tsx";

/** A run that the gate judged, with the evidence to show. */
export type JudgedView = {
  summary: Summary;
  shell: Shell;
  /** Cases whose evidence the page has. */
  cases: CaseView[];
  /** Ids of the cases that the run's report has. */
  reported: ReadonlySet<string>;
  /** Path of the run's report, relative to the page, with slashes. */
  report: string;
};

/** `gate.html`: the verdict, what broke rules by cause, with the evidence, and every rule. */
export function renderGatePage(result: GateResult, views: readonly JudgedView[]): string {
  const { word } = gateHeadline(result);
  const { targets, tool, document } = result;
  const judged = document === undefined ? targets : [document.target];
  const names = judged.map(({ name }) => name).join(", ");
  const items = gateItems(result);
  const runs = new Map(views.map((view) => [view.summary.target.name, runOf(view)]));
  const hints = targets.flatMap(({ hint }) => hint ?? []);
  return htmlDocument(
    {
      title: `${word} · ${names} · witness gate`,
      class: "gate",
      labels: {
        causes: "What did not pass",
        rules: "Rules",
        run: document ? "Operations" : targets.length > 1 ? "Runs" : "Run",
      },
      masthead: (
        <>
          {renderVerdict(result)}
          <p class="over">Gate of {cutText(names, 200)}</p>
        </>
      ),
      main: (
        <>
          {hints.map((hint) => (
            <p class="first-word">{seenText(hint)}</p>
          ))}
          <CauseCards items={items} runs={runs} />
          <SectionView section={rulesSection(result)} class="rules" />
          <SectionView section={judgedSection(result, (name) => runs.get(name)?.report)} />
          <NotesSection result={result} />
        </>
      ),
      foot: `${tool.name} ${tool.version}`,
    },
    { ...RUN_PAGE, style: gateStyle },
  );
}

function renderVerdict(result: GateResult) {
  const { word, mark, colour, counts } = gateHeadline(result);
  return (
    <div class={`verdict-band ${colour}`}>
      <h1>
        <span aria-hidden="true">{mark}</span> {word}
      </h1>
      <p>
        {counts.join(" · ")} · exit {result.exitCode}
      </p>
    </div>
  );
}

function NotesSection({ result: { notes, findings = [] } }: { result: GateResult }) {
  const asides = [...findings.map(({ target, text }) => `${target}: ${text}`), ...notes];
  if (asides.length === 0) return null;
  return (
    <PageSection id="notes" title="Notes">
      {bulletList(
        "rests",
        asides.map((text) => cutText(text, 1000)),
      )}
    </PageSection>
  );
}

function runOf({ summary, shell, cases, reported, report }: JudgedView): Run {
  const view: Pick<RunView, "cases" | "summary" | "shell"> = { cases, summary, shell };
  const links = linksTo(
    cases.map(({ id }) => id),
    [],
  );
  return {
    cases: new Map(cases.map((each) => [each.id, each])),
    context: wholeContext(view, links),
    reported,
    report,
  };
}
