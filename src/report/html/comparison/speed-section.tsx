import type { Comparison } from "../../../model/index.ts";
import { counted, durationText } from "../../../text/index.ts";
import { advice, cutText } from "../cut-text.tsx";
import { ComparedCurves } from "./compared-curves.tsx";
import { Forest, type SpeedMetric, pairsOf } from "./forest.tsx";
import type { PageFacts } from "./page-facts.ts";
import { RankedSpeed } from "./ranked-speed.tsx";
import { SpeedTable } from "./speed-table.tsx";

type Speed = NonNullable<Comparison["speed"]>;

/** The pairs of more targets have no charts of their own. */
const MOST_PAIRED = 15;

/** More pairs stay folded on paper: the ranking says the most. */
const MOST_ON_PAPER = 10;

const further: readonly (readonly [SpeedMetric, string])[] = [
  ["throughput", "Ratio of throughput"],
  ["p50", "Ratio of p50 latency"],
  ["p99", "Ratio of p99 latency"],
  ["cpuPerRequest", "Ratio of CPU time per request"],
];

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <div class="card speed-notes">
      <h3>Read this first</h3>
      <ul class="rests">
        {notes.map((note) => (
          <li>{advice(note, 400)}</li>
        ))}
      </ul>
    </div>
  );
}

type Pairs = ReturnType<typeof pairsOf>;

const said: readonly (readonly [word: string, verdicts: readonly string[]])[] = [
  ["different", ["more", "less"]],
  ["not different", ["no-difference"]],
  ["undecided", ["cannot-tell"]],
];

/** "2 different, 1 undecided": how many pairs got which verdict. */
function digestOf(pairs: Pairs): string {
  return said
    .map(([word, verdicts]) => {
      const some = pairs.filter(({ ratio }) => verdicts.includes(ratio?.verdict ?? "")).length;
      return some === 0 ? "" : `${some} ${word}`;
    })
    .filter((part) => part !== "")
    .join(", ");
}

function Further({ speed, names }: { speed: Speed; names: readonly string[] }) {
  return (
    <>
      {further.map(([metric, title]) => {
        const pairs = pairsOf(speed.pairs, metric, names);
        return (
          pairs.length > 0 && (
            <details class={pairs.length <= MOST_ON_PAPER ? "round paper" : "round"}>
              <summary>
                <h3>{title}</h3>
                <span class="about">{digestOf(pairs)}</span>
                <span class="not-held" />
                <span class="tally">{counted(pairs.length, "pair")}</span>
              </summary>
              <div class="inside">
                <p class="quiet">
                  The first target of each pair relative to the second: right of 1 × is more.
                </p>
                <Forest pairs={pairs} title={title} />
              </div>
            </details>
          )
        );
      })}
    </>
  );
}

/**
 * Speed over paired rounds: ratios with their intervals, latencies, and the figures of each target.
 */
export function SpeedSection({ facts }: { facts: PageFacts }) {
  const { speed } = facts.comparison;
  if (speed === undefined) return null;
  const { names } = facts;
  return (
    <section class="load" aria-labelledby="speed">
      <h2 id="speed">Speed</h2>
      <p class="quiet">
        {counted(speed.rounds, "paired round")} of{" "}
        <span class="unbroken">{durationText(speed.durationMs)}</span>, each after a warm-up of{" "}
        <span class="unbroken">{durationText(speed.warmupMs)}</span> that is in no figure:{" "}
        {cutText(speed.offer, 120)}. One target was under load at a time, in an order that changes
        from round to round.
      </p>
      <Notes notes={speed.notes} />
      <div class="charts">
        <RankedSpeed speed={speed} names={names} />
      </div>
      {speed.targets.length <= MOST_PAIRED && <Further speed={speed} names={names} />}
      <div class="charts">
        <ComparedCurves speed={speed} names={names} />
      </div>
      <h3 class="part">Figures of each target</h3>
      <p class="quiet">Medians over the rounds, in the order in which the targets were given.</p>
      <SpeedTable speed={speed} names={names} />
    </section>
  );
}
