import { interfaceOf } from "../contract/user-submission.ts";
import type { BaseUrl } from "../contract/base-url.ts";
import type { Case } from "../model/case.ts";
import type { RunEnd, RunHeader } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import type { PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import type { LiveFigures } from "../load/messages.ts";
import type { Served } from "../serve/served.ts";

/** How the load goes: which part of it, how long it still lasts, and the figures so far. */
export type LoadProgress = { part: string; leftMs: number; figures: LiveFigures };

/** What happens while it runs. */
export type RunEvents = {
  phase?: (what: string) => void;
  /** What is being explored now. */
  explore?: (what: string) => void;
  load?: (progress: LoadProgress) => void;
  progress?: (state: { suite: string; done: number; total: number }) => void;
};

/** The stated request by each sender. */
export type ValidCases = { client: Case; raw: Case };

/** Everything a run needs. Its options are those of the header, which goes into the record as it is. */
export type RunSettings = {
  header: RunHeader;
  target: BaseUrl;
  planned: PlannedSuite[];
  /** The suites that exploration draws from. */
  suites: readonly Suite[];
  valid: ValidCases;
  signal: AbortSignal;
  /** How long after its beginning the run may send suites, in milliseconds; absent where that is not limited. */
  suitesUntilMs?: number;
  events?: RunEvents;
  /** What an earlier process has recorded of this run; absent where it begins. */
  recorded?: Recorded;
  /** Looks now at the memory that the target uses, instead of a moment later. */
  lookAtMemory?: () => void;
  /** Starts and stops the target, where witness is to do that. */
  served?: Served;
};

/** How the requests of a run are sent. */
export function sendingOf({ target, header, signal }: RunSettings) {
  const { timeoutMs, insecure = false, readLimitBytes } = header.options;
  const limit = readLimitBytes === undefined ? {} : { limitBytes: readLimitBytes };
  return {
    interface: interfaceOf(header),
    target,
    firstId: header.firstId,
    timeoutMs,
    insecure,
    signal,
    ...limit,
  };
}

/**
 * How it ended: with the reason where the target could not be reached, and with what was thrown
 * where this machine or witness itself could not go on.
 */
export type RunOutcome = { end: RunEnd; reason?: string; failure?: unknown };
