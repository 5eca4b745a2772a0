import type { LoadSummary, Summary, StatesSummary } from "../../model/index.ts";
import { kneeText, foundCounts, requestCountsText, steadySpread } from "../../stats/index.ts";
import {
  counted,
  durationText,
  momentText,
  percent,
  shellWord,
  textsOf,
  typedCommand,
} from "../../text/index.ts";
import { startText, STATED_WORDS, statedCounts } from "../run-words.ts";
import { markdownCode, sentenceText, textCell } from "./markdown-section.ts";
import { agentsSection, roundsBlock } from "../rounds-section.ts";
import { livesSection } from "../lives-section.ts";
import { inferredSections } from "../inferred-section.ts";
import { type BlockSection, sectionOf, sentences } from "../blocks.ts";
import { sectionsMarkdown } from "./block-section.ts";
import * as sections from "../run-section.ts";
import { statesSection, unexplainedBlocks } from "../explore-section.ts";
import { mermaidText } from "../states-text.ts";

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
    ...(record === undefined ? [] : [`**${record.state}**: ${sentenceText(record.text)}`, ""]),
    statedLine(summary),
    "",
    ...(inferred?.headline === undefined ? [] : [sentenceText(inferred.headline, 1000), ""]),
    ...foundLine(summary),
    ...sectionsMarkdown(
      [
        sections.inShortSection(summary),
        livesSection([summary]),
        sections.breachesSection(summary),
        sections.limitsSection(summary),
        sections.suitesSection(summary),
        sections.rememberedSection(summary),
      ],
      page,
    ),
    ...statesLines(summary.exploration?.states),
    ...sectionsMarkdown(
      [
        sections.remarksSection(summary),
        ...inferredSections(summary),
        ...(summary.load === undefined ? [] : [loadSection(summary.load)]),
        agentsSection(summary),
        sections.clausesSection(summary),
      ],
      page,
    ),
    ...notes.slice(0, MOST_NOTES).map(({ text }) => `- note: ${sentenceText(text)}`),
    ...notes.slice(0, 1).map(() => ""),
    sentLine(summary),
    "",
    ...againLines(where.run),
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
  return `**Stated by the specification: ${words}.** ${sentenceText(summary.stated.text)}`;
}

const againLines = (run: string): string[] => [
  `Send a case again: ${markdownCode(typedCommand(`replay ${shellWord(run)} <case>`))}`,
  "",
];

function foundLine(summary: Summary): string[] {
  const found = foundCounts(summary);
  const isSearched = summary.suites.length > 0 || summary.exploration !== undefined;
  if (!isSearched && found.length === 0) return [];
  const nothing =
    summary.conclusions.length > 0 ? "nothing beyond the conclusions below" : "nothing";
  return [`**Found: ${found.length === 0 ? nothing : found.join(" · ")}.**`, ""];
}

function sentLine(summary: Summary): string {
  const { seed, startedAt, durationMs, complete, end, tool } = summary;
  return textsOf(
    momentText(startedAt),
    durationMs !== undefined && durationText(durationMs),
    `seed ${seed}`,
    requestCountsText(summary.requests),
    startText(summary),
    !complete && `incomplete: ${end}`,
    `${tool.name} ${tool.version}`,
  ).join(" · ");
}

function loadSection(load: LoadSummary): BlockSection {
  const { rounds, options, sweep, warnings } = load;
  const count = counted(rounds.length, options.sweep ? "step" : "round");
  const spread = steadySpread(load);
  const notes = textsOf(
    sweep && `knee: ${kneeText(sweep)}`,
    spread !== undefined && `the rounds differ by ±${percent(spread)}`,
    ...warnings,
  );
  const title = `Load, ${count} of ${durationText(options.durationMs)}`;
  return sectionOf("load", title, roundsBlock(load), sentences(notes));
}

const MOST_DIAGRAM = 8000;
const PAGE = "`report.html`";

/** The state machine as a diagram of Mermaid, and the sequences that tell something. */
function statesLines(found: StatesSummary | undefined): string[] {
  if (found === undefined) return [];
  const diagram = mermaidText(found);
  const isDrawn = found.states.length > 1 && diagram.length <= MOST_DIAGRAM;
  return [
    ...sectionsMarkdown([statesSection(found)], PAGE),
    ...(isDrawn ? ["```mermaid", diagram, "```", ""] : []),
  ];
}

/** `states.md`: what the machine does not explain, after the machine itself. */
export const statesMarkdown = (found: StatesSummary): string[] => [
  ...statesLines({ ...found, unexplained: [] }),
  "## What contradicts the machine",
  "",
  ...(found.unexplained.length === 0
    ? ["No random sequence over several identities that was sent contradicts it."]
    : sectionsMarkdown(
        [{ id: "unexplained", title: "", blocks: unexplainedBlocks(found.unexplained) }],
        PAGE,
      )),
];
