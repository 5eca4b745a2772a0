import { COMPARED_PARTS } from "../options/index.ts";
import { InterfaceName } from "./interface.ts";
import { z } from "zod";
import { Offered } from "./load.ts";

/** Figures of one round: responses per second, and latencies in microseconds. */
export const BaselineRound = z.strictObject({
  throughput: z.number(),
  goodput: z.number(),
  avg: z.number(),
  p50: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
});
export type BaselineRound = z.infer<typeof BaselineRound>;

const BaselineLoad = z.strictObject({
  offered: Offered,
  /** The generator's rate on that machine: on other machines it differs. */
  ceiling: z.number().optional(),
  /** Half the range of the rounds' throughput, as a share of its median. */
  noise: z.number(),
  rounds: z.array(BaselineRound).min(1),
});
export type BaselineLoad = z.infer<typeof BaselineLoad>;

/** A difference that a person accepted, and why. */
const Accepted = z.strictObject({
  what: z.array(z.string()).min(1),
  reason: z.string().min(1),
  /** How many cases and axes it changed. */
  changed: z.int(),
  run: z.string(),
});
export type Accepted = z.infer<typeof Accepted>;

/** Parts of each response that a baseline may contain besides its status. */
export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** `baseline.json`: the behaviour of a target, to be committed and compared with later runs. */
export const Baseline = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.string(),
  target: z.string(),
  /** The interface of the requests; absent if it is the built-in one. */
  interface: InterfaceName.optional(),
  run: z.string(),
  /** SHA-256 of the hand-chosen cases. */
  catalogue: z.string(),
  /** The compared parts; absent if only the status is compared. */
  compares: z.array(z.enum(["status", ...COMPARED_PARTS])).optional(),
  /** The signature of every hand-chosen case; `201 then 409` if a repeated id changes it; a list if it was unstable. */
  cases: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)])),
  /** The content type of the last response of every hand-chosen case; several if sendings differ. */
  contentTypes: z.record(z.string(), z.string()).optional(),
  /** The shape of the last body of every hand-chosen case: the types of values, by path; no values. */
  shapes: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  /** Along every axis: the responses, and from which place on. */
  boundaries: z.record(z.string(), z.array(z.string()).min(1)),
  load: BaselineLoad.optional(),
  accepted: z.array(Accepted),
});
export type Baseline = z.infer<typeof Baseline>;
