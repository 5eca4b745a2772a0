import { DRAWN_AT_ONCE, drawNumbers, hazardOf, type NumbersOf } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { type PlannedSuite, FIRST_PLANNED } from "./plan.ts";
import type { Placement } from "./schedule.ts";

/** A case at its place in the order, with the index of its first fresh value. */
export type SendingPlace = { sent: Case; fresh: number; placement: Placement };

export function placeOf(sent: Case, fresh: number): SendingPlace {
  if (hazardOf(sent) !== undefined) return { sent, fresh, placement: "hazard" };
  return { sent, fresh, placement: sent.alone === true ? "alone" : "beside" };
}

/** A range of a suite in the order of the plan: of hand-chosen cases, or of those of the property with this number. */
type PlanSlice = { suite: string; property?: number; from: number; to: number; fresh: number };

export type PlannedSlice = PlanSlice & { places: SendingPlace[]; nextFresh: number };

/** Cuts a suite into slices, whose fresh values begin here. Together they are the whole suite, each case once. */
export function* cutSuite(
  suite: PlannedSuite,
  repeats: number,
  firstFresh: number,
  of: NumbersOf,
): Generator<PlannedSlice> {
  let fresh = firstFresh;
  for (const range of rangesOf(suite, repeats)) {
    const slice = { suite: suite.name, ...range, fresh };
    const places = [...redrawSlice(slice, suite, of)];
    const last = places.at(-1);
    if (last !== undefined) fresh = drawNumbers(last.sent.request, last.fresh, of).next;
    yield { ...slice, places, nextFresh: fresh };
  }
}

export function* redrawSlice(
  slice: PlanSlice,
  suite: PlannedSuite,
  of: NumbersOf,
): Generator<SendingPlace> {
  let next = slice.fresh;
  for (const sent of casesOf(slice, suite)) {
    const drawn = drawNumbers(sent.request, next, of);
    next = drawn.next;
    yield placeOf(sent, drawn.fresh);
  }
}

function* rangesOf(
  { cases, drawn }: PlannedSuite,
  repeats: number,
): Generator<Omit<PlanSlice, "suite" | "fresh">> {
  const chosen = cases.length * repeats;
  for (let from = 0; from < chosen; from += DRAWN_AT_ONCE)
    yield { from, to: Math.min(chosen, from + DRAWN_AT_ONCE) };
  for (const [property, { runs }] of drawn.entries())
    for (let from = 0; from < runs; from += DRAWN_AT_ONCE)
      yield { property, from, to: Math.min(runs, from + DRAWN_AT_ONCE) };
}

function* casesOf(
  { property, from, to }: PlanSlice,
  { cases, drawn }: PlannedSuite,
): Generator<Case> {
  if (property === undefined) {
    for (let at = from; at < to; at += 1) yield cases[at % cases.length] as Case;
    return;
  }
  let at = from;
  for (const each of drawn[property]?.draw(from) ?? []) {
    if (at >= to) return;
    at += 1;
    yield each;
  }
}

/** The order in which planned cases are sent. Fresh values follow the plan, whatever the order. */
export class SendingOrder {
  readonly #repeats: number;
  readonly #of: NumbersOf;
  nextFresh = FIRST_PLANNED;

  constructor(repeats: number, of: NumbersOf) {
    this.#repeats = repeats;
    this.#of = of;
  }

  /** Hand-chosen cases, then all again, so that two sendings are apart; then generated cases; finally hazards. */
  *of(suite: PlannedSuite): Generator<SendingPlace> {
    const hazards: SendingPlace[] = [];
    for (const sent of this.#asPlanned(suite)) {
      const { fresh, next } = drawNumbers(sent.request, this.nextFresh, this.#of);
      const place = placeOf(sent, fresh);
      this.nextFresh = next;
      if (place.placement === "hazard") hazards.push(place);
      else yield place;
    }
    yield* hazards;
  }

  *slices(suite: PlannedSuite): Generator<PlannedSlice> {
    for (const slice of cutSuite(suite, this.#repeats, this.nextFresh, this.#of)) {
      this.nextFresh = slice.nextFresh;
      yield slice;
    }
  }

  *#asPlanned(suite: PlannedSuite): Generator<Case> {
    for (let pass = 0; pass < this.#repeats; pass += 1) yield* suite.cases;
    yield* suite.generated();
  }
}
