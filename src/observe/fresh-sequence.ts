import { randomInt } from "node:crypto";
import type { FreshRange } from "../fresh-numbers.ts";
import { rangeEnd, FRESH_RANGES, halfOf, isIn, partOf, rangeOf } from "../fresh-numbers.ts";
import { drawNumbers, type NumbersOf } from "../generate/index.ts";
import type { CaseRequest } from "../model/index.ts";

/** Begins with the numbers of the checks, or others of `fresh-numbers.ts`; `skipTo` goes over to those of the plan. */
export class FreshSequence {
  #next: number;
  #range: FreshRange;

  /** Draws from this number on; `range` ends before the range of the number does. */
  constructor(next: number = FRESH_RANGES.checks.from, range?: FreshRange) {
    this.#next = next;
    this.#range = range ?? FRESH_RANGES[rangeOf(next) ?? "checks"];
  }

  get next(): number {
    return this.#next;
  }

  /** The first number for a request. Numbers of checks that are used up are followed by `moreChecks`. @throws WitnessError if none is left. */
  draw(request: CaseRequest, of: NumbersOf): number {
    const drawn = drawNumbers(request, this.#next, of);
    if (drawn.next > rangeEnd(this.#range)) {
      this.#goOn();
      return this.draw(request, of);
    }
    this.#next = drawn.next;
    return drawn.fresh;
  }

  /** Numbers before this one are drawn by others. Those of the plan come after all others. */
  skipTo(number: number): void {
    const [from, to] = [isPlanned(this.#range.from), isPlanned(number)];
    if ((from === to && number <= this.#next) || (from && !to)) return;
    this.#next = number;
    this.#range = FRESH_RANGES[rangeOf(number) ?? "planned"];
  }

  #goOn(): void {
    const { moreChecks } = FRESH_RANGES;
    const { from } = this.#range;
    const hasMore = !isPlanned(from) && !isIn("moreChecks", from);
    // There is no second part of one: this reports that no number is left.
    this.#range = hasMore ? moreChecks : partOf(this.#range, 1, 1);
    this.#next = this.#range.from;
  }
}

/** Of a process that resumes a run: how often that was done before, and the next number of the plan. */
type Resumed = { recorded?: { resumed: number; afterAll: number } | undefined };

/** How often a run can be resumed: each has enough numbers for a large plan. */
const RESUMES = 38;
/** The part of a range in which a process begins whose predecessors may have drawn from it. */
const BEGINNING = 0.02;

/**
 * The numbers for the checks and replays of a process; of one that resumes a run for all that it sends of the plan, because
 * what was in flight may have arrived. They begin at random then: that an earlier process found the target gone is not
 * recorded.
 */
export const checkSequence = ({ recorded }: Resumed): FreshSequence =>
  recorded === undefined
    ? new FreshSequence()
    : fromAnywhere(partOf(FRESH_RANGES.resumed, recorded.resumed, RESUMES));

/** The numbers for the readiness checks of all processes of a served target. */
export const readinessSequence = (isResumed: boolean): FreshSequence =>
  isResumed ? fromAnywhere(FRESH_RANGES.readiness) : new FreshSequence(FRESH_RANGES.readiness.from);

/** The numbers for what an agent sends again: each agent of each controller of a run has its own. */
export const agentSequence = (
  epoch: number,
  { nth, of }: { nth: number; of: number },
): FreshSequence => fromAnywhere(partOf(halfOf(FRESH_RANGES.agents, epoch), nth, of));

/** More numbers than requests use, on average. */
const EACH = 4;

/** Goes over to the numbers after the plan; a resumed run leaves out what its earlier processes may have drawn. */
export function beginAfterPlan(
  numbers: FreshSequence,
  { recorded }: Resumed,
  maxRequests: number,
): void {
  numbers.skipTo(FRESH_RANGES.planned.from);
  if (recorded === undefined) return;
  const drawn = (recorded.resumed + 1) * maxRequests * EACH;
  numbers.skipTo(Math.max(recorded.afterAll, numbers.next) + drawn);
}

const fromAnywhere = (range: FreshRange): FreshSequence =>
  new FreshSequence(range.from + randomInt(Math.ceil(range.size * BEGINNING)), range);

const isPlanned = (number: number): boolean => isIn("planned", number);
