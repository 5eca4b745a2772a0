import type { Filling } from "../generate/index.ts";
import { type Case, type Observation, type RunHeader, isExplored } from "../model/index.ts";

export type Observed = {
  header: RunHeader;
  case: Case;
  observation: Observation;
  /** What its templates were filled with. Values that no record has are `[redacted]`. */
  filling: Filling;
};

/** When a request was started, in milliseconds since 1970. */
export const startedMs = ({ header, observation }: Observed): number =>
  Date.parse(header.startedAt) + observation.atMs;

/** From the start of a request to its last response, or to the end of waiting for it: microseconds. */
export const totalUs = ({ observation }: Observed): number =>
  Math.max(...observation.answers.map((each) => each.totalUs));

/** Why a request was sent: as a case, to check the target, to confirm a difference, or as the evidence of a finding. */
export function purposeOf({ case: sent, observation }: Observed): string {
  if (observation.check !== undefined) return "check";
  if (observation.again !== undefined) return "confirmation";
  return isExplored(sent.id) ? "exploration" : "case";
}
