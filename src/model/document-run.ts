import { z } from "zod";
import { DeclaredKeyword } from "./explore-summary.ts";
import { RequestResult } from "./observation.ts";
import { RunEnd } from "./run.ts";
import { StatusClasses, Summary } from "./summary.ts";

/** The checks of a whole document: those about what it states come first. */
export const CheckName = z.enum([
  "undocumented status",
  "undocumented media type",
  "response schema",
  "missing response header",
  "server error on valid input",
  "server error on input that may be valid",
  "server error on invalid input",
  "invalid input accepted",
  "valid input refused",
  "undocumented refusal",
  "parameter not required",
  "security ignored",
  "open to another user",
  "undocumented method answered",
  "used after delete",
  "not available after create",
  "list without it",
]);
export type CheckName = z.infer<typeof CheckName>;

export const GivenValue = z.strictObject({
  parameter: z.string(),
  /** As it is written in the path. */
  value: z.string(),
  /** The operation whose response had it; absent if the user gave it. */
  from: z.string().optional(),
});
export type GivenValue = z.infer<typeof GivenValue>;

export const CheckFinding = z.strictObject({
  check: CheckName,
  /** `stated`: the document states it, and the verdict depends on it. */
  source: z.enum(["stated", "observed"]),
  operation: z.string(),
  found: z.string(),
  count: z.int().min(1),
  case: z.string().optional(),
  /** How many more cases show the same: `found` describes the first. */
  others: z.int().min(1).optional(),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

export const CoveredResponse = z.strictObject({
  /** As the document has it: `201`, `4XX`, `default`. */
  status: z.string(),
  /** Absent for a response without a stated body. */
  mediaType: z.string().optional(),
  /** Why it was never seen; absent if it was. */
  unseen: z
    .enum([
      "no value for the path",
      "no credential given",
      "not sent to the end",
      "its suite was not sent to this operation",
      "no request is meant to get it",
      "a limit of witness cut off its responses",
      "the server never gave it",
    ])
    .optional(),
});
export type CoveredResponse = z.infer<typeof CoveredResponse>;

const Row = { name: z.string(), method: z.string(), path: z.string() };

/** How a response differs from the document. */
const StatedBreach = z.strictObject({
  check: CheckName,
  clause: z.string(),
  expected: z.string(),
  observed: z.string(),
});

export const OperationNotSent = z.strictObject({
  ...Row,
  reason: z.string(),
  /** How the response to its stated request differs from the document, if that was all there was time for. */
  breach: StatedBreach.optional(),
});
export type OperationNotSent = z.infer<typeof OperationNotSent>;

/** The run of one operation: what its own `summary.json` says, in a row. */
export const OperationRun = z.strictObject({
  ...Row,
  /** The folder of the run, inside of that of the document. */
  run: z.string(),
  end: RunEnd,
  reason: z.string().optional(),
  accepts: Summary.shape.accepts,
  stated: z.string(),
  /** Kinds of responses that the document does not state for valid requests. */
  breaches: z.int(),
  requests: z.int(),
  classes: StatusClasses,
  /** Of the responses to its first 10,000 valid requests, in microseconds: half of them and 99 of 100 took no longer. Absent without one, and in earlier records. */
  timesUs: z.strictObject({ p50: z.int(), p99: z.int() }).optional(),
  values: z.array(GivenValue),
  /** What the checks have found in its run; absent in earlier records. */
  checks: z.array(CheckFinding).optional(),
  /** Its documented responses, one for each media type; absent in earlier records. */
  coverage: z.array(CoveredResponse).optional(),
  /** Where the server is wider or narrower than the keywords of the document; absent in earlier records. */
  declared: z.array(DeclaredKeyword).optional(),
  /** What to know before the row is believed: a parameter without a producer, a resource that is consumed. */
  notes: z.array(z.string()),
});
export type OperationRun = z.infer<typeof OperationRun>;

export const SequenceStep = z.strictObject({
  /** `act`: an action on the resource, such as `POST /orders/{id}/cancel`. */
  does: z.enum(["create", "read", "update", "list", "act", "delete"]),
  /** How the credentials of the operation were sent, if not as given. */
  credentials: z.enum(["none", "wrong", "second"]).optional(),
  /** The header that the document demands, and the request does not have. */
  without: z.string().optional(),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  /** A command that sends the same bytes; absent if curl cannot. */
  curl: z.string().optional(),
  result: RequestResult,
  /** Of a list: how many elements it has, and whether one of them is the resource. Absent where the response does not show it. */
  list: z
    .strictObject({
      elements: z.int().optional(),
      has: z.boolean().optional(),
      /** The list may be a page of a longer one. */
      isPart: z.literal(true).optional(),
    })
    .optional(),
  breach: StatedBreach.optional(),
});
export type SequenceStep = z.infer<typeof SequenceStep>;

/** What a step does, in a word: an action by the last part of its path, `cancel`. */
export const stepVerb = ({ does, path }: Pick<SequenceStep, "does" | "path">): string =>
  does === "act" ? (/([^/?]+)\/?(?:\?.*)?$/.exec(path)?.[1] ?? does) : does;

/** A method that the document does not have for a path, sent to it without a body. */
export const OtherMethod = SequenceStep.pick({
  operation: true,
  method: true,
  path: true,
  curl: true,
  result: true,
});
export type OtherMethod = z.infer<typeof OtherMethod>;

/** Requests on one resource that was made for them, one after the other. */
export const ResourceSequence = z.strictObject({
  resource: z.string(),
  kind: z.enum([
    "life",
    "list",
    "update after delete",
    "delete by others",
    "second user",
    "without version",
    "action twice",
  ]),
  /** The value of the last parameter in the path; absent if the response of the first step does not name one. */
  value: z.string().optional(),
  steps: z.array(SequenceStep),
});
export type ResourceSequence = z.infer<typeof ResourceSequence>;

/** Resources that a run has made and deleted at its end. */
export const DeletedResources = z.strictObject({
  resource: z.string(),
  made: z.int(),
  /** What the requests that delete got, each with its count: a status, an outcome, or `not sent`. */
  results: z.array(z.tuple([z.string(), z.int()])),
});
export type DeletedResources = z.infer<typeof DeletedResources>;

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
  /** The names of its other operations: --operation or --tag did not choose them. Absent where there is none. */
  notChosen: z.array(z.string()).optional(),
  /** What happens to single resources; absent in earlier records. */
  sequences: z.array(ResourceSequence).optional(),
  /** Resources that no sequence was sent to, because the time or the target was gone. Absent where there is none. */
  unfollowed: z.array(z.string()).optional(),
  methods: z.array(OtherMethod).optional(),
  /** What was deleted at the end; absent in earlier records, and with --keep-resources. */
  deleted: z.array(DeletedResources).optional(),
  /** What all checks have found; absent in earlier records. */
  checks: z.array(CheckFinding).optional(),
});
export type DocumentRun = z.infer<typeof DocumentRun>;

