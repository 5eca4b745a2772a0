import type { Comparison, ComparisonView } from "../../model/index.ts";
import { livesSection } from "../lives-section.ts";
import { recordDoubts } from "../run-words.ts";
import { markdownCode, sentenceText, textCell } from "./markdown-section.ts";
import { migrationSection, standingsSection, startsText } from "../standings-section.ts";
import { sectionsMarkdown } from "./block-section.ts";
import * as sections from "../comparison-section.ts";
import { ledgerSection } from "../ledger-section.ts";
import { depthHeadline, firstWords, groupsText, unstableText } from "../comparison-words.ts";
import { counted, firstLines, whole } from "../../text/index.ts";

const MOST_NAMES = 600;

/**
 * `comparison.md`, for a pull request: the most important tables in at most 60,000 characters, cut
 * by whole rows. `where.report` is the page with everything.
 */
export function comparisonMarkdown(view: ComparisonView, where: { report: string }): string {
  const { comparison } = view;
  const report = linkTo(where.report);
  const names = comparison.targets.map(({ name }) => name);
  return [
    `## ${titleOf(comparison)}`,
    "",
    ...recordDoubts(comparison.targets).flatMap(({ of, record }) => [
      `**${textCell(of, 200)}**: ${record.text}`,
      "",
    ]),
    ...hintLines(comparison),
    ...sectionsMarkdown(
      [
        livesSection(comparison.targets),
        { ...standingsSection(comparison, names), title: "" },
        migrationSection(comparison, names),
      ],
      report,
    ),
    sentenceOf(comparison),
    "",
    ...notExpressedLines(comparison),
    // Together they have less room than the whole document.
    ...sectionsMarkdown(
      [
        sections.inferredSection(comparison, names),
        sections.comparedStateSection(comparison, names),
        sections.declaredSection(comparison, names),
        sections.differencesSection(view, names),
        sections.agreementSection(comparison, names),
        sections.boundariesSection(comparison, names),
        sections.comparedDivergences(comparison, names),
        sections.machinesSection(comparison),
        sections.speedSection(comparison, names),
        sections.unstableSection(comparison, names),
        sections.leftSection(comparison),
        ledgerSection(comparison, names),
      ],
      report,
    ),
    `Full report with requests, responses and replay commands: ${report} (${sentenceText(startsText(comparison, names), 1000)})`,
    "",
  ].join("\n");
}

/** The page has no more of them, but every run's report has. */
const MOST_NOT_EXPRESSED = 20;

const notExpressedLines = ({ notExpressed = [] }: Comparison): string[] =>
  notExpressed.length === 0
    ? []
    : [
        `<details><summary>${counted(notExpressed.length, "part")} of the document not expressed by the requests</summary>`,
        "",
        ...listed(notExpressed, MOST_NOT_EXPRESSED),
        "",
        "</details>",
        "",
      ];

const hintLines = (comparison: Comparison): string[] =>
  firstWords(comparison).flatMap(({ name, text }) => [
    `**${textCell(name, 40)}**: ${markdownCode(text)}`,
    "",
  ]);

function listed(texts: readonly string[], most: number): string[] {
  const shown = firstLines(texts, most);
  const more = texts.length - shown.length;
  return [
    ...shown.map((text) => `- ${markdownCode(text)}`),
    ...(more > 0 ? [`- … and ${whole(more)} more`] : []),
  ];
}

function titleOf({ targets }: Comparison): string {
  const names = targets.map(({ name }) => textCell(name, 40)).join(", ");
  return names.length <= MOST_NAMES ? names : `${targets.length} targets side by side`;
}

function sentenceOf({ behaviour, targets }: Comparison): string {
  const { unstable, depth, depths } = behaviour;
  const names = targets.map(({ name }) => textCell(name, 40));
  const groups = depths[depth].differ === 0 ? "" : ` ${groupsText(behaviour, depth)}.`;
  return `**${depthHeadline(behaviour, depth, names)}.**${groups} The same requests went to each; ${unstableText(unstable.length)}.`;
}

const linkTo = (place: string): string =>
  /^(https?:\/\/)?[A-Za-z0-9][\w./~%-]{0,300}$/.test(place)
    ? `[${markdownCode(place)}](${place})`
    : markdownCode(place);
