import type { Axis } from "../../model/axis.ts";
import { bodyAxes } from "./body-axes.ts";
import { dateAxes } from "./date-axes.ts";
import { headAxes } from "./head-axes.ts";
import { idAxes } from "./id-axes.ts";
import { idleAxis } from "./idle-axis.ts";

/**
 * Upper ends of axes: bytes of the body, of a key, of a header's value and of the request target;
 * levels; numbers of keys, of headers and of digits; milliseconds of idle time.
 */
export type AxisCaps = {
  body: number;
  depth: number;
  keys: number;
  keyLength: number;
  headers: number;
  headerSize: number;
  url: number;
  digits: number;
  idle: number;
};

const MIB = 1024 * 1024;

/** Where axes end unless the user says otherwise. */
export const DEFAULT_CAPS: AxisCaps = {
  body: 16 * MIB,
  depth: 100_000,
  keys: 100_000,
  keyLength: MIB,
  headers: 2000,
  headerSize: MIB,
  url: MIB,
  digits: 100_000,
  idle: 30_000,
};

/** Every axis, in the order in which they are walked; `idle` is slow and comes last. */
export function allAxes(caps: Partial<AxisCaps> = {}): Axis[] {
  const ends = { ...DEFAULT_CAPS, ...caps };
  return [
    ...idAxes(ends.digits),
    ...dateAxes(),
    ...bodyAxes(ends),
    ...headAxes(ends),
    idleAxis(ends.idle),
  ];
}
