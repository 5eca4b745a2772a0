import type { Template } from "../../template/index.ts";
import type { FreshBytes } from "../layout.ts";
import { joined, unitsOf, type Unit } from "./units.ts";

/** A head split into its lines with their ends, the empty line, and the rest. */
export type SplitHead = { lines: Unit[][]; empty: Unit[]; rest: Unit[] };

/** The line end that the specification's protocol requires. */
export const LINE_END: Unit[] = ["\r", "\n"];

/** Splits a head at its line feeds. */
export function splitHead(template: Template, fresh: FreshBytes): SplitHead {
  const units = unitsOf(template, fresh);
  const lines: Unit[][] = [];
  let from = 0;
  for (const [index, unit] of units.entries()) {
    if (unit !== "\n") continue;
    const line = units.slice(from, index + 1);
    from = index + 1;
    const isEmpty = line.every((each) => each === "\r" || each === "\n");
    if (isEmpty && lines.length > 0) return { lines, empty: line, rest: units.slice(from) };
    lines.push(line);
  }
  if (from < units.length) lines.push(units.slice(from));
  return { lines, empty: [], rest: [] };
}

/** Joins the head again. */
export const joinHead = ({ lines, empty, rest }: SplitHead): Template =>
  joined([...lines.flat(), ...empty, ...rest]);

/** Two lines are the same, including holes. */
export const sameLine = (one: Unit[], other: Unit[]): boolean =>
  one.length === other.length && one.every((unit, at) => isSame(unit, other[at]));

const isSame = (one: Unit, other: Unit | undefined): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

/** The name of a header line in lower case; undefined for a line without a name. */
export function headerName(line: Unit[]): string | undefined {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0));
  return colon < 1 || name.some((unit) => typeof unit !== "string")
    ? undefined
    : name.join("").trim().toLowerCase();
}
