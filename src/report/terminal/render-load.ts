import {
  type Paint,
  type TerminalText,
  counted,
  durationText,
  latencyText,
  percent,
  size,
  terminalLines,
  whole,
} from "../../text/index.ts";
import type { LoadFigures, LoadSummary, LoadView, Summary } from "../../model/index.ts";
import {
  certainKnee,
  kneeText,
  boundedRate,
  ceilingText,
  cores,
  offerText,
  steadySpread,
} from "../../stats/index.ts";
import { Screen, wrapWords } from "./screen-text.ts";
import { agentsSection, roundsBlock, statusText } from "../rounds-section.ts";
import { blockLines, linesOf } from "./block-lines.ts";
import { livesLines, noteLines, recordLines, startLine, statedAfter } from "./target-lines.ts";
import { summaryBox } from "./summary-box.ts";
import { sweepScale } from "../load-figures.ts";
import { numbersAt, tableLines } from "./table.ts";

export function renderLoad(
  summary: Summary,
  view: LoadView | undefined,
  paint: Paint,
  { report }: { report: string },
  width = Infinity,
): TerminalText {
  const screen = new Screen(paint, width);
  const box = summaryBox(summary, screen, report);
  const { load, target, end } = summary;
  if (load === undefined || load.rounds.length === 0)
    return terminalLines([
      ...recordLines(summary.record, screen),
      ...livesLines([summary], screen),
      ...summary.notes.map(({ text }) => text),
      nothing[end] ?? "no round was completed",
      ...(load?.warnings ?? []),
      "",
      ...statedAfter(summary, screen),
      ...box,
    ]);
  const { options } = load;
  const rounds = options.sweep
    ? `steps of ${durationText(options.durationMs)}`
    : `${counted(load.rounds.length, "round")} of ${durationText(options.durationMs)}`;
  const processes = options.processes > 1 ? `, ${options.processes} processes` : "";
  const isCut = !summary.complete && end !== "done";
  const state = isCut ? `   incomplete: ${ends[end] ?? end}` : "";
  return terminalLines([
    ...recordLines(summary.record, screen),
    ...livesLines([summary], screen),
    `${screen.bold(target.name)}  ${target.baseUrl}   ${offerText(options.offered)}${processes}, ${rounds}${state}`,
    "",
    ...loadLines(load, view, screen),
    ...startLine(summary),
    "",
    ...noteLines(summary, screen),
    ...blockLines(agentsSection(summary), screen),
    ...statedAfter(summary, screen),
    ...box,
  ]);
}

const ends: Partial<Record<Summary["end"], string>> = {
  interrupted: "interrupted",
  "no-samples": "a round got no response",
  "not-measured": "a round could not be measured",
  "load-failed": "the load could not continue",
  failed: "witness could not continue",
  "cut-off": "the record is cut off",
};

const nothing: Partial<Record<Summary["end"], string>> = {
  "not-answering": "no load was sent: a valid request gets no response",
  interrupted: "interrupted before a round was completed",
  "no-samples": "no response came back under load: there is nothing to measure",
  "not-measured":
    "nothing was measured: responses came after the end of the round or over the size limit, or witness itself was too slow",
};

const DOUBT_MARK = "!";
const BAR_WIDTH = 40;
const INDENT = " ".repeat(7);

export function loadInBrief(load: LoadSummary, screen: Screen): string[] {
  const { pooled, options } = load;
  const head = `${screen.bold("load")}   `;
  const warnings = load.warnings.flatMap((text) =>
    screen.hang(`${INDENT}${screen.paint("yellow", DOUBT_MARK)} `, text),
  );
  if (pooled === undefined)
    return [`${head}${offerText(options.offered)}: no round has figures`, ...warnings];
  const { p50, p99 } = pooled.latencyUs;
  const spread = steadySpread(load);
  const figures = `${boundedRate(pooled, pooled.perSecond)} responses/s${spread === undefined ? "" : ` (±${percent(spread)})`}  p50 ${latencyText(p50)}  p99 ${latencyText(p99)}`;
  const rounds = `${counted(load.rounds.length, "round")} of ${durationText(options.durationMs)}`;
  return [
    ...wrapWords(
      [`${head}${offerText(options.offered)}, ${rounds}:`, figures, statusText(pooled)],
      "  ",
      screen.width - INDENT.length,
    ).map((line, at) => (at === 0 ? line : INDENT + line)),
    ...warnings,
    ...useLine(pooled).flatMap((line) => screen.hang(INDENT, line)),
  ];
}

