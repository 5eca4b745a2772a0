import { DEFAULT_CAPS } from "../../options/limits.ts";
import { userSubmission } from "../../contract/user-submission.ts";
import type { Axis } from "../../model/axis.ts";
import type { Interface } from "../../model/interface.ts";
import { requestsOf } from "../requests.ts";
import { bodyAxes } from "./body-axes.ts";
import { dateAxes } from "./date-axes.ts";
import { headAxes } from "./head-axes.ts";
import { idAxes } from "./id-axes.ts";
import { idleAxis } from "./idle-axis.ts";

/** Upper ends of axes. */
export type AxisCaps = typeof DEFAULT_CAPS;

/** Every axis, in the order in which they are walked; `idle` is slow and comes last. */
export function allAxes(caps: Partial<AxisCaps> = {}, from: Interface = userSubmission): Axis[] {
  const ends = { ...DEFAULT_CAPS, ...caps };
  return [
    ...idAxes(ends.digits),
    ...dateAxes(),
    ...bodyAxes(requestsOf(from), ends),
    ...headAxes(ends),
    idleAxis(ends.idle),
  ];
}
