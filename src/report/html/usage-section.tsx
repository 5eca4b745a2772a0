import { Fold, PageSection } from "./elements.tsx";
import { line } from "d3-shape";
import { scaleLinear } from "d3-scale";
import type { RunView, UsagePoint } from "../../analyse/index.ts";
import { counted, durationText, whole } from "../../text/index.ts";

const WIDTH = 480;
const HEIGHT = 110;
const EDGE = 6;
const MIB = 2 ** 20;

type Measure = { title: string; of: (point: UsagePoint, at: number) => number; unit: string };

const shown = (value: number, unit: string): string =>
  `${whole(Math.round(value))}${unit === "" || unit.startsWith("%") ? unit : ` ${unit}`}`;

export function UsageSection({ usage }: { usage: RunView["usage"] }) {
  if (usage === undefined || usage.points.length < 2) return null;
  const { points, deathsMs, cpuShares } = usage;
  const measures: Measure[] = [
    { title: "Memory", of: ({ rssBytes }) => rssBytes / MIB, unit: "MiB" },
    { title: "Processor time", of: (_, at) => (cpuShares[at] ?? 0) * 100, unit: "% of a core" },
    { title: "Open file descriptors", of: ({ files }) => files, unit: "" },
    { title: "Threads", of: ({ threads }) => threads, unit: "" },
  ];
  const endMs = points.at(-1)?.atMs ?? 0;
  return (
    <PageSection id="usage" title="The server's processes">
      <p class="quiet">
        Sampled during the whole run, {durationText(endMs)}
        {deathsMs.length > 0 && "; a vertical line is where it ended or hung"}.
      </p>
      <Fold folded title={counted(measures.length, "chart")}>
        <div class="usage">{measures.map((measure) => renderChart(points, deathsMs, measure))}</div>
      </Fold>
    </PageSection>
  );
}

function renderChart(points: readonly UsagePoint[], deathsMs: readonly number[], measure: Measure) {
  const values = points.map(measure.of);
  const most = Math.max(1, ...values);
  const firstMs = points[0]?.atMs ?? 0;
  const lastMs = points.at(-1)?.atMs ?? 0;
  const x = scaleLinear([firstMs, Math.max(lastMs, firstMs + 1)], [EDGE, WIDTH - EDGE]);
  const y = scaleLinear([0, most], [HEIGHT - EDGE, EDGE]);
  const path = line<number>(
    (_, at) => round(x(points[at]?.atMs ?? 0)),
    (value) => round(y(value)),
  )(values);
  const { title, unit } = measure;
  const says = `${shown(values[0] ?? 0, unit)} at the start, ${shown(most, unit)} at most, ${shown(values.at(-1) ?? 0, unit)} at the end`;
  return (
    <figure class="card">
      <figcaption>
        <h3>{title}</h3>
        <p class="quiet">{says}</p>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${says}`}
      >
        <line class="ground" x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
        {deathsMs
          .filter((atMs) => atMs >= firstMs && atMs <= lastMs)
          .map((atMs) => (
            <line class="death" x1={round(x(atMs))} x2={round(x(atMs))} y1={0} y2={HEIGHT} />
          ))}
        <path d={path ?? ""} />
      </svg>
    </figure>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
