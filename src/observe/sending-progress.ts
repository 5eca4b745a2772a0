import type { Case } from "../model/index.ts";
import type { PlannedSuite } from "./plan.ts";
import type { RunEvents, SuiteProgress } from "./run-settings.ts";
import { placeOf } from "./slices.ts";

/** Plain requests that are sent in the time of one that nothing else is sent beside, of one with several responses. */
const ALONE = 20;
const HAZARD = 10;
const SEQUENCE = 5;
/** A pause on a raw connection takes its place for so long in the time of a plain request. */
const PAUSE_MS = 20;

/** How long a case takes by what is known before it is sent, in the time of a plain request. */
export function effortOf(sent: Case): number {
  const { manner } = placeOf(sent, 0);
  if (manner === "alone") return ALONE;
  if (manner === "hazard") return HAZARD;
  if (sent.request.sender === "client") return 1;
  const { steps } = sent.request;
  const pausesMs = steps.reduce((sum, step) => sum + (step.do === "pause" ? step.ms : 0), 0);
  const isSequence = steps.filter((step) => step.do === "read").length > 1;
  return (isSequence ? SEQUENCE : 1) + pausesMs / PAUSE_MS;
}

/** Counts what was sent of a plan, and the effort that is left: the suites that are sent last take longer. */
export class SendingProgress {
  readonly #events: RunEvents;
  #suite = "";
  #done = 0;
  #total = 0;
  #effort = { done: 0, left: 0 };

  constructor(events: RunEvents) {
    this.#events = events;
  }

  /** Planned requests. */
  get total(): number {
    return this.#total;
  }

  plan(planned: readonly PlannedSuite[], repeats: number): void {
    for (const { cases, total } of planned) {
      const generated = total - cases.length * repeats;
      const chosen = cases.reduce((sum, each) => sum + effortOf(each), 0);
      this.#total += total;
      this.#effort.left += chosen * repeats + generated;
    }
  }

  /** An earlier process, or an agent, has sent these. */
  skip(count: number, effort = count): void {
    this.#done += count;
    this.#effort.left -= effort;
  }

  sent(suite: string, sent: Case): void {
    const effort = effortOf(sent);
    this.#suite = suite;
    this.#done += 1;
    this.#effort.done += effort;
    this.#effort.left -= effort;
    this.#tell();
  }

  /** All are sent: nothing but time-outs is left. */
  awaitLast(atMostMs: number): void {
    if (this.#done < this.#total) this.#tell({ atMostMs });
  }

  #tell(more: Pick<SuiteProgress, "atMostMs"> = {}): void {
    const { done, left } = this.#effort;
    this.#events.progress?.({
      suite: this.#suite,
      done: this.#done,
      total: this.#total,
      effort: { done, left: Math.max(0, left) },
      ...more,
    });
  }
}
