import type { CaseView } from "../../../analyse/index.ts";
import { type Breach, isExplored, type Judgement } from "../../../model/index.ts";
import { counted } from "../../../text/index.ts";
import { brokenRules, type GateItem } from "../../gate-view.ts";
import { joinNodes, PageSection } from "../elements.tsx";
import { CaseEvidence } from "../evidence.tsx";
import type { PageContext } from "../page-context.ts";
import { caseAnchor, cutText, fragment, RowChips } from "../text.tsx";
import { verdictCell } from "../../gate-section.ts";
import { renderCell } from "../section-view.tsx";

export type Run = {
  cases: ReadonlyMap<string, CaseView>;
  context: PageContext;
  reported: ReadonlySet<string>;
  report: string;
};

const MOST_LINKED = 200;
/** Rows of a card outside its fold. */
const ROWS = 3;

type Runs = ReadonlyMap<string, Run>;

/** What did not pass: a card for each cause, and for each rule without cases. */
export function CauseCards({ items, runs }: { items: readonly GateItem[]; runs: Runs }) {
  if (items.length === 0) return null;
  const several = runs.size > 1;
  const shown = new Set<string>();
  return (
    <PageSection id="causes" title="What did not pass">
      {items.some(({ count }) => count !== undefined) && (
        <p class="quiet">
          Cases that break rules for the same reason are together, whatever rules they break. A case
          opens to the sent bytes and the response.
        </p>
      )}
      {items.map((item) => (
        <Card item={item} run={runs.get(item.target)} several={several} shown={shown} />
      ))}
    </PageSection>
  );
}

type CardProps = {
  item: GateItem;
  run: Run | undefined;
  several: boolean;
  /** Cases with their evidence in an earlier card. */
  shown: Set<string>;
};

function Card({ item, run, several, shown }: CardProps) {
  const { verdict, target, count, source, rules, cases, example } = item;
  const broken = brokenRules(item);
  const isOwn = (id: string): boolean => run?.cases.has(id) === true && !shown.has(id);
  const ids = [...new Set([...(example?.case === undefined ? [] : [example.case]), ...cases])];
  const opened = ids.filter(isOwn);
  for (const id of opened) shown.add(id);
  const breaches = new Map(
    [...rules.flatMap((rule) => rule.breaches), ...(example === undefined ? [] : [example])].map(
      (breach) => [breach.case, breach],
    ),
  );
  return (
    <article class={`card cause ${verdict}`}>
      <h3>
        {renderCell(verdictCell(verdict))} {several && `${target}: `}
        {cutText(item.unmarked ?? item.text, 400)}
      </h3>
      <p class="about">
        {count !== undefined && counted(count, "case")}
        {count === undefined && source !== undefined && <code>{cutText(source, 200)}</code>}
        {count !== undefined && broken.length > 0 && (
          <>
            {` · ${broken.length === 1 ? "rule" : "rules"} broken: `}
            {joinNodes(broken.map(ruleName), "; ")}
          </>
        )}
      </p>
      {example !== undefined && opened.length === 0 && <Compared breach={example} />}
      {run !== undefined && <CaseRows ids={opened.slice(0, ROWS)} run={run} breaches={breaches} />}
      <OtherCases
        ids={ids.filter((id) => !opened.includes(id))}
        unlisted={Math.max(0, (count ?? 0) - ids.length)}
        opened={opened.slice(ROWS)}
        run={run}
        breaches={breaches}
      />
    </article>
  );
}

type Rows = { run: Run | undefined; breaches: ReadonlyMap<string | undefined, Breach> };

function CaseRows({ ids, run, breaches }: Rows & { ids: readonly string[] }) {
  if (run === undefined || ids.length === 0) return null;
  return (
    <div class="cases">
      {ids.map((id) => (
        <CaseFold view={run.cases.get(id)} breach={breaches.get(id)} context={run.context} />
      ))}
    </div>
  );
}

const Compared = ({ breach }: { breach: Breach }) => (
  <p class="compared">
    expected <b>{cutText(breach.expected, 300)}</b>, observed <b>{cutText(breach.observed, 300)}</b>
  </p>
);

function CaseFold(props: {
  view: CaseView | undefined;
  breach: Breach | undefined;
  context: PageContext;
}) {
  const { view, breach, context } = props;
  if (view === undefined) return null;
  const { id, reason, outcomes } = view;
  // The status alone does not show where a boundary is.
  const observed = breach !== undefined && isExplored(id) ? `, observed ${breach.observed}` : "";
  return (
    <details>
      <summary>
        <code>{cutText(id, 120)}</code>
        <span>
          {cutText(breach === undefined ? reason : `expected ${breach.expected}${observed}`, 200)}
        </span>
        <RowChips outcomes={outcomes} flag={undefined} />
      </summary>
      <div id={caseAnchor(id)}>
        <p>{cutText(reason, 300)}</p>
        {breach !== undefined && <Compared breach={breach} />}
        <CaseEvidence view={view} context={context} />
      </div>
    </details>
  );
}

/** The other cases: those with evidence, then the others by their ids, with links to the run's report. */
function OtherCases(
  props: Rows & {
    ids: readonly string[];
    opened: readonly string[];
    /** Cases that the result does not list. */
    unlisted: number;
  },
) {
  const { ids, opened, unlisted, run, breaches } = props;
  const total = ids.length + opened.length + unlisted;
  if (total === 0) return null;
  const shown = ids.slice(0, MOST_LINKED);
  const more = ids.length - shown.length + unlisted;
  return (
    <details class="more">
      <summary>{counted(total, "more case")}</summary>
      <CaseRows ids={opened} run={run} breaches={breaches} />
      <ul class="flow ids">
        {shown.map((id) => (
          <li>{renderLink(id, run)}</li>
        ))}
        {more > 0 && <li class="quiet">and {counted(more, "more case")}, in gate.json</li>}
      </ul>
    </details>
  );
}

function renderLink(id: string, run: Run | undefined) {
  const name = cutText(id, 90);
  const anchor = `#${fragment(caseAnchor(id))}`;
  if (run?.cases.has(id) === true) return <a href={anchor}>{name}</a>;
  return run?.reported.has(id) === true ? (
    <a href={`${run.report}${anchor}`}>{name}</a>
  ) : (
    <code>{name}</code>
  );
}

/** A rule where it is named in a sentence. */
const ruleName = ({ rule, text, selects, expects }: Judgement) => (
  <span title={rule}>
    {cutText(selects === undefined ? text : `${selects}: ${expects ?? text}`, 120)}
  </span>
);
