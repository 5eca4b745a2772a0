import type { LoadFigures, LoadSummary, Summary } from "../../model/index.ts";
import {
  kneeText,
  boundedRate,
  doubtNames,
  foundCounts,
  offerText,
  requestCounts,
  requestCountsText,
  steadySpread,
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
import { startText, STATED_WORDS, statedCounts } from "../run-words.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  sectionLines,
  tableSection,
  textCell,
} from "./markdown-section.ts";
import { statesSection } from "./states-section.ts";
import { agentColumns, doubtsText, labelsText } from "../agent-columns.ts";
import type { BlockSection } from "../blocks.ts";
import { blockSections } from "./block-section.ts";
import {
  inShortSection,
  limitsSection,
  rememberedSection,
  remarksSection,
  suitesSection,
} from "../run-section.ts";
import { contractSentences } from "../contract-words.ts";
import { noResponseText } from "../load-figures.ts";

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
    ...foundLine(summary),
    ...sectionsOf(inShortSection(summary), page),
    ...sectionLines(deathsSection(summary), page),
    ...sectionLines(breachesSection(summary), page),
    ...sectionsOf(limitsSection(summary), page),
    ...sectionsOf(suitesSection(summary), page),
    ...sectionsOf(rememberedSection(summary), page),
    ...statesSection(summary.exploration?.states),
    ...sectionsOf(remarksSection(summary), page),
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
  const [word, , mark] = STATED_WORDS[summary.accepts];
  // The text says it of responses that are not as documented.
  const counts = summary.stated.breaches === undefined ? statedCounts(summary) : "";
  const words = `${mark} ${word}${counts}`;
  return `**Stated by the specification: ${words}.** ${textCell(summary.stated.text, 500)}`;
}

function foundLine(summary: Summary): string[] {
  const found = foundCounts(summary);
  const isSearched = summary.suites.length > 0 || summary.exploration !== undefined;
  if (!isSearched && found.length === 0) return [];
  return [`**Found: ${found.length === 0 ? "nothing" : found.join(" · ")}.**`, ""];
}

const sectionsOf = (section: BlockSection, page: string): string[] =>
  blockSections(section).flatMap((each) => sectionLines(each, page));

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

function breachesSection({ stated: { breaches = [] } }: Summary): Section {
  const rows = breaches.map(({ clause, at, expected, observed, count, case: id }) => [
    codeCell(at ?? clause),
    textCell(expected, 200),
    textCell(observed, 200),
    whole(count),
    codeCell(id, 200),
  ]);
  const heads = ["where", "expected", "observed", "responses", "first case"];
  const options = { what: "place", most: 6000, numbers: [3] };
  return tableSection("### Responses that differ from the document", heads, rows, options);
}

function inferredSection({ inferred }: Summary): Section {
  const { requests = 0, parts = [], order, contract } = inferred ?? {};
  const rows = parts.map(({ name, rule, refusals }) => {
    const otherwise = refusals.map((each) => textCell(each, 60)).join(" or ");
    return [textCell(name, 60), textCell(rule, 300), otherwise];
  });
  const sentences = contract === undefined ? [] : contractSentences(contract);
  const after = [
    ...(order === undefined ? [] : ["", `Order of checks: ${order}`]),
    ...(contract === undefined ? [] : ["", "The contract as implemented:", ""]),
    ...sentences.map((each) => `- ${textCell(each, 600)}`),
  ];
  const title = `### Inferred rules, by ${counted(requests, "further request")}`;
  const options = { what: "part", most: 7000, after };
  return tableSection(title, ["part", "rule", "otherwise"], rows, options);
}

/** A row for each round or step, then all together. Failed checks are next to the figures. */
function loadSection(load: LoadSummary | undefined): Section {
  const { rounds = [], pooled, options } = load ?? {};
  const figures: [string, LoadFigures][] = rounds.map((round) => [String(round.nth), round]);
  if (pooled !== undefined && rounds.length > 1) figures.push(["all", pooled]);
  const step = options?.sweep === true ? "step" : "round";
  const rows = figures.map(([name, each]) => [
    name,
    textCell(offerText(each.offered)),
    boundedRate(each, each.perSecond),
    latencyText(each.latencyUs.p50),
    latencyText(each.latencyUs.p99),
    latencyText(each.latencyUs.max),
    statusesText(each),
    noResponseText(each),
    doubtNames(each.checks).join(", "),
  ]);
  const lasting =
    options === undefined
      ? ""
      : `, ${counted(rounds.length, step)} of ${durationText(options.durationMs)}`;
  const heads = [step, "offered", "responses/s", "p50", "p99", "max"];
  return tableSection(`### Load${lasting}`, [...heads, "statuses", "no response", "doubts"], rows, {
    what: "round",
    most: 6000,
    numbers: [2, 3, 4, 5],
    after: load === undefined ? [] : loadNotes(load),
  });
}

const statusesText = ({ statuses }: LoadFigures): string =>
  Object.entries(statuses)
    .map(([status, { count }]) => `${status} ×${whole(count)}`)
    .join(", ");

function loadNotes(load: LoadSummary): string[] {
  const { sweep, warnings } = load;
  const spread = steadySpread(load);
  const notes = [
    ...(sweep === undefined ? [] : [`knee: ${kneeText(sweep)}`]),
    ...(spread === undefined ? [] : [`the rounds differ by ±${percent(spread)}`]),
    ...warnings,
  ];
  return notes.length === 0 ? [] : ["", ...notes.map((text) => `- ${textCell(text, 500)}`)];
}

function agentsSection({ agents = [] }: Summary): Section {
  const columns = agentColumns(agents);
  const rows = agents.map((agent) => [
    textCell(agent.name, 60),
    ...columns.map(({ cell }) => textCell(cell(agent), 60)),
    Object.keys(agent.labels).length === 0 ? "" : textCell(labelsText(agent.labels)),
    textCell(doubtsText(agent), 300),
  ]);
  const heads = ["agent", ...columns.map(({ head }) => head), "labels", "doubts"];
  const numbers = columns.flatMap(({ isNumber }, at) => (isNumber === true ? [at + 1] : []));
  return tableSection("### Agents", heads, rows, { what: "agent", most: 4000, numbers });
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
