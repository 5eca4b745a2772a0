import type { Template } from "../../template/index.ts";
import { withInner, type FieldSlot } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { layoutOf, perInterface, type FreshBytes } from "../layout.ts";
import { requestsOf } from "../requests.ts";
import type { RequestHeader } from "../steps.ts";
import { statedParameters, type StatedParameters } from "./parameter-steps.ts";
import { unitsOf, type Unit, joined } from "./units.ts";

type StatedValue = { slot: FieldSlot; units: Unit[] };

/** The stated request of an interface, split into parts: a simpler request uses them instead of deviating ones. */
export type StatedParts = {
  /** The request target of the ordinary client, if it is not constant. */
  path?: Template;
  headers: RequestHeader[];
  /** The lines of the head with their ends: request line first, then the headers. */
  lines: Unit[][];
  body: Template;
  /** The body's values by their paths; of a list, the values of its first item. */
  values: ReadonlyMap<string, StatedValue>;
  parameters: StatedParameters;
  fresh: FreshBytes;
};

const bodySlots = (from: Interface): FieldSlot[] => {
  const { body } = layoutOf(from);
  return body === undefined ? [] : withInner(body);
};

export const statedOf = perInterface((from): StatedParts => {
  const on = requestsOf(from);
  const { headers, freshBytes: fresh, fixedPath } = layoutOf(from);
  return {
    ...(fixedPath === undefined && { path: on.path() }),
    headers,
    lines: on.headLines().map((line) => [...unitsOf(line, fresh), ...LINE_END]),
    body: on.body(),
    values: new Map(
      bodySlots(from).map((slot) => [slot.path, { slot, units: unitsOf(slot.valid(), fresh) }]),
    ),
    parameters: statedParameters(from),
    fresh,
  };
});

export type SplitHead = { lines: Unit[][]; empty: Unit[]; rest: Unit[] };

/** The line end that the specification's protocol requires. */
export const LINE_END: Unit[] = ["\r", "\n"];

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

export const joinHead = ({ lines, empty, rest }: SplitHead): Template =>
  joined([...lines.flat(), ...empty, ...rest]);

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
