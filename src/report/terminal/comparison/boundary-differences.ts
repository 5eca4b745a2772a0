import type { ComparedAxis, Comparison } from "../../../model/index.ts";
import { counted } from "../../../text/index.ts";
import { fitText, mostColumns, padText, widthOf } from "../fit-text.ts";
import type { Paint } from "../paint.ts";
import { wrapText } from "../wrap-text.ts";

const MOST_NAMES = 36;
const MOST_NAMED = 5;
/** The maximum on a terminal. */
const MOST_AXES = 8;

/** Axes along which targets differ, with the findings of each. */
export function boundaryDifferences(
  { axes, targets }: Comparison,
  paint: Paint,
  width: number,
): string[] {
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
  const column = Math.min(mostColumns(width, MOST_NAMES), longest);
  return [
    `  ${fitText(axis.title, width - 2)}`,
    ...alike.flatMap(({ names, sentence }) =>
      wrapText(sentence, width - column - 6).map(
        (line, at) => `    ${padText(at === 0 ? names : "", column)}  ${line}`,
      ),
    ),
  ];
}
