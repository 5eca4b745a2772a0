import type { Summary } from "../../model/index.ts";
import {
  foundCounts,
  requestCounts,
  requestCountsText,
  tellingSentences,
} from "../../stats/index.ts";
import { durationText, momentText, shellWord, typedCommand } from "../../text/index.ts";
import { startText, statedCounts } from "../life-words.ts";
import { markdownCode, textCell } from "./markdown-cell.ts";
import { sectionLines } from "./markdown-section.ts";
import {
  agentsSection,
  breachesSection,
  clausesSection,
  deathsSection,
  inferredSection,
  loadSection,
  remarksSection,
  suitesSection,
} from "./run-sections.ts";

const VERDICTS: Record<Summary["accepts"], string> = {
  held: "✓ held",
  "not-held": "✗ not held",
  "not-judged": "– not judged",
  "not-shown": "– not shown",
  unreachable: "✗ target not reached",
  "not-probed": "– not probed",
};

/**
 * `report.md`, for the summary of a job or a comment: verdict, findings and tables, cut by whole rows
 * to less than 60,000 characters. All text of server and user is in code spans. `where` names the
 * page with everything, and the run.
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

/** The counts, and the sentences that the page has next to its verdict. */
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

/** When, for how long, with which seed, and how many requests for what. */
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
