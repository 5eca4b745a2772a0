import type { ExploreSummary } from "../../model/index.ts";
import { whole } from "../../text/index.ts";
import * as sections from "../explore-section.ts";
import { sectionsLines } from "./block-lines.ts";
import type { Screen } from "./screen-text.ts";

/**
 * The findings of exploration: boundaries, smallest examples (only a few if `brief`), differences, and what was left out.
 * An empty line follows each block.
 */
export function exploreLines(view: ExploreSummary, screen: Screen, brief = false): string[] {
  const found = sectionsLines(
    [
      sections.statesSection(view.states),
      sections.axesSection(view),
      sections.examplesSection(view, brief),
      sections.divergencesSection(view),
      sections.randomSection(view),
    ],
    screen,
  );
  const nothing =
    view.compared === undefined
      ? "nothing was found"
      : `no difference in ${whole(view.compared)} requests compared`;
  return [...(found.length === 0 ? [nothing, ""] : found), ...cutLines(view.cutShort, screen)];
}

export function cutLines(cutShort: readonly string[], screen: Screen): string[] {
  if (cutShort.length === 0) return [];
  const mark = `${screen.paint("yellow", "!")} `;
  return [...cutShort.flatMap((text) => screen.hang(mark, text)), ""];
}
