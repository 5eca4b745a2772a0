import { z } from "zod";
import { ContractProof, UnseenEstimate } from "./finding.ts";
import { Cut, StateMachine } from "./state-machine.ts";

/** The suite of the evidence of findings: their ids begin with its name and a slash. */
export const EXPLORE_SUITE = { name: "explore", about: "what exploration found" } as const;

/** Whether a case looks for unique fields, or for how requests are refused, before the others of a run. */
export const isFirstCheck = (id: string): boolean =>
  id.startsWith(`${EXPLORE_SUITE.name}/unique/`) || isRefusalCheck(id);

/** Whether a case looks for how requests are refused. */
export const isRefusalCheck = (id: string): boolean =>
  id.startsWith(`${EXPLORE_SUITE.name}/refused/`);

export const isExplored = (id: string): boolean => id.startsWith(`${EXPLORE_SUITE.name}/`);

/** The relevant part of a request: printable text cut to its first characters, and its whole length. */
const Shown = { text: z.string(), bytes: z.int(), case: z.string() };

const ExampleSummary = z.strictObject({
  signature: z.string(),
  family: z.string(),
  ...Shown,
  /** Requests of this property and family: drawn, and how many of them got the signature. */
  met: z.int(),
  drawn: z.int(),
  /** How it differs from the stated request, if it got 2xx nevertheless. */
  note: z.string().optional(),
  /** The same without the sentence around it: `a comma before the end`. */
  oddity: z.string().optional(),
  cut: Cut.optional(),
});
export type ExampleSummary = z.infer<typeof ExampleSummary>;

export const ExampleGroup = z.strictObject({
  property: z.string(),
  /** The name of its suite, if that has no other property. */
  title: z.string(),
  sentence: z.string(),
  entries: z.array(ExampleSummary),
});
export type ExampleGroup = z.infer<typeof ExampleGroup>;

/** A place on an axis: `at` is its exact decimal text, `text` is for people, without the unit. */
const Place = z.strictObject({ at: z.string(), text: z.string() });
export type Place = z.infer<typeof Place>;

const Side = Place.extend({ signature: z.string(), case: z.string() });

export const BoundarySummary = z.strictObject({
  near: Side,
  far: Side,
  known: z.string().optional(),
  /** The size alone does not decide. */
  ofValues: z.literal(true).optional(),
});
export type BoundarySummary = z.infer<typeof BoundarySummary>;

/** A part of an axis with one signature, or an unstable part with several. */
const Stretch = z.strictObject({ from: Place, to: Place, signatures: z.array(z.string()).min(1) });
export type Stretch = z.infer<typeof Stretch>;

export const AxisSummary = z.strictObject({
  axis: z.string(),
  title: z.string(),
  unit: z.string().optional(),
  scale: z.enum(["linear", "log"]),
  /** Stable and unstable ones, in exploration order. */
  stretches: z.array(Stretch),
  boundaries: z.array(BoundarySummary),
  /** Without the title: `201 up to 2147483647, 400 from 2147483648`. */
  sentence: z.string(),
  /** The sentence without the signature at its beginning, if there is only one: `for every value from 0 to 99`. */
  along: z.string().optional(),
  unstable: z.boolean(),
  capped: z.boolean(),
  cut: Cut.optional(),
});
export type AxisSummary = z.infer<typeof AxisSummary>;

export const DivergenceSummary = z.strictObject({
  family: z.string(),
  signatures: z.array(z.strictObject({ target: z.string(), signature: z.string() })),
  ...Shown,
  met: z.int(),
  from: z.string(),
  cut: Cut.optional(),
});
export type DivergenceSummary = z.infer<typeof DivergenceSummary>;

const UnstableSummary = z.strictObject({
  where: z.string(),
  signatures: z.array(z.string()),
  ...Shown,
  count: z.int(),
});

/** Letters by their titles, and the response to each of them. */
const Step = z.strictObject({ letters: z.array(z.string()), response: z.string() });

const Sequence = z.strictObject({
  letters: z.array(z.string()),
  outputs: z.array(z.strictObject({ by: z.string(), responses: z.array(z.string()) })),
  case: z.string(),
});
export type SequenceSummary = z.infer<typeof Sequence>;

