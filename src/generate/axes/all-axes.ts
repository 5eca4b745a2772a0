import type { Axis, Interface } from "../../model/index.ts";
import { DEFAULT_CAPS } from "../../options/index.ts";
import { perInterface } from "../layout.ts";
import { requestsOf } from "../requests.ts";
import { bodyAxes } from "./body-axes.ts";
import { fieldAxes } from "./field-axes.ts";
import { headAxes } from "./head-axes.ts";
import { idleAxis } from "./idle-axis.ts";

/** Upper ends of axes. */
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

/** The axis of this name, with the usual ends. */
export const axisNamed = (from: Interface, name: string): Axis | undefined =>
  byName(from).get(name);
