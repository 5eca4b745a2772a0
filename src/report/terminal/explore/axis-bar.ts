import type { AxisSummary, Stretch } from "../../../model/index.ts";
import { axisScale } from "../../axis-scale.ts";
import { type Paint, paintSignature } from "../paint.ts";

/** A shorter segment cannot be distinguished from the marks at its ends. */
const LEAST = 2;

/**
 * An axis as a bar of `width` columns: a mark where the response changes, each range in the colour
 * of its response, dotted if unstable. Undefined if there is nothing to draw, or too little room.
 */
export function axisBar(axis: AxisSummary, width: number, paint: Paint): string | undefined {
  const { stretches } = axis;
  const inner = width - 2;
  if (stretches.length === 0 || stretches.length * LEAST > inner) return undefined;
  const ends = endsOf(axis, inner);
  const segments = stretches.map((stretch, at) => {
    const from = ends[at - 1] ?? 0;
    const columns = (ends[at] ?? inner) - from;
    const mark = at < stretches.length - 1;
    return segment(stretch, columns - (mark ? 1 : 0), paint) + (mark ? "┼" : "");
  });
  return `├${segments.join("")}┤`;
}

function segment({ signatures }: Stretch, columns: number, paint: Paint): string {
  if (signatures.length > 1) return "┄".repeat(columns);
  return paintSignature(paint, signatures[0] ?? "", "─".repeat(columns));
}

/** Where each range ends, in columns: in proportion, but always visible. */
function endsOf(axis: AxisSummary, inner: number): number[] {
  const place = axisScale(axis);
  const { stretches } = axis;
  const ends: number[] = [];
  for (const [at, { to }] of stretches.entries()) {
    const wanted = at === stretches.length - 1 ? inner : Math.round(place(to.at) * inner);
    const least = (ends[at - 1] ?? 0) + LEAST;
    const most = inner - (stretches.length - 1 - at) * LEAST;
    ends.push(Math.min(most, Math.max(least, wanted)));
  }
  return ends;
}
