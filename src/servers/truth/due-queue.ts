/** Closer than this, a timer is too coarse: the loop polls the clock. */
const TIMER_MS = 2.5;

type Due = { atMs: number; nth: number; act: () => void };

/** Runs functions when due, to hundredths of a millisecond: Node's timers are whole milliseconds, and late. */
export class DueQueue {
  /** A binary heap: the earliest due is first. */
  readonly #heap: Due[] = [];
  #nth = 0;
  #timer: NodeJS.Timeout | undefined;
  #spinning = false;

  /** `atMs` is a time of `performance.now()`. */
  at(atMs: number, act: () => void): void {
    const due = { atMs, nth: (this.#nth += 1), act };
    this.#push(due);
    if (this.#heap[0] === due) this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [first] = this.#heap;
    if (first === undefined || this.#spinning) return;
    const waitMs = first.atMs - performance.now();
    if (waitMs > TIMER_MS) this.#timer = setTimeout(() => this.#arm(), waitMs - TIMER_MS + 0.5);
    else {
      this.#spinning = true;
      setImmediate(() => this.#run());
    }
  }

  #run(): void {
    this.#spinning = false;
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined || first.atMs > performance.now()) break;
      this.#pop();
      first.act();
    }
    this.#arm();
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || before(above, due)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      const less = right !== undefined && before(right, left) ? right : left;
      if (less === right) child += 1;
      if (before(last, less)) break;
      heap[at] = less;
      at = child;
    }
    heap[at] = last;
  }
}

const before = (one: Due, other: Due): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.nth < other.nth);
