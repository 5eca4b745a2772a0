import type { PackedTarget } from "../contract/packed-target.ts";
import type { Case } from "../model/case.ts";
import type { Offered, Tally } from "../model/load.ts";
import type { RunHeader } from "../model/run.ts";
import type { LiveFigures } from "../load/messages.ts";
import type { SendingManner } from "../run/fleet-work.ts";
import type { PlanSlice } from "../run/slices.ts";
import type { IdRange } from "../load/share-offer.ts";
import type { ClockOffset } from "./clock-offset.ts";

/** An agent's description of itself. */
export type AgentInfo = {
  name: string;
  /** Two processes of one name differ in it. */
  instance: string;
  version: string;
  /** SHA-256 of its built-in catalogue. */
  catalogue: string;
  platform: string;
  cores: number;
  labels: Record<string, string>;
  /** The run that it works for. */
  run?: string;
};

/** The run that an agent joins, and its part of it. */
export type Prepare = {
  type: "prepare";
  run: string;
  epoch: number;
  header: RunHeader;
  target: PackedTarget;
  part: { nth: number; of: number };
  work:
    /** `whole` is for the agent that has the target to itself. */
    | { kind: "campaign"; manner: SendingManner; whole: SendingManner }
    | { kind: "load"; processes: number; firstId: number; ids: IdRange };
};

/** A request to one agent. */
export type ToAgent =
  | Prepare
  /** Plans the run of a header, and sends whether it has the same cases. */
  | { type: "plan"; header: RunHeader }
  /** Reports the difference between its clock and the run's clock. */
  | { type: "clock"; subject: string }
  /** Measures its maximum rate. */
  | { type: "ceiling" }
  | { type: "who" };

/** An error of an agent, for the process that reports it. */
export type AgentFault = { code: string; message: string; hint: string; exitCode: 2 | 3 | 70 };
/** An agent plans the same cases. */
export type SamePlan = { agent: string } | { agent: string; fault: AgentFault };
export type Ready = { agent: string; clock: ClockOffset } | { agent: string; fault: AgentFault };

/** A slot for the generators of every agent, at a time of the run. */
export type FleetSlot = { offered: Offered; durationMs: number } &
  /** `target`: in a comparison, the target if it is not the run's. */
  (
    | { kind: "slot"; target: PackedTarget; timeoutMs: number; insecure: boolean; seed: number }
    | { kind: "ceiling"; closesAfter?: number }
  );

/** To all agents of a run. */
export type ToRun =
  /** The controller is there. */
  | { type: "beat"; epoch: number }
  | { type: "go"; epoch: number; round: number; atMs: number; slot: FleetSlot }
  | { type: "stop"; epoch: number; round: number }
  | { type: "end"; epoch: number };

/** Four times a second. */
export type Beat = {
  agent: string;
  instance: string;
  run?: string;
  epoch?: number;
  live?: LiveFigures;
};

/** The end of a round at one agent. */
export type Done = {
  agent: string;
  epoch: number;
  round: number;
  result: { offered: Offered; beganMs: number; tally: Tally } | { fault: AgentFault };
};

/** A slice in the queue. If it is `alone`, it needs the target's exclusive lease. */
export type QueuedSlice = { id: string; epoch: number; alone: boolean } & (
  | { slice: PlanSlice; skip: number[] }
  /** The check whether the target still responds. */
  | { asking: Case; fresh: number }
);

/** A complete attempt at a slice, as the bucket of the run has it: the first one counts. */
export type Attempt = { id: string; agent: string; object: string; observations: number };

/** The names of everything at the broker. */
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

/** A name that a subject, a stream and a bucket may have. */
export const brokerName = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, "_");
