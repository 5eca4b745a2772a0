import type { Speed } from "../../../model/index.ts";
import { latencyText } from "../../../text/index.ts";
import { ChartFigures } from "../section-view.tsx";
import { type ChartSize, pathOf, px } from "../load/chart-card.tsx";
import { latencyGeometry, percentilesOf, textAt } from "../load/latency-chart.tsx";
import { percentileText } from "../load/latency-axis.ts";

type Curve = { label: string; target: number; points: Speed["targets"][number]["curve"] };
type Geometry = ReturnType<typeof latencyGeometry>;

const size: ChartSize = {
  name: "narrow",
  width: 250,
  height: 168,
  plot: { left: 34, right: 244, top: 12, bottom: 136 },
};
const ALL = "all-latencies";
/** Half of the longest label of a percentile, and the least distance of two of them, in pixels. */
const HALF_LABEL = 19;
const APART = 24;

/** The labels of percentiles: apart from each other, and the last one within the drawing. */
const labelsOf = ({ xTicks }: Geometry): Geometry["xTicks"] =>
  xTicks
    .filter(({ at }, nth) => (xTicks[nth + 1]?.at ?? Infinity) - at >= APART)
    .map((tick) => ({ ...tick, at: Math.min(tick.at, size.width - HALF_LABEL) }));

/** All curves once; each multiple shows them in grey behind its own. */
const Shared = ({ lines }: Geometry) => (
  <svg class="shared" width="0" height="0" aria-hidden="true">
    <defs>
      <g id={ALL}>
        <path d={lines.map((each) => pathOf(each)).join("")} />
      </g>
    </defs>
  </svg>
);

function renderMultiple(curve: Curve, geometry: Geometry, own: string) {
  const { plot } = size;
  const { axis } = geometry;
  return (
    <figure class="multiple" data-t={curve.target}>
      <figcaption>{curve.label}</figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <g class="axes">
          {axis.ticks.map(({ at, label }) => (
            <>
              <line x1={plot.left} x2={plot.right} y1={px(at)} y2={px(at)} />
              <text class="end" x={plot.left - 4} y={px(at + 4)}>
                {label}
              </text>
            </>
          ))}
          {labelsOf(geometry).map(({ at, label }) => (
            <text class="middle" x={px(at)} y={plot.bottom + 16}>
              {label}
            </text>
          ))}
        </g>
        <use class="others" href={`#${ALL}`} />
        <path class="line" d={own} />
      </svg>
    </figure>
  );
}

/** `99% of the responses came within 5.0 ms (strict) to 57 ms (express)`. */
function p99Text({ targets }: Speed, names: readonly string[]): string | undefined {
  const sorted = targets.toSorted((a, b) => a.latencyUs.p99 - b.latencyUs.p99);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const textOf = ({ target, latencyUs }: Speed["targets"][number]): string =>
    `${latencyText(latencyUs.p99)} (${names[target] ?? ""})`;
  return `99% of the responses came within ${textOf(first)} to ${textOf(last)}`;
}

/**
 * Latency over percentile: one small drawing for each target on the same axes, the others grey. A
 * line ends where fewer than ten responses were slower.
 */
export function ComparedCurves({ speed, names }: { speed: Speed; names: readonly string[] }) {
  const curves = speed.targets.flatMap(({ target, curve }): Curve[] =>
    curve.length === 0 ? [] : [{ target, points: curve, label: names[target] ?? "" }],
  );
  if (curves.length === 0) return null;
  const geometry = latencyGeometry(curves, size);
  const named = percentilesOf(curves);
  return (
    <div class="card chart whole">
      <h3>{p99Text(speed, names) ?? "Latency by percentile"}</h3>
      <p class="quiet">
        Latency by percentile: the share of responses that took at most this long (
        {geometry.axis.title.replace(/ \((.*)\)$/, ", $1")}). Each drawing has one target in colour
        and the others in grey, on the same axes. A line ends where fewer than ten responses were
        slower.
      </p>
      <Shared {...geometry} />
      <div class="multiples">
        {curves.map((curve, at) =>
          renderMultiple(curve, geometry, pathOf(geometry.lines[at] ?? [])),
        )}
      </div>
      <ChartFigures
        title="Latency by percentile"
        head={["target", ...named.map(percentileText)]}
        rows={curves.map(({ label, points }) => [
          label,
          ...named.map((percentile) => textAt(points, percentile)),
        ])}
      />
    </div>
  );
}
