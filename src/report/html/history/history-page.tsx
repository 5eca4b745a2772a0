import { changeGroups, type History, type HistoryRun, type Changes } from "../../../model/index.ts";
import { cutText, firstCharacters, chip } from "../text.tsx";
import { htmlDocument, NO_SCRIPT } from "../document.ts";
import { TopBar } from "../masthead.tsx";
import {
  counted,
  escapeUnseen,
  momentText,
  latencyText,
  secondText,
  whole,
} from "../../../text/index.ts";
import { ChangesChart, RatioChart } from "./run-charts.tsx";
import type { ComponentChildren } from "preact";
import { changesText, runRatioText, throughputText, notComparedText } from "../../load-figures.ts";
import { FigureTable } from "../elements.tsx";

const historyStyle = `
.changed { fill: var(--accent); }
.unchanged { fill: var(--line-strong); }
h2, nav a { overflow-wrap: anywhere; }
.load h3.part { margin-bottom: 0.4rem; }
.more .quiet { margin: 0.2rem 0 0.5rem; overflow-wrap: anywhere; }
section.prose p { margin-top: 0.6rem; }
.figures a { white-space: nowrap; }
`;

const LINKED = 8;

export function renderHistoryPage({ runs, tool, conclusions = [] }: History): string {
  const targets = byTarget(runs);
  const links = targets.slice(0, LINKED).map(([name], nth) => [`target-${nth}`, linkName(name)]);
  return htmlDocument(
    <title>History · witness</title>,
    <div class="page">
      <header>
        <TopBar sections={[...(links as [string, string][]), ["how-to-read", "How to read"]]} />
        <div class="masthead">
          <p class="over">What changed from run to run</p>
          <h1>History</h1>
          <p class="quiet">
            {counted(runs.length, "stored run")} of {counted(targets.length, "target")}
            {runs.length > 0 &&
              `, ${momentText(runs[0]?.startedAt ?? "")} to ${momentText(runs.at(-1)?.startedAt ?? "")}`}
          </p>
        </div>
      </header>
      <main id="main">
        {targets.map(([target, own], nth) => {
          const said = conclusions.filter((each) => each.target === target);
          return renderTargetSection(nth, target, own, said);
        })}
        {renderHowToRead()}
      </main>
      <footer>{cutText(`${tool.name} ${tool.version}`, 60)}</footer>
    </div>,
    { style: historyStyle, ...NO_SCRIPT },
  );
}

const linkName = (target: string): string => escapeUnseen(firstCharacters(target, 24));

/** Runs of each target; the target of the newest run comes first. */
function byTarget(runs: readonly HistoryRun[]): [string, HistoryRun[]][] {
  const all = new Map<string, HistoryRun[]>();
  for (const run of runs.toReversed()) {
    const known = all.get(run.target);
    if (known === undefined) all.set(run.target, [run]);
    else known.unshift(run);
  }
  return [...all];
}

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

function renderTargetSection(
  nth: number,
  target: string,
  runs: readonly HistoryRun[],
  said: readonly { text: string; run: string }[],
) {
  const [drawn, listed] = [runs.slice(-DRAWN), runs.slice(-LISTED)];
  const urls = [...new Set(runs.map(({ baseUrl }) => baseUrl))];
  return (
    <section class="load" aria-labelledby={`target-${nth}`}>
      <h2 id={`target-${nth}`}>{cutText(target, 60)}</h2>
      <p class="quiet">
        {counted(runs.length, "run")} of {cutText(urls.slice(-3).join(", "), 300)}
        {urls.length > 3 && ` and ${counted(urls.length - 3, "more address", "more addresses")}`}
        {runs.length > DRAWN && `; the charts have the last ${DRAWN}`}
        {runs.length > LISTED && `, the table the last ${LISTED}`}
      </p>
      {said.length > 0 && (
        <ul class="leads">
          {said.map(({ text, run }) => (
            <li>
              <a href={`#run-${run}`}>{cutText(text, 400)}</a>
            </li>
          ))}
        </ul>
      )}
      {runs.length > 1 && (
        <div class="charts">
          <ChangesChart id={`changes-${nth}`} runs={drawn} />
          <RatioChart id={`ratio-${nth}`} runs={drawn} />
        </div>
      )}
      <h3 class="part">Runs</h3>
      {renderRunRows(target, listed)}
      {renderWhatChanged(drawn)}
    </section>
  );
}

