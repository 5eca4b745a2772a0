import { z } from "zod";
import { Cut } from "./finding.ts";

/** The suite of the evidence of findings: their ids begin with its name and a slash. */
export const EXPLORE_SUITE = { name: "explore", about: "what exploration found" } as const;

/** Whether a case is the evidence of a finding. */
export const isExplored = (id: string): boolean => id.startsWith(`${EXPLORE_SUITE.name}/`);

/** The relevant part of a request: printable text cut to its first characters, and its whole length. */
const Shown = {
  text: z.string(),
  /** Of the text before it was cut. */
  bytes: z.int(),
  case: z.string(),
};

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

/** Smallest examples of one property. */
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
  /** A well-known value at this place: a hint. */
  known: z.string().optional(),
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
  /** Somewhere along it, the same request got different responses. */
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
export type UnstableSummary = z.infer<typeof UnstableSummary>;

/** The findings of exploration, in the words and numbers of a report. */
export const ExploreSummary = z.strictObject({
  /** Sent to this target; absent if the record ends before exploring was finished. */
  requests: z.int().optional(),
  durationMs: z.number().optional(),
  /** Distinct requests for which the responses of all targets were compared. */
  compared: z.int().optional(),
  /** Names, in the given order. */
  targets: z.array(z.string()),
  /** Sentences about the parts that were cut short, and why. */
  cutShort: z.array(z.string()),
  examples: z.array(ExampleGroup),
  axes: z.array(AxisSummary),
  divergences: z.array(DivergenceSummary),
  unstable: z.array(UnstableSummary),
});
export type ExploreSummary = z.infer<typeof ExploreSummary>;
