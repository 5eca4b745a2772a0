import { WitnessError } from "../errors.ts";
import type { Summary } from "../model/summary.ts";
import type { Target } from "../model/target.ts";
import { ownFault } from "../machine-fault.ts";
import type { RunOutcome } from "../run/run-settings.ts";
import { unreachable } from "../jobs/targets.ts";
import { interruptedCode } from "./interrupt.ts";

/** A finished run: how it ended, and its verdict. */
type Ended = { outcome: RunOutcome; summary: Pick<Summary, "accepts">; folder: string };

const STATED_CODES: Record<Summary["accepts"], number> = {
  held: 0,
  "not-held": 1,
  "not-judged": 4,
  unreachable: 1,
  "not-probed": 1,
};

/** A failed clause outweighs an unjudged one. */
const WORST_FIRST = [3, 1, 4];

/**
 * 0 done and held · 1 what is stated did not hold · 3 the target was lost · 4 nothing failed, but a
 * limit of witness left something valid unjudged · 130 interrupted (129, 143). Throws if the target
 * was never reached, and where this machine or witness could not continue.
 */
export function exitCodeOf({ outcome, summary, folder }: Ended, target: Target): number {
  switch (outcome.end) {
    case "interrupted":
      return interruptedCode();
    case "target-lost":
    case "no-samples":
      return 3;
    case "load-failed":
    case "failed":
      throw failed(outcome.failure, folder);
    case "unreachable":
      throw unreachable(target, outcome.reason ?? "no reason known");
    case "not-measured":
      return summary.accepts === "held" ? 4 : STATED_CODES[summary.accepts];
    case "not-expected":
      return 1;
    case "not-answering":
    case "out-of-time":
    case "done":
      return STATED_CODES[summary.accepts];
  }
}

/**
 * False if an error already says everything: the target was never reached, or the run could not
 * continue.
 */
export const isWorthPrinting = ({ end, failure }: RunOutcome): boolean =>
  end !== "unreachable" && failure === undefined;

/** The worst of several runs; one that was stopped because of another does not count. */
export function exitCodeOfAll(runs: readonly Ended[], targets: readonly Target[]): number {
  const codes = runs.map((run, index) => exitCodeOf(run, targets[index] as Target));
  const ownFault = codes.filter((_, index) => runs[index]?.outcome.end !== "interrupted");
  return WORST_FIRST.find((code) => ownFault.includes(code)) ?? Math.max(...codes);
}

/** For reading a stored run: 4 if the record is damaged or incomplete, or the run was interrupted. */
export const exitCodeOfStored = ({ record, end }: Pick<Summary, "record" | "end">): number =>
  record?.state === "damaged" || record?.state === "incomplete" || end === "interrupted" ? 4 : 0;

/** Why a run could not continue, and where its record is. */
function failed(failure: unknown, folder: string): WitnessError {
  const { code, message, hint, exitCode, cause = failure } = ownFault(failure);
  const kept = `everything recorded so far is in ${folder}`;
  return new WitnessError(code, message, {
    hint: hint === undefined || hint === "" ? kept : `${hint}\n  ${kept}`,
    exitCode,
    cause,
  });
}
