import type { Template } from "../../template/index.ts";
import { withInner, type FieldSlot } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { layoutOf, perInterface, type FreshBytes } from "../layout.ts";
import { requestsOf } from "../requests.ts";
import type { RequestHeader } from "../steps.ts";
import { statedParameters, type StatedParameters } from "./parameter-steps.ts";
import { LINE_END } from "./split-head.ts";
import { unitsOf, type Unit } from "./units.ts";

/** A value that an interface describes, and its valid text as units. */
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
  /** Its values in target and headers. */
  parameters: StatedParameters;
  fresh: FreshBytes;
};

const bodySlots = (from: Interface): FieldSlot[] => {
  const { body } = layoutOf(from);
  return body === undefined ? [] : withInner(body);
};

/** The stated request of an interface, split once. */
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
