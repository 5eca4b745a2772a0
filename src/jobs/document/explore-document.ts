import { WitnessError } from "../../errors.ts";
import type { GivenTarget, OperationFigures } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted } from "../../text/index.ts";
import { explorePart } from "../explore.ts";
import type { Control } from "../open-run.ts";
import { eachOperation, type FinishedTable, type WholeDocument } from "./each-operation.ts";
import { countColumn, rowOfRun, shownOf, sumOf } from "./run-row.ts";

/** `witness explore` of a whole document; `--max-time` is for each operation. @throws WitnessError `openapi` */
export async function exploreDocument(
  targets: readonly GivenTarget[],
  document: WholeDocument,
  options: OptionsOf<"explore">,
  control: Control,
): Promise<FinishedTable> {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0)
    throw new WitnessError("openapi", "a whole document is explored at one target", {
      hint: "choose an operation with --operation, or use witness compare for several targets",
    });
  const verb = {
    verb: "explore" as const,
    targets: [target],
    columns: [
      countColumn("axes", "axes that were walked"),
      countColumn("limits", "places on them where the response changes"),
      countColumn("examples", "smallest requests that get another response than the stated one"),
    ],
    found: (rows: readonly OperationFigures[]) => [
      `${counted(sumOf(rows, "limits"), "boundary", "boundaries")} and ${counted(sumOf(rows, "examples"), "smallest example")} in ${counted(rows.length, "operation")}`,
    ],
    needsValues: false,
    timeForEach: true as const,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, sending, manners, inside } = turn;
    const own = { ...options, ...sending, manner: manners[0] };
    const part = await explorePart(target, catalogues[0], own, turn.control, inside);
    const { axes = [], examples = [], cutShort = [] } = part.summary.exploration ?? {};
    const found = axes.filter(({ boundaries }) => boundaries.length > 0);
    const limits = found.reduce((sum, { boundaries }) => sum + boundaries.length, 0);
    const smallest = examples.reduce((sum, { entries }) => sum + entries.length, 0);
    const texts = [
      ...shownOf(found.map(({ title, sentence }) => `${title}: ${sentence}`)),
      ...cutShort,
    ];
    const figures = { axes: axes.length, limits, examples: smallest };
    return rowOfRun(part, figures, texts, limits + smallest === 0 ? "nothing" : "found");
  });
}
