import type { GivenTarget, OperationFigures } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted, whole } from "../../text/index.ts";
import { loadPart, planLoad } from "../load.ts";
import type { Control } from "../open-run.ts";
import { eachOperation, type FinishedTable, type WholeDocument } from "./each-operation.ts";
import { refuseOptions } from "./choose-operations.ts";
import { loadMixed } from "./load-mixed.ts";
import { LEFT_OUT, loadRow, LATENCY_COLUMNS, roundsText } from "./load-row.ts";
import { countColumn } from "./run-row.ts";

/** `witness load` of a whole document, each operation by itself or all of a mix together. @throws as both. */
export const loadDocument = (...given: Parameters<typeof loadEach>): Promise<FinishedTable> => {
  refuseOptions({ "--sweep": given[2].sweep });
  return given[2].mix.length > 0 ? loadMixed(...given) : loadEach(...given);
};

/**
 * Throughput and latency of each operation by itself, one after the other, with values in paths that exist.
 * @throws WitnessError `load-options`, `openapi` for --sweep, and as `eachOperation`.
 */
async function loadEach(
  target: GivenTarget,
  document: WholeDocument,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedTable> {
  const eachText = `each operation by itself: ${roundsText(planLoad(options))}`;
  const sharing: string[] = [];
  const verb = {
    verb: "load" as const,
    targets: [target],
    columns: [
      { key: "rate", title: "responses/s", about: "over all rounds", unit: "per-second" as const },
      ...LATENCY_COLUMNS,
      countColumn("other", "responses with another status than before the load"),
      countColumn("none", "requests without a response"),
    ],
    found: (rows: readonly OperationFigures[]) => [`${eachText}; ${rangeText(rows)}`, ...sharing],
    ...LEFT_OUT,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, sending, inside } = turn;
    const own = { ...options, ...sending };
    const part = await loadPart(target, catalogues[0], own, turn.control, inside);
    const { site } = part.summary.load ?? {};
    if (site?.local === true)
      sharing[0] = `the target shares ${counted(site.cores, "core")} with the generator`;
    return loadRow(part);
  });
}

/** The fastest and the slowest operation. */
function rangeText(rows: readonly OperationFigures[]): string {
  const known = rows
    .flatMap(({ name, figures: { rate } }) => (rate === undefined ? [] : [{ name, rate }]))
    .toSorted((a, b) => b.rate - a.rate);
  const [fastest, slowest] = [known[0], known.at(-1)];
  if (fastest === undefined || slowest === undefined) return "none was measured";
  const textOf = ({ name, rate }: typeof fastest): string =>
    `${whole(rate)} responses/s of ${name}`;
  return known.length === 1 ? textOf(fastest) : `from ${textOf(slowest)} to ${textOf(fastest)}`;
}