/** How a figure is written: a count, requests per second, or microseconds. */
const Unit = z.enum(["count", "per-second", "us"]);

export const FigureColumn = z.strictObject({
  key: z.string(),
  title: z.string(),
  about: z.string(),
  unit: Unit,
});
export type FigureColumn = z.infer<typeof FigureColumn>;

export const OperationFigures = z.strictObject({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  /** The folder with the report about it, inside of that of the document. */
  folder: z.string(),
  /** The result in a word or two, and whether it needs attention: `alert` comes first. */
  state: z.enum(["alert", "doubt", "fine"]),
  word: z.string(),
  /** By the keys of the columns; absent where there is none. */
  figures: z.record(z.string(), z.number()),
  texts: z.array(z.string()),
  runs: z.array(
    z.strictObject({
      target: z.string(),
      end: RunEnd,
      accepts: Summary.shape.accepts,
      requests: z.int(),
      values: z.array(GivenValue),
    }),
  ),
});
export type OperationFigures = z.infer<typeof OperationFigures>;

/** `document.json` of a verb other than `run`: a row for each operation of an OpenAPI document, what needs attention first. */
export const DocumentTable = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  verb: z.enum(["compare", "explore", "infer", "load"]),
  /** The document as it was given, without credentials. */
  document: z.string(),
  targets: z.array(Summary.shape.target).min(1),
  seed: z.int(),
  startedAt: z.string(),
  durationMs: z.number(),
  found: z.array(z.string()),
  columns: z.array(FigureColumn),
  /** Of a mix of operations: all of them together. */
  whole: OperationFigures.pick({ state: true, word: true, figures: true, texts: true }).optional(),
  operations: z.array(OperationFigures),
  left: z.array(OperationNotSent),
});
export type DocumentTable = z.infer<typeof DocumentTable>;

type CheckedBreach = { check: CheckName; observed: string; expected: string };

/** What a schema demands, and which header is missing, is in what was observed. */
export const breachText = ({ check, observed, expected }: CheckedBreach): string =>
  check === "response schema" || check === "missing response header"
    ? observed
    : `${observed}; expected ${expected}`;
