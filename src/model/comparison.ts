import { z } from "zod";
import { classOf } from "./observation.ts";
import { InterfaceName } from "./interface.ts";
import { AxisSummary, BoundarySummary, DeclaredKeyword } from "./explore-summary.ts";
import { DivergenceSummary, ExampleGroup } from "./explore-summary.ts";
import { Integrity } from "./run.ts";
import { Speed, TargetIndex } from "./comparison-speed.ts";
import { Summary } from "./summary.ts";

/** How many of these cases are so; `of` counts all of them. */
const Share = z.strictObject({ cases: z.int().min(0), of: z.int().min(0) });
export type Share = z.infer<typeof Share>;

const Conclusion = z.strictObject({
  kind: z.enum(["outlier", "alike", "fastest", "migration", "states"]),
  text: z.string(),
});
export type Conclusion = z.infer<typeof Conclusion>;

/** Requests to which a new target responds differently from an old one, for one cause. */
const MigrationCause = z.strictObject({
  /**
   * `breaks`: only the old one accepts these valid requests. Of the others, `errors`: the new one has a server error or gives no
   * response; `refuses`: only the old one accepts them; `accepts`: only the new one does.
   */
  risk: z.enum(["breaks", "errors", "refuses", "accepts"]),
  suite: z.string(),
  /** What all its cases have in common; with `example`, the reason of one of them. */
  name: z.string(),
  example: z.boolean(),
  case: z.string(),
  cases: z.int().min(1),
  before: z.string(),
  after: z.string(),
});
export type MigrationCause = z.infer<typeof MigrationCause>;

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

const DepthGroup = z.strictObject({
  outcomes: z.array(z.string()).min(1),
  size: z.int().min(1),
  /** The property that all its cases share; with `example`, the reason of one of them. */
  name: z.string(),
  example: z.boolean(),
  case: z.string(),
  /** Indexes in `groups` of the exact groups that it consists of. */
  parts: z.array(z.int().min(0)).min(1),
  /** Only time-outs differ, and the cases have nothing in common; or they were sent once, to targets that also timed out elsewhere. */
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
  /** Those of `differ` of which neither the case nor one of its kind is confirmed by sending it again, where others were sent. */
  unconfirmed: z.int().min(0),
  /** Ordered by cases times distinct classes; groups that look like overload are last. */
  groups: z.array(DepthGroup),
  /** `agreement[a][b]`: in how many of the compared cases a and b have the same outcome. */
  agreement: z.array(z.array(z.int())),
  /** For each target, the cases in which all the others agree and it differs. */
  alone: z.array(z.int()),
  likeness: Likeness,
});
export type DepthView = z.infer<typeof DepthView>;

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

const ComparedTarget = z.strictObject({
  name: z.string(),
  baseUrl: z.string(),
  runId: z.string(),
  run: z.string(),
  startedAt: z.string(),
  seed: z.int(),
  complete: z.boolean(),
  record: Integrity.optional(),
  accepts: Summary.shape.accepts,
  stated: z.string(),
  hint: Summary.shape.hint,
  /** What is not the requests' doing: a ban, several servers behind the address, noise. */
  surroundings: z.array(z.string()).optional(),
  /** As in `summary.json`: how often it died, cases that make its memory grow, and the time from each start to the first response. */
  deaths: Summary.shape.deaths,
  growths: Summary.shape.growths,
  startsMs: Summary.shape.startsMs,
  classes: z.record(z.string(), z.int()),
  /** Of the compared cases, those with a 2xx: of valid requests, and of bodies that are not JSON. */
  accepted: z.strictObject({ valid: Share, malformed: Share }),
  /** Compared cases in which it responds as more than half of the targets, by class, of those with such a response. */
  usual: Share.optional(),
  /** Limits that were found, as its run counts them: several that are one are counted once. */
  limits: z.int().min(0),
});
export type ComparedTarget = z.infer<typeof ComparedTarget>;

const ComparedRule = z.strictObject({
  name: z.string(),
  stated: z.string().optional(),
  /** The clauses that are the same for all targets, if others differ. */
  common: z.string().optional(),
  /** One for each target, in order, without the common clauses. */
  rules: z.array(z.string()),
});
export type ComparedRule = z.infer<typeof ComparedRule>;

const ComparedKeyword = DeclaredKeyword.pick({ part: true, keyword: true, declared: true }).extend({
  targets: z.array(DeclaredKeyword.pick({ implemented: true, verdict: true, evidence: true })),
});
export type ComparedKeyword = z.infer<typeof ComparedKeyword>;

const Group = z.strictObject({
  signatures: z.array(z.string()).min(1),
  size: z.int().min(1),
  distinct: z.int().min(1),
  case: z.string(),
  reason: z.string(),
  suites: z.record(z.string(), z.int()),
  cases: z.array(z.string()),
});
export type Group = z.infer<typeof Group>;

