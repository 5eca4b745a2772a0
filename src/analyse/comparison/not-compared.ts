import type { ComparedAxis } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { endOf } from "../run-fold.ts";
import type { NamedRun } from "./name-runs.ts";
import type { Shared } from "./share-cases.ts";

/** For each target, one line on the parts that were not compared; empty if everything was. */
export function notComparedOf(
  runs: readonly NamedRun[],
  { unstable, lacking }: Pick<Shared, "unstable" | "lacking">,
  axes: readonly Pick<ComparedAxis, "cells">[],
): string[] {
  return runs.map(({ fold }, at) => {
    const { chosen, generated } = lacking[at] ?? { chosen: 0, generated: 0 };
    const changing = unstable.filter(({ signatures }) => (signatures[at]?.length ?? 0) > 1).length;
    const dropped = fold.generated === undefined ? fold.properties.size : fold.generated.dropped;
    return [
      ...(endOf(fold) === "done" ? [] : [`its run is incomplete (${endOf(fold)})`]),
      ...(changing > 0 ? [counted(changing, "unstable case")] : []),
      ...(chosen > 0 ? [`${counted(chosen, "hand-chosen case")} not sent`] : []),
      ...(generated > 0 ? [`${counted(generated, "generated case")} not sent`] : []),
      ...(dropped > 0 ? [`${counted(dropped, "generated case")} beyond what is kept`] : []),
      ...unwalked(axes, at),
    ].join("; ");
  });
}

/** `3 axes not walked (time)`, by reason. */
function unwalked(axes: readonly Pick<ComparedAxis, "cells">[], at: number): string[] {
  const reasons = new Map<string, number>();
  for (const { cells } of axes) {
    const cell = cells[at];
    if (cell?.state === "not-walked") reasons.set(cell.text, (reasons.get(cell.text) ?? 0) + 1);
  }
  return [...reasons].map(([text, count]) => `${counted(count, "axis", "axes")} ${text}`);
}
