import { z } from "zod";
import { EXPLORE_PARTS, OBSERVED_PARTS } from "../options/index.ts";
import { Cut, StatesCompared, StatesFinding } from "./state-machine.ts";

/** Estimates from uniform draws of one property, or of all together, about behaviour that they did not show. */
export const UnseenEstimate = z.strictObject({
  /** Id of the property, or `all properties`. */
  property: z.string(),
  /** Uniform draws, and the different behaviours among them: a family of requests with its response. */
  drawn: z.int(),
  behaviours: z.int(),
  /** The probability that the next draw is new, and its upper limit; absent if too little was drawn. */
  discovery: z.number().optional(),
  discoveryAtMost: z.number().optional(),
  /** Behaviours that exist but were not drawn: a lower bound. */
  unseenAtLeast: z.number().optional(),
  /** New behaviours that further draws are expected to show, with an interval of 95%. */
  ahead: z
    .strictObject({ draws: z.int(), expected: z.number(), from: z.int(), to: z.int() })
    .optional(),
});
export type UnseenEstimate = z.infer<typeof UnseenEstimate>;

export const ObservedPart = z.enum(OBSERVED_PARTS);
export type ObservedPart = z.infer<typeof ObservedPart>;

/** Where fast-check's shrinking began and ended: seed and path reproduce the request. */
const Origin = z.strictObject({ seed: z.int(), path: z.string() });

/** The simplest request of one family that got a signature; `met` of the `drawn` requests of this family got it. */
export const Smallest = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("smallest"),
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

/** Requests that got different responses when sent again: they are not shrunk, and are neither a boundary nor a difference. */
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

/** Ranges of one signature in exploration order, and the boundaries between them: adjacent places, confirmed twice more in both orders. */
export const AxisFinding = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("axis"),
  axis: z.string(),
  title: z.string(),
  unit: z.string().optional(),
  scale: z.enum(["linear", "log"]),
  stretches: z.array(z.strictObject({ from: z.string(), to: z.string(), signature: z.string() })),
  boundaries: z.array(
    z.strictObject({
      near: Side,
      far: Side,
      probes: z.int(),
      /** Other values of the same sizes do not have it: it is one of these values, and not of the size. */
      ofValues: z.literal(true).optional(),
    }),
  ),
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

/** A request to which targets respond differently, 1-minimal. Each target's run has it, with its own evidence. */
export const Divergence = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("divergence"),
  family: z.string(),
  signatures: z.array(z.strictObject({ target: z.string(), signature: z.string() })).min(2),
  case: z.string(),
  from: z.string(),
  met: z.int().min(1),
  cut: Cut.optional(),
});
export type Divergence = z.infer<typeof Divergence>;

const RuleName = z.strictObject({ id: z.string(), name: z.string() });

/** A request that decided something: its value as text, its response, and its case in this run. */
const Decider = z.strictObject({
  by: z.string(),
  signature: z.string(),
  case: z.string().optional(),
});

/** One check of one aspect: a value that breaks its rule gets `signature`. `rules` agree with every response. */
const InferredCheck = z.strictObject({
  aspect: z.string(),
  signature: z.string().optional(),
  /** `sure`: no known request distinguishes these rules. `open`: some would. `none`: no known rule agrees. */
  state: z.enum(["sure", "open", "none"]),
  rules: z.array(RuleName),
  /** Only values beyond a limit get this response, and others beyond it another one: no rule says which. */
  beyond: z.literal(true).optional(),
  /** Values that are known where the rules that agree are those of other libraries than the server's. */
  values: z
    .strictObject({ accepted: z.array(z.string()), refused: z.array(z.string()) })
    .optional(),
  /** Refuted rules with the requests that refuted them; the ones most like the inferred rule come first. */
  refuted: z.array(RuleName.extend(Decider.shape)),
  /** Values that were seen: accepted, and refused by this check. */
  support: z.strictObject({ accepted: z.int(), refused: z.int() }),
  cases: z.array(z.string()),
});
export type InferredCheck = z.infer<typeof InferredCheck>;

