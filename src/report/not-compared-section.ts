import type { Comparison } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { counted, textsOf } from "../text/index.ts";
import { type BlockSection, sentences } from "./blocks.ts";
import { unstableSection } from "./comparison-section.ts";
import { MOST_COLUMNS } from "./comparison-words.ts";

const MOST_NAMES = 8;

type Line = { line: string; targets: readonly number[] };

/** A line for each target. With many targets, equal lines are one, and a part that all have is a line of its own. */
function linesOf(notCompared: readonly string[]): Line[] {
  if (notCompared.length <= MOST_COLUMNS)
    return notCompared.map((line, at) => ({ line, targets: [at] }));
  const parts = notCompared.map((line) => line.split("; "));
  const shared = (parts[0] ?? []).filter((part) => parts.every((each) => each.includes(part)));
  const own = parts.map((each) => each.filter((part) => !shared.includes(part)).join("; "));
  return [
    { line: shared.join("; "), targets: [...notCompared.keys()] },
    ...[...groupBy(own.keys(), (at) => own[at] ?? "")].map(([line, targets]) => ({
      line,
      targets,
    })),
  ];
}

/** What was not compared, by target, and the cases in which a target changed its response. */
export function notComparedSection(comparison: Comparison, names: readonly string[]): BlockSection {
  const { notCompared, unstable } = comparison.behaviour;
  const some = linesOf(notCompared).filter(({ line }) => line !== "");
  const whole = names.filter((_, at) => (notCompared[at] ?? "") === "");
  const rest = whole.length > MOST_NAMES ? counted(whole.length, "target") : whole.join(", ");
  const items = [
    ...some.map(({ line, targets }) => {
      const who = targets.map((at) => names[at] ?? "").join(", ");
      const isAll = targets.length === names.length;
      return { text: `${isAll ? `all ${names.length}` : who}: ${line}`, targets };
    }),
    ...textsOf(rest !== "" && `${rest}: nothing left out`),
  ];
  return {
    id: "not-compared",
    title: "What was not compared",
    blocks:
      some.length + unstable.length === 0
        ? []
        : [
            sentences(items),
            sentences(unstable.length === 0 ? [] : [unstableExplained(unstable.length)], {
              quiet: true,
            }),
            ...unstableSection(comparison, names).blocks,
          ],
  };
}

const unstableExplained = (count: number): string =>
  `${counted(count, "case")} with different responses from the same target. Sent again, they got another response, so a difference between targets would mean nothing.`;
