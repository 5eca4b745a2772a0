import { FleetAgentSummary, Integrity, RunEnd, Target } from "./run.ts";
import { z } from "zod";
import { ExploreSummary, InferredSummary, UnseenSummary } from "./explore-summary.ts";
import { LoadSummary } from "./load-summary.ts";
import { Note } from "./note.ts";
import { InterfaceName } from "./interface.ts";
import { MemoryExcess } from "./serve.ts";
import { StateFacts, StateSentence } from "./state-sentence.ts";

/** From signature (`201`, `reset`, `timed-out`, `400, closed`, ...) to its count. */
export const OutcomeCounts = z.record(z.string(), z.int());
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

export const StatusClasses = z.strictObject({
  "1xx": z.int(),
  "2xx": z.int(),
  "3xx": z.int(),
  /** Successes whose bodies say that the request was refused. */
  refusal: z.int(),
  "4xx": z.int(),
  "5xx": z.int(),
  other: z.int(),
  noAnswer: z.int(),
});
export type StatusClasses = z.infer<typeof StatusClasses>;

/** Counts of nothing. */
export const noClasses = (): StatusClasses => ({
  "1xx": 0,
  "2xx": 0,
  "3xx": 0,
  refusal: 0,
  "4xx": 0,
  "5xx": 0,
  other: 0,
  noAnswer: 0,
});

const SuiteSummary = z.strictObject({
  name: z.string(),
  about: z.string(),
  cases: z.int(),
  observations: z.int(),
  /** Those that they sent: a case on raw connections may send many. */
  requests: z.int(),
  outcomes: OutcomeCounts,
  /** A case that changed counts as unstable. */
  classes: StatusClasses.extend({ unstable: z.int() }),
});

const CaseSummary = z.strictObject({
  id: z.string(),
  outcomes: OutcomeCounts,
  /** `changes-on-repeat`: a second sending of the same id differs. `depends-on-state`: what is stored at the moment decides. */
  stability: z.enum([
    "stable",
    "unstable",
    "differs-by-server",
    "changes-on-repeat",
    "depends-on-state",
    "once",
  ]),
});

const PropertySummary = z.strictObject({
  id: z.string(),
  runs: z.int(),
  outcomes: OutcomeCounts,
  /** For each signature, the shortest cases that got it. */
  examples: z.record(z.string(), z.array(z.string())),
});

