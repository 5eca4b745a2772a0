import { kindOf } from "../../kinds/field-type.ts";
import type { ValueCaps } from "../../kinds/kind.ts";
import type { Axis } from "../../model/axis.ts";
import { ownClauses } from "../define-suite.ts";
import { probedClauses } from "../field-clauses.ts";
import type { Requests } from "../requests.ts";

/** The axes of every field's kind, at its place. */
export const fieldAxes = (on: Requests, caps: ValueCaps): Axis[] =>
  on.layout.fields
    // Headers are varied by their suites: the longer half of a ladder does not fit into a head.
    .filter((field) => field.in !== "header")
    .flatMap((field) => {
      const kind = kindOf(field.slot.type);
      return kind.axes(field.slot, caps).map(({ name, probes, value, ...axis }): Axis => ({
        ...axis,
        name: `${field.slug}-${name}`,
        clauses: ownClauses(on.interface, probedClauses(field, [...probes, "error-conditions"])),
        request: (at) => on.withValue(field, value(at)),
        known: (at) => kind.knownValue(name, at),
      }));
    });
