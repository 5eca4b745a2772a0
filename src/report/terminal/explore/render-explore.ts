import type { ExploreSummary } from "../../../model/index.ts";
import { terminalLines, whole, type TerminalText } from "../../../text/index.ts";
import type { Paint } from "../paint.ts";
import { boundaryLines } from "./boundary-lines.ts";
import { differenceLines } from "./difference-lines.ts";
import { exampleLines } from "./example-lines.ts";
import { fitText } from "../fit-text.ts";
import { wrapText } from "../wrap-text.ts";

const WIDTH = 116;

/** The width of the lines (Infinity: nothing is cut), and whether a few examples are enough. */
export type ExploreRendering = { width?: number | undefined; brief?: boolean };

/**
 * The findings of exploration, for a terminal: boundaries, smallest examples, differences, and what was
 * left out.
 */
export const renderExplore = (
  view: ExploreSummary,
  paint: Paint,
  options: ExploreRendering = {},
): TerminalText => terminalLines(exploreLines(view, paint, options));

/** The same as lines, each block followed by an empty line. */
export function exploreLines(
  view: ExploreSummary,
  paint: Paint,
  { width = WIDTH, brief = false }: ExploreRendering = {},
): string[] {
  const blocks = [
    ...boundaryLines(view.axes, paint, width),
    ...exampleLines(view.examples, paint, { width, brief }),
    ...differenceLines(view.divergences, paint, width),
    ...unstableLines(view, paint, width),
  ];
  return [
    ...(blocks.length === 0 ? [nothingFound(view), ""] : blocks),
    ...cutLines(view.cutShort, paint, width),
  ];
}

const nothingFound = ({ compared }: ExploreSummary): string =>
  compared === undefined
    ? "nothing was found"
    : `no difference in ${whole(compared)} requests compared`;

function unstableLines({ unstable }: ExploreSummary, paint: Paint, width: number): string[] {
  if (unstable.length === 0) return [];
  return [
    paint("bold", "unstable"),
    ...unstable.map(({ where, signatures, count, text }) => {
      const times = count > 1 ? ` (${whole(count)} times)` : "";
      const line = `${where}: the same request gets ${signatures.join(" or ")}${times}: ${text}`;
      return `  ${fitText(line, width - 2)}`;
    }),
    "",
  ];
}

/** Everything that was cut short, each with a mark. */
export function cutLines(
  cutShort: readonly string[],
  paint: Paint,
  width: number = WIDTH,
): string[] {
  if (cutShort.length === 0) return [];
  const marked = cutShort.flatMap((text) =>
    wrapText(text, width - 2).map((line, at) => `${at === 0 ? paint("yellow", "!") : " "} ${line}`),
  );
  return [...marked, ""];
}
