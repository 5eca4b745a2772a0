import type { Comparison, ComparisonView } from "../../../model/index.ts";
import { counted, terminalLines, whole, type TerminalText } from "../../../text/index.ts";
import type { Paint } from "../paint.ts";
import { depthHeadline, groupsText, unstableText } from "../../comparison/depth-headline.ts";
import { agreementLines } from "./agreement-lines.ts";
import { comparisonBox, notHeldLines } from "./comparison-box.ts";
import { boundaryDifferences } from "./boundary-differences.ts";
import { groupTable } from "./group-table.ts";
import { deathLines } from "../death-lines.ts";
import { diedText, startText } from "../../life-words.ts";
import { recordDoubts } from "../../record-doubts.ts";
import { recordLines } from "../record-lines.ts";
import { comparedDeclaredLines } from "../inferred/declared-lines.ts";
import { ruleLines } from "./rule-lines.ts";
import { speedLines } from "./speed-lines.ts";
import { hangingText, wrapText } from "../wrap-text.ts";

/** The default width of lines. */
const WIDTH = 110;
const MOST_UNSTABLE = 5;

/**
 * A comparison for a terminal `width` columns wide (Infinity: nothing is cut): the targets, their differences, boundaries, speed,
 * the path of the report.
 */
export function renderComparison(
  view: ComparisonView,
  paint: Paint,
  where: { report: string },
  width = WIDTH,
): TerminalText {
  const { comparison } = view;
  const hints = hintLines(comparison, paint, width);
  return terminalLines([
    ...recordDoubts(comparison.targets).flatMap(({ of, record }) => recordLines(record, paint, of)),
    ...(hints.length === 0 ? [] : [...hints, ""]),
    ...comparison.targets.flatMap((target) =>
      deathLines(target, paint, { name: target.name, width }),
    ),
    ...ruleLines(comparison, paint, width),
    ...keywordLines(comparison, paint, width),
    ...headLines(comparison, paint, width),
    ...groupTable(view, paint, width),
    ...agreementLines(comparison, paint, width),
    ...boundaryDifferences(comparison, paint, width),
    ...divergenceLines(comparison),
    ...speedLines(comparison, paint, width),
    ...unstableLines(comparison, paint, width),
    ...startLines(comparison, paint, width),
    ...leftLines(comparison, paint, width),
    ...notHeldLines(comparison, paint, width),
    ...comparisonBox(comparison, paint, { report: where.report, width }),
    ...(hints.length === 0 ? [] : ["", ...hints]),
  ]);
}

function keywordLines({ declared, targets }: Comparison, paint: Paint, width: number): string[] {
  if (declared === undefined) return [];
  const names = targets.map(({ name }) => name);
  return comparedDeclaredLines(declared, names, { paint, width });
}

/** The probable mistake of a target that refuses every valid request, first and last. */
const hintLines = ({ targets }: Comparison, paint: Paint, width: number): string[] =>
  targets.flatMap(({ name, hint }) =>
    hint === undefined
      ? []
      : wrapText(`${name}: ${hint}`, width).map((line) => paint("yellow", line)),
  );

function headLines({ behaviour, targets }: Comparison, paint: Paint, width: number): string[] {
  const { compared, depth, depths, unstable } = behaviour;
  if (compared + unstable.length === 0)
    return ["no case got a response from all of these targets: there is nothing to compare", ""];
  const names = targets.map(({ name }) => name);
  return [
    ...wrapText(depthHeadline(behaviour, depth, names), width).map((line) => paint("bold", line)),
    ...wrapText(
      `the same requests to each; each compared with itself first (${unstableText(unstable.length)})`,
      width,
    ),
    "",
    ...(depths[depth].differ === 0
      ? []
      : [...wrapText(`${groupsText(behaviour, depth)}:`, width), ""]),
  ];
}

function divergenceLines({ divergences }: Comparison): string[] {
  const { length } = divergences;
  if (length === 0) return [];
  return [
    `${counted(length, "difference was", "differences were")} shrunk to the smallest request: see the report`,
    "",
  ];
}

function unstableLines({ behaviour, targets }: Comparison, paint: Paint, width: number): string[] {
  const lines = targets.flatMap(({ name }, at) => {
    const own = behaviour.unstable.flatMap(({ case: id, signatures }) => {
      const received = signatures[at] ?? [];
      return received.length > 1 ? [`${id} (${received.join(" or ")})`] : [];
    });
    if (own.length === 0) return [];
    const more =
      own.length > MOST_UNSTABLE ? [`… and ${whole(own.length - MOST_UNSTABLE)} more`] : [];
    const text = [...own.slice(0, MOST_UNSTABLE), ...more].join(", ");
    return hangingText("  ", `${name} on ${whole(own.length)}: ${text}`, width);
  });
  return lines.length === 0 ? [] : [paint("bold", "unstable, and not compared"), ...lines, ""];
}

/** How long each target that witness started took to respond, and how often it died. */
function startLines({ targets }: Comparison, paint: Paint, width: number): string[] {
  const lines = targets.flatMap((target) => {
    const text = [diedText(target), startText(target)].filter(Boolean).join("; ");
    return text === "" ? [] : hangingText("  ", `${target.name}: ${text}`, width);
  });
  return lines.length === 0 ? [] : [paint("bold", "started by witness"), ...lines, ""];
}

function leftLines({ behaviour }: Comparison, paint: Paint, width: number): string[] {
  if (behaviour.left.length === 0) return [];
  return [
    paint("bold", "what this comparison leaves out"),
    ...behaviour.left.flatMap((text) => hangingText("  ", text, width)),
    "",
  ];
}