const HEAD =
  "started|seed|requests|2xx|4xx|5xx|no response|stated|changed|throughput|to previous|p99".split(
    "|",
  );
const WORDS = ["stated"];

const renderRunRows = (target: string, runs: readonly HistoryRun[]) => (
  <FigureTable label={`Runs of ${target}`} head={HEAD} words={WORDS} dense>
    {runs.toReversed().map((run) => renderRow(run))}
  </FigureTable>
);

function renderRow(run: HistoryRun) {
  const { answers, load, changes } = run;
  const sent = Object.values(answers).some((each) => each > 0);
  return (
    <tr id={`run-${run.runId}`}>
      <th scope="row">
        <ReportLink run={run}>
          <time dateTime={run.startedAt}>{secondText(run.startedAt)}</time>
        </ReportLink>
      </th>
      <td>{run.seed}</td>
      <td>{whole(run.requests)}</td>
      {([answers["2xx"], answers["4xx"], answers["5xx"], answers.noAnswer] as const).map((each) => (
        <td>{sent ? whole(each) : "–"}</td>
      ))}
      <td class="text">
        {run.accepts.replace("-", " ")}
        {run.record?.state === "damaged" ? (
          <span title={run.record.text}>, damaged</span>
        ) : (
          !run.complete && ", incomplete"
        )}
      </td>
      <td>{changes === undefined ? "–" : changesText(changes)}</td>
      <td>{load === undefined ? "–" : throughputText(load)}</td>
      <td>{load?.toPrevious === undefined ? "–" : runRatioText(load.toPrevious)}</td>
      <td>{load === undefined ? "–" : latencyText(load.p99Us)}</td>
    </tr>
  );
}

/** Its content as a link to the run's report, if there is one. The page is in the output folder. */
function ReportLink({ run, children }: { run: HistoryRun; children: ComponentChildren }) {
  if (!run.hasReport) return <>{children}</>;
  const path = run.folder.split(/[/\\]/).map(encodeURIComponent).join("/");
  return <a href={`./${path}/report.html`}>{children}</a>;
}

const GROUPS = 20;
const EXAMPLES = 3;

function renderWhatChanged(runs: readonly HistoryRun[]) {
  const changed = runs.filter(({ changes }) => (changes?.changed.length ?? 0) > 0).toReversed();
  return <>{changed.map((run) => renderChangedRun(run, run.changes as Changes))}</>;
}

function renderChangedRun(run: HistoryRun, changes: Changes) {
  const { since, otherTool } = changes;
  const groups = changeGroups(changes);
  const left = notComparedText(changes);
  return (
    <details class="more">
      <summary>
        {momentText(run.startedAt)}: {changesText(changes)} cases with a different response
      </summary>
      <p class="quiet">
        <ReportLink run={run}>{cutText(run.folder, 120)}</ReportLink> compared with{" "}
        {cutText(since, 120)}
        {left !== "" && `; ${left}`}
        {otherTool !== undefined && `; witness was ${otherTool} then and is ${run.tool} here`}.
      </p>
      <FigureTable
        label={`Cases with a different response in ${run.runId}`}
        head={["then", "now", "cases", "for example"]}
        words={["now", "for example"]}
      >
        {groups.slice(0, GROUPS).map(({ before, after, cases }) => (
          <tr>
            <th scope="row">{chip(before)}</th>
            <td class="text">{chip(after)}</td>
            <td>{whole(cases.length)}</td>
            <td class="text">
              <code>{cutText(cases.slice(0, EXAMPLES).join(", "), 240)}</code>
            </td>
          </tr>
        ))}
      </FigureTable>
      <p class="cut">
        {groups.length > GROUPS && `and ${whole(groups.length - GROUPS)} more changes; `}
        witness history --json has every case
      </p>
    </details>
  );
}
