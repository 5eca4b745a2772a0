import type { LatencyFigures, LoadCheck, LoadFigures, Offered, Tally } from "../../model/index.ts";

/** Responses per second of a ceiling, with connections closed after this many responses if the target does so. */
type CeilingFacts = {
  perSecond: number;
  closesAfter: number | undefined;
  /** A round of the run was faster. */
  tooLow?: boolean;
};

/** The ceiling with the share of it that a rate reaches. */
export function reachedOf(
  { perSecond, closesAfter, tooLow = false }: CeilingFacts,
  rate: number,
): NonNullable<LoadFigures["ceiling"]> {
  const isLow = tooLow || rate > perSecond;
  return {
    perSecond,
    reached: rate / perSecond,
    ...(closesAfter !== undefined && { closesAfter }),
    ...(isLow && { tooLow: true as const }),
  };
}

/** A round with its context. */
export type RoundFacts = {
  offered: Offered;
  tally: Tally;
  latency: LatencyFigures;
  service: LatencyFigures | undefined;
  late: LatencyFigures | undefined;
  /** Responses per second of the generator with the same offered load, against a server that does nothing. */
  ceiling: CeilingFacts | undefined;
  expectedStatuses: readonly string[];
  /** How long a request may wait for its response. */
  timeoutMs: number;
};

export const give = (name: LoadCheck["name"], held: boolean, text: string): LoadCheck => ({
  name,
  held,
  text,
});
