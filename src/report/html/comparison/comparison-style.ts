import { drawings } from "./styles/drawings.ts";
import { matrix } from "./styles/matrix.ts";
import { parts } from "./styles/parts.ts";

/** A target that is not chosen leaves the matrix: its column, by its place. */
const leaving = (target: number): string =>
  `.no${target} .cells > :nth-child(${target + 1}) { display: none; }`;

/** Style of the comparison beside that of every page, for so many targets. */
export function comparisonStyle(targets: number): string {
  const columns = Array.from({ length: targets }, (_, target) => leaving(target));
  return [matrix, drawings, parts, ...columns].join("\n");
}
