import { type BaseUrl, interfaceOf, type Received } from "../contract/index.ts";
import type { Case, FleetAgent, Interface, LoadPlan, SendLimits, NewNote } from "../model/index.ts";
import type { Observation, Response, RunEnd, RunHeader, Suite } from "../model/index.ts";
import type { FieldDigits, UniqueField } from "../model/index.ts";
import type { WithCurrent } from "./dispatcher.ts";
import type { SentCount } from "./sent-count.ts";
import type { Journal } from "./journal.ts";
import type { PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import type { LiveFigures, LoadGenerators } from "../load/index.ts";
import type { Served } from "./served.ts";
import type { FreshRange } from "../fresh-numbers.ts";
import type { PlannedSlice } from "./sending-order.ts";

/** Progress of the load: its current part, the remaining time, and the figures so far. */
export type LoadProgress = { part: string; leftMs: number; figures: LiveFigures };

/** Progress of the suites: requests, the effort in the time of plain requests, and at the end how long responses may take. */
export type SuiteProgress = {
  suite: string;
  done: number;
  total: number;
  effort?: { done: number; left: number };
  atMostMs?: number;
};

/** Functions that are called while a run goes on; each may be left out. */
export type RunEvents = {
  phase?: (what: string) => void;
  explore?: (what: string) => void;
  load?: (progress: LoadProgress) => void;
  progress?: (state: SuiteProgress) => void;
};

export type ValidCases = { client: Case; raw: Case };

export type TargetMemory = {
  since: (atMs: number) => readonly { atMs: number; rssBytes: number }[];
  now: () => number | undefined;
  /** Holds it against its limit now, instead of a moment later. */
  check: () => void;
};

/** A case to be sent again: alone, beside its neighbours in the plan, or among the first requests to a fresh target. */
export type ToConfirm = { case: string; how: NonNullable<Observation["again"]> };

/** The requests of a run: the planned ones, the suites that exploration draws from, and the stated request. */
export type PlannedRun = { planned: PlannedSuite[]; suites: readonly Suite[]; valid: ValidCases };

/** Everything a run needs. Its options are those of the header, which is recorded unchanged. */
export type RunSettings = PlannedRun & {
  header: RunHeader;
  target: BaseUrl;
  /** Plans again for a header whose interface has more fresh fields. */
  replan: (header: RunHeader) => Promise<PlannedRun>;
  /** Cases to be sent again, asked until it names none. Absent without a baseline. */
  confirm?: () => readonly ToConfirm[];
  /** How to treat the target, as a baseline has it; without it, the calibration finds out. */
  manner?: SendLimits | undefined;
  /** Fields that another operation on the same resources has found to be unique: repeating a value on one resource does not show it. */
  unique?: readonly UniqueField[] | undefined;
  /** How many digits new numbers had in the runs of the baseline: none if they had nine. They have as many again. */
  digits?: readonly FieldDigits[] | undefined;
  reset?: string;
  signal: AbortSignal;
  /** For how many milliseconds after its beginning the run may send suites; absent without a limit. */
  suitesUntilMs?: number;
  /** Until when the load may last: there is time for the search for memory that grows after it. */
  loadUntilMs?: number;
  /** When the user wants the run to be over, in milliseconds after its beginning; absent without a limit. */
  endsAtMs?: number;
  events?: RunEvents;
  /** Takes each response, also one that is not recorded; not those of a load. */
  heard?: (response: Response) => void;
  /** Takes the body of each response that is too long for the record, before `heard` takes the rest. */
  heardBody?: ((received: Received) => void) | undefined;
  /** What is known before anything is sent. */
  known?: readonly NewNote[] | undefined;
  /** Sends each request with values that are read just before it. */
  withCurrent?: WithCurrent | undefined;
  /** Counts requests, also those that are not recorded; not a load. */
  tally?: SentCount | undefined;
  recorded?: Recorded;
  /** Absent if the operating system does not tell about the target's processes. */
  memory?: TargetMemory;
  served?: Served;
  /** The build that is loaded in turn with the target; witness may serve it. */
  against?: { target: BaseUrl; served: Served | undefined } | undefined;
  /** Searches for memory that grows with valid requests: always, or if the samples of the run suggest it. */
  leaks?: "always" | "if-suspected" | undefined;
  fleet?: FleetWork;
};

type Sending = Pick<
  RunSettings,
  "target" | "header" | "signal" | "heard" | "heardBody" | "tally" | "withCurrent"
>;

export function sendingOf(settings: Sending) {
  const { target, header, signal, heard, heardBody, tally, withCurrent } = settings;
  const { timeoutMs, insecure, readLimitBytes } = header.options;
  return {
    interface: interfaceOf(header),
    target,
    firstId: header.firstId,
    timeoutMs,
    insecure,
    signal,
    limitBytes: readLimitBytes,
    heard,
    heardBody,
    tally,
    withCurrent,
  };
}

/** Counts what `work` sends and does not record among the controls of the run. */
export async function countingControls<T>(
  { tally }: Pick<RunSettings, "tally">,
  journal: Pick<Journal, "observations" | "write">,
  work: () => Promise<T>,
): Promise<T> {
  const unrecorded = (): number => (tally?.sent ?? 0) - journal.observations;
  const before = unrecorded();
  try {
    return await work();
  } finally {
    const asked = unrecorded() - before;
    if (asked > 0) journal.write({ type: "controls", asked, dropped: 0 });
  }
}

/** The same for connections whose ends do not matter: an open one blocks some servers. */
export const briefly = (settings: Sending, timeoutMs: number) => ({
  ...sendingOf(settings),
  timeoutMs,
  keep: false,
  lingerMs: 0,
});

/** A run as the agents of a fleet need it. Their reports go into its record. */
export const fleetRunOf = (
  { header, target, signal }: RunSettings,
  journal: Journal,
): FleetRun => ({
  header,
  target,
  signal,
  nowMs: () => journal.nowMs(),
  note: (note) => journal.note(note),
  joined: (agent) => journal.write(agent),
});

/** With the reason if the target could not be reached, the error if this machine or witness could not continue. */
export type RunOutcome = { end: RunEnd; reason?: string; failure?: unknown };

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
  campaign: (run: FleetRun, manner: SendLimits) => Promise<SliceSender>;
  generators: (run: FleetRun, load: LoadPlan) => StartGenerators;
  /** The same with one agent each: they work for several runs at a time. */
  lanes: () => FleetWork[];
};
