import type { CalibrationRecord, Case, Ceiling, Observation, RefusalSign } from "../model/index.ts";
import type { Round, RunRecord } from "../model/index.ts";
import { hasResponded, isStated } from "../model/index.ts";
import { isIn } from "../fresh-numbers.ts";
import { requestFreshCount } from "../generate/index.ts";
import { sentOf, type Sent } from "./culprit.ts";
import { FIRST_PLANNED, RECENT } from "./plan.ts";

/** What resuming needs of the recorded part of a run. Bounded by the catalogue, with one byte for each generated case. */
export class Recorded {
  approach: CalibrationRecord | undefined;
  /** What shows in the body of a success that the request was refused. */
  refusals: readonly RefusalSign[] = [];
  resumed = 0;
  observations = 0;
  /** Recorded sendings of each hand-chosen case, without sendings that were only announced. */
  readonly attempts = new Map<string, Set<number>>();
  /** Whether the target responded to the checks, by what each followed. */
  readonly checks = new Map<string, boolean>();
  /** How often each status came before the load of `witness load`, without requests that repeated a unique value. */
  statuses: Record<string, number> = {};
  /** Cases sent since the target last responded to a check. */
  recent: Sent[] = [];
  silent = 0;
  isExplored = false;
  hasSite = false;
  readonly ceilings: Ceiling[] = [];
  readonly rounds: Round[] = [];
  /** The next fresh value after the recorded ones of the plan and of what followed it. */
  afterAll = 0;
  readonly #cases = new Map<string, Case>();
  #drawn: Case | undefined;
  #planned = new Uint8Array(1024);

  take(record: RunRecord): void {
    const { type } = record;
    if (type === "approach") this.#takeApproach(record);
    if (type === "note" && "code" in record && record.code === "refusals-in-bodies")
      this.refusals = record.signs;
    if (type === "resumed") this.resumed += 1;
    if (type === "case") this.#takeCase(record.case);
    if (type === "observation") this.#takeObservation(record);
    if (type === "exploration") this.isExplored = true;
    if (type === "load-site") this.hasSite = true;
    if (type === "ceiling") this.ceilings.push(record);
    if (type === "round" && record.nth > 0) this.rounds.push(record);
  }

  #takeApproach(approach: CalibrationRecord): void {
    this.approach = approach;
    if (approach.unique === undefined) return;
    // From here on, cases have more fresh values, and are written again.
    this.attempts.clear();
    this.statuses = {};
  }

  has(planned: number): boolean {
    return this.#planned[planned - FIRST_PLANNED] === 1;
  }

  #takeCase(sent: Case): void {
    if (sent.generated !== undefined) {
      this.#drawn = sent;
      return;
    }
    this.#cases.set(sent.id, sent);
    if (!this.attempts.has(sent.id)) this.attempts.set(sent.id, new Set());
  }

  #takeObservation(observation: Observation): void {
    this.observations += 1;
    this.attempts.get(observation.case)?.add(observation.attempt);
    const drawn = this.#drawn?.id === observation.case ? this.#drawn : undefined;
    const sent = this.#cases.get(observation.case) ?? drawn;
    if (sent === undefined) return;
    const { check, fresh, planned = fresh, answers } = observation;
    this.#useUp(fresh + Math.max(1, requestFreshCount(sent.request)));
    const [first] = answers;
    if (isStated(sent.id) && first?.outcome === "answered")
      this.statuses[first.status] = (this.statuses[first.status] ?? 0) + 1;
    if (check !== undefined) this.#takeCheck(check, hasResponded(answers.at(-1)));
    else if (isIn("planned", planned)) this.#takePlanned(sent, observation, planned);
  }

  #useUp(next: number): void {
    if (isIn("planned", next)) this.afterAll = Math.max(this.afterAll, next);
  }

  #takeCheck(check: string, responded: boolean): void {
    this.silent = 0;
    this.checks.set(check, responded);
    if (responded) this.recent = [];
  }

  #takePlanned(sent: Case, observation: Observation, planned: number): void {
    const at = planned - FIRST_PLANNED;
    if (at >= this.#planned.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#planned.length * 2));
      grown.set(this.#planned);
      this.#planned = grown;
    }
    this.#planned[at] = 1;
    const recent = sentOf(sent, observation);
    this.recent.push(recent);
    if (this.recent.length > 2 * RECENT) this.recent = this.recent.slice(-RECENT);
    this.silent = recent.fate === "answered" ? 0 : this.silent + 1;
  }
}
