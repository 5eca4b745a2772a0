import type { TerminalText } from "../../text/index.ts";
import {
  counted,
  durationText,
  latencyText,
  percent,
  terminalLines,
  whole,
} from "../../text/index.ts";
import type { LoadSummary, LoadView, Summary } from "../../model/index.ts";
import { certainKnee, kneeText, boundedRate, offerText, steadySpread } from "../../stats/index.ts";
import { type Screen, wrapWords } from "./screen-text.ts";
import {
  agentsSection,
  noRoundText,
  roundFacts,
  roundsBlock,
  serverText,
  statusesBlock,
  statusText,
} from "../rounds-section.ts";
import { blockLines, linesOf } from "./block-lines.ts";
import { livesLines, noteLines, recordLines, startLine, statedAfter } from "./target-lines.ts";
import { summaryBox } from "./summary-box.ts";
import { sweepScale } from "../load-figures.ts";
import { numbersAt, tableLines } from "./table.ts";

export function renderLoad(
  summary: Summary,
  view: LoadView | undefined,
  screen: Screen,
  { report }: { report: string },
): TerminalText {
  const box = summaryBox(summary, screen, report);
  const { load, target, end } = summary;
  if (load === undefined || load.rounds.length === 0)
    return terminalLines([
      ...recordLines(summary.record, screen),
      ...livesLines([summary], screen),
      ...summary.notes.map(({ text }) => text),
      noRoundText(end),
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

const DOUBT_MARK = "!";
const BAR_WIDTH = 40;
const INDENT = " ".repeat(7);

export function loadInBrief(load: LoadSummary, screen: Screen): string[] {
  const { pooled, options } = load;
  const head = `${screen.bold("load")}   `;
  const warnings = warningLines(load.warnings, screen, INDENT);
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
    ...(pooled.target === undefined
      ? []
      : screen.hang(INDENT, `server ${serverText(load.site, pooled)}`)),
  ];
}

const loadLines = (load: LoadSummary, view: LoadView | undefined, screen: Screen): string[] => [
  ...linesOf(roundsBlock(load), screen),
  ...(view === undefined || load.sweep !== undefined
    ? []
    : [...histogramLines(view, load, screen), ""]),
  ...(load.options.sweep ? sweepLines(load, screen) : []),
  ...(load.sweep === undefined
    ? []
    : [...screen.hang(`${screen.bold("knee")}  `, kneeText(load.sweep)), ""]),
  ...beside(load, screen),
  "",
  ...(load.warnings.length === 0
    ? ["every check passed"]
    : [screen.bold("before you quote these figures"), ...warningLines(load.warnings, screen)]),
];

const warningLines = (warnings: readonly string[], screen: Screen, indent = ""): string[] =>
  warnings.flatMap((text) => screen.hang(`${indent}${screen.paint("yellow", DOUBT_MARK)} `, text));

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

/** Further facts about the rounds, or the step at the knee. */
function beside(load: LoadSummary, screen: Screen): string[] {
  const { pooled, rounds, sweep, warmup } = load;
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return [];
  const { serviceUs: service } = figures;
  const spread = pooled?.checks.find(({ name, held }) => name === "spread" && held);
  const at =
    sweep && `${sweep.doubt === undefined ? "at the knee, " : "at "}${offerText(figures.offered)}:`;
  const sent =
    service === undefined
      ? "sent by autocannon, in a separate process"
      : "sent by undici: autocannon cannot keep a fixed rate";
  const facts: [string, string | undefined][] = [
    ["Rounds", spread?.text.replace(/^rounds /, "")],
    [
      "Service",
      service &&
        `from sending: p50 ${latencyText(service.p50)}  p99 ${latencyText(service.p99)}  max ${latencyText(service.max)}`,
    ],
    ...roundFacts(load, figures),
    ["Warm-up", warmup && counted(warmup.sent, "more request")],
  ];
  return [
    ...(at === undefined ? [] : [at]),
    ...linesOf(statusesBlock(figures), screen),
    ...facts.flatMap(([term, text]) =>
      text === undefined ? [] : screen.hang(`${term.toLowerCase().padEnd(TERM)}`, text),
    ),
    sent,
  ];
}

const TERM = 13;
const CEILING = "│";

/** Goodput against connections or rate: a bar for each step, the ceiling as a mark, the knee as a word. */
export function sweepLines({ rounds, options, sweep }: LoadSummary, screen: Screen): string[] {
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
    screen.dim(`goodput by ${by}${note}`),
    ...tableLines(rows, numbersAt(0), { indent: "  " }),
    "",
  ];
}

/** The mark stands where the ceiling is, also within a bar that reaches it. */
const withMark = (bar: string, column: number): string =>
  bar.slice(0, Math.max(0, column - 1)).padEnd(Math.max(0, column - 1)) +
  CEILING +
  bar.slice(column);
