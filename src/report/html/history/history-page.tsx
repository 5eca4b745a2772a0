import type { History, HistoryRun } from "../../../model/index.ts";
import { cutText, firstCharacters } from "../cut-text.tsx";
import { htmlDocument } from "../document.ts";
import { TopBar } from "../masthead.tsx";
import { counted, escapeUnseen, momentText } from "../../../text/index.ts";
import { TargetSection } from "./target-section.tsx";

/** The style of the trend page, in addition to the style of every page. */
const historyStyle = `
.changed { fill: var(--accent); }
.unchanged { fill: var(--line-strong); }
h2, nav a { overflow-wrap: anywhere; }
.load h3.part { margin-bottom: 0.4rem; }
.more .quiet { margin: 0.2rem 0 0.5rem; overflow-wrap: anywhere; }
section.prose p { margin-top: 0.6rem; }
.figures a { white-space: nowrap; }
`;

/** SHA-256 of an empty script: this page has none. */
const NO_SCRIPT = { script: "", scriptHash: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" };
/** Targets with a link in the bar at the top. */
const LINKED = 8;

/** The trend page: a whole, self-contained document without a script. */
export function renderHistoryPage({ runs, tool }: History): string {
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
        {targets.map(([target, own], nth) => (
          <TargetSection nth={nth} target={target} runs={own} />
        ))}
        <HowToRead />
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

function HowToRead() {
  return (
    <section aria-labelledby="how-to-read" class="prose">
      <h2 id="how-to-read">How to read</h2>
      <p>
        A case counts as changed when it gets a different response than in the last run of the same
        target with cases, or when its response now changes from one sending to the next. Generated
        cases are new in each run and are not counted.
      </p>
      <p>
        Throughput is compared with another run only if both had the same offered load. Rounds of
        different runs are not paired: the ratio is the Hodges-Lehmann shift of their logarithms,
        with the exact interval of Mann and Whitney. The interval contains the true ratio at least 9
        times in 10; it needs 3 rounds of each run. It includes whatever else changed on the machine
        between the runs. To leave that out, witness compare alternates between targets.
      </p>
      <p>
        ≥ and a hollow mark stand where the generator was the limit of one run: the figure is known
        on one side only. If it was the limit of both, there is no ratio.
      </p>
    </section>
  );
}
