import type { FleetAgentSummary, LoadFigures, LoadSummary, Summary } from "../model/index.ts";
import {
  boundedRate,
  certainKnee,
  doubtNames,
  failedChecks,
  offerText,
  trendText,
  outcomesText,
  ceilingText,
  cores,
} from "../stats/index.ts";
import {
  counted,
  durationText,
  labelsText,
  latencyText,
  percent,
  size,
  whole,
} from "../text/index.ts";
import { type BlockColumn, type BlockSection, type TableBlock, tableBlock } from "./blocks.ts";
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
  return tableBlock(
    options.sweep ? ["step", "Steps of the sweep"] : ["round", "Rounds"],
    [...columns, { title: "doubts", below: true }],
    rows.map((row) => [...columns.map(({ cell }) => cell(row)), doubtsCell(row.figures)]),
    { kept: [0, 1], shown: Infinity, most: 6000 },
  );
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
function doubtsCell({ checks }: LoadFigures) {
  const names = doubtNames(checks);
  return {
    text: names.length === 0 ? "" : `! ${names.join(", ")}`,
    lines: failedChecks({ checks }).map(({ name, text }) => `! ${name} ${text}`),
  };
}

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

/** The responses of a round by status: a server that responds with 404 quickly is not fast. */
export const statusesBlock = (figures: LoadFigures): TableBlock =>
  tableBlock(
    ["status", "Responses by status"],
    ["status", "#responses", "#/s", "#p50", "#p99"],
    Object.entries(figures.statuses)
      .toSorted(([, a], [, b]) => b.count - a.count)
      .map(([status, { count, perSecond, p50Us, p99Us }]) => [
        { text: status, responses: [status] },
        whole(count),
        boundedRate(figures, perSecond),
        latencyText(p50Us),
        latencyText(p99Us),
      ]),
    { kept: [0, 1] },
  );

/** What else is known about a round: requests without a response, the generator, the server. */
export function roundFacts(
  { site, options: { mix } }: LoadSummary,
  figures: LoadFigures,
): [string, string][] {
  const { unanswered, hung, dropped, withdrawn, connections, receivedBytes, seconds } = figures;
  const facts: [string, string][] = [
    [
      "Mix",
      mix === undefined
        ? ""
        : `weight ${whole(mix.weight)}; the same connections sent the requests of other operations`,
    ],
    ["No response", outcomesText(unanswered)],
    ["Hung", hung > 0 ? `${whole(hung)} in flight at the end, without a response since` : ""],
    ["Dropped", dropped > 0 ? `${whole(dropped)}, due but not sent` : ""],
    ["Withdrawn", withdrawn > 0 ? `${whole(withdrawn)}, sent after an announced close` : ""],
    ["Not opened", outcomesText(connections.failed)],
    [
      "Received",
      // The connections of a mix carry the requests of all operations.
      mix === undefined
        ? `${size(receivedBytes)} in ${durationText(seconds * 1000)}, over ${counted(connections.opened, "connection")}`
        : "",
    ],
    ["Generator", generatorText(figures)],
    ["Server", serverText(site, figures)],
  ];
  return facts.filter(([, text]) => text !== "");
}

function generatorText({ offered, ceiling, generatorUtilisation }: LoadFigures): string {
  const busy =
    offered.model === "closed" ? `; its event loop ${percent(generatorUtilisation)} busy` : "";
  if (ceiling === undefined) return `no ceiling of this machine was measured${busy}`;
  return `${ceilingText(ceiling, ", against a server that does nothing")}${busy}`;
}

export function serverText(site: LoadSummary["site"], { target }: LoadFigures): string {
  if (target !== undefined) {
    const processes = target.processes > 1 ? `, ${target.processes} processes` : "";
    return `${whole(target.cpuUsPerRequest)} µs of CPU per request, ${cores(target.cpuShare)} busy, memory up to ${size(target.peakRssBytes)} (${target.name}${processes})`;
  }
  const why = site?.unwatched ?? (site?.local === false ? "it is on another machine" : undefined);
  return `its processor time is unknown${why === undefined ? "" : `: ${why}`}`;
}

/** Why a load has no round. */
export const noRoundText = (end: Summary["end"]): string =>
  NO_ROUND[end] ?? "No round was completed.";

const NO_ROUND: Partial<Record<Summary["end"], string>> = {
  unreachable: "No load was sent: the target could not be reached.",
  "not-answering": "No load was sent: a valid request gets no response.",
  interrupted: "Interrupted before a round was completed.",
  "no-samples": "No response came back under load: there is nothing to measure.",
  "not-measured":
    "Nothing was measured: responses came after the end of the round or over the size limit, or witness itself was too slow.",
};

/** The agents of a fleet that sent for a run. One with doubts is marked; on a terminal, the sentences about them are with the load. */
export function agentsSection({ agents = [] }: Summary): BlockSection {
  const columns = agentColumns(agents);
  return {
    id: "agents",
    title: "Agents",
    about: `${counted(agents.length, "agent")} sent for this run. Percentiles are of all of them together.`,
    blocks: [
      tableBlock(
        ["agent", "Every agent"],
        [
          "agent",
          ...columns.map(([title]) => title),
          { title: "doubts", below: true, isOnPages: true },
        ],
        agents.map((agent) => [
          {
            text: agent.name + (agent.doubts.length > 0 ? " !" : ""),
            about: labelsText(agent.labels) || undefined,
          },
          ...columns.map(([, cell]) => cell(agent)),
          agent.doubts.join("; "),
        ]),
        { kept: [0, 1, 2, 3], most: 4000 },
      ),
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
