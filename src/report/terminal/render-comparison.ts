import type {
  ComparedAxis,
  Comparison,
  ComparisonView,
  Speed,
  SpeedRank,
} from "../../model/index.ts";
import { counted, terminalLines, type TerminalText, whole } from "../../text/index.ts";
import {
  fitText,
  hangingText,
  mostColumns,
  padText,
  type Paint,
  widthOf,
  wrapText,
} from "./screen-text.ts";
import {
  depthHeadline,
  groupsText,
  rateText,
  rivalText,
  unstableText,
} from "../comparison-words.ts";
import { agreementLines, groupTable } from "./compared-tables.ts";
import { comparisonBox, notHeldLines } from "./summary-box.ts";
import { deathLines, recordLines } from "./target-lines.ts";
import { diedText, recordDoubts, startText } from "../run-words.ts";
import { comparedDeclaredLines } from "./inferred-lines.ts";

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

/** The inferred rules side by side, one row for each part: `id: int64 | safe integer | any number`. */
function ruleLines({ inferred, targets }: Comparison, paint: Paint, width: number): string[] {
  if (inferred === undefined) return [];
  const names = targets.map(({ name }) => name);
  return [
    paint("bold", "Inferred rules"),
    ...hangingText("  ", names.join(" | "), width),
    ...inferred.flatMap((row) => [
      ...besideLines(row, names, width),
      ...(row.common === undefined ? [] : hangingText("    ", `all: ${row.common}`, width)),
      ...(row.stated === undefined ? [] : hangingText("    ", `stated: ${row.stated}`, width)),
    ]),
    "",
  ];
}

type Row = NonNullable<Comparison["inferred"]>[number];

function besideLines({ name, rules, same }: Row, names: readonly string[], width: number) {
  if (same) return hangingText("  ", `${name}: all the same: ${rules[0] ?? ""}`, width);
  const line = `  ${name}: ${rules.join(" | ")}`;
  if (line.length <= width) return [line];
  return [
    `  ${name}`,
    ...rules.flatMap((rule, at) => hangingText("    ", `${names[at] ?? ""}: ${rule}`, width)),
  ];
}

const MOST_AXIS_NAMES = 36;
const MOST_NAMED = 5;
const MOST_AXES = 8;

function boundaryDifferences({ axes, targets }: Comparison, paint: Paint, width: number): string[] {
  const found = axes.filter((axis) => axis.targets.length > 0);
  if (found.length === 0) return [];
  const compared = found.map((axis) => ({ axis, alike: bySentence(axis, targets) }));
  const differing = compared.filter(({ alike }) => alike.length > 1);
  const same = compared.length - differing.length;
  return [
    paint("bold", "boundaries"),
    ...differing.slice(0, MOST_AXES).flatMap(({ axis, alike }) => axisLines(axis, alike, width)),
    ...moreLines(differing.length - MOST_AXES, paint),
    ...(same > 0 ? [paint("dim", `  the same on ${axesText(same)}`)] : []),
    "",
  ];
}

const moreLines = (count: number, paint: Paint): string[] =>
  count > 0
    ? [paint("dim", `  … and ${counted(count, "more axis", "more axes")} in the report`)]
    : [];

const axesText = (count: number): string => counted(count, "axis", "axes");

type Alike = { names: string; sentence: string };

/** Targets with the same sentence share a line. A target that did not walk the axis has the reason. */
function bySentence(axis: ComparedAxis, targets: Comparison["targets"]): Alike[] {
  const names = new Map<string, string[]>();
  for (const [at, { name }] of targets.entries()) {
    const line = axis.targets.find(({ target }) => target === at);
    const sentence = line?.sentence ?? axis.cells[at]?.text ?? "";
    names.set(sentence, [...(names.get(sentence) ?? []), name]);
  }
  return [...names].map(([sentence, list]) => ({ names: namesText(list), sentence }));
}

function namesText(list: readonly string[]): string {
  if (list.length <= MOST_NAMED) return list.join(", ");
  return `${list[0]} and ${counted(list.length - 1, "other")}`;
}

function axisLines(axis: ComparedAxis, alike: readonly Alike[], width: number): string[] {
  const longest = Math.max(...alike.map(({ names }) => widthOf(names)));
  const column = Math.min(mostColumns(width, MOST_AXIS_NAMES), longest);
  return [
    `  ${fitText(axis.title, width - 2)}`,
    ...alike.flatMap(({ names, sentence }) =>
      wrapText(sentence, width - column - 6).map(
        (line, at) => `    ${padText(at === 0 ? names : "", column)}  ${line}`,
      ),
    ),
  ];
}

const MOST_TARGET = 32;

function speedLines({ speed, targets }: Comparison, paint: Paint, width: number): string[] {
  if (speed === undefined) return [];
  const names = targets.map(({ name }) => name);
  return [
    `${paint("bold", "throughput")} (${speed.rounds} paired rounds)`,
    ...speed.notes.flatMap((note) => hangingText("  ! ", note, width)),
    ...rankLines(speed, names, width),
    ...speed.apart.flatMap(({ target, reasons }) =>
      hangingText("  ", `not comparable: ${names[target]}: ${reasons.join("; ")}`, width),
    ),
    "",
  ];
}

function rankLines(speed: Speed, names: readonly string[], width: number): string[] {
  const { ranking } = speed;
  const column = Math.min(
    mostColumns(width, MOST_TARGET),
    Math.max(0, ...ranking.map(({ target }) => widthOf(names[target] ?? ""))),
  );
  const rates = Math.max(0, ...ranking.map((each) => widthOf(rateText(each))));
  return ranking.flatMap((each: SpeedRank, at) => {
    const next = ranking[at + 1];
    const rate = rateText(each).padStart(rates);
    const label = `  ${String(each.rank).padStart(3)}  ${padText(names[each.target] ?? "", column)}  ${rate}`;
    const text = next === undefined ? "" : rivalText(speed, each, next, names);
    return text === "" ? [label] : hangingText(`${label}  `, text, width);
  });
}
