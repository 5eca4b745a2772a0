import type { PairedRatio, SpeedPair } from "../../../model/index.ts";
import { cutText } from "../cut-text.tsx";
import { FigureRows, FigureTable } from "../load/figure-table.tsx";
import { counted } from "../../../text/index.ts";
import { type RatioScale, ratioScale, spanOf } from "./ratio-scale.ts";
import { ArrowBeyond, axisPercent, INTERVAL_HEIGHT, IntervalAxis } from "./interval-axis.tsx";

export type SpeedMetric = "throughput" | "p50" | "p99" | "cpuPerRequest";
type Pair = {
  a: number;
  b: number;
  label: string;
  ratio: PairedRatio | undefined;
  why: readonly string[];
};

const FIRST = 20;

/** Whether the rounds show a difference. */
const isSeen = ({ verdict }: PairedRatio): boolean => verdict === "more" || verdict === "less";

function Interval({ ratio, scale }: { ratio: PairedRatio; scale: RatioScale }) {
  const { from, to, at, openLeft, openRight } = spanOf(ratio, scale);
  const middle = INTERVAL_HEIGHT / 2;
  return (
    <svg class="interval" width="100%" height={INTERVAL_HEIGHT} aria-hidden="true">
      <line
        class="one"
        x1={axisPercent(scale.share(1))}
        x2={axisPercent(scale.share(1))}
        y1={0}
        y2={INTERVAL_HEIGHT}
      />
      <line class="span" x1={axisPercent(from)} x2={axisPercent(to)} y1={middle} y2={middle} />
      {openLeft && <path class="arrow" d={`M7 ${middle - 5}L1 ${middle}L7 ${middle + 5}`} />}
      {openRight && <ArrowBeyond />}
      <circle
        class={`point ${isSeen(ratio) ? "" : "hollow"}`}
        cx={axisPercent(at)}
        cy={middle}
        r={4.5}
      />
    </svg>
  );
}

function Row({ pair, scale }: { pair: Pair; scale: RatioScale }) {
  const { a, b, label, ratio, why } = pair;
  return (
    <li data-both={`${a}|${b}`}>
      <b>{label}</b>
      {ratio === undefined ? <span class="no-ratio" /> : <Interval ratio={ratio} scale={scale} />}
      <span>
        {ratio !== undefined && cutText(ratio.text, 240)}
        {ratio === undefined && (
          <span class="quiet">not comparable: {cutText(why.join("; "), 320)}</span>
        )}
      </span>
    </li>
  );
}

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

const HEAD = [
  "pair",
  "ratio",
  "interval",
  "confidence",
  "smallest detectable difference",
  "result",
];

/** The pairs for which this metric is known, or the reason why it is not. */
export function pairsOf(
  pairs: readonly SpeedPair[],
  metric: SpeedMetric,
  names: readonly string[],
): Pair[] {
  return pairs.flatMap(({ a, b, notComparable, ...ratios }) => {
    const ratio = ratios[metric];
    if (ratio === undefined && (notComparable.length === 0 || metric !== "throughput")) return [];
    return [{ a, b, label: `${names[a]} / ${names[b]}`, ratio, why: notComparable }];
  });
}

/**
 * Ratios of pairs with their intervals on a logarithmic axis, a line at 1, and the words next to
 * them.
 */
export function Forest({ pairs, title }: { pairs: readonly Pair[]; title: string }) {
  const scale = ratioScale(pairs.flatMap(({ ratio }) => ratio ?? []));
  const [first, rest] = [pairs.slice(0, FIRST), pairs.slice(FIRST)];
  return (
    <>
      <ul class="forest">
        <IntervalAxis ticks={scale.ticks} />
        {first.map((pair) => (
          <Row pair={pair} scale={scale} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, "more pair")}</summary>
          <ul class="forest">
            {rest.map((pair) => (
              <Row pair={pair} scale={scale} />
            ))}
            <IntervalAxis ticks={scale.ticks} />
          </ul>
        </details>
      )}
      <details class="more">
        <summary>The figures of this chart</summary>
        <FigureTable label={`The figures of: ${title}`} head={HEAD} words={["result"]}>
          <FigureRows rows={pairs.map(figuresOf)} />
        </FigureTable>
      </details>
    </>
  );
}