export const RuleFinding = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("rule"),
  /** `field`, or another part of the request: `document`, `media-type`. */
  part: z.string(),
  /** Path of the field, or the part again. */
  name: z.string(),
  /** Kind of the field's value: `whole-number`. */
  subject: z.string(),
  accepted: z.string(),
  checks: z.array(InferredCheck),
  /** Limits that boundaries show, where no rule explains the refusals beyond. */
  limits: z.array(
    z.strictObject({
      id: z.string(),
      about: z.string(),
      bound: z.enum(["minimum", "maximum"]),
      at: z.string(),
      inside: Decider,
      outside: Decider,
    }),
  ),
  /** For a check without a known rule: the responses to the families of its values. */
  families: z
    .array(z.strictObject({ family: z.string(), signatures: z.record(z.string(), z.int()) }))
    .optional(),
  unstable: z.int(),
  /** Too many of them changed: no rule was inferred. */
  undecided: z.literal(true).optional(),
  requests: z.int(),
  cut: Cut.optional(),
});
export type RuleFinding = z.infer<typeof RuleFinding>;

/** The order of checks: for each pair of parts that were wrong together, which one decided the response. */
export const CheckOrder = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("check-order"),
  /** Parts in the order in which they are checked; the order of parts in one step is not known. */
  steps: z.array(z.strictObject({ parts: z.array(z.string()), signatures: z.array(z.string()) })),
  pairs: z.array(
    z.strictObject({
      parts: z.tuple([z.string(), z.string()]),
      signatures: z.tuple([z.string(), z.string()]),
      together: z.string(),
      case: z.string(),
    }),
  ),
  requests: z.int(),
});
export type CheckOrder = z.infer<typeof CheckOrder>;

/** How much behaviour is probably still unseen, of one property or of all. */
const UnseenFinding = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("unseen"),
  estimate: UnseenEstimate,
});

/** How many requests were sent, and how many of them got what the document says. */
const Sent = z.strictObject({ sent: z.int(), held: z.int() });

/** A keyword that the written document states differently, or that it could have. */
export const ContractChange = z.strictObject({
  part: z.string(),
  keyword: z.string(),
  declared: z.string(),
  implemented: z.string(),
  /** `withdrawn`: a request showed that it is wrong. `kept`: not enough evidence or time. `no-place`: only shared parts could have it. */
  state: z.enum(["written", "withdrawn", "kept", "no-place"]),
  /** Of a withdrawn one: a request inside that was refused, or a request outside that was accepted. */
  wrong: z
    .strictObject({ side: z.enum(["inside", "outside"]) })
    .extend(Decider.shape)
    .optional(),
});
export type ContractChange = z.infer<typeof ContractChange>;

/** The document that was written, and the requests that tested it before. */
export const ContractProof = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("contract-proof"),
  /** Valid requests drawn from the document: `held` got a success that it documents. */
  drawn: Sent,
  /** Requests just outside the changed keywords: `held` were refused. */
  outside: Sent,
  changes: z.array(ContractChange),
  /** Shared parts of the document that the operation has a copy of now. */
  copied: z.array(z.string()),
  /** The first drawn request that did not get a documented success, if no change explains it. */
  refused: Decider.optional(),
  cut: Cut.optional(),
});
export type ContractProof = z.infer<typeof ContractProof>;

export const Finding = z.discriminatedUnion("kind", [
  Smallest,
  Unstable,
  AxisFinding,
  Divergence,
  RuleFinding,
  CheckOrder,
  UnseenFinding,
  ContractProof,
  StatesFinding,
  StatesCompared,
]);
export type Finding = z.infer<typeof Finding>;

export const ExplorePart = z.enum(EXPLORE_PARTS);
export type ExplorePart = z.infer<typeof ExplorePart>;

export const ExplorePlan = z.strictObject({
  parts: z.array(ExplorePart).min(1),
  compare: z.array(ObservedPart).min(1),
  /** Paths in JSON bodies that are ignored. */
  ignore: z.array(z.string()),
  runsPerProperty: z.int().min(0),
  maxRequests: z.int().min(1),
  maxTimeMs: z.int().min(1),
  caps: z.record(z.string(), z.int()),
  /** Axes to explore; all except `idle` if absent. */
  axes: z.array(z.string()).optional(),
});
export type ExplorePlan = z.infer<typeof ExplorePlan>;

/** Written at the end of exploring: its cost. `targets` were explored together, in this order. */
export const Exploration = z.strictObject({
  type: z.literal("exploration"),
  targets: z.array(z.strictObject({ name: z.string(), baseUrl: z.string(), runId: z.string() })),
  requests: z.int(),
  durationMs: z.number(),
  /** Distinct requests for which the responses of all targets were compared. */
  compared: z.int().optional(),
  cut: Cut.optional(),
});
export type Exploration = z.infer<typeof Exploration>;
