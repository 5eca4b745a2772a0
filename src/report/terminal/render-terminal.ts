import { typedCommand } from "../../text/command-name.ts";
import type { RunView } from "../../analyse/run-view.ts";
import type { Summary } from "../../model/summary.ts";
import { renderExplored } from "./explore/render-explored.ts";
import { renderLoad } from "./load/render-load.ts";
import type { Paint } from "./paint.ts";
import { exploreLines } from "./explore/render-explore.ts";
import { loadInBrief } from "./load/load-lines.ts";
import { deathLines, startLine } from "./death-lines.ts";
import { incompleteText, recordLines } from "./record-lines.ts";
import { remarkLines } from "./remark-lines.ts";
import { statedLines } from "./stated-lines.ts";
import { suiteTable } from "./suite-table.ts";
import { counted, whole } from "../../text/numbers.ts";
import { terminalLines, type TerminalText } from "../../text/terminal-text.ts";
import { durationText } from "../../text/times.ts";

/** A stored run as its verb printed it: a load or an exploration, or the suites with what followed. */
export function renderResult(
  { summary, load, loadAlone, exploreAlone }: RunView,
  paint: Paint,
  where: { report: string; run: string },
  width?: number,
): TerminalText {
  if (exploreAlone === true) return renderExplored([{ summary, ...where }], paint, width);
  return loadAlone
    ? renderLoad(summary, load, paint, where)
    : renderTerminal(summary, paint, where, width);
}

/**
 * The result of a run for a terminal: table, remarks, the stated clause, the path of the report.
 */
export function renderTerminal(
  summary: Summary,
  paint: Paint,
  where: { report: string; run: string },
  width?: number,
): TerminalText {
  return terminalLines([
    ...recordLines(summary.record, paint),
    ...(summary.hint === undefined ? [] : [paint("yellow", summary.hint), ""]),
    ...deathLines(summary, paint),
    ...(summary.suites.length === 0 ? [] : [...suiteTable(summary, paint), ""]),
    ...remarkLines(summary, paint),
    ...(summary.exploration === undefined
      ? []
      : exploreLines(summary.exploration, paint, { width, brief: true })),
    ...summary.notes.map(
      ({ text, cases }) => `${paint("bold", "note")}  ${text}${casesText(cases)}`,
    ),
    ...(summary.notes.length === 0 ? [] : [""]),
    ...statedLines(summary, paint, width),
    ...leftOutLines(summary, paint),
    "",
    ...(summary.load === undefined ? [] : [...loadInBrief(summary.load, paint), ""]),
    ...startLine(summary),
    ...closingLines(summary, where),
    ...(summary.hint === undefined ? [] : ["", paint("yellow", summary.hint)]),
  ]);
}

const casesText = (cases: string[] | undefined): string =>
  cases === undefined ? "" : `: ${cases.slice(0, 12).join(", ")}`;

/** What the specification leaves out, where cases probe it. */
function leftOutLines({ ledger, cases }: Summary, paint: Paint): string[] {
  if (cases.length === 0) return [];
  const probed = ledger.filter((clause) => clause.kind === "not shown" && clause.cases > 0).length;
  return [
    `${paint("bold", "not stated by it")}              ${counted(probed, "clause")} probed; the report shows this server's behaviour`,
  ];
}

function closingLines(summary: Summary, where: { report: string; run: string }): string[] {
  const seconds = summary.durationMs === undefined ? "" : ` · ${durationText(summary.durationMs)}`;
  const alone = summary.suites.reduce((sum, suite) => sum + suite.observations, 0);
  const observations = alone + (summary.exploration?.requests ?? 0);
  const left = incompleteText(summary);
  const state = left === "" ? "" : ` · ${left}`;
  return [
    `seed ${summary.seed} · ${whole(observations)} requests${seconds}${state}`,
    `${where.report}      replay any row: ${typedCommand(`replay ${where.run} <case>`)}`,
  ];
}
