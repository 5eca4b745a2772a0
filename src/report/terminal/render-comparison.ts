import { type Paint, type TerminalText, counted, terminalLines, whole } from "../../text/index.ts";
import type {
  ComparedAxis,
  Comparison,
  ComparisonView,
  Speed,
  SpeedRank,
} from "../../model/index.ts";
import { groupBy, rankTexts, rateText } from "../../stats/index.ts";
import { machineLines } from "./states-lines.ts";
import { fitText, mostColumns, padText, Screen, widthOf, wrapText } from "./screen-text.ts";
import { depthHeadline, groupsText, rivalText, unstableText } from "../comparison-words.ts";
import { agreementLines, groupTable } from "./compared-tables.ts";
import { comparisonBox } from "./summary-box.ts";
import { migrationSection, standingsSection, startsText } from "../standings-section.ts";
import { blockLines } from "./block-lines.ts";
import { deathLines, recordLines } from "./target-lines.ts";
import { recordDoubts } from "../run-words.ts";
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
  const screen = new Screen(paint, width);
  const { comparison } = view;
  const { declared, targets } = comparison;
  const names = targets.map(({ name }) => name);
  const hints = hintLines(comparison, screen);
  return terminalLines([
    ...recordDoubts(comparison.targets).flatMap(({ of, record }) =>
      recordLines(record, screen, of),
    ),
    ...(hints.length === 0 ? [] : [...hints, ""]),
    ...comparison.targets.flatMap((target) => deathLines(target, screen, target.name)),
    ...ruleLines("Inferred rules", comparison.inferred, names, screen),
    ...(declared === undefined ? [] : comparedDeclaredLines(declared, names, screen)),
    ...headLines(comparison, screen),
    ...groupTable(view, screen),
    ...agreementLines(comparison, screen),
    ...boundaryDifferences(comparison, screen),
    ...divergenceLines(comparison),
    ...stateLines(comparison, screen),
    ...machineLines(comparison, screen),
    ...speedLines(comparison, screen),
    ...unstableLines(comparison, screen),
    ...leftLines(comparison, screen),
    ...blockLines(migrationSection(comparison, names), screen),
    ...blockLines(standingsSection(comparison, names), screen),
    ...screen.wrap(startsText(comparison, names), "dim"),
    "",
    ...comparisonBox(comparison, screen, where.report),
    ...(hints.length === 0 ? [] : ["", ...hints]),
  ]);
}

/** The probable mistake of a target that refuses every valid request, first and last. */
const hintLines = ({ targets }: Comparison, screen: Screen): string[] =>
  targets.flatMap(({ name, hint }) =>
    hint === undefined ? [] : screen.wrap(`${name}: ${hint}`, "yellow"),
  );

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

function divergenceLines({ divergences: { length } }: Comparison): string[] {
  const differences = counted(length, "difference was", "differences were");
  return length === 0 ? [] : [`${differences} shrunk to the smallest request: see the report`, ""];
}

function unstableLines({ behaviour, targets }: Comparison, screen: Screen): string[] {
  const lines = targets.flatMap(({ name }, at) => {
    const own = behaviour.unstable.flatMap(({ case: id, signatures }) => {
      const received = signatures[at] ?? [];
      return received.length > 1 ? [`${id} (${received.join(" or ")})`] : [];
    });
    if (own.length === 0) return [];
    const more =
      own.length > MOST_UNSTABLE ? [`… and ${whole(own.length - MOST_UNSTABLE)} more`] : [];
    const text = [...own.slice(0, MOST_UNSTABLE), ...more].join(", ");
    return screen.hang("  ", `${name} on ${whole(own.length)}: ${text}`);
  });
  return screen.block("unstable, and not compared", lines);
}

function leftLines({ behaviour }: Comparison, screen: Screen): string[] {
  const lines = behaviour.left.flatMap((text) => screen.hang("  ", text));
  return screen.block("what this comparison leaves out", lines);
}

