import type { BaseUrl } from "../contract/index.ts";
import type { FreshRange } from "../fresh-numbers.ts";
import type { LoadGenerators } from "../load/index.ts";
import type {
  Case,
  FleetAgent,
  Interface,
  LoadPlan,
  Manner,
  NewNote,
  Observation,
  RunHeader,
} from "../model/index.ts";
import type { PlannedSlice } from "./sending-order.ts";

export type FleetRun = {
  header: RunHeader;
  target: BaseUrl;
  signal: AbortSignal;
  /** Milliseconds since the run began: the clock that agents follow. */
  nowMs: () => number;
  note: (note: NewNote) => void;
  joined: (agent: FleetAgent) => void;
};

export type SentSlice = { slice: PlannedSlice; agent: string; observations: Observation[] };

/** Agents that send slices of a plan to one target. */
export type SliceSender = {
  /**
   * Sends slices, and passes the results to `take` in the order of the slices. If observations are missing, the rest is
   * sent again, unless `take` returns false: then everything ends. `alone`: one agent at a time sends while the target
   * serves nobody else.
   */
  send: (
    slices: Iterable<PlannedSlice>,
    how: { alone: boolean },
    take: (sent: SentSlice) => Promise<boolean>,
  ) => Promise<void>;
  /** Has one agent, which has the target to itself, send a case with this fresh value. */
  ask: (asking: Case, fresh: number) => Promise<Observation>;
  close: () => Promise<void>;
};

export type StartGenerators = (
  processes: number,
  ids: { interface: Interface; firstId: number; ids: FreshRange },
  signal: AbortSignal,
) => Promise<LoadGenerators>;

export type FleetWork = {
  /** Before anything is sent. @throws WitnessError with the name of an agent whose plan has other cases. */
  requirePlan: (header: RunHeader) => Promise<void>;
  campaign: (run: FleetRun, manner: Manner) => Promise<SliceSender>;
  generators: (run: FleetRun, load: LoadPlan) => StartGenerators;
  /** The same with one agent each: they work for several runs at a time. */
  lanes: () => FleetWork[];
};
