import type { PairedRatio, SpeedPair, Speed } from "../../../model/index.ts";
import {
  counted,
  durationText,
  latencyText,
  percent,
  whole,
  shortList,
  textsOf,
} from "../../../text/index.ts";
import { advice, cutText } from "../text.tsx";
import { ComparedCurves } from "./compared-curves.tsx";
import type { PageFacts } from "./page-facts.ts";
import { ChartFigures, renderBlock } from "../section-view.tsx";
import { RankedSpeed } from "./ranked-speed.tsx";
import { bulletList, PageSection } from "../elements.tsx";
import { Interval, IntervalAxis, type IntervalScale, ratioScale, spanOf } from "./axis-scales.tsx";
import { type Block, sentences, tableBlock } from "../../blocks.ts";
import type { ComparedFigure } from "../../../stats/index.ts";

/** The pairs of more targets have no charts of their own. */
const MOST_PAIRED = 15;

/** More pairs stay folded on paper: the ranking says the most. */
const MOST_ON_PAPER = 10;

const further: readonly (readonly [ComparedFigure, string])[] = [
  ["throughput", "Ratio of throughput"],
  ["p50", "Ratio of p50 latency"],
  ["p99", "Ratio of p99 latency"],
  ["cpuPerRequest", "Ratio of CPU time per request"],
];

function renderNotes(notes: readonly string[]) {
  if (notes.length === 0) return null;
  return (
    <div class="card speed-notes">
      <h3>Read this first</h3>
      {bulletList("rests", notes, (note) => advice(note, 400))}
    </div>
  );
}

const said: readonly (readonly [word: string, verdicts: readonly string[]])[] = [
  ["different", ["more", "less"]],
  ["not different", ["no-difference"]],
  ["undecided", ["cannot-tell"]],
];

/** "2 different, 1 undecided": how many pairs got which verdict. */
const digestOf = (pairs: ReturnType<typeof pairsOf>): string =>
  textsOf(
    ...said.map(([word, verdicts]) => {
      const some = pairs.filter(({ ratio }) => verdicts.includes(ratio?.verdict ?? "")).length;
      return some > 0 && `${some} ${word}`;
    }),
  ).join(", ");

const renderFurther = (speed: Speed, names: readonly string[]) => (
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
              {renderForest(pairs, title)}
            </div>
          </details>
        )
      );
    })}
  </>
);

export function SpeedSection({ facts }: { facts: PageFacts }) {
  const { speed } = facts.comparison;
  if (speed === undefined) return null;
  const { names } = facts;
  return (
    <PageSection id="speed" title="Speed" class="load">
      <p class="quiet">
        {counted(speed.rounds, "paired round")} of{" "}
        <span class="unbroken">{durationText(speed.durationMs)}</span>, each after a warm-up of{" "}
        <span class="unbroken">{durationText(speed.warmupMs)}</span> that is in no figure:{" "}
        {cutText(speed.offer, 120)}. One target was under load at a time, in an order that changes
        from round to round.
      </p>
      {renderNotes(speed.notes)}
      <div class="charts">
        <RankedSpeed speed={speed} names={names} />
      </div>
      {speed.targets.length <= MOST_PAIRED && renderFurther(speed, names)}
      <div class="charts">
        <ComparedCurves speed={speed} names={names} />
      </div>
      <h3 class="part">Figures of each target</h3>
      <p class="quiet">Medians over the rounds, in the order in which the targets were given.</p>
      {speedFigures(speed, names).map((block) => renderBlock(block))}
    </PageSection>
  );
}

type Pair = {
  a: number;
  b: number;
  label: string;
  ratio: PairedRatio | undefined;
  why: readonly string[];
};

const FIRST = 20;

const isSeen = ({ verdict }: PairedRatio): boolean => verdict === "more" || verdict === "less";

const renderRow = ({ a, b, label, ratio, why }: Pair, scale: IntervalScale) => (
  <li data-both={`${a}|${b}`}>
    <b>{label}</b>
    {ratio === undefined ? (
      <span class="no-ratio" />
    ) : (
      <Interval
        span={spanOf(ratio, scale)}
        lines={[scale.share(1)]}
        line="one"
        hollow={!isSeen(ratio)}
      />
    )}
    <span>
      {ratio !== undefined && cutText(ratio.text, 240)}
      {ratio === undefined && (
        <span class="quiet">not comparable: {cutText(why.join("; "), 320)}</span>
      )}
    </span>
  </li>
);

