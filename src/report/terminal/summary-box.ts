import type { LoadSummary, Summary } from "../../model/index.ts";
import { doubtNames, foundCounts, offerText } from "../../stats/index.ts";
import { counted, latencyText, percent, whole } from "../../text/index.ts";
import { boundedRate } from "../load-figures.ts";
import { statedCounts } from "../life-words.ts";
import type { Paint } from "./paint.ts";
import { STATED_WORDS } from "./stated-lines.ts";
import { wrapWords } from "./wrap-text.ts";

const LABEL = 9;
/** Between parts of a row that are not alike. */
const GAP = "  ";

const MARKS: Record<Summary["accepts"], string> = {
  held: "✓",
  "not-held": "✗",
  "not-judged": "–",
  "not-shown": "–",
  unreachable: "✗",
  "not-probed": "–",
};

type Options = {
  report: string;
  /** The number of remarks above; absent for a load alone, which looks for none. */
  shown?: number;
  width?: number | undefined;
};

/** The run in four rows, for the end of the output: stated, found, speed, report. */
export function summaryBox(
  summary: Summary,
  paint: Paint,
  { report, shown, width = Infinity }: Options,
): string[] {
  const { remarks, load, exploration } = summary;
  const above = shown ?? 0;
  const left = remarks.length - above;
  const look = [
    ...(above > 0 ? [`${whole(above)} above`] : []),
    ...(left > 0 ? [`${whole(left)} in the report`] : []),
  ].join(", ");
  const found = foundCounts(summary);
  const isSearched = shown !== undefined || exploration !== undefined;
  return boxRows(
    {
      stated: [statedText(summary, paint)],
      found: isSearched
        ? [
            ...dotted(found.length === 0 ? ["nothing"] : found),
            ...(look === "" ? [] : [`${GAP}worth a look: ${look}`]),
          ]
        : dotted(found),
      speed: load === undefined ? [] : speedParts(load, paint),
      report: [report],
    },
    paint,
    width,
  );
}

/** Several runs of exploration in the same rows: each part with the name of its target. */
export function summaryBoxes(
  runs: readonly { summary: Summary; report: string }[],
  paint: Paint,
  width = Infinity,
): string[] {
  const of = (text: (summary: Summary) => string): string[] =>
    dotted(runs.map(({ summary }) => `${summary.target.name} ${text(summary)}`));
  const found = runs[0]?.summary.exploration?.divergences.length ?? 0;
  const differences = found === 0 ? [] : [`${GAP}${counted(found, "difference")} between them`];
  return [
    ...boxRows(
      {
        stated: of((summary) => statedText(summary, paint)),
        found: [...of((summary) => foundCounts(summary).join(", ") || "nothing"), ...differences],
        speed: [],
        report: [],
      },
      paint,
      width,
    ),
    ...runs.flatMap(({ report }) => boxRows({ report: [report] }, paint, width)),
  ];
}

type Row = "stated" | "found" | "speed" | "report";

/** Rows with their labels, in this order; one without parts is left out. */
export function boxRows(
  rows: Partial<Record<Row, readonly string[]>>,
  paint: Paint,
  width: number,
): string[] {
  return Object.entries(rows).flatMap(([label, parts]) =>
    parts.length === 0 ? [] : row(label, parts, paint, width),
  );
}

/** Parts of equal rank, with a dot between them. */
export const dotted = (parts: readonly string[]): string[] =>
  parts.map((each, at) => (at < parts.length - 1 ? `${each} ·` : each));

/** Parts that stay together, in as many lines as they need. */
function row(label: string, parts: readonly string[], paint: Paint, width: number): string[] {
  return wrapWords(parts, " ", width - LABEL).map(
    (line, at) =>
      `${at === 0 ? paint("bold", label.padEnd(LABEL)) : " ".repeat(LABEL)}${line.trimStart()}`,
  );
}

function statedText(summary: Summary, paint: Paint): string {
  const [word, colour] = STATED_WORDS[summary.accepts];
  return paint(colour, `${MARKS[summary.accepts]} ${word}${statedCounts(summary)}`);
}

/** Rate, spread and p99, with the names of the checks that failed. */
function speedParts({ pooled, rounds, spread, sweep, site }: LoadSummary, paint: Paint): string[] {
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return ["no round has figures"];
  const rate = boundedRate(figures, sweep === undefined ? figures.perSecond : figures.goodput);
  const doubts = [
    ...doubtNames(figures.checks),
    ...(site?.local === true ? [`shares ${site.cores} cores with the generator`] : []),
  ];
  const marked = doubts.map((each, at) => (at < doubts.length - 1 ? `${each},` : each));
  return [
    `${rate}/s${spread === undefined ? "" : ` ±${percent(spread)}`}`,
    `${GAP}p99 ${latencyText(figures.latencyUs.p99)}`,
    ...(sweep === undefined ? [] : [`${GAP}at the knee, ${offerText(figures.offered)}`]),
    ...marked.map((each, at) => (at === 0 ? `${GAP}${paint("yellow", "!")} ${each}` : each)),
  ];
}
