import type { LoadSummary } from "../../model/load-summary.ts";
import type { Summary } from "../../model/summary.ts";
import { foundCounts } from "../../stats/found-counts.ts";
import { offerText } from "../../stats/load-words.ts";
import { percent, whole } from "../../text/numbers.ts";
import { latencyText } from "../../text/times.ts";
import { boundedRate, failedChecks } from "../load-figures.ts";
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
  unreachable: "✗",
  "not-probed": "–",
};

/** The run in four rows, for the end of the output: stated, found, speed, report. */
export function summaryBox(
  summary: Summary,
  paint: Paint,
  { report, shown, width = Infinity }: { report: string; shown: number; width?: number },
): string[] {
  const { cases, remarks } = summary;
  const left = remarks.length - shown;
  const look =
    remarks.length === 0
      ? []
      : [
          `${GAP}worth a look: ${whole(shown)} above${left > 0 ? `, ${whole(left)} in the report` : ""}`,
        ];
  const counts = foundCounts(summary);
  const found = counts.map((each, at) => (at < counts.length - 1 ? `${each} ·` : each));
  return [
    ...row("stated", [statedText(summary, paint)], paint, width),
    ...(cases.length === 0 && remarks.length === 0
      ? []
      : row("found", [...(found.length === 0 ? ["nothing"] : found), ...look], paint, width)),
    ...(summary.load === undefined
      ? []
      : row("speed", speedParts(summary.load, paint), paint, width)),
    `${paint("bold", "report".padEnd(LABEL))}${report}`,
  ];
}

/** Parts that stay together, in as many lines as they need. */
function row(label: string, parts: readonly string[], paint: Paint, width: number): string[] {
  return wrapWords(parts, " ", width - LABEL).map(
    (line, at) =>
      `${at === 0 ? paint("bold", label.padEnd(LABEL)) : " ".repeat(LABEL)}${line.trimStart()}`,
  );
}

function statedText({ accepts, stated: { valid, answered } }: Summary, paint: Paint): string {
  const [word, colour] = STATED_WORDS[accepts];
  const counts = valid === 0 ? "" : ` ${whole(answered)}/${whole(valid)}`;
  return paint(colour, `${MARKS[accepts]} ${word}${counts}`);
}

/** Rate, spread and p99, with the names of the checks that failed. */
function speedParts({ pooled, rounds, spread, sweep, site }: LoadSummary, paint: Paint): string[] {
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return ["no round has figures"];
  const rate = boundedRate(figures, sweep === undefined ? figures.perSecond : figures.goodput);
  const doubts = [
    ...failedChecks(figures).map(({ name }) => name),
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
