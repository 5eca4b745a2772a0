import type { LoadFigures, LoadSummary, Summary } from "../../model/index.ts";
import {
  doubtNames,
  foundCounts,
  offerText,
  outcomesText,
  requestCounts,
  requestCountsText,
  tellingSentences,
} from "../../stats/index.ts";
import {
  counted,
  durationText,
  latencyText,
  momentText,
  percent,
  shellWord,
  typedCommand,
  whole,
} from "../../text/index.ts";
import { chosenRemarks, startText, statedCounts } from "../run-words.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  sectionLines,
  tableHead,
  tableRow,
  textCell,
} from "./markdown-section.ts";
import { agentColumns, doubtsText, labelsText } from "../agent-columns.ts";
import { contractSentences } from "../contract-words.ts";
import { boundedRate } from "../load-figures.ts";

const VERDICTS: Record<Summary["accepts"], string> = {
  held: "✓ held",
  "not-held": "✗ not held",
  "not-judged": "– not judged",
  "not-shown": "– not shown",
  unreachable: "✗ target not reached",
  "not-probed": "– not probed",
};

/**
 * `report.md`, for the summary of a job or a comment: verdict, findings and tables, cut by whole rows to less than
 * 60,000 characters. All text of server and user is in code spans. `where` names the page with everything, and the run.
 */
export function runMarkdown(summary: Summary, where: { report: string; run: string }): string {
  const { target, inferred, hint, record, notes } = summary;
  const page = markdownCode(where.report);
  const hints = hint === undefined ? [] : [markdownCode(hint), ""];
  return [
    `## ${textCell(target.name, 60)} ${markdownCode(target.baseUrl)}`,
    "",
    ...hints,
    ...(record === undefined ? [] : [`**${record.state}**: ${textCell(record.text, 500)}`, ""]),
    statedLine(summary),
    "",
    ...(inferred?.headline === undefined ? [] : [textCell(inferred.headline, 1000), ""]),
    ...foundLines(summary),
    ...sectionLines(deathsSection(summary), page),
    ...sectionLines(breachesSection(summary), page),
    ...sectionLines(suitesSection(summary), page),
    ...sectionLines(remarksSection(summary), page),
    ...sectionLines(inferredSection(summary), page),
    ...sectionLines(loadSection(summary.load), page),
    ...sectionLines(agentsSection(summary), page),
    ...sectionLines(clausesSection(summary), page),
    ...notes.slice(0, MOST_NOTES).map(({ text }) => `- note: ${textCell(text, 500)}`),
    ...(notes.length === 0 ? [] : [""]),
    sentLine(summary),
    "",
    `Send a case again: ${markdownCode(typedCommand(`replay ${shellWord(where.run)} <case>`))}`,
    "",
    `Every request and response: ${page}`,
    "",
    ...hints,
  ].join("\n");
}

const MOST_NOTES = 20;

function statedLine(summary: Summary): string {
  const words = VERDICTS[summary.accepts] + statedCounts(summary);
  return `**Stated by the specification: ${words}.** ${textCell(summary.stated.text, 500)}`;
}

function foundLines(summary: Summary): string[] {
  const found = foundCounts(summary);
  // What ended the server has a section of its own.
  const sentences = tellingSentences({
    remarks: summary.remarks,
    exploration: summary.exploration,
  });
  const isSearched = summary.suites.length > 0 || summary.exploration !== undefined;
  if (!isSearched && found.length === 0) return [];
  return [
    `**Found: ${found.length === 0 ? "nothing" : found.join(" · ")}.**`,
    "",
    ...sentences.map(
      ({ text, case: id }) =>
        `- ${textCell(text, 400)}${id === undefined ? "" : ` (${markdownCode(id)})`}`,
    ),
    ...(sentences.length === 0 ? [] : [""]),
  ];
}

function sentLine(summary: Summary): string {
  const { seed, startedAt, durationMs, complete, end, tool } = summary;
  return [
    momentText(startedAt),
    ...(durationMs === undefined ? [] : [durationText(durationMs)]),
    `seed ${seed}`,
    requestCountsText(requestCounts(summary)),
    ...[startText(summary)].filter(Boolean),
    ...(complete ? [] : [`incomplete: ${end}`]),
    `${tool.name} ${tool.version}`,
  ].join(" · ");
}

const deathsSection = ({ deaths = [], growths = [] }: Summary): Section => ({
  before: ["### What ended the server", ""],
  rows: [...deaths, ...growths].map(({ text }) => `- ${markdownCode(text)}`),
  what: "finding",
  most: 4000,
});

const breachesSection = ({ stated: { breaches = [] } }: Summary): Section => ({
  before: [
    "### Responses that differ from the document",
    "",
    ...tableHead(["where", "expected", "observed", "responses", "first case"], [3]),
  ],
  rows: breaches.map(({ clause, at, expected, observed, count, case: id }) =>
    tableRow([
      codeCell(at ?? clause),
      textCell(expected, 200),
      textCell(observed, 200),
      whole(count),
      codeCell(id, 200),
    ]),
  ),
  what: "place",
  most: 6000,
});

type SuiteSummary = Summary["suites"][number];

const COLUMNS: readonly (readonly [head: string, count: (suite: SuiteSummary) => number])[] = [
  ["cases", ({ cases }) => cases],
  ["requests", ({ observations }) => observations],
  ["2xx", ({ classes }) => classes["2xx"]],
  ["3xx", ({ classes }) => classes["3xx"]],
  ["4xx", ({ classes }) => classes["4xx"]],
  ["5xx", ({ classes }) => classes["5xx"]],
  ["other", ({ classes }) => classes["1xx"] + classes.other],
  ["no response", ({ classes }) => classes.noAnswer],
  ["unstable", ({ classes }) => classes.unstable],
];

