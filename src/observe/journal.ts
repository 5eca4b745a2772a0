import type { Case, CodedNote, NewNote, Observation, RunEnd, RunHeader } from "../model/index.ts";
import type { RunRecord, Usage } from "../model/index.ts";
import type { RunWriter } from "../record/index.ts";
import { redactorOf, type Redactor } from "../send/index.ts";
import type { Dispatched } from "./dispatcher.ts";
import type { Recorded } from "./recorded.ts";

/** Events of the load, findings of exploration, and starts and ends of the target. */
type JournalFact = Exclude<
  RunRecord,
  { type: "header" | "case" | "observation" | "note" | "resumed" | "footer" }
>;

export type RecordSink = Pick<RunWriter, "write" | "flush" | "close">;

type Sending = {
  attempt?: number;
  planned?: number;
  /** The event after which it was sent, if it checks whether the target still responds. */
  check?: string;
  again?: Observation["again"];
  lost?: Observation["lost"];
  agent?: string;
};

export const observationOf = (
  sent: Case,
  { fresh, answers, end, leftover, timeoutMs, resent }: Dispatched,
  { seq, atMs, attempt }: Pick<Observation, "seq" | "atMs" | "attempt">,
  { planned, check, again, lost, agent }: Sending,
): Observation => ({
  type: "observation",
  seq,
  case: sent.id,
  attempt,
  fresh,
  atMs: Math.round(atMs * 1000) / 1000,
  answers,
  end,
  leftover,
  timeoutMs,
  resent,
  planned: planned === fresh ? undefined : planned,
  check,
  again,
  lost,
  agent,
});

/** The next numbers for the sendings of a case: the ones missing in an interrupted run, then the following ones. */
type Attempts = { missing: number[]; next: number };

function attemptsAfter(seen: ReadonlySet<number>): Attempts {
  const next = Math.max(0, ...seen) + 1;
  const all = Array.from({ length: next - 1 }, (_, nth) => nth + 1);
  return { missing: all.filter((attempt) => !seen.has(attempt)), next };
}

/** Records are buffered for this long: writing many at a time costs less. */
const GATHER_MS = 5;

/** Records events, and passes them on to followers: a little later, so that the target gets its next request first. */
export class Journal {
  readonly #writer: RecordSink;
  readonly #follow: (record: RunRecord) => void;
  readonly #attempts = new Map<string, Attempts>();
  readonly #redactor: Redactor;
  /** When requests were sent in this process, and how many before it. */
  readonly #sentAtMs: readonly number[];
  #sentBefore = 0;
  #beganMs = performance.now();
  observations = 0;
  #due: RunRecord[] = [];
  #failure: { error: unknown } | undefined;
  #finished = false;
  /** The hand-chosen cases that were sent last: one, or several together. */
  newest: readonly string[] = [];

  constructor(
    writer: RecordSink,
    follow: (record: RunRecord) => void,
    redactor: Redactor = redactorOf(undefined),
    sentAtMs: readonly number[] = [],
  ) {
    this.#sentAtMs = sentAtMs;
    this.#redactor = redactor;
    this.#writer = writer;
    this.#follow = follow;
  }

  nowMs(): number {
    return performance.now() - this.#beganMs;
  }

  begin(header: RunHeader): void {
    this.#put(header);
    this.#writeDue();
  }

  resume(header: RunHeader, recorded: Recorded): void {
    this.#beganMs -= Math.max(0, Date.now() - Date.parse(header.startedAt));
    this.observations = this.#sentBefore = recorded.observations;
    for (const [id, seen] of recorded.attempts) this.#attempts.set(id, attemptsAfter(seen));
    this.#put({ type: "resumed", observations: this.observations, at: new Date().toISOString() });
    this.#writeDue();
  }

