import { z } from "zod";
import type { PackedTarget } from "../contract/index.ts";
import { Case, SendLimits, Offered, RunHeader, Tally } from "../model/index.ts";
import { decodeLatency } from "../stats/index.ts";
import { VERSION } from "../version.ts";
import { WitnessError } from "../errors.ts";
import { ownFault } from "../machine-fault.ts";

export type MessageKind<T> = { schema: z.ZodType<T>; mostBytes: number };

const small = <T>(schema: z.ZodType<T>): MessageKind<T> => ({ schema, mostBytes: 2 ** 16 });
/** A header may have a long document, and a tally has many histograms. */
const large = <T>(schema: z.ZodType<T>): MessageKind<T> => ({ schema, mostBytes: 2 ** 23 });

/** The name of an agent or a run, as part of a subject. */
const Name = z.string().regex(/^[A-Za-z0-9_-]+$/);
/** The name of a slice: a key of a bucket. */
const SliceId = z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/);
const Epoch = z.int().min(0);
const Count = z.int().min(0);

const AgentInfo = z.object({
  name: Name,
  instance: z.string(),
  version: z.string(),
  catalogue: z.string(),
  platform: z.string(),
  cores: z.int().min(1),
  labels: z.record(z.string(), z.string()),
  /** Its public key: run keys are encrypted for it. */
  key: z.string(),
  run: z.string().optional(),
});
export type AgentInfo = z.infer<typeof AgentInfo>;

/** An agent of another version, which is refused by its name. */
const OtherInfo = z
  .object({ name: Name, version: z.string().refine((version) => version !== VERSION) })
  .transform(({ name, version }): AgentInfo => {
    const unknown = { instance: "", catalogue: "", platform: "", cores: 1, labels: {}, key: "" };
    return { name, version, ...unknown };
  });

const Clock = z.strictObject({ offsetMs: z.number(), errorMs: z.number() });

const OptionalText = z.string().optional();
/** Loose: whatever a route has goes to the agent. */
const Packed: z.ZodType<PackedTarget> = z.looseObject({
  href: z.string(),
  protocol: z.enum(["http:", "https:"]),
  hostname: z.string(),
  port: z.int().min(1).max(65_535),
  host: z.string(),
  prefix: z.string(),
  route: z
    .looseObject({
      headers: z.array(z.tuple([z.string(), z.string()])),
      redact: z.array(z.string()).optional(),
      address: OptionalText,
      unixSocket: OptionalText,
      proxy: z
        .looseObject({
          hostname: z.string(),
          port: z.int(),
          secure: z.boolean(),
          authorization: OptionalText,
        })
        .optional(),
      family: z.union([z.literal(4), z.literal(6)]).optional(),
      tls: z
        .looseObject({
          cert: OptionalText,
          key: OptionalText,
          ca: OptionalText,
          serverName: OptionalText,
        })
        .optional(),
      used: z.looseObject({ address: OptionalText }).optional(),
    })
    .optional(),
});

const Prepare = z.strictObject({
  type: z.literal("prepare"),
  run: Name,
  epoch: Epoch,
  header: RunHeader,
  /** Encrypts the secrets in targets, and is encrypted for this agent. */
  key: z.string(),
  target: Packed,
  part: z
    .strictObject({ nth: Count, of: z.int().min(1) })
    .refine(({ nth, of }) => nth < of, "there is no such part"),
  work: z.discriminatedUnion("kind", [
    /** `whole` is for the agent that has the target to itself. */
    z.strictObject({ kind: z.literal("campaign"), manner: SendLimits, whole: SendLimits }),
    z.strictObject({
      kind: z.literal("load"),
      processes: z.int().min(1),
      firstId: z.int(),
      ids: z.strictObject({ from: Count, size: z.int().min(1), by: z.string() }),
    }),
  ]),
});
export type Prepare = z.infer<typeof Prepare>;

const ToAgent = z.discriminatedUnion("type", [
  Prepare,
  /** Plans the run of a header, and sends whether it has the same cases. */
  z.strictObject({ type: z.literal("plan"), header: RunHeader }),
  /** Reports the difference between its clock and the run's clock. */
  z.strictObject({
    type: z.literal("clock"),
    subject: z.string().regex(/^witness\.clock\.[A-Za-z0-9_-]+$/),
  }),
  z.strictObject({ type: z.literal("ceiling") }),
  z.strictObject({ type: z.literal("who") }),
]);
export type ToAgent = z.infer<typeof ToAgent>;

const AgentFault = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  exitCode: z.union([z.literal(2), z.literal(3), z.literal(70)]),
});
/** An error of an agent, for the process that reports it. */
export type AgentFault = z.infer<typeof AgentFault>;

const FaultReply = z.strictObject({ agent: Name, fault: AgentFault });
export type FaultReply = z.infer<typeof FaultReply>;
const SamePlan = z.union([z.strictObject({ agent: Name }), FaultReply]);
export type SamePlan = z.infer<typeof SamePlan>;
const Ready = z.union([z.strictObject({ agent: Name, clock: Clock }), FaultReply]);
export type Ready = z.infer<typeof Ready>;

/** Whether another process of this name answers, and whether it was there before. */
const Namesake = z.strictObject({ instance: z.string(), isSettled: z.boolean() });
export type Namesake = z.infer<typeof Namesake>;

