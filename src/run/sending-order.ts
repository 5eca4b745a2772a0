import { requestFreshCount } from "../generate/fresh-count.ts";
import { hazardOf } from "../generate/hazard.ts";
import type { Case } from "../model/case.ts";
import { FIRST_PLANNED, type PlannedSuite } from "./plan.ts";
import type { Manner } from "./schedule.ts";

/** A case at its place in the order, with the index of its first fresh value. */
type Place = { sent: Case; fresh: number; manner: Manner };

/** The order in which planned cases are sent. Fresh values follow the plan, whatever the order. */
export class SendingOrder {
  readonly #repeats: number;
  #nextFresh = FIRST_PLANNED;

  constructor(repeats: number) {
    this.#repeats = repeats;
  }

  /** The first fresh value after those of the suites so far. */
  get nextFresh(): number {
    return this.#nextFresh;
  }

  /**
   * Every hand-chosen case, then all of them again, so that two sendings of one are apart; then generated
   * ones; finally those that can exhaust the target.
   */
  *of(suite: PlannedSuite): Generator<Place> {
    const hazards: Place[] = [];
    for (const sent of this.#asPlanned(suite)) {
      const fresh = this.#nextFresh;
      this.#nextFresh += Math.max(1, requestFreshCount(sent.request));
      if (hazardOf(sent) !== undefined) hazards.push({ sent, fresh, manner: "hazard" });
      else yield { sent, fresh, manner: sent.alone === true ? "alone" : "beside" };
    }
    yield* hazards;
  }

  *#asPlanned(suite: PlannedSuite): Generator<Case> {
    for (let pass = 0; pass < this.#repeats; pass += 1) yield* suite.cases;
    yield* suite.generated();
  }
}
