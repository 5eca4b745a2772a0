import {
  type Paint,
  type TerminalText,
  counted,
  durationText,
  shellWord,
  terminalLines,
  typedCommand,
  whole,
} from "../../text/index.ts";
import type { RunView } from "../../analyse/index.ts";
import type { Summary } from "../../model/index.ts";
import { agentLines } from "./agent-tables.ts";
import { renderExplored } from "./render-explored.ts";
import { loadInBrief, renderLoad } from "./render-load.ts";
import { Screen, widthOf, wrapText } from "./screen-text.ts";
import { exploreLines } from "./render-explore.ts";
import { deathLines, incompleteText, recordLines, startLine, statedLines } from "./target-lines.ts";
import { inferredLines } from "./inferred-lines.ts";
import { chosenRemarks, shownRemarks } from "../run-words.ts";
import { requestCounts, requestCountsText, sum } from "../../stats/index.ts";
import { summaryBox } from "./summary-box.ts";
import { suiteTable } from "./suite-table.ts";
import { type Column, tableLines } from "./table.ts";

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

export function renderTerminal(
  summary: Summary,
  paint: Paint,
  where: { report: string; run: string },
  width = Infinity,
): TerminalText {
  const screen = new Screen(paint, width);
  return terminalLines([
    ...recordLines(summary.record, screen),
    ...(summary.hint === undefined ? [] : [...hintLines(summary.hint, screen), ""]),
    ...(summary.inferred?.headline === undefined
      ? []
      : [...screen.wrap(summary.inferred.headline), ""]),
    ...deathLines(summary, screen),
    ...(summary.suites.length === 0 ? [] : [...suiteTable(summary, screen), ""]),
    ...stateLines(summary, screen),
    ...remarkLines(summary, screen),
    ...(summary.exploration === undefined ? [] : exploreLines(summary.exploration, screen, true)),
    ...(summary.inferred === undefined ? [] : inferredLines(summary.inferred, screen)),
    ...summary.notes.flatMap(({ text, cases }) =>
      screen.hang(`${screen.bold("note")}  `, `${text}${casesText(cases)}`),
    ),
    ...(summary.notes.length === 0 ? [] : [""]),
    ...unseenLines(summary, screen),
    ...statedLines(summary, screen),
    ...leftOutLines(summary, screen),
    "",
    ...(summary.load === undefined ? [] : [...loadInBrief(summary.load, screen), ""]),
    ...agentLines(summary, screen),
    ...startLine(summary),
    ...closingLines(summary, where, screen),
    "",
    ...summaryBox(summary, screen, where.report, shownRemarks(summary)),
    ...(summary.hint === undefined ? [] : ["", ...hintLines(summary.hint, screen)]),
  ]);
}

const hintLines = (hint: string, screen: Screen): string[] => screen.wrap(hint, "yellow");

/** Estimates are notes; a run without them says why. */
const unseenLines = ({ unseen }: Summary, screen: Screen): string[] =>
  unseen === undefined || unseen.estimates.length > 0
    ? []
    : [...screen.hang(`${screen.bold("unseen")}  `, unseen.text), ""];

const casesText = (cases: string[] | undefined): string =>
  cases === undefined ? "" : `: ${cases.slice(0, 12).join(", ")}`;

function leftOutLines({ ledger, cases }: Summary, screen: Screen): string[] {
  if (cases.length === 0) return [];
  const probed = ledger.filter((clause) => clause.kind === "not shown" && clause.cases > 0).length;
  const text = `${counted(probed, "clause")} probed; the report shows this server's behaviour`;
  return screen.hang(`${screen.bold("not stated by it")}              `, text);
}

function closingLines(
  summary: Summary,
  where: { report: string; run: string },
  screen: Screen,
): string[] {
  const seconds = summary.durationMs === undefined ? "" : ` · ${durationText(summary.durationMs)}`;
  const sent = requestCountsText(requestCounts(summary));
  const left = incompleteText(summary);
  const state = left === "" ? "" : ` · ${left}`;
  const replay = `replay any row: ${typedCommand(`replay ${shellWord(where.run)} <case>`)}`;
  return [
    ...screen.wrap(`seed ${summary.seed} · ${sent}${seconds}${state}`),
    ...screen.wrap(replay),
  ];
}

const BELOW = " ".repeat(6);
/** Longer cases and signatures push the text of their line to the right. */
const COLUMNS: Column[] = [{ usual: 44 }, { least: 3, usual: 18 }];

function stateLines({ state = [] }: Summary, screen: Screen): string[] {
  if (state.length === 0) return [];
  const lines = state.flatMap(({ text, case: id }) => screen.hang("  ", `${text} (${id})`));
  return [screen.bold("what the server remembers"), ...lines, ""];
}

export function remarkLines(summary: Summary, screen: Screen): string[] {
  const { remarks } = summary;
  const twice = summary.cases.filter(({ stability }) => stability !== "once").length;
  // Those that are due to the loss of the target are no remarks, but unstable as well.
  const unstable = sum(summary.suites.map(({ classes }) => classes.unstable));
  const shown = chosenRemarks(remarks);
  const left = remarks.length - shown.length;
  if (twice === 0 && shown.length === 0) return [];
  const rows = shown.map(({ case: id, kind, signature, text, count }) => {
    const more = count > 1 ? `  (and ${counted(count - 1, "more case")})` : "";
    return [id ?? kind, signature, `${text}${more}`];
  });
  const changed = `${unstable === 0 ? "none" : whole(unstable)} of ${counted(twice, "case")} that ${twice === 1 ? "was" : "were"} sent more than once`;
  const table = [...rows, ["unstable", changed]];
  const inColumns = tableLines(table, COLUMNS, { indent: "  " });
  const lines = table.map((row, at) => foldedRow(row, inColumns[at] ?? "", screen));
  return [
    screen.bold("worth a look"),
    ...lines.slice(0, -1).flat(),
    ...screen.more(left),
    ...lines.slice(-1).flat(),
    "",
  ];
}

/** A row that is too wide: its text below the case and the signature. The case is never cut, because `replay` needs it. */
function foldedRow(row: readonly string[], inColumns: string, screen: Screen): string[] {
  if (widthOf(inColumns) <= screen.width) return [inColumns];
  const [id = "", ...texts] = row;
  const rest = texts.filter((text) => text !== "").join("  ");
  const alone = `  ${id}  ${rest}`;
  if (widthOf(alone) <= screen.width) return [alone];
  const below = wrapText(rest, screen.width - BELOW.length);
  return [`  ${id}`, ...below.map((line) => BELOW + line)];
}
