import type { FleetAgentSummary, LoadFigures, LoadSummary, Summary } from "../model/index.ts";
import {
  boundedRate,
  certainKnee,
  doubtNames,
  failedChecks,
  offerText,
  trendText,
} from "../stats/index.ts";
import { counted, latencyText, whole } from "../text/index.ts";
import {
  type BlockCell,
  type BlockColumn,
  type BlockSection,
  columnsOf,
  type TableBlock,
} from "./blocks.ts";
import { latencyColumns, noResponseText } from "./load-figures.ts";

type Row = { name: string; figures: LoadFigures; trend: string };
type Column = BlockColumn & { cell: (row: Row) => string };

/** What a narrow terminal leaves out, the first one first; page and JSON have them. */
const LEFT_OUT_FIRST = ["mean", "p95", "p90", "trend", "p99.9", "max", "p50"];

/** A row for each round or step, then all together; failed checks are below their row. */
export function roundsBlock({ rounds, pooled, options, sweep }: LoadSummary): TableBlock {
  const knee = certainKnee(sweep);
  const rows = rounds.map((round): Row => ({
    name: round.nth === knee ? `${round.nth}, knee` : String(round.nth),
    figures: round,
    trend: trendText(round),
  }));
  if (pooled !== undefined && rounds.length > 1)
    rows.push({ name: "all", figures: pooled, trend: "" });
  const columns = roundColumns(options).filter(
    ({ title, cell }) => title !== "no response" || rows.some((row) => cell(row) !== ""),
  );
  return {
    kind: "table",
    label: options.sweep ? "Steps of the sweep" : "Rounds",
    columns: [...columns, { title: "doubts", below: true }],
    rows: rows.map((row) => [
      ...columns.map((column): BlockCell => ({ text: column.cell(row) })),
      doubtsCell(row.figures),
    ]),
    kept: [0, 1],
    what: options.sweep ? "step" : "round",
    shown: Infinity,
    most: 6000,
  };
}

function roundColumns({ sweep, offered }: LoadSummary["options"]): Column[] {
  const number = (title: string, cell: Column["cell"]): Column => {
    const at = LEFT_OUT_FIRST.indexOf(title);
    return { title, number: true, cell, ...(at >= 0 && { leftOut: at }) };
  };
  return [
    { title: sweep ? "step" : "round", cell: ({ name }) => name },
    ...(sweep
      ? [{ title: "offered", cell: ({ figures }: Row) => offerText(figures.offered) }]
      : []),
    number("responses/s", ({ figures }) => boundedRate(figures, figures.perSecond)),
    ...(sweep ? [number("goodput", ({ figures }) => boundedRate(figures, figures.goodput))] : []),
    ...latencyColumns.map(([title, of]) =>
      number(title, ({ figures }) => latencyText(of(figures.latencyUs))),
    ),
    number("trend", ({ trend }) => trend),
    { title: "statuses", cell: ({ figures }) => statusText(figures) },
    { title: "no response", cell: ({ figures }) => noResponseText(figures) },
    ...(offered.model === "open"
      ? [number("dropped", ({ figures }) => whole(figures.dropped))]
      : []),
  ];
}

/** The names of the failed checks; a page has room for their texts. */
const doubtsCell = ({ checks }: LoadFigures): BlockCell => {
  const names = doubtNames(checks);
  return {
    text: names.length === 0 ? "" : `! ${names.join(", ")}`,
    lines: failedChecks({ checks }).map(({ name, text }) => `! ${name} ${text}`),
  };
};

export function statusText({ statuses }: LoadFigures): string {
  const entries = Object.entries(statuses);
  const [only] = entries;
  if (only === undefined) return "no responses";
  if (entries.length === 1) return `all ${only[0]}`;
  return entries
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([status, { count }]) => `${status} ×${whole(count)}`)
    .join(" ");
}

const MOST_AGENTS = 12;

/** The agents of a fleet that sent for a run. One with doubts is marked; on a terminal, the sentences about them are with the load. */
export function agentsSection({ agents = [] }: Pick<Summary, "agents">): BlockSection {
  const columns = agentColumns(agents);
  return {
    id: "agents",
    title: "Agents",
    about: `${counted(agents.length, "agent")} sent for this run. Percentiles are of all of them together.`,
    blocks: [
      {
        kind: "table",
        label: "Every agent",
        columns: [
          ...columnsOf("agent", ...columns.map(([title]) => title)),
          { title: "doubts", below: true, isOnPages: true },
        ],
        rows: agents.map((agent) => [
          {
            text: agent.name + (agent.doubts.length > 0 ? " !" : ""),
            about: labelsText(agent.labels) || undefined,
          },
          ...columns.map(([, cell]) => ({ text: cell(agent) })),
          { text: agent.doubts.join("; ") },
        ]),
        kept: [0, 1, 2, 3],
        what: "agent",
        shown: MOST_AGENTS,
        most: 4000,
      },
    ],
  };
}

function agentColumns(
  agents: readonly FleetAgentSummary[],
): [title: string, cell: (agent: FleetAgentSummary) => string][] {
  const hasLoad = agents.some(({ rounds }) => rounds > 0);
  return [
    ["version", ({ version }) => version],
    ["#cores", ({ cores }) => String(cores)],
    ["#cases", ({ cases }) => whole(cases)],
    ...(hasLoad ? LOAD_COLUMNS : []),
    ["#clock", ({ clockErrorMs }) => `± ${clockErrorMs.toFixed(1)} ms`],
  ];
}

const LOAD_COLUMNS: ReturnType<typeof agentColumns> = [
  ["#load", ({ loadRequests }) => `${whole(loadRequests)} requests`],
  ["#ceiling", ({ ceilingPerSecond: each }) => (each === undefined ? "–" : `${whole(each)}/s`)],
];

export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
