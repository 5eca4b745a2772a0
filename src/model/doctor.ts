import { z } from "zod";

const Count = z.int().min(0);

/** What came of one load, as one side saw it. Latencies in microseconds. */
const DoctorFigures = z.strictObject({
  answered: Count,
  /** Requests without a (whole) response, those withdrawn behind an announced close included. */
  unanswered: Count,
  p50Us: z.int(),
  p99Us: z.int(),
  perSecond: z.number(),
});
export type DoctorFigures = z.infer<typeof DoctorFigures>;

/** One comparison of truth and measurement. */
const DoctorCheck = z.strictObject({
  name: z.enum([
    "conservation",
    "answered",
    "unanswered",
    "statuses",
    "unasked",
    "requests",
    "matching",
    "p50",
    "p99",
    "status-p50",
    "throughput",
  ]),
  /** A count has to be exact; a time may be near, and is measured again where it is not. */
  kind: z.enum(["count", "time"]),
  held: z.boolean(),
  /** What is compared, with both values, in a sentence. */
  text: z.string(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

const DoctorAttempt = z.strictObject({
  truth: DoctorFigures,
  measured: DoctorFigures,
  checks: z.array(DoctorCheck),
});
export type DoctorAttempt = z.infer<typeof DoctorAttempt>;

/** One server of known behaviour, and how it was measured. */
export const DoctorRow = z.strictObject({
  name: z.string(),
  /** What measured it: the load generator in its two models, or the recorder with its two senders. */
  by: z.enum(["closed", "open", "client", "wire"]),
  /** What was offered, in words. */
  load: z.string(),
  /** One, or up to three where a time was off. The last one decides. */
  attempts: z.array(DoctorAttempt).min(1),
  held: z.boolean(),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

/** What `witness doctor --json` prints: whether measurements on this machine can be trusted. */
export const Diagnosis = z.strictObject({
  version: z.literal(1),
  countsOnly: z.boolean(),
  /** False where it was interrupted. */
  complete: z.boolean(),
  /** Every row held. */
  held: z.boolean(),
  machine: z.strictObject({
    cores: z.int(),
    node: z.string(),
    platform: z.string(),
    /** Processes that were running or wanted to, on average, in the minute before; 0 where the system does not say. */
    busy: z.number(),
  }),
  /** The same round again and again, on a server that does nothing. */
  noise: z
    .strictObject({
      load: z.string(),
      durationMs: z.number(),
      perSecond: z.array(z.number()),
      p50Us: z.array(z.int()),
      /** Median of the rounds' throughput: the most that one generator sends here. */
      ceilingPerSecond: z.number(),
      /** Half the range of the rounds' throughput, as a share of its median. */
      spread: z.number(),
    })
    .optional(),
  rows: z.array(DoctorRow),
  durationMs: z.number(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
