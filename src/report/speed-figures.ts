import type { Speed } from "../model/index.ts";
import { latencyText, percent, whole } from "../text/index.ts";
import { type Block, columnsOf, sentences } from "./blocks.ts";

type Figures = Speed["targets"][number];

const MOST_STATUSES = 5;

/** The figures of each target of a comparison: the doubts about all of them first, those about one below its row. */
export function speedFigures({ targets }: Speed, names: readonly string[]): Block[] {
  const [first, ...others] = targets;
  const shared = (others.length === 0 ? [] : (first?.doubts ?? [])).filter((doubt) =>
    others.every(({ doubts }) => doubts.includes(doubt)),
  );
  const of = targets.length === 2 ? "both" : `all ${whole(targets.length)}`;
  return [
    sentences(shared.map((doubt) => `! ${of}: ${doubt}`)),
    {
      kind: "table",
      label: "Figures of each target",
      columns: [
        ...columnsOf("target", "#responses/s", "#rounds", "#p50", "#p90", "#p99", "#p99.9"),
        ...columnsOf("#CPU per request", "#of the ceiling", "statuses"),
        { title: "doubts", below: true },
      ],
      rows: targets.map((figures) => [
        { text: names[figures.target] ?? "" },
        ...cellsOf(figures).map((text) => ({ text })),
        {
          text: "",
          lines: figures.doubts.filter((each) => !shared.includes(each)).map((each) => `! ${each}`),
        },
      ]),
      kept: [0, 1],
      what: "target",
    },
  ];
}

function cellsOf(figures: Figures): string[] {
  const { perSecond, latencyUs, cpuUsPerRequest, reached, eachPerSecond, statuses } = figures;
  const ends = [Math.min(...eachPerSecond), Math.max(...eachPerSecond)];
  const ranked = Object.entries(statuses).toSorted(([, a], [, b]) => b - a);
  const more = ranked.length - MOST_STATUSES;
  return [
    whole(perSecond),
    eachPerSecond.length === 0 ? "–" : ends.map(whole).join(" – "),
    ...[latencyUs.p50, latencyUs.p90, latencyUs.p99, latencyUs.p999].map(latencyText),
    cpuUsPerRequest === undefined ? "–" : `${whole(cpuUsPerRequest)} µs`,
    reached === undefined ? "–" : percent(reached),
    [
      ...ranked.slice(0, MOST_STATUSES).map(([status, count]) => `${status} ×${whole(count)}`),
      ...(more > 0 ? [`${whole(more)} more`] : []),
    ].join(", "),
  ];
}
