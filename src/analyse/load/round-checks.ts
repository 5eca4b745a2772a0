import type { LoadCheck } from "../../model/index.ts";
import {
  checkConnections,
  checkConservation,
  checkHung,
  checkSamples,
  checkStatusMix,
  checkWithoutResponse,
} from "./count-checks.ts";
import type { RoundFacts } from "./round-facts.ts";
import {
  checkGaps,
  checkGenerator,
  checkKeptRate,
  checkLateness,
  checkLittle,
  checkLoopDelay,
  checkRoundLength,
  checkStationary,
} from "./time-checks.ts";

/** The checks that apply to a round. */
export function checkRound(facts: RoundFacts): LoadCheck[] {
  return [
    checkConservation(facts.tally),
    checkWithoutResponse(facts.tally),
    checkHung(facts),
    checkConnections(facts),
    checkSamples(facts),
    checkLittle(facts),
    checkRoundLength(facts),
    checkGaps(facts),
    checkGenerator(facts),
    checkLoopDelay(facts),
    ...(facts.offered.model === "open" ? [checkLateness(facts), checkKeptRate(facts)] : []),
    checkStationary(facts),
    checkStatusMix(facts),
  ].filter((each) => each !== undefined);
}