  /** The number of this sending of a case. A hand-chosen case is written when it is first sent, in the catalogue's order. */
  announce(sent: Case): number {
    // Remembering a million generated cases would need too much memory.
    if (sent.generated !== undefined) return 1;
    this.newest = [sent.id];
    let attempts = this.#attempts.get(sent.id);
    if (attempts === undefined) {
      attempts = { missing: [], next: 1 };
      this.#attempts.set(sent.id, attempts);
      this.#put({ type: "case", case: sent });
    }
    const missing = attempts.missing.shift();
    if (missing !== undefined) return missing;
    attempts.next += 1;
    return attempts.next - 1;
  }

  /** The next sending of each case writes it again: it may have more fresh values from here on. */
  announceAgain(): void {
    this.#attempts.clear();
  }

  /** These are sent together, and announced when it is their turn. */
  begun(together: readonly string[]): void {
    this.newest = together;
  }

  /** Writes a result; a generated case, which is sent once, is written right before it. */
  observe(
    sent: Case,
    dispatched: Dispatched,
    atMs: number,
    { attempt = this.announce(sent), ...sending }: Sending = {},
  ): Observation {
    if (sent.generated !== undefined) this.#put({ type: "case", case: sent });
    const at = { seq: this.observations, atMs, attempt };
    const observation = observationOf(sent, dispatched, at, sending);
    this.observations += 1;
    this.#put(observation);
    return observation;
  }

  /** Its `request` is counted in requests sent until then: who notes it knows results, of which there are fewer. */
  note(note: NewNote): void {
    const counted =
      "request" in note && this.#sentAtMs.length > 0
        ? { ...note, request: this.requestAt(note.fromMs) }
        : note;
    this.#put({ type: "note", ...counted } as CodedNote);
  }

  /** The number of the first request of the run that was sent at this time or later. */
  requestAt(ms: number): number {
    const at = this.#sentAtMs.findIndex((each) => each - this.#beganMs >= ms);
    return this.#sentBefore + (at < 0 ? this.#sentAtMs.length : at) + 1;
  }

  /** Records why the run cannot continue, if the record can still be written to. */
  fail(during: "run" | "load", detail: string): void {
    if (this.#failure === undefined)
      this.note({ kind: "failure", code: "failure", during, detail });
  }

  write(record: JournalFact): void {
    this.#put(record);
  }

  /** Writes a sample of the target's use. Nobody waits for it: where the record cannot be written to, the next result says so. */
  sample(usage: Usage): void {
    if (this.#failure === undefined) this.#put(usage);
  }

  catchUp(): void {
    this.#writeDue();
  }

  finish(end: RunEnd): void {
    try {
      this.#put({
        type: "footer",
        end,
        observations: this.observations,
        endedAt: new Date().toISOString(),
        durationMs: Math.round(this.nowMs()),
      });
      this.#finished = true;
      this.#writeDue();
    } finally {
      this.#writer.close();
    }
  }

  #put(record: RunRecord): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#finished) return;
    this.#due.push(this.#withoutSecrets(record));
    if (this.#due.length > 1) return;
    setTimeout(() => {
      try {
        this.#writeDue();
      } catch (error) {
        this.#failure = { error };
      }
    }, GATHER_MS);
  }

  /** Requests contain no secrets, and the senders have removed them from responses: this searches the remaining texts. */
  #withoutSecrets(record: RunRecord): RunRecord {
    if (!this.#redactor.searches || SEARCHED.has(record.type)) return record;
    return redacted(record, this.#redactor) as RunRecord;
  }

  #writeDue(): void {
    const due = this.#due;
    this.#due = [];
    for (const record of due) {
      this.#writer.write(record);
      this.#follow(record);
    }
    this.#writer.flush();
  }
}

const SEARCHED: ReadonlySet<RunRecord["type"]> = new Set(["header", "case", "observation"]);

function redacted(value: unknown, redactor: Redactor): unknown {
  if (typeof value === "string") return redactor.text(value);
  if (Array.isArray(value)) return value.map((each) => redacted(each, redactor));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redactor.text(name), redacted(each, redactor)]),
  );
}
