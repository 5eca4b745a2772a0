import type { LoadFigures, LoadSummary, LoadView } from "../../../model/index.ts";
import { ceilingText, cores, offerText } from "../../../stats/index.ts";
import { counted, durationText, latencyText, percent, size, whole } from "../../../text/index.ts";
import { boundedRate } from "../../load-figures.ts";
import type { Paint } from "../paint.ts";
import { hangingText, wrapWords } from "../wrap-text.ts";
import { numbersAt, tableLines } from "../table.ts";
import { DOUBT_MARK, roundTable, statusText } from "./round-table.ts";
import { sweepLines } from "./sweep-lines.ts";

const BAR_WIDTH = 40;
/** Below the word at the start of the load in brief. */
const INDENT = " ".repeat(7);

/** The load in a few lines, for the end of a run. */
export function loadInBrief(load: LoadSummary, paint: Paint, width = Infinity): string[] {
  const { pooled, options } = load;
  const head = `${paint("bold", "load")}   `;
  const warnings = load.warnings.flatMap((text) =>
    hangingText(`${INDENT}${paint("yellow", DOUBT_MARK)} `, text, width),
  );
  if (pooled === undefined)
    return [`${head}${offerText(options.offered)}: no round has figures`, ...warnings];
  const { p50, p99 } = pooled.latencyUs;
  const figures = `${boundedRate(pooled, pooled.perSecond)} responses/s${load.spread === undefined ? "" : ` (±${percent(load.spread)})`}  p50 ${latencyText(p50)}  p99 ${latencyText(p99)}`;
  const rounds = `${counted(load.rounds.length, "round")} of ${durationText(options.durationMs)}`;
  return [
    ...wrapWords(
      [`${head}${offerText(options.offered)}, ${rounds}:`, figures, statusText(pooled)],
      "  ",
      width - INDENT.length,
    ).map((line, at) => (at === 0 ? line : INDENT + line)),
    ...warnings,
    ...useLine(pooled).flatMap((line) => hangingText(INDENT, line, width)),
  ];
}

/** The whole load: rounds, their sum, the distribution of latencies, and doubts. */
export function loadLines(
  load: LoadSummary,
  view: LoadView | undefined,
  paint: Paint,
  width = Infinity,
): string[] {
  return [
    ...roundTable(load, paint, width),
    "",
    ...(view === undefined || load.sweep !== undefined
      ? []
      : [...histogramLines(view, load, paint), ""]),
    ...(load.options.sweep ? sweepLines(load, paint) : []),
    ...(load.sweep === undefined
      ? []
      : [...hangingText(`${paint("bold", "knee")}  `, load.sweep.text, width), ""]),
    ...beside(load).flatMap((line) => hangingText("", line, width)),
    "",
    ...(load.warnings.length === 0
      ? ["every check passed"]
      : [
          paint("bold", "before you quote these figures"),
          ...warningLines(load.warnings, paint, width),
        ]),
  ];
}

const warningLines = (warnings: readonly string[], paint: Paint, width: number): string[] =>
  warnings.flatMap((text) => hangingText(`${paint("yellow", DOUBT_MARK)} `, text, width));

function histogramLines(view: LoadView, load: LoadSummary, paint: Paint): string[] {
  const total = view.histogram.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...view.histogram.map(({ count }) => count));
  const of = load.options.offered.model === "open" ? "latency, from when due" : "latency";
  const rows = view.histogram.map(({ us, count }) => [
    `≤ ${latencyText(us)}`,
    "█".repeat(Math.round((BAR_WIDTH * count) / most)) || (count > 0 ? "▏" : ""),
    count === 0 ? "" : whole(count),
    count === 0 ? "" : percent(count / total),
  ]);
  return [paint("dim", of), ...tableLines(rows, numbersAt(0, 2, 3))];
}

/** Further facts about the rounds, or the step at the knee: service time, ceiling, the target's own processor time. */
function beside({ pooled, rounds, sweep, site, warmup }: LoadSummary): string[] {
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return [];
  const service = figures.serviceUs;
  return [
    ...(sweep === undefined ? [] : [`at the knee, ${offerText(figures.offered)}:`]),
    ...spreadLine(pooled),
    ...perStatus(figures),
    ...(service === undefined
      ? ["sent by autocannon, in a separate process"]
      : [
          `service time, from sending    p50 ${latencyText(service.p50)}  p99 ${latencyText(service.p99)}  max ${latencyText(service.max)}`,
          "sent by undici: autocannon cannot keep a fixed rate",
        ]),
    ...ceilingLine(figures),
    `received ${size(figures.receivedBytes)} in ${durationText(figures.seconds * 1000)}, over ${counted(figures.connections.opened, "connection")}${warmup === undefined ? "" : `; ${counted(warmup.sent, "more request")} for warm-up`}`,
    ...useLine(figures),
    ...(site?.unwatched === undefined
      ? []
      : [`the target's processor time is unknown: ${site.unwatched}`]),
  ];
}

function ceilingLine({ ceiling, offered, generatorUtilisation }: LoadFigures): string[] {
  if (ceiling === undefined) return [];
  const busy =
    offered.model === "closed"
      ? `generator busy ${percent(generatorUtilisation)}`
      : "the generator polls the clock continuously";
  return [`${ceilingText(ceiling, ", against a server that does nothing")}; ${busy}`];
}

/** How far the rounds differ from each other. */
const spreadLine = (pooled: LoadFigures | undefined): string[] =>
  pooled?.checks.filter(({ name, held }) => name === "spread" && held).map(({ text }) => text) ??
  [];

/** Each status separately, if there are several: a server that responds with 404 quickly is not fast. */
function perStatus(figures: LoadFigures): string[] {
  const entries = Object.entries(figures.statuses);
  if (entries.length < 2) return [];
  return entries.map(
    ([status, { perSecond, p50Us, p99Us }]) =>
      `${status}  ${boundedRate(figures, perSecond)}/s  p50 ${latencyText(p50Us)}  p99 ${latencyText(p99Us)}`,
  );
}

function useLine({ target }: LoadFigures): string[] {
  if (target === undefined) return [];
  const processes = target.processes > 1 ? `, ${target.processes} processes` : "";
  return [
    `server CPU ${whole(target.cpuUsPerRequest)} µs per request, ${cores(target.cpuShare)} busy, memory up to ${size(target.peakRssBytes)} (${target.name}${processes})`,
  ];
}
