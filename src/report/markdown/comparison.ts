import type {
  ComparedRule,
  ComparedTarget,
  Comparison,
  ComparisonView,
  DepthGroup,
} from "../../model/index.ts";
import { diedText, recordDoubts, startText } from "../run-words.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  sectionLines,
  tableSection,
  textCell,
} from "./markdown-section.ts";
import { migrationSection, standingsSection, startsText } from "../standings-section.ts";
import { blockSections } from "./block-section.ts";
import { comparedStatesSection } from "./states-section.ts";
import { differingRows, implementedText } from "../contract-words.ts";
import {
  countsText,
  depthHeadline,
  depthWords,
  groupsText,
  isDifferingAxis,
  MOST_COLUMNS,
  rivalText,
  unstableText,
} from "../comparison-words.ts";
import { intervalText, rankTexts, rateText } from "../../stats/index.ts";
import { counted, sharePercent, whole } from "../../text/index.ts";

const MOST_NAMES = 600;

/**
 * `comparison.md`, for a pull request: the most important tables in at most 60,000 characters, cut
 * by whole rows. `where.report` is the page with everything.
 */
export function comparisonMarkdown(view: ComparisonView, where: { report: string }): string {
  const { comparison } = view;
  const report = linkTo(where.report);
  const names = comparison.targets.map(({ name }) => name);
  const first = [
    ...blockSections({ ...standingsSection(comparison, names), title: "" }),
    ...blockSections(migrationSection(comparison, names)),
  ];
  // Together they have less room than the whole document.
  const sections: Section[] = [
    rulesSection("### Inferred rules", comparison.inferred, comparison.targets),
    rulesSection("### What the servers remember", comparison.state, comparison.targets),
    declaredSection(comparison),
    groupsSection(view),
    agreementSection(comparison),
    boundariesSection(comparison),
    divergencesSection(comparison),
    comparedStatesSection(comparison),
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
    ...first.flatMap((each) => sectionLines(each, report)),
    sentenceOf(comparison),
    "",
    ...notExpressedLines(comparison),
    ...sections.flatMap((each) => sectionLines(each, report)),
    `Full report with requests, responses and replay commands: ${report} (${textCell(startsText(comparison, names), 1000)})`,
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
const nameCells = (targets: Comparison["targets"]): string[] =>
  targets.map(({ name }) => textCell(name, 40));

/** The groups of cases to which targets respond differently. */
function groupsSection({ comparison, evidence }: ComparisonView): Section {
  const { depth, depths } = comparison.behaviour;
  const many = comparison.targets.length > MOST_COLUMNS;
  const rows = depths[depth].groups.map((group) => {
    const found = evidence.get(group.case);
    return [
      whole(group.size),
      ...(many
        ? [textCell(countsText(group.outcomes), 120)]
        : group.outcomes.map((outcome) => textCell(outcome, 40))),
      textCell(groupName(group)),
      found === undefined ? "" : codeCell(found.request.brief, 80),
      codeCell(group.case, 80),
    ];
  });
  const names = many ? ["targets"] : nameCells(comparison.targets);
  const heads = ["cases", ...names, "difference", "request", "case"];
  const options = { what: "group", most: 19_000, numbers: [0] };
  return tableSection("### Different responses", heads, rows, options);
}

const groupName = ({ name, example, overload }: DepthGroup): string =>
  `${overload ? "looks like overload, " : ""}${example ? "for example " : ""}${name}`;

/** The share of cases in which each pair of targets agrees, ordered by likeness, for three or more. */
function agreementSection({ targets, behaviour }: Comparison): Section {
  const { depth, compared } = behaviour;
  const { agreement, alone, likeness } = behaviour.depths[depth];
  const cells = nameCells(targets);
  const { length } = targets;
  const isShown = length >= FEWEST_TARGETS && length <= MOST_COLUMNS && compared > 0;
  const rows = (isShown ? likeness.order : []).map((a) => [
    cells[a] ?? "",
    ...likeness.order.map((b) =>
      a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / compared),
    ),
    whole(alone[a] ?? 0),
  ]);
  const title = `### Agreement ${depthWords[depth]}, of ${counted(compared, "case")}`;
  const heads = ["", ...likeness.order.map((at) => cells[at] ?? ""), "differs alone"];
  return tableSection(title, heads, rows, { what: "target", most: 3000 });
}

/** Cases in which a target responds differently when they are sent again. */
function unstableSection({ behaviour, targets }: Comparison): Section {
  const rows = behaviour.unstable.map(({ case: id, signatures }) => {
    const cells = signatures.flatMap((each, at) => {
      const name = textCell(targets[at]?.name ?? "", 40);
      const received = each.map((one) => textCell(one, 40)).join(" or ");
      return each.length < 2 ? [] : [`${name} ${received}`];
    });
    return `- ${codeCell(id, 80)}: ${cells.join(", ")}`;
  });
  return { before: ["### Unstable, and not compared", ""], rows, what: "case", most: 3000 };
}

function leftSection({ behaviour }: Comparison): Section {
  const rows = behaviour.left.map((text) => `- ${textCell(text, 600)}`);
  return { before: ["### Left out", ""], rows, what: "sentence", most: 3000 };
}

/** The axes on which targets differ: the last value before each change, and the response after it. */
function boundariesSection({ axes, targets }: Comparison): Section {
  const many = targets.length > MOST_COLUMNS;
  const rows = axes
    .filter(isDifferingAxis)
    .map(({ title, unit, cells }) => [
      textCell(unit === undefined ? title : `${title} (${unit})`, 60),
      ...(many
        ? [textCell(countsText(cells.map(({ text }) => text)), 300)]
        : cells.map(({ text }) => textCell(text, 60))),
    ]);
  const heads = ["axis", ...(many ? ["targets"] : nameCells(targets))];
  return tableSection("### Boundaries", heads, rows, { what: "axis", most: 7000 });
}

function rulesSection(
  title: string,
  inferred: readonly ComparedRule[] = [],
  targets: Comparison["targets"],
): Section {
  const isCommon = inferred.some(({ common }) => common !== undefined);
  const isStated = inferred.some(({ stated }) => stated !== undefined);
  const more = [...(isCommon ? ["all"] : []), ...(isStated ? ["stated"] : [])];
  const rows = inferred.map(({ name, rules, common = "", stated = "" }) => [
    textCell(name, 60),
    ...rules.map((rule) => textCell(rule, 200)),
    ...(isCommon ? [textCell(common, 200)] : []),
    ...(isStated ? [textCell(stated, 200)] : []),
  ]);
  const heads = ["part", ...nameCells(targets), ...more];
  return tableSection(title, heads, rows, { what: "part", most: 7000 });
}

function declaredSection({ declared = [], targets }: Comparison): Section {
  const rows = differingRows(declared).differing.map((row) => [
    textCell(`${row.part} ${row.keyword}`, 60),
    textCell(row.declared, 100),
    ...row.targets.map((target) => textCell(implementedText(target), 200)),
  ]);
  const heads = ["keyword", "declared", ...nameCells(targets)];
  return tableSection("### Declared and implemented", heads, rows, { what: "keyword", most: 7000 });
}

function divergencesSection({ divergences }: Comparison): Section {
  const rows = divergences.map(({ text, family, signatures }) => [
    codeCell(text, 120),
    textCell(family),
    signatures
      .map(({ target, signature }) => `${textCell(target, 40)} ${textCell(signature, 40)}`)
      .join(", "),
  ]);
  const title = "### Smallest requests that get different responses";
  const heads = ["request", "difference", "responses"];
  return tableSection(title, heads, rows, { what: "request", most: 5000 });
}

/** The ranking by throughput, each target against the next one, with ties. */
function speedSection({ speed, targets }: Comparison): Section {
  const { rounds = 0, ranking = [], apart = [], notes = [] } = speed ?? {};
  const plain = targets.map(({ name }) => name);
  const names = nameCells(targets);
  const ranks = speed === undefined ? [] : rankTexts(speed);
  const ranked = ranking.map((each, at) => {
    const next = ranking[at + 1];
    const against =
      speed === undefined || next === undefined ? "" : rivalText(speed, each, next, plain);
    const name = names[each.target] ?? "";
    const cells = [ranks[at] ?? "", name, rateText(each), intervalText(each)];
    return [...cells, against === "" ? "" : textCell(against, 300)];
  });
  const unranked = apart.map(({ target, reasons }) => {
    const why = `not comparable: ${textCell(reasons.join("; "), 300)}`;
    return ["", names[target] ?? "", "", "", why];
  });
  const listed = notes.map((note) => `- ${textCell(note, 400)}`);
  const title = `### Speed, over ${rounds} paired rounds`;
  const heads = ["rank", "target", "responses per second", "95% interval", "against the next"];
  const before = [title, "", ...listed, ...(listed.length === 0 ? [] : [""])];
  const rows = [...ranked, ...unranked];
  return tableSection(before, heads, rows, { what: "target", most: 5000, numbers: [0, 2] });
}

/** Clauses of the specification for which targets behave differently. */
function ledgerSection({ ledger, targets }: Comparison): Section {
  const rows = ledger
    .filter(({ observed }) => new Set(observed.map((each) => JSON.stringify(each))).size > 1)
    .map(({ text, kind, observed }) => [
      `${textCell(text, 120)} (${kind})`,
      ...observed.map((each) => (each.length === 0 ? "" : textCell(each.join("; "), 160))),
    ]);
  const title =
    "<details><summary>Stated and unstated clauses, and the behaviour of each target</summary>";
  const after = ["", "</details>"];
  const heads = ["clause", ...nameCells(targets)];
  return tableSection(title, heads, rows, { what: "clause", most: 8000, after });
}
