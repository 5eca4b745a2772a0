import { drawNumbers, type NumbersOf } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { FIRST_PLANNED, type PlannedSuite } from "./plan.ts";
import { cutSuite, placeOf, type PlannedSlice, type SendingPlace } from "./slices.ts";

/** The order in which planned cases are sent. Fresh values follow the plan, whatever the order. */
export class SendingOrder {
  readonly #repeats: number;
  readonly #of: NumbersOf;
  #nextFresh = FIRST_PLANNED;

  constructor(repeats: number, of: NumbersOf) {
    this.#repeats = repeats;
    this.#of = of;
  }

  /** The first fresh value after the suites so far. */
  get nextFresh(): number {
    return this.#nextFresh;
  }

  /**
   * Every hand-chosen case, then all of them again, so that two sendings of a case are apart; then generated cases;
   * finally hazards.
   */
  *of(suite: PlannedSuite): Generator<SendingPlace> {
    const hazards: SendingPlace[] = [];
    for (const sent of this.#asPlanned(suite)) {
      const { fresh, next } = drawNumbers(sent.request, this.#nextFresh, this.#of);
      const place = placeOf(sent, fresh);
      this.#nextFresh = next;
      if (place.manner === "hazard") hazards.push(place);
      else yield place;
    }
    yield* hazards;
  }

  /** The slices of a suite instead: each has the places that `of` would have. */
  *slices(suite: PlannedSuite): Generator<PlannedSlice> {
    for (const slice of cutSuite(suite, this.#repeats, this.#nextFresh, this.#of)) {
      this.#nextFresh = slice.nextFresh;
      yield slice;
    }
  }

  *#asPlanned(suite: PlannedSuite): Generator<Case> {
    for (let pass = 0; pass < this.#repeats; pass += 1) yield* suite.cases;
    yield* suite.generated();
  }
}