const number = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

function figuresOf({ label, ratio, why }: Pair): string[] {
  if (ratio === undefined)
    return [label, "–", "–", "–", "–", `not comparable: ${why.length} reasons`];
  const { low, high, bound } = ratio;
  return [
    label,
    `${bound === "at-least" ? "≥ " : bound === "at-most" ? "≤ " : ""}${number(ratio.ratio)} ×`,
    `[${low <= 0 || bound === "at-most" ? "–" : number(low)}, ${high === undefined || bound === "at-least" ? "–" : number(high)}]`,
    `${(ratio.confidence * 100).toFixed(1)}%`,
    ratio.detectable === undefined ? "–" : `${(ratio.detectable * 100).toFixed(1)}%`,
    ratio.verdict.replace("-", " "),
  ];
}

const HEAD = "pair|ratio|interval|confidence|smallest detectable difference|result".split("|");

/** The pairs for which this metric is known, or the reason why it is not. */
const pairsOf = (
  pairs: readonly SpeedPair[],
  metric: ComparedFigure,
  names: readonly string[],
): Pair[] =>
  pairs.flatMap(({ a, b, notComparable, ...ratios }) => {
    const ratio = ratios[metric];
    if (ratio === undefined && (notComparable.length === 0 || metric !== "throughput")) return [];
    return [{ a, b, label: `${names[a]} / ${names[b]}`, ratio, why: notComparable }];
  });

function renderForest(pairs: readonly Pair[], title: string) {
  const scale = ratioScale(pairs.flatMap(({ ratio }) => ratio ?? []));
  const [first, rest] = [pairs.slice(0, FIRST), pairs.slice(FIRST)];
  return (
    <>
      <ul class="forest">
        <IntervalAxis ticks={scale.ticks} />
        {first.map((pair) => renderRow(pair, scale))}
      </ul>
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, "more pair")}</summary>
          <ul class="forest">
            {rest.map((pair) => renderRow(pair, scale))}
            <IntervalAxis ticks={scale.ticks} />
          </ul>
        </details>
      )}
      <ChartFigures title={title} head={HEAD} rows={pairs.map(figuresOf)} words={["result"]} />
    </>
  );
}

type Figures = Speed["targets"][number];

const MOST_STATUSES = 5;
const FIGURES =
  "target|#median responses/s|#rounds|#p50|#p90|#p99|#p99.9|#CPU per request|#of the ceiling|statuses";

/** The figures of each target of a comparison: the doubts about all of them first, those about one below its row. */
function speedFigures({ targets }: Speed, names: readonly string[]): Block[] {
  const [first, ...others] = targets;
  const shared = (others.length === 0 ? [] : (first?.doubts ?? [])).filter((doubt) =>
    others.every(({ doubts }) => doubts.includes(doubt)),
  );
  const of = targets.length === 2 ? "both" : `all ${whole(targets.length)}`;
  return [
    sentences(shared.map((doubt) => `! ${of}: ${doubt}`)),
    tableBlock(
      ["target", "Figures of each target"],
      [...FIGURES.split("|"), { title: "doubts", below: true }],
      targets.map((figures) => [
        names[figures.target] ?? "",
        ...cellsOf(figures),
        {
          text: "",
          lines: figures.doubts.filter((each) => !shared.includes(each)).map((each) => `! ${each}`),
        },
      ]),
      { kept: [0, 1] },
    ),
  ];
}

function cellsOf(figures: Figures): string[] {
  const { perSecond, latencyUs, cpuUsPerRequest, reached, eachPerSecond, statuses } = figures;
  const ends = [Math.min(...eachPerSecond), Math.max(...eachPerSecond)];
  const ranked = Object.entries(statuses).toSorted(([, a], [, b]) => b - a);
  return [
    whole(perSecond),
    eachPerSecond.length === 0 ? "–" : ends.map(whole).join(" – "),
    ...[latencyUs.p50, latencyUs.p90, latencyUs.p99, latencyUs.p999].map(latencyText),
    cpuUsPerRequest === undefined ? "–" : `${whole(cpuUsPerRequest)} µs`,
    reached === undefined ? "–" : percent(reached),
    shortList(ranked, MOST_STATUSES, ([status, count]) => `${status} ×${whole(count)}`).join(", "),
  ];
}
