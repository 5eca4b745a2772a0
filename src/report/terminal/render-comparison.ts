import { type TerminalText, terminalLines } from "../../text/index.ts";
import type { Comparison, ComparisonView } from "../../model/index.ts";
import type { Screen } from "./screen-text.ts";
import { depthHeadline, firstWords, groupsText, unstableText } from "../comparison-words.ts";
import * as sections from "../comparison-section.ts";
import { comparisonBox } from "./summary-box.ts";
import { migrationSection, standingsSection, startsText } from "../standings-section.ts";
import { sectionsLines } from "./block-lines.ts";
import { livesLines, recordLines } from "./target-lines.ts";
import { recordDoubts } from "../run-words.ts";

export function renderComparison(
  view: ComparisonView,
  screen: Screen,
  where: { report: string },
): TerminalText {
  const { comparison } = view;
  const names = comparison.targets.map(({ name }) => name);
  const hints = hintLines(comparison, screen);
  return terminalLines([
    ...recordDoubts(comparison.targets).flatMap(({ of, record }) =>
      recordLines(record, screen, of),
    ),
    ...(hints.length === 0 ? [] : [...hints, ""]),
    ...livesLines(comparison.targets, screen),
    ...sectionsLines(
      [sections.inferredSection(comparison, names), sections.declaredSection(comparison, names)],
      screen,
    ),
    ...headLines(comparison, screen),
    ...sectionsLines(
      [
        // The lines above are its title.
        { ...sections.differencesSection(view, names), title: "" },
        sections.agreementSection(comparison, names),
        sections.boundariesSection(comparison, names),
        sections.comparedDivergences(comparison, names),
        sections.comparedStateSection(comparison, names),
        sections.machinesSection(comparison),
        sections.speedSection(comparison, names),
        sections.unstableSection(comparison, names),
        sections.leftSection(comparison),
        migrationSection(comparison, names),
        standingsSection(comparison, names),
      ],
      screen,
    ),
    ...screen.wrap(startsText(comparison, names), "dim"),
    "",
    ...comparisonBox(comparison, screen, where.report),
    ...(hints.length === 0 ? [] : ["", ...hints]),
  ]);
}

const hintLines = (comparison: Comparison, screen: Screen): string[] =>
  firstWords(comparison).flatMap(({ name, text }) => screen.wrap(`${name}: ${text}`, "yellow"));

function headLines({ behaviour, targets }: Comparison, screen: Screen): string[] {
  const { compared, depth, depths, unstable } = behaviour;
  if (compared + unstable.length === 0)
    return ["no case got a response from all of these targets: there is nothing to compare", ""];
  const names = targets.map(({ name }) => name);
  return [
    ...screen.wrap(depthHeadline(behaviour, depth, names), "bold"),
    ...screen.wrap(
      `the same requests to each; each compared with itself first (${unstableText(unstable.length)})`,
    ),
    "",
    ...(depths[depth].differ === 0 ? [] : [...screen.wrap(`${groupsText(behaviour, depth)}:`), ""]),
  ];
}
