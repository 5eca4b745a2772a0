import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import type { Summary } from "../model/summary.ts";
import type { Target } from "../model/target.ts";
import type { RunOutcome } from "../run/run-settings.ts";

/** A run that is over: how it ended, and its verdict. */
type Ended = { outcome: RunOutcome; summary: Pick<Summary, "accepts"> };

const STATED_CODES: Record<Summary["accepts"], number> = {
  held: 0,
  "not-held": 1,
  "not-judged": 4,
  unreachable: 1,
  "not-probed": 1,
};

/** What did not hold outweighs what was not judged. */
const WORST_FIRST = [3, 1, 4];

/**
 * 0 done and held · 1 what is stated did not hold · 3 the target was lost · 4 nothing failed, but
 * a limit of witness left something valid unjudged · 130 interrupted. Throws where it was never reached.
 */
export function exitCodeOf({ outcome, summary }: Ended, target: Target): number {
  switch (outcome.end) {
    case "interrupted":
      return 130;
    case "target-lost":
    case "no-samples":
    case "load-failed":
      return 3;
    case "unreachable":
      throw unreachable(target, outcome.reason ?? "no reason known");
    case "not-answering":
    case "done":
      return STATED_CODES[summary.accepts];
  }
}

/** The worst of several runs; one that was given up because of another counts for nothing. */
export function exitCodeOfAll(runs: readonly Ended[], targets: readonly Target[]): number {
  const codes = runs.map((run, index) => exitCodeOf(run, targets[index] as Target));
  const ownFault = codes.filter((_, index) => runs[index]?.outcome.end !== "interrupted");
  return WORST_FIRST.find((code) => ownFault.includes(code)) ?? Math.max(...codes);
}

/** Of reading a stored run: 4 where the record is damaged or incomplete, or the run was interrupted. */
export const exitCodeOfStored = ({ record, end }: Pick<Summary, "record" | "end">): number =>
  record?.state === "damaged" || record?.state === "incomplete" || end === "interrupted" ? 4 : 0;

function unreachable({ baseUrl }: Target, reason: string): WitnessError {
  const { hostname, port } = parseBaseUrl(baseUrl);
  const hint = reason.startsWith("TLS")
    ? "--insecure takes any certificate; a server without TLS wants http://"
    : "is it running? --wait-for 30s keeps trying while it starts";
  return new WitnessError("unreachable", `cannot reach ${hostname} port ${port}: ${reason}`, {
    hint,
    exitCode: 3,
  });
}