/** What the target remembers of earlier requests with the same identity. */
export const StatesSummary = z.strictObject({
  /** `3 states: new, exists, deleted`. */
  sentence: z.string(),
  /** How it was found, and how far it was tested. */
  about: z.array(z.string()),
  /** The machine as data; absent if the target is not deterministic, or the budget was too small. */
  machine: StateMachine.optional(),
  /** Each state with what does not leave it. */
  states: z.array(z.strictObject({ name: z.string(), loops: z.array(Step) })),
  edges: z.array(
    z.strictObject({
      from: z.int(),
      to: z.int(),
      steps: z.array(Step),
      case: z.string().optional(),
    }),
  ),
  varies: Sequence.optional(),
  unexplained: z.array(Sequence),
  compared: z.strictObject({ sentence: z.string(), difference: Sequence.optional() }).optional(),
});
export type StatesSummary = z.infer<typeof StatesSummary>;

export const ExploreSummary = z.strictObject({
  /** Sent to this target; absent if the record ends before exploring was finished. */
  requests: z.int().optional(),
  durationMs: z.number().optional(),
  /** Distinct requests for which the responses of all targets were compared. */
  compared: z.int().optional(),
  targets: z.array(z.string()),
  cutShort: z.array(z.string()),
  examples: z.array(ExampleGroup),
  axes: z.array(AxisSummary),
  divergences: z.array(DivergenceSummary),
  unstable: z.array(UnstableSummary),
  states: StatesSummary.optional(),
});
export type ExploreSummary = z.infer<typeof ExploreSummary>;

export const DeclaredVerdict = z.enum([
  "same",
  "wider",
  "narrower",
  "wider and narrower",
  "not decided",
]);
export type DeclaredVerdict = z.infer<typeof DeclaredVerdict>;

/** One keyword of the document, and how the server behaves instead or as well. Never a breach. */
export const DeclaredKeyword = z.strictObject({
  /** A field, `responses`, or a status. */
  part: z.string(),
  /** As JSON Schema and OpenAPI name it: `maximum`. */
  keyword: z.string(),
  declared: z.string(),
  implemented: z.string(),
  verdict: DeclaredVerdict,
  /** `by`: the value as sent. */
  evidence: z.array(z.strictObject({ by: z.string(), signature: z.string(), case: z.string() })),
  /** Values that only this keyword refuses: how often they were accepted and refused. */
  seen: z.strictObject({ accepted: z.int(), refused: z.int() }),
});
export type DeclaredKeyword = z.infer<typeof DeclaredKeyword>;

/** The document that was written, and the requests that tested it before. */
export const ContractSummary = ContractProof.omit({ type: true, kind: true }).extend({
  /** Why the request in `refused` was refused, in the server's words. */
  reason: z.string().optional(),
});
export type ContractSummary = z.infer<typeof ContractSummary>;

/** The inferred rules of one part of a request, in words, with the requests that decided them. */
const InferredPart = z.strictObject({
  part: z.string(),
  name: z.string(),
  /** `int32, digits only, from 1; strings are refused`. */
  rule: z.string(),
  refusals: z.array(z.string()),
  state: z.enum(["sure", "open", "none", "unstable"]),
  /** `id: int32, digits only; else 422 (refuted: “int64, digits only” by 2147483648; ...)`. */
  sentence: z.string(),
  /** Further rules that agree with everything that was seen. */
  equal: z.array(z.string()),
  refuted: z.array(
    z.strictObject({
      rule: z.string(),
      by: z.string(),
      signature: z.string(),
      case: z.string().optional(),
    }),
  ),
  limits: z.array(z.string()),
  /** Where no rule is known: what families of values got. */
  families: z.array(z.string()),
  requests: z.int(),
});
export type InferredPart = z.infer<typeof InferredPart>;

export const InferredSummary = z.strictObject({
  /** The sure rules in one line; absent if there are none. */
  headline: z.string().optional(),
  parts: z.array(InferredPart),
  /** `media type (415), then JSON (400), then fields (422)`; absent if it was not found. */
  order: z.string().optional(),
  /** How values were read, from responses that repeat them; absent if none does. */
  echoed: z.array(z.string()).optional(),
  /** The document's declarations compared with the server's behaviour, keyword by keyword; absent without a document. */
  declared: z.array(DeclaredKeyword).optional(),
  /** Absent if no document was written. */
  contract: ContractSummary.optional(),
  requests: z.int(),
});
export type InferredSummary = z.infer<typeof InferredSummary>;

/** How much behaviour a run has probably not seen. */
export const UnseenSummary = z.strictObject({
  text: z.string(),
  /** Of all properties together first; empty if nothing was drawn for an estimate. */
  estimates: z.array(UnseenEstimate),
});
export type UnseenSummary = z.infer<typeof UnseenSummary>;
