import type { Observation } from "../model/index.ts";

/** Higher numbers do not belong to a run: no bits are reserved for them. */
const MOST = 2 ** 30;

/** Detects observations that are recorded twice or missing: two bits for each generated case. */
export class SeenObservations {
  readonly #numbers = new Bits();
  /** For generated cases the number by property and attempt; for other cases ids and attempts. */
  readonly #drawn = new Map<string, Bits>();
  readonly #chosen = new Set<string>();
  #count = 0;
  #highest = -1;

  /** Adds one observation; false if it is a repetition: the same number, or the same sending of a case. */
  add({ seq, case: id, attempt }: Observation): boolean {
    const isNewNumber = this.#numbers.add(seq);
    if (isNewNumber) {
      this.#count += 1;
      this.#highest = Math.max(this.#highest, seq);
    }
    return this.#addSending(id, attempt) && isNewNumber;
  }

  /** How many numbers below the highest one are missing. */
  get missing(): number {
    return this.#highest + 1 - this.#count;
  }

  #addSending(id: string, attempt: number): boolean {
    const [, property, nth] = /^(.*)#(\d{1,9})$/.exec(id) ?? [];
    const key = `${attempt} ${property ?? id}`;
    if (property !== undefined) {
      const bits = this.#drawn.get(key) ?? new Bits();
      this.#drawn.set(key, bits);
      return bits.add(Number(nth));
    }
    if (this.#chosen.has(key)) return false;
    this.#chosen.add(key);
    return true;
  }
}

/** A set of small integers from 0 up. */
class Bits {
  #bytes = new Uint8Array(64);

  /** False if it was there before, or cannot be one of a run. */
  add(value: number): boolean {
    if (value >= MOST) return false;
    const at = value >>> 3;
    if (at >= this.#bytes.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    const mask = 1 << (value & 7);
    const before = this.#bytes[at] ?? 0;
    this.#bytes[at] = before | mask;
    return (before & mask) === 0;
  }
}
