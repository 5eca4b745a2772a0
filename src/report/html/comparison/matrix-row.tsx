import { firstCharacters } from "../text.tsx";
import { markOfSignature } from "../status-class.tsx";
import { MOST_CELLS } from "../scripts/grouping.ts";
import { togetherBy } from "./page-facts.ts";

/** A longer response is cut. */
export const CELL_LIMIT = 40;

/** Whether names of columns are written from bottom to top: columns are as wide as their figures then. */
export const isUpright = (columns: number): boolean => columns > 6;

/** The class of a table with a cell for each target; `narrow` where the names above the cells are upright. */
export const matrixClass = ({ length }: readonly string[]): string =>
  isUpright(length) && length <= MOST_CELLS ? "matrix narrow" : "matrix";

export const MatrixHead = (props: { names: readonly string[]; what: string; size: string }) => (
  <div
    class={`head ${isUpright(props.names.length) && props.names.length <= MOST_CELLS ? "upright" : ""}`}
    aria-hidden="true"
  >
    <span>{props.what}</span>
    <span class="size">{props.size}</span>
    {props.names.length > MOST_CELLS ? (
      <span class="mix">targets by response</span>
    ) : (
      <span class="cells">
        {props.names.map((name) => (
          <span>{name}</span>
        ))}
      </span>
    )}
  </div>
);

export function CountedOutcomes(props: {
  outcomes: readonly string[];
  markOf?: (outcome: string) => string;
}) {
  const { outcomes, markOf = markOfSignature } = props;
  const sets = togetherBy(outcomes).toSorted(([, a], [, b]) => b.length - a.length);
  return (
    <span class="mix">
      <span class="bar" aria-hidden="true">
        {sets.map(([outcome, places]) => (
          <span class={markOf(outcome)} style={`flex-grow:${places.length}`} />
        ))}
      </span>
      <span class="counts">
        {sets.map(([outcome, places], at) => (
          <>
            <span class="whole">
              {firstCharacters(outcome, CELL_LIMIT)} ×{places.length}
              {at < sets.length - 1 && " ·"}
            </span>{" "}
          </>
        ))}
      </span>
    </span>
  );
}
