import type { ComparedTarget, Comparison, ComparisonView, DepthGroup } from "../../model/index.ts";
import {
  boundariesSection,
  declaredSection,
  divergencesSection,
  ledgerSection,
  rulesSection,
  speedSection,
} from "./finding-sections.ts";
import { diedText, recordDoubts, startText } from "../run-words.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  sectionLines,
  tableHead,
  tableRow,
  textCell,
} from "./markdown-section.ts";
import {
  countsText,
  depthHeadline,
  depthWords,
  groupsText,
  MOST_COLUMNS,
  unstableText,
} from "../comparison-words.ts";
import { counted, momentText, sharePercent, whole } from "../../text/index.ts";

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

const MOST_SENTENCES = 10;

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

const linkTo = (place: string): string =>
  /^(https?:\/\/)?[A-Za-z0-9][\w./~%-]{0,300}$/.test(place)
    ? `[${markdownCode(place)}](${place})`
    : markdownCode(place);

const FEWEST_TARGETS = 3;
const classWord = (name: string): string =>
  name === "noAnswer" ? "no response" : textCell(name, 12);
const ORDER = ["1xx", "2xx", "3xx", "4xx", "5xx", "other", "noAnswer"];
const classOrder = (name: string): number =>
  ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
const nameCells = ({ targets }: Comparison): string[] =>
  targets.map(({ name }) => textCell(name, 40));

function targetsSection({ targets }: Comparison): Section {
  return {
    before: tableHead(["target", "base URL", "started", "seed", "stated", "responses"]),
    rows: targets.map(({ name, baseUrl, startedAt, seed, accepts, stated, complete, classes }) =>
      tableRow([
        textCell(name, 40),
        codeCell(baseUrl, 80),
        textCell(momentText(startedAt), 40),
        textCell(String(seed), 20),
        (accepts === "held" ? "held" : textCell(stated, 160)) +
          (complete ? "" : ", run incomplete"),
        Object.entries(classes)
          .toSorted(([a], [b]) => classOrder(a) - classOrder(b))
          .map(([name, cases]) => `${classWord(name)} ×${whole(cases)}`)
          .join(", "),
      ]),
    ),
    what: "target",
    most: 4000,
  };
}

function groupsSection({ comparison, evidence }: ComparisonView): Section {
  const { depth, depths } = comparison.behaviour;
  const many = comparison.targets.length > MOST_COLUMNS;
  const names = many ? ["targets"] : nameCells(comparison);
  const heads = ["cases", ...names, "difference", "request", "case"];
  return {
    before: ["### Different responses", "", ...tableHead(heads, [0])],
    rows: depths[depth].groups.map((group) => {
      const found = evidence.get(group.case);
      return tableRow([
        whole(group.size),
        ...(many
          ? [textCell(countsText(group.outcomes), 120)]
          : group.outcomes.map((outcome) => textCell(outcome, 40))),
        textCell(nameText(group)),
        found === undefined ? "" : codeCell(found.request.brief, 80),
        codeCell(group.case, 80),
      ]);
    }),
    what: "group",
    most: 19_000,
  };
}

const nameText = ({ name, example, overload }: DepthGroup): string =>
  `${overload ? "looks like overload, " : ""}${example ? "for example " : ""}${name}`;

/** The share of cases in which each pair of targets agrees, ordered by likeness, for three or more. */
function agreementSection(comparison: Comparison): Section {
  const { targets, behaviour } = comparison;
  const { depth } = behaviour;
  const { agreement, alone, likeness } = behaviour.depths[depth];
  const cells = nameCells(comparison);
  const { length } = targets;
  const shown = length >= FEWEST_TARGETS && length <= MOST_COLUMNS && behaviour.compared > 0;
  return {
    before: [
      `### Agreement ${depthWords[depth]}, of ${counted(behaviour.compared, "case")}`,
      "",
      ...tableHead(["", ...likeness.order.map((at) => cells[at] ?? ""), "differs alone"]),
    ],
    rows: (shown ? likeness.order : []).map((a) =>
      tableRow([
        cells[a] ?? "",
        ...likeness.order.map((b) =>
          a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / behaviour.compared),
        ),
        whole(alone[a] ?? 0),
      ]),
    ),
    what: "target",
    most: 3000,
  };
}

function unstableSection({ behaviour, targets }: Comparison): Section {
  return {
    before: ["### Unstable, and not compared", ""],
    rows: behaviour.unstable.map(({ case: id, signatures }) => {
      const cells = signatures.flatMap((each, at) =>
        each.length < 2
          ? []
          : [
              `${textCell(targets[at]?.name ?? "", 40)} ${each.map((one) => textCell(one, 40)).join(" or ")}`,
            ],
      );
      return `- ${codeCell(id, 80)}: ${cells.join(", ")}`;
    }),
    what: "case",
    most: 3000,
  };
}

const leftSection = ({ behaviour }: Comparison): Section => ({
  before: ["### Left out", ""],
  rows: behaviour.left.map((text) => `- ${textCell(text, 600)}`),
  what: "sentence",
  most: 3000,
});
