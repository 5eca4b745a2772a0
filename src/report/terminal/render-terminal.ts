import type { TerminalText } from "../../text/index.ts";
import { counted, durationText, shellWord, terminalLines, typedCommand } from "../../text/index.ts";
import type { RunView } from "../../analyse/index.ts";
import type { Summary } from "../../model/index.ts";
import { renderExplored, exploreLines } from "./render-explored.ts";
import { loadInBrief, renderLoad } from "./render-load.ts";
import type { Screen } from "./screen-text.ts";
import {
  incompleteText,
  livesLines,
  noteLines,
  recordLines,
  startLine,
  statedLines,
} from "./target-lines.ts";
import { inferredSections } from "../inferred-section.ts";
import { agentsSection } from "../rounds-section.ts";
import * as sections from "../run-section.ts";
import { requestCountsText } from "../../stats/index.ts";
import { blockLines, sectionsLines } from "./block-lines.ts";
import { summaryBox } from "./summary-box.ts";

export function renderResult(
  { summary, load, loadAlone, exploreAlone }: RunView,
  screen: Screen,
  where: { report: string; run: string },
): TerminalText {
  if (exploreAlone === true) return renderExplored([{ summary, ...where }], screen);
  return loadAlone
    ? renderLoad(summary, load, screen, where)
    : renderTerminal(summary, screen, where);
}

export function renderTerminal(
  summary: Summary,
  screen: Screen,
  where: { report: string; run: string },
): TerminalText {
  return terminalLines([
    ...recordLines(summary.record, screen),
    ...(summary.hint === undefined ? [] : [...hintLines(summary.hint, screen), ""]),
    ...(summary.inferred?.headline === undefined
      ? []
      : [...screen.wrap(summary.inferred.headline), ""]),
    ...livesLines([summary], screen),
    ...sectionsLines(
      [
        sections.inShortSection(summary),
        sections.suitesSection(summary),
        sections.limitsSection(summary),
        sections.rememberedSection(summary),
        sections.remarksSection(summary),
      ],
      screen,
    ),
    ...(summary.exploration === undefined ? [] : exploreLines(summary.exploration, screen, true)),
    ...sectionsLines(inferredSections(summary), screen),
    ...noteLines(summary, screen),
    ...unseenLines(summary, screen),
    ...statedLines(summary, screen),
    ...leftOutLines(summary, screen),
    "",
    ...(summary.load === undefined ? [] : [...loadInBrief(summary.load, screen), ""]),
    ...blockLines(agentsSection(summary), screen),
    ...startLine(summary),
    ...closingLines(summary, where, screen),
    "",
    ...summaryBox(summary, screen, where.report),
    ...(summary.hint === undefined ? [] : ["", ...hintLines(summary.hint, screen)]),
  ]);
}

const hintLines = (hint: string, screen: Screen): string[] => screen.wrap(hint, "yellow");

/** Estimates are notes; a run without them says why. */
const unseenLines = ({ unseen }: Summary, screen: Screen): string[] =>
  unseen === undefined || unseen.estimates.length > 0
    ? []
    : [...screen.hang(`${screen.bold("unseen")}  `, unseen.text), ""];

function leftOutLines({ ledger, cases }: Summary, screen: Screen): string[] {
  if (cases.length === 0) return [];
  const probed = ledger.filter((clause) => clause.kind === "not shown" && clause.cases > 0).length;
  const text = `${counted(probed, "clause")} on what it leaves open; the report has what this server does`;
  return screen.hang(`${screen.bold("not stated")}                    `, text);
}

function closingLines(
  summary: Summary,
  where: { report: string; run: string },
  screen: Screen,
): string[] {
  const { durationMs } = summary;
  const counts = summary.requests;
  // Before the first request, a run was only prepared: how long that took is not in the record.
  const isTimed = durationMs !== undefined && counts.total > 0;
  const seconds = isTimed ? ` · ${durationText(durationMs)}` : "";
  const sent = requestCountsText(counts);
  const left = incompleteText(summary);
  const state = left === "" ? "" : ` · ${left}`;
  const replay = `replay any row: ${typedCommand(`replay ${shellWord(where.run)} <case>`)}`;
  return [
    ...screen.wrap(`seed ${summary.seed} · ${sent}${seconds}${state}`),
    ...screen.wrap(replay),
  ];
}