/** A row for each suite: cases by the class of the last response. Columns without a count are left out. */
function suitesSection({ suites }: Summary): Section {
  const shown = COLUMNS.filter(([, count]) => suites.some((suite) => count(suite) > 0));
  const heads = ["suite", ...shown.map(([head]) => head)];
  const numbers = shown.map((_, at) => at + 1);
  return {
    before: ["### Suites", "", ...tableHead(heads, numbers)],
    rows: suites.map((suite) =>
      tableRow([
        textCell(suite.name, 60),
        ...shown.map(([, count]) => (count(suite) === 0 ? "" : whole(count(suite)))),
      ]),
    ),
    what: "suite",
    most: 8000,
  };
}

function remarksSection(summary: Summary): Section {
  const shown = chosenRemarks(summary.remarks);
  const left = summary.remarks.length - shown.length;
  return {
    before: ["### Worth a look", "", ...tableHead(["case", "response", "what", "cases"], [3])],
    rows: shown.map(({ case: id, kind, signature, text, count }) =>
      tableRow([codeCell(id ?? kind, 200), textCell(signature), textCell(text, 300), whole(count)]),
    ),
    after: left > 0 ? ["", `… and ${whole(left)} more in the full report`] : [],
    what: "observation",
    most: 8000,
  };
}

const inferredSection = ({ inferred }: Summary): Section => ({
  before: [
    `### Inferred rules, by ${counted(inferred?.requests ?? 0, "request")} beyond the run`,
    "",
    ...tableHead(["part", "rule", "otherwise"]),
  ],
  rows: (inferred?.parts ?? []).map(({ name, rule, refusals }) =>
    tableRow([
      textCell(name, 60),
      textCell(rule, 300),
      refusals.map((each) => textCell(each, 60)).join(" or "),
    ]),
  ),
  after: [
    ...(inferred?.order === undefined ? [] : ["", `Order of checks: ${inferred.order}`]),
    ...(inferred?.contract === undefined
      ? []
      : [
          "",
          "The contract as implemented:",
          "",
          ...contractSentences(inferred.contract).map((each) => `- ${textCell(each, 600)}`),
        ]),
  ],
  what: "part",
  most: 7000,
});

function loadSection(load: LoadSummary | undefined): Section {
  const { rounds = [], pooled, options } = load ?? {};
  const rows: [string, LoadFigures][] = rounds.map((round) => [String(round.nth), round]);
  if (pooled !== undefined && rounds.length > 1) rows.push(["all", pooled]);
  const sweep = options?.sweep === true;
  const heads = [sweep ? "step" : "round", "offered", "responses/s", "p50", "p99", "max"];
  return {
    before: [
      `### Load${options === undefined ? "" : `, ${counted(rounds.length, sweep ? "step" : "round")} of ${durationText(options.durationMs)}`}`,
      "",
      ...tableHead([...heads, "statuses", "no response", "doubts"], [2, 3, 4, 5]),
    ],
    rows: rows.map(([name, figures]) =>
      tableRow([
        name,
        textCell(offerText(figures.offered)),
        boundedRate(figures, figures.perSecond),
        latencyText(figures.latencyUs.p50),
        latencyText(figures.latencyUs.p99),
        latencyText(figures.latencyUs.max),
        statusesText(figures),
        lostText(figures),
        doubtNames(figures.checks).join(", "),
      ]),
    ),
    after: load === undefined ? [] : loadNotes(load),
    what: "round",
    most: 6000,
  };
}

const statusesText = ({ statuses }: LoadFigures): string =>
  Object.entries(statuses)
    .map(([status, { count }]) => `${status} ×${whole(count)}`)
    .join(", ");

const lostText = ({ unanswered, hung }: LoadFigures): string =>
  [outcomesText(unanswered), ...(hung > 0 ? [`hung ×${whole(hung)}`] : [])]
    .filter((text) => text !== "")
    .join(", ");

function loadNotes({ sweep, spread, warnings }: LoadSummary): string[] {
  const notes = [
    ...(sweep === undefined ? [] : [`knee: ${sweep.text}`]),
    ...(spread === undefined ? [] : [`the rounds differ by ±${percent(spread)}`]),
    ...warnings,
  ];
  return notes.length === 0 ? [] : ["", ...notes.map((text) => `- ${textCell(text, 500)}`)];
}

function agentsSection({ agents = [] }: Summary): Section {
  const columns = agentColumns(agents);
  const numbers = columns.flatMap(({ isNumber }, at) => (isNumber === true ? [at + 1] : []));
  const heads = ["agent", ...columns.map(({ head }) => head), "labels", "doubts"];
  return {
    before: ["### Agents", "", ...tableHead(heads, numbers)],
    rows: agents.map((agent) =>
      tableRow([
        textCell(agent.name, 60),
        ...columns.map(({ cell }) => textCell(cell(agent), 60)),
        Object.keys(agent.labels).length === 0 ? "" : textCell(labelsText(agent.labels)),
        textCell(doubtsText(agent), 300),
      ]),
    ),
    what: "agent",
    most: 4000,
  };
}

const clausesSection = ({ ledger, stated }: Summary): Section => ({
  before: ["### What the verdict depends on", ""],
  rows: ledger
    .filter(({ id }) => stated.clauses.includes(id))
    .map(
      ({ text, at }) =>
        `- ${textCell(text, 300)}${at === undefined ? "" : ` · ${markdownCode(at)}`}`,
    ),
  what: "clause",
  most: 4000,
});