const Behaviour = z.strictObject({
  /** Cases that every target got, and always responded to the same way. */
  compared: z.int(),
  agree: z.int(),
  differ: z.int(),
  groups: z.array(Group),
  /** Cases in which some target responded differently when they were sent again: by target, its signatures. */
  unstable: z.array(z.strictObject({ case: z.string(), signatures: z.array(z.array(z.string())) })),
  depth: z.enum(DEPTHS),
  depths: Depths,
  constant: z.array(ConstantDifference),
  /** Compared cases by suite, and of each target by status class and by exact response. */
  suites: z.array(
    z.strictObject({
      suite: z.string(),
      cases: z.int(),
      classes: z.array(z.record(z.string(), z.int())),
      exact: z.array(z.record(z.string(), z.int())),
    }),
  ),
  /** The parts that were not compared, and why, in sentences: catalogues, seeds and runs that differ. */
  left: z.array(z.string()),
  notCompared: z.array(z.string()),
});
export type Behaviour = z.infer<typeof Behaviour>;

const AxisCell = z.strictObject({
  state: z.enum(["boundary", "none", "random", "not-walked"]),
  /** `10 → 400`: the last value before the change, and the response after it; `none: 201`; `not walked (time)`. */
  text: z.string(),
  /** The response after the first change, or along the axis; absent if it was not walked. */
  outcome: z.string().optional(),
});
export type AxisCell = z.infer<typeof AxisCell>;

const ComparedAxis = AxisSummary.pick({ axis: true, title: true, unit: true, scale: true }).extend({
  targets: z.array(
    AxisSummary.pick({
      stretches: true,
      sentence: true,
      unstable: true,
      capped: true,
      cut: true,
    }).extend({ target: TargetIndex, boundaries: z.array(BoundarySummary) }),
  ),
  cells: z.array(AxisCell),
});
export type ComparedAxis = z.infer<typeof ComparedAxis>;

/** State machines side by side: whether they are equal, or the shortest sequence on which they differ. */
const ComparedStates = z.strictObject({
  sentence: z.string(),
  difference: z
    .strictObject({
      letters: z.array(z.string()),
      /** The responses, and a command of curl for each step. */
      targets: z.array(
        z.strictObject({
          name: z.string(),
          responses: z.array(z.string()),
          commands: z.array(z.string()),
        }),
      ),
    })
    .optional(),
});
export type ComparedStates = z.infer<typeof ComparedStates>;

/** `comparison.json`: several runs side by side. Derived from their records. */
export const Comparison = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  startedAt: z.string(),
  interface: InterfaceName,
  /** Parts of the document that the requests do not express; absent if there are none. */
  notExpressed: z.array(z.string()).optional(),
  targets: z.array(ComparedTarget).min(2),
  conclusions: z.array(Conclusion),
  /** Of two targets: what changes for a client that moves from the first to the second. */
  migration: z.array(MigrationCause).optional(),
  inferred: z.array(ComparedRule).optional(),
  /** Declared against implemented, keyword by keyword; absent without a document or without experiments. */
  declared: z.array(ComparedKeyword).optional(),
  /** What the targets remember of earlier requests; absent if they do not differ in it. */
  state: z.array(ComparedRule).optional(),
  behaviour: Behaviour,
  axes: z.array(ComparedAxis),
  examples: z.array(z.strictObject({ target: TargetIndex, groups: z.array(ExampleGroup) })),
  divergences: z.array(DivergenceSummary),
  /** Absent if fewer than two targets have a state machine. */
  states: ComparedStates.optional(),
  speed: Speed.optional(),
  ledger: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(["stated", "not shown"]),
      text: z.string(),
      /** Its place in the document that states it. */
      at: z.string().optional(),
      /** By target, in sentences. */
      observed: z.array(z.array(z.string())),
      /** Titles of explored axes that probe it and have a boundary at some target. */
      axes: z.array(z.string()),
    }),
  ),
});
export type Comparison = z.infer<typeof Comparison>;

/** The response as printable text, cut, and the bytes of all its bodies as received. */
export type ShownResponse = { text: string; bytes: number; date?: string };

/** Evidence of one group for a page: the clearest case's request, and how each target responded. */
export type GroupEvidence = {
  case: string;
  /** Printable bytes of the request, cut, with their whole length. `brief`: its body, or head lines that are not stated. */
  request: { text: string; bytes: number; brief: string };
  curl: string | undefined;
  targets: {
    signature: string;
    /** Printable response as received: status line, headers, the beginning of the body; or the outcome without one. */
    response: ShownResponse;
    replay: string;
  }[];
};

/** How many valid requests the first target accepts, and for each other target those of them that fail there. */
export type AcceptedRequests = {
  accepted: number;
  failing: { case: string; reason: string; before: string; now: string }[][];
};

export type ComparisonView = {
  comparison: Comparison;
  /** By case id: of every group, and of the evidence of boundaries, examples and divergences. */
  evidence: Map<string, GroupEvidence>;
};
