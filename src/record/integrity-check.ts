import type { Integrity, Observation, RunFooter, RunRecord } from "../model/index.ts";
import { isPlannedAgain } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";

export type Damage = { line: number; what: string };

const FIRST_CHECKED = 4;
const MOST_KEPT = 5;

export class IntegrityCheck {
  readonly damage: Damage[] = [];
  readonly #counts: Record<string, number> = {};
  readonly #seen = new SeenObservations();
  #format: number | undefined;
  #footer: RunFooter | undefined;
  #lines = 0;
  #unreadable = 0;
  #misplaced = 0;
  #repeated = 0;
  #passedOver = 0;
  #lastSeq = -1;

  take(record: RunRecord): void {
    this.#lines += 1;
    // A header comes first, a footer last, and each once.
    const isMisplaced =
      this.#footer !== undefined || (record.type === "header") !== (this.#lines === 1);
    if (isMisplaced) this.#misplaced += 1;
    if (record.type === "footer") this.#footer = record;
    else this.#counts[record.type] = (this.#counts[record.type] ?? 0) + 1;
    if (record.type === "header") this.#format ??= record.format;
    if (record.type === "observation") this.#takeObservation(record);
    if (record.type === "approach" && isPlannedAgain(record)) this.#seen.beginAgain();
  }

  passOver(): void {
    this.#lines += 1;
    this.#passedOver += 1;
  }

  #takeObservation(observation: Observation): void {
    if (!this.#seen.add(observation)) this.#repeated += 1;
    else if (observation.seq < this.#lastSeq) this.#misplaced += 1;
    this.#lastSeq = observation.seq;
  }

  takeUnreadable(line: number, what: string): void {
    this.#lines += 1;
    this.#unreadable += 1;
    if (this.damage.length < MOST_KEPT) this.damage.push({ line, what });
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  /** The verdict after all lines. `sha256` is the hash of the lines before the footer. */
  verdict(sha256: string | undefined): Integrity {
    const problems = [...this.#lineProblems(), ...this.#footerProblems(sha256)];
    const observed = `after ${counted(this.#counts["observation"] ?? 0, "observation")}`;
    const cut = `it has no footer ${observed}; the run was cut off`;
    if (problems.length > 0)
      return {
        state: "damaged",
        text: `the record is damaged: ${[...problems, ...(this.#footer ? [] : [cut])].join("; ")}`,
      };
    if (this.#footer === undefined)
      return { state: "incomplete", text: `the record is incomplete: ${cut}` };
    if ((this.#format ?? 0) < FIRST_CHECKED)
      return {
        state: "unchecked",
        text: `the record has format ${this.#format}, without a checksum: a line that was changed or removed goes unnoticed`,
      };
    return {
      state: "intact",
      text: `the record is intact: ${counted(this.#lines, "line")} as its footer counts them, and their checksum`,
    };
  }

  #lineProblems(): string[] {
    const first = this.damage[0];
    const problems: string[] = [];
    if (first !== undefined)
      problems.push(
        `${whole(this.#unreadable)} of ${counted(this.#lines, "line")} cannot be read (first: line ${first.line})`,
      );
    if (this.#misplaced > 0) problems.push(`${counted(this.#misplaced, "line")} out of place`);
    if (this.#repeated > 0)
      problems.push(`${counted(this.#repeated, "observation")} recorded twice`);
    if (this.#seen.missing > 0 && problems.length === 0 && this.#footer === undefined)
      problems.push(`${counted(this.#seen.missing, "observation")} missing before the last one`);
    return problems;
  }

  #footerProblems(sha256: string | undefined): string[] {
    const footer = this.#footer;
    if (footer === undefined) return [];
    const isChecked = (this.#format ?? FIRST_CHECKED) >= FIRST_CHECKED;
    const problems = this.#passedOver > 0 ? [] : this.#countProblems(footer, isChecked);
    if (isChecked && footer.sha256 !== sha256)
      problems.push("its lines do not match the checksum in its footer");
    return problems;
  }

  #countProblems(footer: RunFooter, isChecked: boolean): string[] {
    const read = this.#counts["observation"] ?? 0;
    const problems: string[] = [];
    if (footer.observations !== read)
      problems.push(
        `its footer counts ${counted(footer.observations, "observation")}, ${whole(read)} could be read`,
      );
    if (!isChecked) return problems;
    const counts = footer.counts ?? {};
    const others = [...new Set([...Object.keys(counts), ...Object.keys(this.#counts)])].filter(
      (type) => type !== "observation" && (counts[type] ?? 0) !== (this.#counts[type] ?? 0),
    );
    if (others.length > 0) {
      const sum = (of: Record<string, number>): string =>
        whole(others.reduce((total, type) => total + (of[type] ?? 0), 0));
      problems.push(
        `its footer counts ${sum(counts)} other records where ${sum(this.#counts)} could be read`,
      );
    }
    return problems;
  }
}

/** Higher numbers do not belong to a run: no bits are reserved for them. */
const MOST = 2 ** 30;

/** Detects observations that are recorded twice or missing: two bits for each generated case. */
class SeenObservations {
  readonly #numbers = new Bits();
  /** For generated cases the number by property and attempt; for other cases ids and attempts. */
  readonly #drawn = new Map<string, Bits>();
  readonly #chosen = new Set<string>();
  #count = 0;
  #highest = -1;

  /** Adds one observation; false if it is a repetition: the same number, or the same sending of a case. */
  add({ seq, case: id, attempt, again }: Observation): boolean {
    const isNewNumber = this.#numbers.add(seq);
    if (isNewNumber) {
      this.#count += 1;
      this.#highest = Math.max(this.#highest, seq);
    }
    // What confirms a difference is sent as often as it takes: its number alone is its own.
    return (again !== undefined || this.#addSending(id, attempt)) && isNewNumber;
  }

  /** Forgets which cases were sent, but not the numbers. */
  beginAgain(): void {
    this.#drawn.clear();
    this.#chosen.clear();
  }

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
