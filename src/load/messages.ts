import type { FreshRange } from "../fresh-numbers.ts";
import type { Interface, Offered, Tally } from "../model/index.ts";
import type { PackedTarget } from "../contract/index.ts";

/**
 * Start options of a generator: its range of ids, and after how long without a sign of life from its parent it stops
 * sending.
 */
export type GeneratorOptions = { firstId: number; ids: FreshRange; silentMs?: number };

/** A request to a generator: one slot, to begin at a time of the shared clock. */
export type SlotRequest = {
  type: "slot";
  target: PackedTarget;
  interface: Interface;
  offered: Offered;
  durationMs: number;
  timeoutMs: number;
  insecure: boolean;
  seed: number;
  phase: number;
  startAtMs: number;
};

export type ToGenerator = SlotRequest | { type: "stop" } | { type: "alive" };

/** Progress of a slot, several times a second. */
export type LiveFigures = {
  answered: number;
  perSecond: number;
  p50Us: number;
  p99Us: number;
  statuses: Record<string, number>;
  unanswered: number;
};

export type FromGenerator =
  | { type: "ready" }
  | { type: "live"; figures: LiveFigures }
  | { type: "tally"; tally: Tally; beganAtMs: number }
  | { type: "failed"; code: string; message: string; hint: string };
