import { z } from "zod";
import { ASPECTS, EXPLORE_PARTS } from "../options/explore-rows.ts";

/** Why exploring ended early. */
export const Cut = z.enum(["max-requests", "max-time", "interrupted", "target-lost"]);
export type Cut = z.infer<typeof Cut>;

/** The compared parts of an observation. */
export const Aspect = z.enum(ASPECTS);
export type Aspect = z.infer<typeof Aspect>;

/** Where fast-check's shrinking began and ended: seed and path reproduce the request. */
const Origin = z.strictObject({ seed: z.int(), path: z.string() });

/**
 * The simplest request of one family that was found to get a signature: `case` is its evidence in
 * this run. `met` of the `drawn` requests of this property and family got it.
 */
export const Smallest = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("smallest"),
  /** Id of the property. */
  property: z.string(),
  family: z.string(),
  signature: z.string(),
  case: z.string(),
  met: z.int().min(1),
  drawn: z.int().min(1),
  origin: Origin,
  /** Why shrinking was cut short: the example may not be minimal. */
  cut: Cut.optional(),
});
export type Smallest = z.infer<typeof Smallest>;

/** Requests that got different responses when sent again: not shrunk, no boundary, no difference. */
export const Unstable = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("unstable"),
  /** Id of the property, name of the axis, or name of the target if targets were compared. */
  where: z.string(),
  signatures: z.array(z.string()).min(2),
  case: z.string(),
  count: z.int().min(1),
});
export type Unstable = z.infer<typeof Unstable>;

/** One side of a boundary: a place on its axis (exact decimal text), its response, and its evidence. */
const Side = z.strictObject({ at: z.string(), signature: z.string(), case: z.string() });

/**
 * The findings along one axis, explored outward from its start: ranges of one signature, in
 * exploration order and without gaps except where it was unstable, and the boundaries between them.
 * The two sides of a boundary are adjacent places; both signatures were confirmed twice more, in
 * both orders.
 */
export const AxisFinding = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("axis"),
  /** Name of the axis: `id-upwards`. */
  axis: z.string(),
  /** `id, upwards`. */
  title: z.string(),
  unit: z.string().optional(),
  scale: z.enum(["linear", "log"]),
  stretches: z.array(z.strictObject({ from: z.string(), to: z.string(), signature: z.string() })),
  boundaries: z.array(z.strictObject({ near: Side, far: Side, probes: z.int() })),
  /** Places that got different responses when sent again; no boundary between them was confirmed. */
  unstable: z.array(
    z.strictObject({ from: z.string(), to: z.string(), signatures: z.array(z.string()).min(2) }),
  ),
  /** The user's (or the default) limit ended the search at the last place, not the target. */
  capped: z.boolean(),
  requests: z.int(),
  cut: Cut.optional(),
});
export type AxisFinding = z.infer<typeof AxisFinding>;

/**
 * A request to which targets respond differently, 1-minimal: no single shrinking step keeps the
 * difference. The same finding is in the run of each target, with its own evidence there.
 */
export const Divergence = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("divergence"),
  family: z.string(),
  /** In the order in which the targets were given. */
  signatures: z.array(z.strictObject({ target: z.string(), signature: z.string() })).min(2),
  case: z.string(),
  /** Id of the case or property that first showed it. */
  from: z.string(),
  met: z.int().min(1),
  cut: Cut.optional(),
});
export type Divergence = z.infer<typeof Divergence>;

export const Finding = z.discriminatedUnion("kind", [Smallest, Unstable, AxisFinding, Divergence]);
export type Finding = z.infer<typeof Finding>;

export const ExplorePart = z.enum(EXPLORE_PARTS);
export type ExplorePart = z.infer<typeof ExplorePart>;

/** The requested exploration, as in the run's header. */
export const ExplorePlan = z.strictObject({
  parts: z.array(ExplorePart).min(1),
  compare: z.array(Aspect).min(1),
  /** Paths in JSON bodies that are ignored. */
  ignore: z.array(z.string()),
  runsPerProperty: z.int().min(0),
  maxRequests: z.int().min(1),
  maxTimeMs: z.int().min(1),
  /** Upper ends of axes by the name of the cap. */
  caps: z.record(z.string(), z.int()),
  /** Axes to explore; all except `idle` if absent. */
  axes: z.array(z.string()).optional(),
});
export type ExplorePlan = z.infer<typeof ExplorePlan>;

/** Written at the end of exploring: its cost. `targets` were explored together, in this order. */
export const Exploration = z.strictObject({
  type: z.literal("exploration"),
  targets: z.array(z.strictObject({ name: z.string(), baseUrl: z.string(), runId: z.string() })),
  /** Requests sent to this target. */
  requests: z.int(),
  durationMs: z.number(),
  /** Distinct requests for which the responses of all targets were compared. */
  compared: z.int().optional(),
  cut: Cut.optional(),
});
export type Exploration = z.infer<typeof Exploration>;
