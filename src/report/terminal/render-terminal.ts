import {
  counted,
  durationText,
  shellWord,
  terminalLines,
  typedCommand,
  type TerminalText,
} from "../../text/index.ts";
import type { RunView } from "../../analyse/index.ts";
import type { Summary } from "../../model/index.ts";
import { agentLines } from "./agent-lines.ts";
import { renderExplored } from "./explore/render-explored.ts";
import { renderLoad } from "./load/render-load.ts";
import type { Paint } from "./paint.ts";
import { exploreLines } from "./explore/render-explore.ts";
import { loadInBrief } from "./load/load-lines.ts";
import { deathLines, startLine } from "./death-lines.ts";
import { incompleteText, recordLines } from "./record-lines.ts";
import { inferredLines } from "./inferred/inferred-lines.ts";
import { shownRemarks } from "../chosen-remarks.ts";
import { remarkLines } from "./remark-lines.ts";
import { statedLines } from "./stated-lines.ts";
import { requestCounts, requestCountsText } from "../../stats/index.ts";
import { summaryBox } from "./summary-box.ts";
import { suiteTable } from "./suite-table.ts";
import { hangingText, wrapText } from "./wrap-text.ts";

/** A stored run as its verb printed it: a load or an exploration, or the suites with what followed. */
export function renderResult(
  { summary, load, loadAlone, exploreAlone }: RunView,
  paint: Paint,
  where: { report: string; run: string },
  width?: number,
): TerminalText {
  if (exploreAlone === true) return renderExplored([{ summary, ...where }], paint, width);
  return loadAlone
    ? renderLoad(summary, load, paint, where, width)
    : renderTerminal(summary, paint, where, width);
}

/**
 * The result of a run for a terminal: table, remarks, the stated clause, and four rows that sum up.
 */
export function renderTerminal(
  summary: Summary,
  paint: Paint,
  where: { report: string; run: string },
  width = Infinity,
): TerminalText {
  return terminalLines([
    ...recordLines(summary.record, paint),
    ...(summary.hint === undefined ? [] : [...hintLines(summary.hint, paint, width), ""]),
    ...(summary.inferred?.headline === undefined
      ? []
      : [...wrapText(summary.inferred.headline, width), ""]),
    ...deathLines(summary, paint, { width }),
    ...(summary.suites.length === 0 ? [] : [...suiteTable(summary, paint, width), ""]),
    ...remarkLines(summary, paint, width),
    ...(summary.exploration === undefined
      ? []
      : exploreLines(summary.exploration, paint, { width, brief: true })),
    ...(summary.inferred === undefined ? [] : inferredLines(summary.inferred, paint, width)),
    ...summary.notes.flatMap(({ text, cases }) =>
      hangingText(`${paint("bold", "note")}  `, `${text}${casesText(cases)}`, width),
    ),
    ...(summary.notes.length === 0 ? [] : [""]),
    ...unseenLines(summary, paint, width),
    ...statedLines(summary, paint, width),
    ...leftOutLines(summary, paint, width),
    "",
    ...(summary.load === undefined ? [] : [...loadInBrief(summary.load, paint, width), ""]),
    ...agentLines(summary, paint, width),
    ...startLine(summary),
    ...closingLines(summary, where, width),
    "",
    ...summaryBox(summary, paint, { report: where.report, shown: shownRemarks(summary), width }),
    ...(summary.hint === undefined ? [] : ["", ...hintLines(summary.hint, paint, width)]),
  ]);
}

const hintLines = (hint: string, paint: Paint, width = Infinity): string[] =>
  wrapText(hint, width).map((line) => paint("yellow", line));

/** Estimates are notes; a run without them says why. */
const unseenLines = ({ unseen }: Summary, paint: Paint, width: number): string[] =>
  unseen === undefined || unseen.estimates.length > 0
    ? []
    : [...hangingText(`${paint("bold", "unseen")}  `, unseen.text, width), ""];

const casesText = (cases: string[] | undefined): string =>
  cases === undefined ? "" : `: ${cases.slice(0, 12).join(", ")}`;

/** Topics that the specification leaves out, and cases probe. */
function leftOutLines({ ledger, cases }: Summary, paint: Paint, width = Infinity): string[] {
  if (cases.length === 0) return [];
  const probed = ledger.filter((clause) => clause.kind === "not shown" && clause.cases > 0).length;
  const text = `${counted(probed, "clause")} probed; the report shows this server's behaviour`;
  return hangingText(`${paint("bold", "not stated by it")}              `, text, width);
}

function closingLines(
  summary: Summary,
  where: { report: string; run: string },
  width = Infinity,
): string[] {
  const seconds = summary.durationMs === undefined ? "" : ` · ${durationText(summary.durationMs)}`;
  const sent = requestCountsText(requestCounts(summary));
  const left = incompleteText(summary);
  const state = left === "" ? "" : ` · ${left}`;
  const replay = `replay any row: ${typedCommand(`replay ${shellWord(where.run)} <case>`)}`;
  return [
    ...wrapText(`seed ${summary.seed} · ${sent}${seconds}${state}`, width),
    ...wrapText(replay, width),
  ];
}