const LedgerEntry = z.strictObject({
  id: z.string(),
  kind: z.enum(["stated", "not shown"]),
  text: z.string(),
  at: z.string().optional(),
  reason: z.string().optional(),
  cases: z.int(),
  outcomes: OutcomeCounts,
  observed: z.array(z.string()),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** One noteworthy observation, never a verdict. */
export const Remark = z.strictObject({
  kind: z.enum([
    "refused-by-client",
    "surplus-bytes",
    "no-answer",
    "server-error",
    "unstable",
    "changes-on-repeat",
    "valid-not-2xx",
    "protocol",
    "lenient",
    "step",
    "no-limit",
    "like-valid",
    "odd-one-out",
    "rate-limited",
  ]),
  case: z.string().optional(),
  /** `201`; for a step `201 → 400`, for a difference between sendings `201 / 500`. */
  signature: z.string(),
  /** The signatures that `signature` joins, if there are several. */
  signatures: z.array(z.string()).optional(),
  text: z.string(),
  count: z.int(),
  /** Without a response: the requests end before their messages do, and most servers wait for the rest. */
  unfinished: z.literal(true).optional(),
});
export type Remark = z.infer<typeof Remark>;

export const RunConclusion = z.strictObject({
  kind: z.enum([
    "ended",
    "surroundings",
    "race",
    "returned",
    "accepts",
    "refuses",
    "errors",
    "silence",
    "limits",
    "odd",
    "state",
    "speed",
  ]),
  text: z.string(),
  case: z.string().optional(),
});
export type RunConclusion = z.infer<typeof RunConclusion>;

export const LimitSummary = z.strictObject({
  /** The scales that meet it. */
  of: z.array(z.string()),
  last: z.string(),
  /** Absent, as is `outcome`, where no limit was found up to `last`. */
  next: z.string().optional(),
  outcome: z.string().optional(),
  /** Smaller values are refused, not larger ones. */
  lower: z.literal(true).optional(),
  /** Both smaller and larger values are refused: `next` has both. */
  only: z.literal(true).optional(),
  case: z.string(),
});
export type LimitSummary = z.infer<typeof LimitSummary>;

/** Requests that the target got from a run, by purpose. */
export const RequestCounts = z.strictObject({
  total: z.int(),
  catalogue: z.int(),
  /** Valid requests that checked whether the target responds, and which values are unique. Absent if there were none, as are the others below. */
  checks: z.int().optional(),
  state: z.int().optional(),
  /** Cases that were sent again: in doubt, or to confirm a difference from a baseline or between targets. */
  confirmation: z.int().optional(),
  exploration: z.int().optional(),
  load: z.int().optional(),
  warmup: z.int().optional(),
  against: z.int().optional(),
  memory: z.int().optional(),
});
export type RequestCounts = z.infer<typeof RequestCounts>;

/** `summary.json`: derived from the record, never the other way round. */
export const Summary = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  runId: z.string(),
  target: Target,
  interface: InterfaceName,
  seed: z.int(),
  firstId: z.int(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  durationMs: z.number().optional(),
  /** The whole plan was carried out, the footer written, and the record is not damaged. */
  complete: z.boolean(),
  end: z.union([RunEnd, z.literal("cut-off")]),
  record: Integrity.optional(),
  /** The agents of a fleet that sent; absent if one machine did. */
  agents: z.array(FleetAgentSummary).optional(),
  resumed: z.int().min(1).optional(),
  /** `not-judged`: a limit of witness cut off the response to some valid request. `not-shown`: none got a success that the document states. */
  accepts: z.enum(["held", "not-held", "not-judged", "not-shown", "unreachable", "not-probed"]),
  stated: z.strictObject({
    clauses: z.array(z.string()),
    valid: z.int(),
    /** Valid requests that got a complete HTTP response, `refused` included. */
    answered: z.int(),
    /** Complete by the framing of RFC 9112, but the ordinary client refuses them. */
    refused: z.int().optional(),
    /** Cut off by a limit of witness: a size limit, or a timeout that fired late. */
    notJudged: z.int().optional(),
    text: z.string(),
    /** Responses that differ from the document, with the first case that got one; absent if there are none. */
    breaches: z
      .array(
        z.strictObject({
          clause: z.string(),
          at: z.string().optional(),
          expected: z.string(),
          observed: z.string(),
          count: z.int().min(1),
          case: z.string(),
        }),
      )
      .optional(),
  }),
  /** The probable mistake if every valid request got the same status: URL, credentials, scheme. */
  hint: z.string().optional(),
  /** Where witness served the target: how often it ended or hung, by cause; absent if never. */
  deaths: z
    .array(
      z.strictObject({
        kind: z.enum(["ended", "hung"]),
        cases: z.array(z.string()),
        reason: z.string().optional(),
        exitCode: z.int().optional(),
        signal: z.string().optional(),
        /** It used more memory than it may, and was ended. */
        memory: MemoryExcess.optional(),
        lastLine: z.string().optional(),
        /** Replays of the cases alone, and after how many of them it ended or hung. */
        tried: z.int(),
        times: z.int(),
        suspects: z.array(z.string()).optional(),
        /** Deaths in the run, without the ones during the search for the cause. */
        count: z.int().min(1),
        text: z.string(),
      }),
    )
    .optional(),
  /** Cases that make the memory of the target grow, each repeated; absent where none was found. */
  growths: z
    .array(
      z.strictObject({
        case: z.string(),
        reason: z.string(),
        tried: z.int(),
        times: z.int(),
        beforeBytes: z.int(),
        peakBytes: z.int(),
        afterBytes: z.int(),
        text: z.string(),
      }),
    )
    .optional(),
  /** Use by the target's processes, sampled during the run if they are on this machine and the system tells. */
  usage: z
    .strictObject({
      samples: z.int(),
      startBytes: z.int(),
      peakBytes: z.int(),
      endBytes: z.int(),
      cpuMs: z.int(),
      mostFiles: z.int(),
      mostThreads: z.int(),
      mostProcesses: z.int(),
    })
    .optional(),
  /** Where witness served the target: milliseconds from each start to the first response. */
  startsMs: z.array(z.int()).optional(),
  /** Parts of the document that the requests do not express: a place and its content; absent if there are none. */
  notExpressed: z.array(z.string()).optional(),
  credentials: z.array(z.array(z.string())).optional(),
  /** What the run sent, by purpose. */
  requests: RequestCounts,
  /** Suites and cases without the evidence of exploration: `exploration` names those cases. */
  suites: z.array(SuiteSummary),
  cases: z.array(CaseSummary),
  properties: z.array(PropertySummary),
  /** The conclusions, the most surprising sentence first. */
  conclusions: z.array(RunConclusion),
  /** The limits, and at the end what none was found for. */
  limits: z.array(LimitSummary),
  remarks: z.array(Remark),
  /** What the target remembers of earlier requests, a race first; absent where the run shows nothing about it. */
  state: z.array(StateSentence).optional(),
  stateFacts: StateFacts.optional(),
  notes: z.array(Note),
  ledger: z.array(LedgerEntry),
  load: LoadSummary.optional(),
  exploration: ExploreSummary.optional(),
  inferred: InferredSummary.optional(),
  /** How much behaviour is probably still unseen; absent if no cases were generated. */
  unseen: UnseenSummary.optional(),
});
export type Summary = z.infer<typeof Summary>;
