import { z } from "zod";
import { RunEnd } from "./run.ts";
import { StatusClasses, Summary } from "./summary.ts";

/** Where the value of a parameter came from. */
export const GivenValue = z.strictObject({
  parameter: z.string(),
  /** As it is written in the path. */
  value: z.string(),
  /** The operation whose response had it; absent if the user gave it. */
  from: z.string().optional(),
});
export type GivenValue = z.infer<typeof GivenValue>;

const Row = {
  /** The operationId, or method and path. */
  name: z.string(),
  method: z.string(),
  path: z.string(),
};

/** An operation that nothing was sent to, and why. */
export const OperationNotSent = z.strictObject({ ...Row, reason: z.string() });
export type OperationNotSent = z.infer<typeof OperationNotSent>;

/** The run of one operation: what its own `summary.json` says, in a row. */
export const OperationRun = z.strictObject({
  ...Row,
  /** The folder of the run, inside of that of the document. */
  run: z.string(),
  end: RunEnd,
  /** Why it was not sent to, or not to the end. */
  reason: z.string().optional(),
  accepts: Summary.shape.accepts,
  /** The verdict in words. */
  stated: z.string(),
  /** Kinds of responses that the document does not state for valid requests. */
  breaches: z.int(),
  requests: z.int(),
  /** Sendings of cases by the class of the response. */
  classes: StatusClasses,
  values: z.array(GivenValue),
  /** What to know before the row is believed: a parameter without a producer, a resource that is consumed. */
  notes: z.array(z.string()),
});
export type OperationRun = z.infer<typeof OperationRun>;

/** `document.json`: a run of each operation of an OpenAPI document, what needs attention first. */
export const DocumentRun = z.strictObject({
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  /** The document as it was given, without credentials. */
  document: z.string(),
  target: Summary.shape.target,
  seed: z.int(),
  startedAt: z.string(),
  durationMs: z.number(),
  operations: z.array(OperationRun),
  notSent: z.array(OperationNotSent),
});
export type DocumentRun = z.infer<typeof DocumentRun>;