/** Rules side by side, one row for each part: `id: int64 | safe integer | any number`. */
function ruleLines(
  title: string,
  rows: readonly Row[] | undefined,
  names: readonly string[],
  screen: Screen,
): string[] {
  if (rows === undefined) return [];
  return [
    screen.bold(title),
    ...screen.hang("  ", names.join(" | ")),
    ...rows.flatMap((row) => [
      ...besideLines(row, names, screen),
      ...(row.common === undefined ? [] : screen.hang("    ", `all: ${row.common}`)),
      ...(row.stated === undefined ? [] : screen.hang("    ", `stated: ${row.stated}`)),
    ]),
    "",
  ];
}

type Row = NonNullable<Comparison["inferred"]>[number];

/** What the servers remember, one line for each fact: `the same request again: 409 (strict); 201 (express, hono)`. */
function stateLines({ state = [], targets }: Comparison, screen: Screen): string[] {
  const lines = state.flatMap(({ name, rules }) => {
    const alike = groupBy(targets.keys(), (at) => rules[at] ?? "");
    const each = [...alike].map(
      ([rule, some]) => `${rule} (${some.map((at) => targets[at]?.name ?? "").join(", ")})`,
    );
    return screen.hang("  ", `${name}: ${alike.size === 1 ? (rules[0] ?? "") : each.join("; ")}`);
  });
  return screen.block("what the servers remember", lines);
}

function besideLines({ name, rules, same }: Row, names: readonly string[], screen: Screen) {
  if (same) return screen.hang("  ", `${name}: all the same: ${rules[0] ?? ""}`);
  const line = `  ${name}: ${rules.join(" | ")}`;
  if (line.length <= screen.width) return [line];
  const each = rules.map((rule, at) => `${names[at] ?? ""}: ${rule}`);
  return [`  ${name}`, ...each.flatMap((text) => screen.hang("    ", text))];
}

const MOST_AXIS_NAMES = 36;
const MOST_NAMED = 5;
const MOST_AXES = 8;

function boundaryDifferences({ axes, targets }: Comparison, screen: Screen): string[] {
  const found = axes.filter((axis) => axis.targets.length > 0);
  if (found.length === 0) return [];
  const compared = found.map((axis) => ({ axis, alike: bySentence(axis, targets) }));
  const differing = compared.filter(({ alike }) => alike.length > 1);
  const same = compared.length - differing.length;
  const left = differing.length - MOST_AXES;
  return [
    screen.bold("boundaries"),
    ...differing
      .slice(0, MOST_AXES)
      .flatMap(({ axis, alike }) => axisLines(axis, alike, screen.width)),
    ...(left > 0
      ? [screen.dim(`  … and ${counted(left, "more axis", "more axes")} in the report`)]
      : []),
    ...(same > 0 ? [screen.dim(`  the same on ${counted(same, "axis", "axes")}`)] : []),
    "",
  ];
}

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

function speedLines({ speed, targets }: Comparison, screen: Screen): string[] {
  if (speed === undefined) return [];
  const names = targets.map(({ name }) => name);
  return [
    `${screen.bold("throughput")} (${speed.rounds} paired rounds)`,
    ...speed.notes.flatMap((note) => screen.hang("  ! ", note)),
    ...rankLines(speed, names, screen),
    ...speed.apart.flatMap(({ target, reasons }) =>
      screen.hang("  ", `not comparable: ${names[target]}: ${reasons.join("; ")}`),
    ),
    "",
  ];
}

function rankLines(speed: Speed, names: readonly string[], screen: Screen): string[] {
  const { ranking } = speed;
  const column = Math.min(
    mostColumns(screen.width, MOST_TARGET),
    Math.max(0, ...ranking.map(({ target }) => widthOf(names[target] ?? ""))),
  );
  const texts = rankTexts(speed);
  const ranks = Math.max(...texts.map(({ length }) => length));
  const rates = Math.max(0, ...ranking.map((each) => widthOf(rateText(each))));
  return ranking.flatMap((each: SpeedRank, at) => {
    const next = ranking[at + 1];
    const rate = rateText(each).padStart(rates);
    const label = `  ${(texts[at] ?? "").padStart(ranks)}  ${padText(names[each.target] ?? "", column)}  ${rate}`;
    const text = next === undefined ? "" : rivalText(speed, each, next, names);
    return text === "" ? [label] : screen.hang(`${label}  `, text);
  });
}
