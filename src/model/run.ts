import { z } from "zod";
import { Death, Growth, MemorySearch, RecordedServe, Serve, ServedStart, Usage } from "./serve.ts";
import { recordedShape } from "../options/index.ts";
import { Case } from "./case.ts";
import { Interface } from "./interface.ts";
import { Exploration, ExplorePlan, Finding } from "./finding.ts";
import { AgainstRound, Ceiling, LoadPlan, LoadSite, Round } from "./load.ts";
import { CodedNote, WordedNote } from "./note.ts";
import { Observation } from "./observation.ts";

/** A server to test: a name for reports, and its base URL. */
export const Target = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/),
  baseUrl: z.string(),
});
export type Target = z.infer<typeof Target>;

/** A target as a job receives it: `serve` says how witness starts and stops it. */
export type GivenTarget = Target & { serve?: Serve | undefined };

/** A record as a whole. `unchecked`: no checksum. `incomplete`: no footer. `damaged`: lines missing, changed or repeated. */
export const Integrity = z.strictObject({
  state: z.enum(["intact", "unchecked", "incomplete", "damaged"]),
  text: z.string(),
});
export type Integrity = z.infer<typeof Integrity>;

export const FleetAgent = z.strictObject({
  type: z.literal("agent"),
  name: z.string(),
  version: z.string(),
  platform: z.string(),
  cores: z.int(),
  labels: z.record(z.string(), z.string()),
  atMs: z.number(),
  /** The difference between its clock and that of the run, and by how much this may be wrong. */
  clockErrorMs: z.number(),
});
export type FleetAgent = z.infer<typeof FleetAgent>;

export const FleetAgentSummary = FleetAgent.omit({ type: true }).extend({
  /** Cases of the plan that it sent and that count. */
  cases: z.int(),
  /** Rounds of load that count, and its requests in them. */
  rounds: z.int(),
  loadRequests: z.int(),
  ceilingPerSecond: z.number().optional(),
  doubts: z.array(z.string()),
});
export type FleetAgentSummary = z.infer<typeof FleetAgentSummary>;

/** Version of the lines in `run.ndjson`; a reader refuses a newer one. */
export const RUN_FORMAT = 5;

/** The requested run: with seed and first id, it plans the same requests again. */
const RunOptions = z.strictObject({
  ...recordedShape(),
  runsPerProperty: z.int(),
  repeats: z.int(),
  concurrency: z.int(),
  timeoutMs: z.int(),
  insecure: z.literal(true).optional(),
  load: LoadPlan.optional(),
  explore: ExplorePlan.optional(),
  /** The following is for `witness resume`; formats 1 to 3 do not have it. */
  verb: z.enum(["run", "load", "explore", "compare"]).optional(),
  /** Module of `--suites`; true if a program passed suites. */
  suites: z.union([z.string(), z.literal(true)]).optional(),
  grepFlags: z.string().optional(),
  /** Nothing but these cases was sent: the gate of an earlier run named them. */
  cases: z.array(z.string()).optional(),
  serve: RecordedServe.optional(),
  targets: z.int().optional(),
});

/** The first line of a record: what was run, against which target, with which options. */
export const RunHeader = z.strictObject({
  type: z.literal("header"),
  /** 1 had no load, 2 no findings, 3 no checksum in its footer, 4 notes in words. */
  format: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(RUN_FORMAT)]),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  runId: z.string(),
  target: Target,
  seed: z.int(),
  /** Fresh ids count up from here. */
  firstId: z.int(),
  catalogue: z.string(),
  options: RunOptions,
  /** The interface of the requests; absent if it is the built-in one. */
  interface: Interface.optional(),
  suites: z.array(z.strictObject({ name: z.string(), about: z.string() })),
  startedAt: z.iso.datetime(),
  platform: z.string(),
});
export type RunHeader = z.infer<typeof RunHeader>;

const CaseRecord = z.strictObject({ type: z.literal("case"), case: Case });

/** Requests beside the recorded ones: controls, and sendings whose results were in doubt. */
const Controls = z.strictObject({
  type: z.literal("controls"),
  asked: z.int().min(0),
  dropped: z.int().min(0),
});

