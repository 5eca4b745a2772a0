import type { LoadCheck } from "../../model/load-summary.ts";
import { connections, conservation, hung, samples, statusMix, unanswered } from "./count-checks.ts";
import type { RoundFacts } from "./round-facts.ts";
import {
  gaps,
  generator,
  keptRate,
  lateness,
  little,
  loopDelay,
  roundLength,
  stationary,
} from "./time-checks.ts";

/** The checks by which a round proves itself, those that do not apply left out. */
export function checkRound(facts: RoundFacts): LoadCheck[] {
  return [
    conservation(facts.tally),
    unanswered(facts.tally),
    hung(facts),
    connections(facts),
    samples(facts),
    little(facts),
    roundLength(facts),
    gaps(facts),
    generator(facts),
    loopDelay(facts),
    ...(facts.offered.model === "open" ? [lateness(facts), keptRate(facts)] : []),
    stationary(facts),
    statusMix(facts),
  ].filter((each) => each !== undefined);
}
