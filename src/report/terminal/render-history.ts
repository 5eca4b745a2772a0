import {
  type Paint,
  type TerminalText,
  counted,
  latencyText,
  terminalLines,
  whole,
} from "../../text/index.ts";
import type { History, HistoryRun } from "../../model/index.ts";
import { changesText, runRatioText, throughputText } from "../load-figures.ts";
import { numbersAt, stackedRows } from "./table.ts";
import { wrapText } from "./screen-text.ts";

const HEAD =
  "started (UTC)|target|seed|requests|2xx|4xx|5xx|no response|stated|changed|throughput|to previous|p99|run";
const COLUMNS = numbersAt(2, 3, 4, 5, 6, 7, 10, 12);
/** Columns that a narrow terminal keeps: when, which target, verdict and changes. */
const MAIN = [0, 1, 8, 9];

export function renderHistory(
  { runs, conclusions = [] }: History,
  paint: Paint,
  { outputDir, page }: { outputDir: string; page: string },
  width = Infinity,
): TerminalText {
  const cells = [HEAD.split("|"), ...runs.map(cellsOf)];
  const [[head = ""] = [], ...rows] = stackedRows(cells, MAIN, width, { columns: COLUMNS });
  const targets = new Set(runs.map(({ target }) => target)).size;
  return terminalLines([
    ...wrapText(
      `${counted(runs.length, "run")} of ${counted(targets, "target")} in ${outputDir}`,
      width,
    ),
    "",
    ...conclusions.flatMap(({ target, text }) =>
      wrapText(targets > 1 ? `${target}: ${text}` : text, width),
    ),
    ...(conclusions.length === 0 ? [] : [""]),
    paint("dim", head),
    ...rows.flat(),
    "",
    page,
  ]);
}

function recordWord({ complete, record }: HistoryRun): string {
  if (record?.state === "damaged") return ", damaged";
  return complete ? "" : ", incomplete";
}

function cellsOf(run: HistoryRun): string[] {
  const { answers, load, changes } = run;
  const sent = Object.values(answers).some((count) => count > 0);
  const shown = (count: number): string => (sent ? whole(count) : "–");
  return [
    run.startedAt.slice(0, 19).replace("T", " "),
    run.target,
    String(run.seed),
    whole(run.requests),
    shown(answers["2xx"]),
    shown(answers["4xx"]),
    shown(answers["5xx"]),
    shown(answers.noAnswer),
    `${run.accepts.replace("-", " ")}${recordWord(run)}`,
    changes === undefined ? "–" : changesText(changes),
    load === undefined ? "–" : throughputText(load),
    load?.toPrevious === undefined ? "–" : runRatioText(load.toPrevious),
    load === undefined ? "–" : latencyText(load.p99Us),
    run.folder,
  ];
}
