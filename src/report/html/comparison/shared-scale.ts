import type { ComparedAxis, Place } from "../../../model/index.ts";
import { axisScale } from "../../axis-scale.ts";

/** The distance between two places. */
function distance(from: Place, to: Place): bigint {
  const way = wholeOf(to) - wholeOf(from);
  return way < 0n ? -way : way;
}

const wholeOf = ({ at }: Place): bigint => (/^-?\d+$/.test(at) ? BigInt(at) : 0n);

/** The start of an axis, and the furthest explored place of all targets. */
export function endsOf({ targets }: ComparedAxis): [from: Place, to: Place] | undefined {
  const stretches = targets.flatMap((each) => each.stretches);
  const [first] = stretches;
  if (first === undefined) return undefined;
  const to = stretches.reduce(
    (furthest, each) =>
      distance(first.from, each.to) > distance(first.from, furthest) ? each.to : furthest,
    first.to,
  );
  return [first.from, to];
}

/** One scale for all targets of an axis: from 0 at the start to 1 at the end. */
export function sharedScale(axis: ComparedAxis): (at: string) => number {
  const ends = endsOf(axis);
  if (ends === undefined) return () => 0;
  const [from, to] = ends;
  return axisScale({
    ...axis,
    stretches: [{ from, to, signatures: [""] }],
    boundaries: [],
    sentence: "",
    unstable: false,
    capped: false,
  });
}