const slot = { offered: Offered, durationMs: z.number().positive() };
const FleetSlot = z.discriminatedUnion("kind", [
  /** `target`: in a comparison, the target if it is not the run's. */
  z.strictObject({
    kind: z.literal("slot"),
    target: Packed,
    timeoutMs: z.number(),
    insecure: z.boolean().optional(),
    seed: z.number(),
    ...slot,
  }),
  z.strictObject({ kind: z.literal("ceiling"), closesAfter: z.number().optional(), ...slot }),
]);
/** A slot for the generators of every agent, at a time of the run. */
export type FleetSlot = z.infer<typeof FleetSlot>;

const ToRun = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("beat"), epoch: Epoch }),
  z.strictObject({
    type: z.literal("go"),
    epoch: Epoch,
    round: Count,
    atMs: z.number(),
    slot: FleetSlot,
  }),
  z.strictObject({ type: z.literal("stop"), epoch: Epoch, round: Count }),
  z.strictObject({ type: z.literal("end"), epoch: Epoch }),
]);
export type ToRun = z.infer<typeof ToRun>;

const Beat = z.strictObject({
  agent: Name,
  instance: z.string(),
  run: Name.optional(),
  epoch: Epoch.optional(),
  live: z
    .strictObject({
      answered: z.number(),
      perSecond: z.number(),
      p50Us: z.number(),
      p99Us: z.number(),
      statuses: z.record(z.string(), z.number()),
      unanswered: z.number(),
    })
    .optional(),
  isLeaving: z.literal(true).optional(),
});
export type Beat = z.infer<typeof Beat>;

/** What is added up must be histograms. */
const hasHistograms = ({ statuses, service, late }: Tally): boolean => {
  const latencies = Object.values(statuses).map(({ latency }) => latency);
  for (const each of [...latencies, service, late]) if (each !== undefined) decodeLatency(each);
  return true;
};

const Done = z.strictObject({
  agent: Name,
  epoch: Epoch,
  round: Count,
  result: z.union([
    z.strictObject({ offered: Offered, beganMs: z.number(), tally: Tally.refine(hasHistograms) }),
    z.strictObject({ fault: AgentFault }),
  ]),
});
export type Done = z.infer<typeof Done>;

/** More cases than this are in no slice. */
const MOST_CASES = 1000;
const common = { id: SliceId, epoch: Epoch, alone: z.boolean() };
const QueuedSlice = z.union([
  z.strictObject({
    ...common,
    slice: z
      .strictObject({
        suite: z.string(),
        property: Count.optional(),
        from: Count,
        to: Count,
        fresh: Count,
      })
      .refine(({ from, to }) => from <= to && to - from <= MOST_CASES, "not a slice"),
    skip: z.array(Count),
  }),
  z.strictObject({ ...common, asking: Case, fresh: Count }),
]);
/** A slice in the queue. If it is `alone`, it needs the target's exclusive lease. */
export type QueuedSlice = z.infer<typeof QueuedSlice>;

const Attempt = z.strictObject({
  id: SliceId,
  agent: Name,
  object: z.string().min(1),
  observations: Count,
});
/** A complete attempt at a slice, as the bucket of the run has it: the first one counts. */
export type Attempt = z.infer<typeof Attempt>;

const Held = z.strictObject({
  instance: z.string(),
  holder: z.string(),
  epoch: Epoch,
  isReleased: z.literal(true).optional(),
});
export type Held = z.infer<typeof Held>;

export const messages = {
  /** A request that needs no words. */
  nothing: small(z.null()),
  time: small(z.number()),
  ceiling: small(z.union([z.number(), FaultReply])),
  info: small(z.union([AgentInfo, OtherInfo])),
  namesake: small(Namesake),
  beat: small(Beat),
  toAgent: large(ToAgent),
  samePlan: small(SamePlan),
  ready: small(Ready),
  toRun: large(ToRun),
  done: large(Done),
  taken: small(z.literal(true)),
  sliceDone: small(z.union([z.strictObject({ id: SliceId }), FaultReply])),
  slice: large(QueuedSlice),
  attempt: small(Attempt),
  held: small(Held),
};

const ROOT = "witness";
export const subjects = {
  discover: `${ROOT}.discover`,
  beats: `${ROOT}.beat.*`,
  beat: (agent: string) => `${ROOT}.beat.${agent}`,
  agent: (agent: string) => `${ROOT}.agent.${agent}`,
  run: (run: string) => `${ROOT}.run.${run}`,
  clock: (run: string) => `${ROOT}.clock.${run}`,
  done: (run: string) => `${ROOT}.done.${run}`,
  slices: (run: string) => `${ROOT}.slices.${run}`,
};

export const brokerName = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, "_");

/** Agents and controllers say four times a second that they are there. */
export const BEAT_MS = 250;
/** An agent that has not heard its controller for this long stops sending: the target gets no more requests within 2 s. */
export const DEAD_MAN_MS = 1500;
export const LOST_MS = 2000;

export function faultOf(error: unknown): AgentFault {
  const { code, message, hint = "", exitCode } = ownFault(error);
  return { code, message, hint, exitCode };
}

export const agentError = (agent: string, { code, message, hint, exitCode }: AgentFault) =>
  new WitnessError(code, `agent ${agent}: ${message}`, { hint, exitCode });
