import type { Case, Death } from "../model/index.ts";
import type { DeathEvidence, Replayed } from "./find-killer.ts";

const MOST_HISTORY = 20_000;
/** How many cases of one fate are suspects. */
export const MOST_SUSPECTS = 12;

/** `silent`: it got no response, and that is not an effect of the target's end. */
type Fate = "under-way" | "answered" | "silent" | "reset" | "cut-off" | "timed-out" | "refused";
type Entry = Replayed & { fate: Fate };

/** Sets the fate of a case that was sent. */
export type Settle = (fate: Fate) => void;

/** Cases that one process of a served target received, in order, with what happened to each. */
export class SentHistory {
  #entries: Entry[] = [];

  /** Records that a case is sent now; call the returned function with its result. */
  begin(sent: Case, fresh: number): Settle {
    const entry: Entry = { case: sent, fresh, fate: "under-way" };
    this.#entries.push(entry);
    if (this.#entries.length > MOST_HISTORY) this.#entries = this.#entries.slice(MOST_HISTORY / 2);
    return (fate) => (entry.fate = fate);
  }

  clear(): void {
    this.#entries = [];
  }

  /** The most suspicious first: reset before cut off before timed out before answered; within each, the latest first. */
  evidence(kind: Death["kind"]): DeathEvidence {
    const isHung = kind === "hung";
    const answered = this.#having("answered").slice(0, MOST_SUSPECTS);
    const cut = isHung
      ? []
      : [...this.#having("reset"), ...this.#having("cut-off")].slice(0, 2 * MOST_SUSPECTS);
    const waiting = this.#having("timed-out");
    // Of what timed out, all but the first may have waited for that one.
    const timedOut = (isHung ? waiting.toReversed() : waiting).slice(0, MOST_SUSPECTS);
    return {
      suspects: [...cut, ...timedOut, ...answered],
      // Replaying them repeatedly would take too long.
      repeated: isHung ? timedOut.slice(0, 2) : cut,
      history: this.#entries.filter(({ fate }) => fate !== "refused"),
    };
  }

  #having(fate: Fate): Entry[] {
    return this.#entries.filter((each) => each.fate === fate).toReversed();
  }
}
