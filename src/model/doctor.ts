import { z } from "zod";

const Count = z.int().min(0);

/** The results of one load, as seen by one side. Latencies in microseconds. */
const DoctorFigures = z.strictObject({
  answered: Count,
  /** Requests without a complete response, including those withdrawn after an announced close. */
  unanswered: Count,
  p50Us: z.int(),
  p99Us: z.int(),
  perSecond: z.number(),
});
export type DoctorFigures = z.infer<typeof DoctorFigures>;

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
  /** A count must be exact; a time has a tolerance, and is measured again if it exceeds it. */
  kind: z.enum(["count", "time"]),
  held: z.boolean(),
  text: z.string(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

const DoctorAttempt = z.strictObject({
  truth: DoctorFigures,
  measured: DoctorFigures,
  checks: z.array(DoctorCheck),
});
export type DoctorAttempt = z.infer<typeof DoctorAttempt>;

export const DoctorRow = z.strictObject({
  name: z.string(),
  /** What measured it: the load generator with its two models, or the recorder with its two senders. */
  by: z.enum(["closed", "open", "client", "wire"]),
  load: z.string(),
  /** One, or up to three if a time was wrong. The last one decides. */
  attempts: z.array(DoctorAttempt).min(1),
  held: z.boolean(),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

export const Diagnosis = z.strictObject({
  version: z.literal(1),
  countsOnly: z.boolean(),
  /** False if it was interrupted. */
  complete: z.boolean(),
  held: z.boolean(),
  machine: z.strictObject({
    cores: z.int(),
    node: z.string(),
    platform: z.string(),
    /** Load average over the last minute; 0 if the system does not report it. */
    busy: z.number(),
  }),
  /** One round repeated against a server that does nothing. */
  noise: z
    .strictObject({
      load: z.string(),
      durationMs: z.number(),
      perSecond: z.array(z.number()),
      p50Us: z.array(z.int()),
      /** Median of the rounds' throughput: the maximum of one generator on this machine. */
      ceilingPerSecond: z.number(),
      /** Half the range of the rounds' throughput, as a share of its median. */
      spread: z.number(),
    })
    .optional(),
  rows: z.array(DoctorRow),
  durationMs: z.number(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