function loadLines(load: LoadSummary, view: LoadView | undefined, screen: Screen): string[] {
  return [
    ...linesOf(roundsBlock(load), screen),
    ...(view === undefined || load.sweep !== undefined
      ? []
      : [...histogramLines(view, load, screen), ""]),
    ...(load.options.sweep ? sweepLines(load, screen.paint) : []),
    ...(load.sweep === undefined
      ? []
      : [...screen.hang(`${screen.bold("knee")}  `, kneeText(load.sweep)), ""]),
    ...beside(load).flatMap((line) => screen.hang("", line)),
    "",
    ...(load.warnings.length === 0
      ? ["every check passed"]
      : [screen.bold("before you quote these figures"), ...warningLines(load.warnings, screen)]),
  ];
}

const warningLines = (warnings: readonly string[], screen: Screen): string[] =>
  warnings.flatMap((text) => screen.hang(`${screen.paint("yellow", DOUBT_MARK)} `, text));

function histogramLines(view: LoadView, load: LoadSummary, screen: Screen): string[] {
  const total = view.histogram.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...view.histogram.map(({ count }) => count));
  const of = load.options.offered.model === "open" ? "latency, from when due" : "latency";
  const rows = view.histogram.map(({ us, count }) => [
    `≤ ${latencyText(us)}`,
    "█".repeat(Math.round((BAR_WIDTH * count) / most)) || (count > 0 ? "▏" : ""),
    count === 0 ? "" : whole(count),
    count === 0 ? "" : percent(count / total),
  ]);
  return [screen.dim(of), ...tableLines(rows, numbersAt(0, 2, 3))];
}

/** Further facts about the rounds, or the step at the knee: service time, ceiling, the target's own processor time. */
function beside({ pooled, rounds, sweep, site, warmup }: LoadSummary): string[] {
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return [];
  const service = figures.serviceUs;
  return [
    ...(sweep === undefined
      ? []
      : [`${sweep.doubt === undefined ? "at the knee, " : "at "}${offerText(figures.offered)}:`]),
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

const CEILING = "│";

/** Goodput against connections or rate: a bar for each step, the ceiling as a mark, the knee as a word. */
export function sweepLines({ rounds, options, sweep }: LoadSummary, paint: Paint): string[] {
  if (rounds.length === 0) return [];
  const { most, ceilings, farAbove } = sweepScale(rounds);
  const columns = (rate: number): number => Math.round((BAR_WIDTH * rate) / most);
  const rows = rounds.map((round, at) => {
    const { offered } = round;
    const ceiling = ceilings[at];
    const bar = "█".repeat(columns(round.goodput)) || "▏";
    const mark = ceiling === undefined ? bar : withMark(bar, columns(ceiling));
    return [
      whole(offered.model === "open" ? offered.ratePerSecond : offered.connections),
      mark,
      `${boundedRate(round, round.goodput)}/s${round.nth === certainKnee(sweep) ? "  ← knee" : ""}`,
    ];
  });
  const by = options.offered.model === "open" ? "requests/s offered" : "connections";
  const marked = ceilings.some((each) => each !== undefined);
  const note = marked
    ? `; ${CEILING} this machine's ceiling`
    : farAbove === undefined
      ? ""
      : `; this machine's ceiling of ${whole(farAbove)}/s is far above`;
  return [
    paint("dim", `goodput by ${by}${note}`),
    ...tableLines(rows, numbersAt(0), { indent: "  " }),
    "",
  ];
}

/** The mark stands where the ceiling is, also within a bar that reaches it. */
const withMark = (bar: string, column: number): string =>
  bar.slice(0, Math.max(0, column - 1)).padEnd(Math.max(0, column - 1)) +
  CEILING +
  bar.slice(column);
