import type { Offered, Tally } from "../../model/load.ts";
import type { LatencyFigures, LoadCheck } from "../../model/load-summary.ts";

/** Responses per second of a ceiling, with connections closed after so many responses where the target does so. */
type CeilingFacts = { perSecond: number; closesAfter: number | undefined };

/** A round with what is known beside it. */
export type RoundFacts = {
  offered: Offered;
  tally: Tally;
  latency: LatencyFigures;
  service: LatencyFigures | undefined;
  late: LatencyFigures | undefined;
  /** Responses per second that the generator reached, offered the same, against a server that does nothing. */
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
