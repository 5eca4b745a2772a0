/** How many requests were sent, and how many of them got 2xx. */
type SentCount = { all: number; accepted: number };

const SLOT_MS = 100;
const slotOf = (atMs: number): number => Math.floor(atMs / SLOT_MS);

/** Counts requests by the time at which they were sent. A record has them in the order of the plan, and cases are sent again later. */
export class SentCounts {
  readonly #slots = new Map<number, SentCount>();

  add(atMs: number, all: number, accepted: number): void {
    const slot = slotOf(atMs);
    const known = this.#slots.get(slot) ?? { all: 0, accepted: 0 };
    this.#slots.set(slot, { all: known.all + all, accepted: known.accepted + accepted });
  }

  /** What was surely sent after this time: what was sent within 100 ms of it is left out. */
  since(atMs: number): SentCount {
    const after = slotOf(atMs);
    const found = { all: 0, accepted: 0 };
    for (const [slot, { all, accepted }] of this.#slots) {
      if (slot <= after) continue;
      found.all += all;
      found.accepted += accepted;
    }
    return found;
  }
}