/** How a run ended. */
export const RunEnd = z.enum([
  "done",
  "interrupted",
  /** A valid request got a status that the user does not expect, before anything else was sent. */
  "not-expected",
  "out-of-time",
  "not-answering",
  "target-lost",
  /** The target turned every request away until the end. */
  "turned-away",
  "unreachable",
  /** A round of load got no response at all. */
  "no-samples",
  /** A round of load has no samples, and that is not the target's fault. */
  "not-measured",
  /** A load generator could not continue. */
  "load-failed",
  /** This machine could not continue, or witness has a defect. */
  "failed",
]);
export type RunEnd = z.infer<typeof RunEnd>;

/** Whether a run sent what it was to send, as far as the user gave it time. */
export const endedAsPlanned = ({ end }: { end: RunEnd }): boolean =>
  end === "done" || end === "out-of-time";

/** A field whose values the target accepts once, found by experiment before the first case. */
const UniqueField = z.strictObject({
  path: z.string(),
  /** The response to a repeated value: its status, and the words of its body that the request does not have. */
  signature: z.string(),
  words: z.array(z.string()),
  /** A value of another type gets the same: the response does not show that a value is repeated. */
  alike: z.literal(true).optional(),
});
export type UniqueField = z.infer<typeof UniqueField>;

/** A field of whole numbers, and with how many digits the target accepts them. It refuses those with nine. */
export const FieldDigits = z.strictObject({ path: z.string(), digits: z.int().min(1) });
export type FieldDigits = z.infer<typeof FieldDigits>;

/** How a target is treated, so that its cases are not mistaken for each other. */
export const SendLimits = z.strictObject({
  concurrency: z.int().min(1),
  /** How many unfinished requests the target tolerates while it still responds to a valid one. */
  stallCapacity: z.int().min(0),
  timeoutMs: z.int().min(1),
  keep: z.boolean(),
});
export type SendLimits = z.infer<typeof SendLimits>;

/** Results of the check before the first case: `witness resume` uses them instead of checking again. */
const CalibrationRecord = z.strictObject({
  type: z.literal("approach"),
  /** Id of the valid request that got a response; it checks whether the target is still there. */
  asking: z.string(),
  /** The address that was connected to, if the target has a name; absent behind a proxy or a unix socket. */
  address: z.string().optional(),
  manner: SendLimits.optional(),
  /** Fields whose values are unique: in the header's interface, each of them is fresh from here on. */
  unique: z.array(UniqueField).optional(),
  /** Fields that are fresh from here on because another target of the comparison keeps their values unique. */
  alsoFresh: z.array(z.string()).optional(),
  /** The field whose value says whether a request is the same again, if that is not the first fresh one. */
  identity: z.string().optional(),
  /** Fields whose fresh values are shorter from here on: a target refuses the usual ones. */
  digits: z.array(FieldDigits).optional(),
  nextFresh: z.int().min(0),
});
export type CalibrationRecord = z.infer<typeof CalibrationRecord>;

/** From here on, the cases are others, with more fresh values: the first sending of each is recorded as such again. */
export const isPlannedAgain = ({
  unique = [],
  alsoFresh = [],
  digits = [],
  identity,
}: CalibrationRecord): boolean =>
  unique.length + alsoFresh.length + digits.length > 0 || identity !== undefined;

const Resumed = z.strictObject({
  type: z.literal("resumed"),
  observations: z.int().min(0),
  at: z.iso.datetime(),
});

/** The last line. A run without it was cut off. */
export const RunFooter = z.strictObject({
  type: z.literal("footer"),
  end: RunEnd,
  observations: z.int(),
  endedAt: z.iso.datetime(),
  durationMs: z.number(),
  /** Since format 4: the lines before this one by type, and the SHA-256 of their bytes, line feeds included. */
  counts: z.record(z.string(), z.int().min(0)).optional(),
  sha256: z.string().optional(),
});
export type RunFooter = z.infer<typeof RunFooter>;

/** Any line of `run.ndjson`. */
export const RunRecord = z.discriminatedUnion("type", [
  RunHeader,
  CalibrationRecord,
  Resumed,
  Controls,
  CaseRecord,
  Observation,
  FleetAgent,
  z.discriminatedUnion("code", [CodedNote, WordedNote]),
  LoadSite,
  Ceiling,
  Round,
  AgainstRound,
  Finding,
  Exploration,
  ServedStart,
  Death,
  Usage,
  Growth,
  MemorySearch,
  RunFooter,
]);
export type RunRecord = z.infer<typeof RunRecord>;
