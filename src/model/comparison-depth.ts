import { z } from "zod";
import { classOf } from "./signature.ts";

/** How deeply two responses are compared: whether 2xx came back, the status class, or the exact outcome. */
export const DEPTHS = ["accepted", "class", "exact"] as const;
export type Depth = (typeof DEPTHS)[number];

/** The outcome of a signature at this depth: `2xx` or `not 2xx`, `4xx` or `no response`, or the signature itself. */
export function outcomeAt(signature: string, depth: Depth): string {
  if (depth === "exact") return signature;
  const found = classOf(signature);
  if (depth === "accepted") return found === "2xx" ? "2xx" : "not 2xx";
  return found === "noAnswer" ? "no response" : found;
}

/** Cases with the same outcomes of all targets, at one depth. */
const DepthGroup = z.strictObject({
  /** One for each target: `2xx` or `not 2xx`, a class, or a signature. */
  outcomes: z.array(z.string()).min(1),
  size: z.int().min(1),
  /** The property that all its cases share; with `example`, the reason of one of them. */
  name: z.string(),
  example: z.boolean(),
  /** The clearest case. */
  case: z.string(),
  /** Indexes in `groups` of the exact groups that it consists of. */
  parts: z.array(z.int().min(0)).min(1),
  /**
   * Some target may have been overloaded. Either only time-outs differ, and the cases have nothing in common; or
   * targets that also timed out in other cases did not respond to cases that were sent only once.
   */
  overload: z.boolean(),
});
export type DepthGroup = z.infer<typeof DepthGroup>;

/** Targets joined by average likeness: leaves are targets, and merge `n` is node `targets + n`. */
const Likeness = z.strictObject({
  /** Targets ordered so that like ones are neighbours. */
  order: z.array(z.int().min(0)),
  /** The two nodes joined, and the share of cases in which they differ on average. */
  merges: z.array(z.strictObject({ left: z.int(), right: z.int(), distance: z.number() })),
  /** Targets that differ in no case, in the order above. */
  clusters: z.array(z.array(z.int().min(0))),
});
export type Likeness = z.infer<typeof Likeness>;

const DepthView = z.strictObject({
  agree: z.int(),
  differ: z.int(),
  /** Ordered by cases times distinct classes; groups that look like overload are last. */
  groups: z.array(DepthGroup),
  /** `agreement[a][b]`: in how many of the compared cases a and b have the same outcome. */
  agreement: z.array(z.array(z.int())),
  /** For each target, the cases in which all the others agree and it differs. */
  alone: z.array(z.int()),
  likeness: Likeness,
});
export type DepthView = z.infer<typeof DepthView>;

/** The comparison at each depth of equality. */
export const Depths = z.strictObject({ accepted: DepthView, class: DepthView, exact: DepthView });
export type Depths = z.infer<typeof Depths>;

/** A difference of exact codes within a class that is the same in nearly all cases. */
export const ConstantDifference = z.strictObject({
  class: z.string(),
  /** The cases alike by class and not by exact outcome. */
  cases: z.int().min(1),
  /** The usual code of each target; without `always`, it sometimes had another. */
  usual: z.array(
    z.strictObject({ code: z.string(), always: z.boolean(), targets: z.array(z.int().min(0)) }),
  ),
});
export type ConstantDifference = z.infer<typeof ConstantDifference>;
