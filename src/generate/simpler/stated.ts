import type { Template } from "../../template/template.ts";
import { layoutOf, perInterface, type FreshBytes } from "../layout.ts";
import { requestsOf } from "../requests.ts";
import type { RequestHeader } from "../steps.ts";
import { LINE_END } from "./split-head.ts";
import { unitsOf, type Unit } from "./units.ts";

/** The stated request of an interface, taken apart: what a simpler request has in the place of what deviates. */
export type StatedParts = {
  /** The request target of the ordinary client, where something in it moves. */
  path?: Template;
  headers: RequestHeader[];
  /** The lines of the head with their ends: request line first, then the headers. */
  lines: Unit[][];
  body: Template;
  /** The values of the body's fields, by the JSON text of their keys. */
  values: ReadonlyMap<string, Unit[]>;
  fresh: FreshBytes;
};

/** The stated request of an interface, taken apart once. */
export const statedOf = perInterface((from): StatedParts => {
  const on = requestsOf(from);
  const { headers, freshBytes: fresh, fixedPath } = layoutOf(from);
  return {
    ...(fixedPath === undefined && { path: on.path() }),
    headers,
    lines: on.headLines().map((line) => [...unitsOf(line, fresh), ...LINE_END]),
    body: on.body(),
    values: new Map(
      on.fields.map(({ key = "", valid }) => [JSON.stringify(key), unitsOf(valid(), fresh)]),
    ),
    fresh,
  };
});
