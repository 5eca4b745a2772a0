import fc from "fast-check";
import { post } from "../../src/generate/index.ts";
import type { Case } from "../../src/model/index.ts";
import type { CulpritProbe, Sent, SentAgain } from "../../src/observe/culprit.ts";

/** What ends a process: a case each time, only after another case, or at its nth sending; or the nth request, whatever it is. */
type Killing =
  | { by: "case"; killer: number }
  | { by: "case-after"; killer: number; after: number }
  | { by: "nth-of-case"; killer: number; nth: number }
  | { by: "nth-request"; nth: number };

/** How a process that a supervisor starts differs from the first one. */
type Change = "none" | "immune" | "dies-of-everything" | "unavailable";

/** A history: the cases that were sent, some at a time, what ends the target, and what its supervisor does. */
export type MortalHistory = {
  cases: number;
  together: number;
  killing: Killing;
  /** The last request of a process gets its response. */
  answersFirst: boolean;
  /** A process ends this long after the request that ends it. */
  dyingMs: number;
  supervisor: {
    /** It gives up after this many restarts. */
    restarts: number;
    /** Each restart takes this long, one of the list after the other. */
    afterMs: number[];
    change: Change;
    /** The first restart with the change. */
    changedFrom: number;
  };
  searchMs: number;
};

const REVIVE = 5000;

/** Histories of all kinds. */
export const histories: fc.Arbitrary<MortalHistory> = fc
  .integer({ min: 2, max: 24 })
  .chain((cases) => {
    const killer = fc.nat({ max: cases - 1 });
    return fc.record({
      cases: fc.constant(cases),
      together: fc.integer({ min: 1, max: 6 }),
      killing: fc.oneof(
        fc.record({ by: fc.constant("case" as const), killer }),
        fc
          .record({ by: fc.constant("case-after" as const), killer, after: killer })
          .filter((each) => each.killer !== each.after),
        fc.record({
          by: fc.constant("nth-of-case" as const),
          killer,
          nth: fc.integer({ min: 1, max: 3 }),
        }),
        fc.record({
          by: fc.constant("nth-request" as const),
          nth: fc.integer({ min: 1, max: 2 * cases }),
        }),
      ),
      answersFirst: fc.boolean(),
      dyingMs: fc.constantFrom(0, 0, 3, 30),
      supervisor: fc.record({
        restarts: fc.constantFrom(0, 1, 2, 3, 5, 1000),
        afterMs: fc.array(fc.constantFrom(0, 150, 1500, REVIVE - 100, REVIVE + 3000), {
          minLength: 1,
          maxLength: 4,
        }),
        change: fc.constantFrom<Change>(
          "none",
          "none",
          "immune",
          "dies-of-everything",
          "unavailable",
        ),
        changedFrom: fc.integer({ min: 1, max: 4 }),
      }),
      searchMs: fc.constantFrom(120_000, 120_000, 9000, 1000),
    });
  });

const caseOf = (nth: number): Case => ({
  id: `history/case-${nth}`,
  reason: `number ${nth}`,
  clauses: ["body"],
  request: post(),
});

const CONTROL: Case = { ...caseOf(0), id: "valid/plain", reason: "the stated request" };
/** A request that gets no response takes this long. */
const SILENT_MS = 50;

/** A target with a supervisor, in a time of its own, and what it received. */
export class MortalTarget {
  readonly cases: Case[];
  readonly #history: MortalHistory;
  #nowMs = 0;
  /** When the running process ends, and when the next one responds. */
  #endsMs = Infinity;
  #startsMs = 0;
  #restarts = 0;
  #received: string[] = [];
  /** How often each case was received, and how often a process ended at it, since `forget`. */
  seen = new Map<string, { received: number; ended: number }>();

  constructor(history: MortalHistory) {
    this.#history = history;
    this.cases = Array.from({ length: history.cases }, (_, nth) => caseOf(nth));
  }

  /** Sends all cases in order, some at a time, until the target is gone: as a run does. */
  conduct(): Sent[] {
    const { together } = this.#history;
    const sent: Sent[] = [];
    for (let from = 0; from < this.cases.length; from += together) {
      const group = this.cases.slice(from, from + together);
      const atMs = this.#nowMs;
      const results = group.map((each) => ({ case: each, result: this.#request(each) }));
      // A process that ends cuts off what is in flight with it; what got its response has it.
      for (const { case: each, result } of results) {
        const fate =
          result === "not-sent" ? "refused" : result === "silent" ? "cut-off" : "answered";
        sent.push({ case: each, atMs, endMs: this.#nowMs, fate });
      }
    }
    this.seen.clear();
    return sent;
  }

  get probe(): CulpritProbe {
    return {
      send: async (sent) => this.#request(sent),
      alive: async () => this.#request(CONTROL) === "answered",
      control: CONTROL,
      reviveMs: REVIVE,
      searchMs: this.#history.searchMs,
      clock: {
        nowMs: () => this.#nowMs,
        sleep: async (ms) => {
          this.#nowMs += ms;
        },
      },
    };
  }

  #request(sent: Case): SentAgain {
    this.#nowMs += 1;
    this.#supervise();
    if (this.#nowMs < this.#startsMs) return "not-sent";
    this.#received.push(sent.id);
    const seen = this.seen.get(sent.id) ?? { received: 0, ended: 0 };
    this.seen.set(sent.id, seen);
    seen.received += 1;
    if (this.#isDying) return "silent";
    if (!this.#kills(sent)) return "answered";
    seen.ended += 1;
    this.#endsMs = this.#nowMs + this.#history.dyingMs;
    if (this.#history.answersFirst) return "answered";
    this.#nowMs += SILENT_MS;
    return "silent";
  }

  get #isDying(): boolean {
    return this.#endsMs !== Infinity && !this.#history.answersFirst;
  }

  /** Ends a process whose time has come, and starts the next one. */
  #supervise(): void {
    const { restarts, afterMs } = this.#history.supervisor;
    if (this.#nowMs <= this.#endsMs) return;
    const isOver = this.#restarts >= restarts;
    const waitMs = afterMs[this.#restarts % afterMs.length] ?? 0;
    this.#startsMs = isOver ? Infinity : this.#endsMs + waitMs;
    this.#restarts += 1;
    this.#received = [];
    this.#endsMs = Infinity;
  }

  #kills({ id }: Case): boolean {
    const { killing, supervisor } = this.#history;
    if (this.#restarts >= supervisor.changedFrom && supervisor.change !== "none")
      return supervisor.change === "dies-of-everything";
    if (killing.by === "nth-request") return this.#received.length === killing.nth;
    if (id !== caseOf(killing.killer).id) return false;
    if (killing.by === "case") return true;
    if (killing.by === "case-after") return this.#received.includes(caseOf(killing.after).id);
    return this.#received.filter((each) => each === id).length === killing.nth;
  }
}
