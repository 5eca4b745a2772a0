import { sum } from "../stats/index.ts";
import { changeGroups, type Changes, type HistoryRun } from "../model/index.ts";
import { latencyText, secondText, whole } from "../text/index.ts";
import { type BlockCell, tableBlock, type TableBlock } from "./blocks.ts";
import { changesText, runRatioText, throughputText } from "./load-figures.ts";

const NONE: BlockCell = { text: "–" };

type Figure = [title: string, cell: (run: HistoryRun) => BlockCell];

const isSent = ({ answers }: HistoryRun): boolean =>
  Object.values(answers).some((each) => each > 0);

/** A column of what some runs have. */
const figure = <T>(
  title: string,
  of: (run: HistoryRun) => T | undefined,
  textOf: (value: T) => string,
  sortOf?: (value: T) => number,
): Figure => [
  title,
  (run) => {
    const value = of(run);
    if (value === undefined) return NONE;
    return { text: textOf(value), ...(sortOf && { sort: sortOf(value) }) };
  },
];

const count = (title: string, key: keyof HistoryRun["answers"]): Figure =>
  figure(title, (run) => (isSent(run) ? run.answers[key] : undefined), whole, Number);

const STATED = figure("stated", (run) => run, statedText);
const FIRST = [
  figure("#seed", ({ seed }) => seed, String),
  figure("#requests", ({ requests }) => requests, whole, Number),
];
const RESPONSES = [
  count("#2xx", "2xx"),
  count("#4xx", "4xx"),
  count("#5xx", "5xx"),
  count("#no response", "noAnswer"),
  STATED,
  figure(
    "#changed",
    ({ changes }) => changes,
    changesText,
    ({ changed }) => changed.length,
  ),
];
const LOAD = [
  figure(
    "#throughput",
    ({ load }) => load,
    throughputText,
    ({ perSecond }) => perSecond,
  ),
  figure("#to previous", ({ load }) => load?.toPrevious, runRatioText),
  figure("#p99", ({ load }) => load?.p99Us, latencyText, Number),
];

function statedText({ accepts, record, complete }: HistoryRun): string {
  const word = accepts.replace("-", " ");
  if (record?.state === "damaged") return `${word}, damaged`;
  return complete ? word : `${word}, incomplete`;
}

/** Before a load alone, only the stated request is sent, by both clients. */
const MOST_CHECKS = 2;

const isLoad = ({ load, answers }: HistoryRun): boolean =>
  load !== undefined && sum(Object.values(answers)) <= MOST_CHECKS;

/** A row for each run, the runs of load apart; a terminal has all targets together. */
export function runTables(runs: readonly HistoryRun[], target: string | undefined): TableBlock[] {
  const [cases, loads] = [runs.filter((run) => !isLoad(run)), runs.filter(isLoad)];
  const figures = cases.some(({ load }) => load !== undefined) ? LOAD : [];
  const table = (label: string, some: readonly HistoryRun[], own: readonly Figure[]) => {
    const titles = own.map(([title]) => title);
    const cellsOf = (run: HistoryRun) => own.map(([, cell]) => cell(run));
    const stated = own.indexOf(STATED);
    return target === undefined
      ? tableBlock(
          ["run", label],
          ["started", "target", ...titles, { title: "run", isWhole: true }],
          some.map((run) => [startCell(run), run.target, ...cellsOf(run), run.folder]),
          { kept: [0, 1, 2 + stated, 3 + stated], shown: Infinity },
        )
      : tableBlock(
          ["run", `${label} of ${target}`],
          ["started", ...titles],
          some.map((run) => [startCell(run), ...cellsOf(run)]),
          { shown: Infinity },
        );
  };
  return [
    table("Runs", cases, [...FIRST, ...RESPONSES, ...figures]),
    table("Runs of load alone", loads, [...FIRST, STATED, ...LOAD]),
  ];
}

const startCell = (run: HistoryRun): BlockCell => ({
  text: secondText(run.startedAt),
  sort: Date.parse(run.startedAt),
  href: historyReport(run),
  anchor: `run-${run.runId}`,
});

/** The run's report, if there is one. The page is in the output folder. */
export const historyReport = ({ folder, hasReport }: HistoryRun): string | undefined =>
  hasReport
    ? `./${folder.split(/[/\\]/).map(encodeURIComponent).join("/")}/report.html`
    : undefined;

const MOST_GROUPS = 20;
const MOST_EXAMPLES = 3;

/** The cases that changed alike, the most first. */
export const changedTable = (run: HistoryRun, changes: Changes): TableBlock =>
  tableBlock(
    ["change", `Cases with a different response in ${run.runId}`],
    ["then", "now", "#cases", "for example"],
    changeGroups(changes).map(({ before, after, cases }) => [
      { text: before, responses: [before] },
      { text: after, responses: [after] },
      { text: whole(cases.length), sort: cases.length },
      cases.slice(0, MOST_EXAMPLES).join(", "),
    ]),
    { kept: [0, 1], open: MOST_GROUPS, wrapped: true },
  );
