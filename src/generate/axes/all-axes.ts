import type { ValueAxis, ValueCaps } from "../../kinds/index.ts";
import { FieldType, commaSeparated, kindOf } from "../../kinds/index.ts";
import { type Template, bytes } from "../../template/index.ts";
import { type Replacements, writeValue } from "../write-json.ts";
import type { Axis, Interface } from "../../model/index.ts";
import { DEFAULT_CAPS } from "../../options/index.ts";
import { isFoundInPath, perInterface, referencesOf } from "../layout.ts";
import { requestsOf, type Requests } from "../requests.ts";
import { bodyAxes, headAxes, idleAxis } from "./message-axes.ts";
import { type StatedField, probedClauses } from "../../contract/index.ts";
import { ownClauses } from "../define-suite.ts";

export type AxisCaps = typeof DEFAULT_CAPS;

/** Every axis of an interface, in exploration order; `idle` is slow and comes last. */
export function axesOf(from: Interface, caps: Partial<AxisCaps> = {}): Axis[] {
  const ends = { ...DEFAULT_CAPS, ...caps };
  const on = requestsOf(from);
  const ofMessage = [...bodyAxes(on, ends), ...headAxes(on, ends), idleAxis(on, ends.idle)];
  const taken = new Set(ofMessage.map(({ name }) => name));
  // A field may be named `key`, and have a length.
  const ofFields = fieldAxes(on, ends).map((axis) =>
    taken.has(axis.name) ? { ...axis, name: `field-${axis.name}` } : axis,
  );
  return [...ofFields, ...ofMessage];
}

const byName = perInterface(
  (from) => new Map(axesOf(from).map((axis): [string, Axis] => [axis.name, axis])),
);

export const axisNamed = (from: Interface, name: string): Axis | undefined =>
  byName(from).get(name);

/** A reference has no axes, because its values show which resources there are; numbers in the path do, for the largest number that is read. */
export const fieldAxes = (on: Requests, caps: ValueCaps): Axis[] => {
  const references = referencesOf(on.interface);
  const fields = on.layout.fields.filter(
    ({ slot }) =>
      !references.has(slot.path) &&
      (slot.type.kind === "whole-number" || !isFoundInPath(on.interface, slot)),
  );
  return fields.flatMap((field) => {
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
        ...(field.in !== "header" && { others: othersOf(on, field, { value, others }) }),
        ofNames: OTHER_VALUES.has(name) && isFoundInPath(on.interface, field.slot),
        known: (at) => kind.known?.[name]?.[String(at)],
      }));
  });
};

/** The axes of a number on which it changes, and not only its form. */
const OTHER_VALUES = new Set(["upwards", "downwards", "digits"]);

function othersOf(
  on: Requests,
  field: StatedField,
  { value, others = {} }: Pick<ValueAxis, "value" | "others">,
): NonNullable<Axis["others"]> {
  const { plain = differentItems(field), same = [], alias = [], wide = [] } = others;
  const beside = otherFields(on, field);
  const { path } = field.slot;
  const elsewhere = [...otherDates(on, field), ...furtherItem(on, field)];
  return (at) => ({
    plain: [
      ...plain.map((other) => on.withValue(field, other(at))),
      ...(beside === undefined ? [] : [on.request(on.body({ ...beside, [path]: value(at) }))]),
    ],
    same: same.map((other) => on.withValue(field, other(at))),
    alias: alias.map((other) => on.withValue(field, other(at))),
    elsewhere: elsewhere.map((over) => on.request(on.body(over(value(at))))),
    wide: wide.map((other) => ({
      ...other,
      request: (size) => on.withValue(field, other.value(size)),
    })),
  });
}

/** The body with a value of the field, and with something else that the interface allows. */
type Elsewhere = (value: Template) => Replacements;

/** Long ago, and in a long time: one of two dates may have to be before the other. */
const OTHER_DATES = ["1000-01-01", "9000-01-01"];

function otherDates(on: Requests, { slot: { type, path }, in: place }: StatedField): Elsewhere[] {
  const isDate = ({ kind }: FieldType): boolean => kind === "date" || kind === "date-time";
  if (!isDate(type) || place !== "body") return [];
  const others = on.layout.fields.filter(
    ({ slot, in: where }) => where === "body" && slot.path !== path && isDate(slot.type),
  );
  if (others.length === 0) return [];
  return OTHER_DATES.map((date) => {
    const over = others.map(({ slot }) => [
      slot.path,
      [JSON.stringify(slot.type.kind === "date" ? date : `${date}T00:00:00.000Z`)],
    ]);
    return (value) => ({ ...Object.fromEntries(over), [path]: value });
  });
}

/** For a value in an item of a list, a further item, as stated. */
function furtherItem(on: Requests, { slot: { path }, in: place }: StatedField): Elsewhere[] {
  const end = path.lastIndexOf("[0]");
  if (place !== "body" || end < 0) return [];
  const list = [on.layout.body, ...on.layout.fields.map(({ slot }) => slot)].find(
    (slot) => slot?.path === path.slice(0, end),
  );
  const [first, ...others] = list?.inner ?? [];
  if (list?.type.kind !== "list" || first === undefined) return [];
  const { maxItems = Infinity, unique } = list.type;
  if (maxItems <= 1 + others.length || unique === true) return [];
  const rest = [...others, first].map((item) => writeValue(item));
  return [
    (value) => ({
      [list.path]: bytes`[${commaSeparated([writeValue(first, { over: { [path]: value } }), ...rest])}]`,
    }),
  ];
}

/** More items are not made: a list that must not repeat one ends at the second. */
const MOST_DIFFERENT = 1000n;
const FIRST_ITEM = 200_000_000;

function differentItems({ slot }: StatedField): ((at: bigint) => Template)[] {
  const { type } = slot;
  if (type.kind !== "list" || type.items.kind === "list" || type.items.kind === "object") return [];
  const { items } = type;
  const kind = kindOf(items);
  const item = (nth: number): string => {
    const text = kind.text(items, FIRST_ITEM + nth);
    return kind.quoted ? JSON.stringify(text) : text;
  };
  return [
    (at) => {
      const count = Number(at < MOST_DIFFERENT ? at : MOST_DIFFERENT);
      return [`[${Array.from({ length: count }, (_, nth) => item(nth)).join(",")}]`];
    },
  ];
}

/** A small value for each of the other numbers and texts of a body, where the interface allows it. */
function otherFields(on: Requests, field: StatedField): Replacements | undefined {
  if (field.in !== "body") return undefined;
  const { path: own } = field.slot;
  const others = on.layout.fields.flatMap(({ slot: { path, type, text, inner }, in: place }) => {
    const isApart = place === "body" && inner.length === 0 && path !== own && !own.startsWith(path);
    if (!isApart || path.startsWith(own) || text !== undefined) return [];
    const small = SMALL.find((each) => kindOf(type).fits(type, each));
    return small === undefined ? [] : [[path, JSON.stringify(small)] as const];
  });
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

const SMALL = [1, "x"];

/** The axis, limited to values that its place can have: the longer half of a ladder does not fit into a header. */
function carried(on: Requests, field: StatedField, axis: ValueAxis): ValueAxis {
  if (field.in !== "header") return axis;
  const end = axis.rungs.findIndex((at) => !on.canCarry(field, axis.value(at)));
  return end < 0 ? axis : { ...axis, rungs: axis.rungs.slice(0, end), capped: true };
}
