import { kindOf } from "../../kinds/field-type.ts";
import type { StatedField } from "../../contract/fields.ts";
import type { ValueAxis, ValueCaps } from "../../kinds/kind.ts";
import type { Axis } from "../../model/axis.ts";
import { ownClauses } from "../define-suite.ts";
import { probedClauses } from "../field-clauses.ts";
import type { Requests } from "../requests.ts";

/** The axes of every field's kind, at its place. */
export const fieldAxes = (on: Requests, caps: ValueCaps): Axis[] =>
  on.layout.fields.flatMap((field) => {
    const kind = kindOf(field.slot.type);
    return kind
      .axes(field.slot, caps)
      .map((axis) => carried(on, field, axis))
      .filter(({ rungs }) => rungs.length > 1)
      .map(({ name, probes, value, others, ...axis }): Axis => ({
        ...axis,
        name: `${field.slug}-${name}`,
        clauses: ownClauses(on.interface, probedClauses(field, [...probes, "error-conditions"])),
        request: (at) => on.withValue(field, value(at)),
        ...(others !== undefined &&
          field.in !== "header" && {
            others: (at) => ({
              plain: others.plain.map((other) => on.withValue(field, other(at))),
              wide: others.wide.map((other) => ({
                ...other,
                request: (length) => on.withValue(field, other.value(length)),
              })),
            }),
          }),
        known: (at) => kind.knownValue(name, at),
      }));
  });

/** The axis, limited to values that its place can have: the longer half of a ladder does not fit into a header. */
function carried(on: Requests, field: StatedField, axis: ValueAxis): ValueAxis {
  if (field.in !== "header") return axis;
  const end = axis.rungs.findIndex((at) => !on.canCarry(field, axis.value(at)));
  return end < 0 ? axis : { ...axis, rungs: axis.rungs.slice(0, end), capped: true };
}
