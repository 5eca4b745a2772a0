import { groupBy } from "../../../stats/index.ts";
import type { History, HistoryRun, Changes } from "../../../model/index.ts";
import { cutText, firstCharacters } from "../text.tsx";
import { htmlDocument, NO_SCRIPT } from "../document.tsx";
import { counted, escapeUnseen, momentText } from "../../../text/index.ts";
import { ChangesChart, RatioChart } from "./run-charts.tsx";
import { changesText, notComparedText } from "../../load-figures.ts";
import { changedTable, historyReport, runTables } from "../../history-section.ts";
import { renderBlock } from "../section-view.tsx";
import { sentences } from "../../blocks.ts";

const historyStyle = `
.changed { fill: var(--accent); }
.unchanged { fill: var(--line-strong); }
h2, nav a { overflow-wrap: anywhere; }
.load h3.part { margin-bottom: 0.4rem; }
.more .quiet { margin: 0.2rem 0 0.5rem; overflow-wrap: anywhere; }
section.prose p { margin-top: 0.6rem; }
`;

const LINKED = 8;

export function renderHistoryPage({ runs, tool, conclusions = [] }: History): string {
  const targets = byTarget(runs);
  const [first, last] = [runs[0]?.startedAt, runs.at(-1)?.startedAt].map((at = "") =>
    momentText(at),
  );
  const links = targets.slice(0, LINKED).map(([name], nth) => [`target-${nth}`, linkName(name)]);
  return htmlDocument(
    {
      title: "History · witness",
      labels: { ...Object.fromEntries(links), "how-to-read": "How to read" },
      masthead: (
        <div class="masthead">
          <p class="over">What changed from run to run</p>
          <h1>History</h1>
          <p class="quiet">
            {counted(runs.length, "stored run")} of {counted(targets.length, "target")}
            {runs.length > 0 && `, ${first} to ${last}`}
          </p>
        </div>
      ),
      main: (
        <>
          {targets.map(([target, own], nth) => {
            const said = conclusions.filter((each) => each.target === target);
            return renderTargetSection(nth, target, own, said);
          })}
          {renderHowToRead()}
        </>
      ),
      foot: `${tool.name} ${tool.version}`,
    },
    { style: historyStyle, ...NO_SCRIPT },
  );
}

const linkName = (target: string): string => escapeUnseen(firstCharacters(target, 24));

/** Runs of each target; the target of the newest run comes first. */
const byTarget = (runs: readonly HistoryRun[]): [string, HistoryRun[]][] =>
  Array.from(
    groupBy(runs.toReversed(), ({ target }) => target),
    ([target, own]) => [target, own.toReversed()],
  );

const renderHowToRead = () => (
  <section aria-labelledby="how-to-read" class="prose">
    <h2 id="how-to-read">How to read</h2>
    <p>
      A case counts as changed when it gets a different response than in the last run of the same
      target with cases, or when its response now changes from one sending to the next. Generated
      cases are new in each run and are not counted.
    </p>
    <p>
      Throughput is compared with another run only if both had the same offered load. Rounds of
      different runs are not paired: the ratio is the Hodges-Lehmann shift of their logarithms, with
      the exact interval of Mann and Whitney, or that of the spread between the earlier runs under
      the same load if it is wider. The interval contains 1 at least 9 times in 10 if nothing
      changed; it needs two earlier runs, and 3 rounds of each. To leave out what differs from run
      to run, witness compare alternates between targets.
    </p>
    <p>
      ≥ and a hollow mark stand where the generator was the limit of one run: the figure is known on
      one side only. If it was the limit of both, there is no ratio.
    </p>
  </section>
);

const DRAWN = 60;
const LISTED = 500;

function aboutRuns(runs: readonly HistoryRun[]) {
  const urls = [...new Set(runs.map(({ baseUrl }) => baseUrl))];
  return (
    <>
      {counted(runs.length, "run")} of {cutText(urls.slice(-3).join(", "), 300)}
      {urls.length > 3 && ` and ${counted(urls.length - 3, "more address", "more addresses")}`}
      {runs.length > DRAWN && `; the charts have the last ${DRAWN}`}
      {runs.length > LISTED && `, the table the last ${LISTED}`}
    </>
  );
}

function renderTargetSection(
  nth: number,
  target: string,
  runs: readonly HistoryRun[],
  said: readonly { text: string; run: string }[],
) {
  const [drawn, listed] = [runs.slice(-DRAWN), runs.slice(-LISTED)];
  return (
    <section class="load" aria-labelledby={`target-${nth}`}>
      <h2 id={`target-${nth}`}>{cutText(target, 60)}</h2>
      <p class="quiet">{aboutRuns(runs)}</p>
      {renderBlock(
        sentences(
          said.map(({ text, run }) => ({ text, href: `#run-${run}` })),
          { lead: true },
        ),
      )}
      {runs.length > 1 && (
        <div class="charts">
          <ChangesChart id={`changes-${nth}`} runs={drawn} />
          <RatioChart id={`ratio-${nth}`} runs={drawn} />
        </div>
      )}
      {runTables(listed.toReversed(), target).map(
        (table, at) =>
          table.rows.length > 0 && (
            <>
              <h3 class="part">{at === 0 ? "Runs" : "Runs of load alone"}</h3>
              {renderBlock(table)}
            </>
          ),
      )}
      {drawn
        .toReversed()
        .map(
          (run) =>
            run.changes !== undefined &&
            run.changes.changed.length > 0 &&
            renderChangedRun(run, run.changes),
        )}
    </section>
  );
}

function renderChangedRun(run: HistoryRun, changes: Changes) {
  const { since, otherTool } = changes;
  const left = notComparedText(changes);
  const [report, folder] = [historyReport(run), cutText(run.folder, 120)];
  return (
    <details class="more">
      <summary>
        {momentText(run.startedAt)}: {changesText(changes)} cases with a different response
      </summary>
      <p class="quiet">
        {report === undefined ? folder : <a href={report}>{folder}</a>} compared with{" "}
        {cutText(since, 120)}
        {left !== "" && `; ${left}`}
        {otherTool !== undefined && `; witness was ${otherTool} then and is ${run.tool} here`}.
      </p>
      {renderBlock(changedTable(run, changes))}
      <p class="cut">witness history --json has every case</p>
    </details>
  );
}
