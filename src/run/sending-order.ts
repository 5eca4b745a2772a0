import { requestFreshCount } from "../generate/fresh-count.ts";
import { hazardOf } from "../generate/hazard.ts";
import type { Case } from "../model/case.ts";
import { FIRST_PLANNED, type PlannedSuite } from "./plan.ts";
import type { Manner } from "./schedule.ts";

/** A case at its place in the order, with the index of its first fresh value. */
export type SendingPlace = { sent: Case; fresh: number; manner: Manner };

/** The place of a case whose first fresh value is this one. */
export function placeOf(sent: Case, fresh: number): SendingPlace {
  if (hazardOf(sent) !== undefined) return { sent, fresh, manner: "hazard" };
  return { sent, fresh, manner: sent.alone === true ? "alone" : "beside" };
}

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
  *of(suite: PlannedSuite): Generator<SendingPlace> {
    const hazards: SendingPlace[] = [];
    for (const sent of this.#asPlanned(suite)) {
      const place = placeOf(sent, this.#nextFresh);
      this.#nextFresh += Math.max(1, requestFreshCount(sent.request));
      if (place.manner === "hazard") hazards.push(place);
      else yield place;
    }
    yield* hazards;
  }

  *#asPlanned(suite: PlannedSuite): Generator<Case> {
    for (let pass = 0; pass < this.#repeats; pass += 1) yield* suite.cases;
    yield* suite.generated();
  }
}
