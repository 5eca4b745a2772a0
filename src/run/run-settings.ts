import type { BaseUrl } from "../contract/base-url.ts";
import type { Case } from "../model/case.ts";
import type { RunEnd, RunHeader } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import type { PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import type { RunEvents } from "./run-events.ts";

/** The stated request by each sender. */
export type ValidCases = { client: Case; wire: Case };

/** Everything a run needs; the header goes into the record as it is. */
export type RunSettings = {
  header: RunHeader;
  target: BaseUrl;
  planned: PlannedSuite[];
  /** The suites that exploration draws from. */
  suites: readonly Suite[];
  valid: ValidCases;
  insecure: boolean;
  limitBytes?: number;
  waitForMs: number;
  signal: AbortSignal;
  events?: RunEvents;
  /** What an earlier process has recorded of this run; absent where it begins. */
  recorded?: Recorded;
};

/**
 * How it ended: with the reason where the target could not be reached, and with what was thrown
 * where this machine or witness itself could not go on.
 */
export type RunOutcome = { end: RunEnd; reason?: string; failure?: unknown };
