import type { ComparedTarget, Comparison, ComparisonView } from "../../model/index.ts";
import {
  agreementSection,
  groupsSection,
  leftSection,
  targetsSection,
  unstableSection,
} from "./comparison/behaviour-sections.ts";
import {
  boundariesSection,
  declaredSection,
  divergencesSection,
  ledgerSection,
  rulesSection,
  speedSection,
} from "./comparison/finding-sections.ts";
import { diedText, startText } from "../life-words.ts";
import { recordDoubts } from "../record-doubts.ts";
import { markdownCode, textCell } from "./markdown-cell.ts";
import { sectionLines, type Section } from "./markdown-section.ts";
import { depthHeadline, groupsText, unstableText } from "../comparison/depth-headline.ts";
import { counted, whole } from "../../text/index.ts";

const MOST_NAMES = 600;

/**
 * `comparison.md`, for a pull request: the most important tables in at most 60,000 characters, cut
 * by whole rows. `where.report` is the page with everything.
 */
export function comparisonMarkdown(view: ComparisonView, where: { report: string }): string {
  const { comparison } = view;
  const report = linkTo(where.report);
  // Together they have less room than the whole document.
  const sections: Section[] = [
    targetsSection(comparison),
    rulesSection(comparison),
    declaredSection(comparison),
    groupsSection(view),
    agreementSection(comparison),
    boundariesSection(comparison),
    divergencesSection(comparison),
    speedSection(comparison),
    unstableSection(comparison),
    leftSection(comparison),
    ledgerSection(comparison),
  ];
  return [
    `## ${titleOf(comparison)}`,
    "",
    ...recordDoubts(comparison.targets).flatMap(({ of, record }) => [
      `**${textCell(of, 200)}**: ${record.text}`,
      "",
    ]),
    ...comparison.targets.flatMap(({ name, hint }) =>
      hint === undefined ? [] : [`**${textCell(name, 40)}**: ${markdownCode(hint)}`, ""],
    ),
    ...comparison.targets.flatMap(lifeLines),
    ...sections.slice(0, 1).flatMap((each) => sectionLines(each, report)),
    sentenceOf(comparison),
    "",
    ...notExpressedLines(comparison),
    ...sections.slice(1).flatMap((each) => sectionLines(each, report)),
    `Full report with requests, responses and replay commands: ${report}`,
    "",
  ].join("\n");
}

/** How many deaths and growths of one target are listed. */
const MOST_SENTENCES = 10;

/** What ended a target, made it hang or made its memory grow, and how long its start took. */
function lifeLines(target: ComparedTarget): string[] {
  const { name, deaths = [], growths = [] } = target;
  const sentences = [...deaths, ...growths].map(({ text }) => text);
  const facts = [diedText(target), startText(target)].filter(Boolean).join("; ");
  if (facts === "" && sentences.length === 0) return [];
  const left = sentences.length - MOST_SENTENCES;
  return [
    `**${textCell(name, 40)}**: ${facts === "" ? counted(growths.length, "finding") : facts}`,
    "",
    ...sentences.slice(0, MOST_SENTENCES).map((text) => `- ${markdownCode(text)}`),
    ...(left > 0 ? [`- … and ${whole(left)} more`] : []),
    ...(sentences.length > 0 ? [""] : []),
  ];
}

/** The page has no more of them, but every run's report has. */
const MOST_NOT_EXPRESSED = 20;

/** Parts of the document that the requests do not express, in a fold. */
function notExpressedLines({ notExpressed = [] }: Comparison): string[] {
  if (notExpressed.length === 0) return [];
  const left = notExpressed.length - MOST_NOT_EXPRESSED;
  return [
    `<details><summary>${counted(notExpressed.length, "part")} of the document not expressed by the requests</summary>`,
    "",
    ...notExpressed.slice(0, MOST_NOT_EXPRESSED).map((line) => `- ${markdownCode(line)}`),
    ...(left > 0 ? [`- … and ${whole(left)} more`] : []),
    "",
    "</details>",
    "",
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

/** A link if the place is a plain path or address, otherwise its name. */
const linkTo = (place: string): string =>
  /^(https?:\/\/)?[A-Za-z0-9][\w./~%-]{0,300}$/.test(place)
    ? `[${markdownCode(place)}](${place})`
    : markdownCode(place);
