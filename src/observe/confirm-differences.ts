import { findDiffering, judgeDifferences, type RunFold } from "../analyse/index.ts";
import type { Case, RunEnd } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { isThere, sendAgain, type Stopped } from "./confirm-cases.ts";
import type { PlannedSuite } from "./plan.ts";
import { Schedule } from "./schedule.ts";

/** Confirming takes at most this share of the time that the runs took so far. */
const SHARE = 0.4;
const LEAST_MS = 3000;
const MOST_MS = 60_000;

export type FollowedRun = { run: CalibratedRun; fold: RunFold };

/** Sends the cases on which targets differ again, the same bytes to each, until each is decided or the time is over. */
export async function confirmDifferences(all: readonly FollowedRun[]): Promise<RunEnd> {
  for (const { run } of all) run.journal.catchUp();
  const differing = findDiffering(all.map(({ fold }) => fold));
  const [first] = all;
  if (first === undefined || all.length < 2 || differing.length === 0) return "done";
  const { signal, events } = first.run.settings;
  // A case that ended a target would end it again.
  const deaths = all.flatMap(({ fold }) => fold.deaths);
  const left = new Set(deaths.flatMap(({ cases, suspects = [] }) => [...cases, ...suspects]));
  const byId = new Map(differing.map((each) => [each.id, each]));
  const sentTo = (id: string): number =>
    Math.min(...(byId.get(id)?.again() ?? []).map(({ length }) => length));
  const rounds = new Rounds(all.map(({ run }) => run));
  let stopped: Stopped | undefined;
  while (stopped === undefined && !signal.aborted) {
    const { wanted } = judgeDifferences(differing, all.length, (id) => left.has(id));
    if (wanted.length === 0) break;
    events?.phase?.("sending again what differs between targets");
    const before = wanted.map(sentTo);
    stopped = await rounds.send(wanted);
    // Where no sending counts, as with a value that was seen before, more of them show nothing.
    for (const [at, id] of wanted.entries()) if (sentTo(id) === before[at]) left.add(id);
  }
  if (signal.aborted) return "interrupted";
  const what = { kind: "confirm", code: "differences-sent-again", stopped } as const;
  for (const [at, { run }] of all.entries())
    run.journal.note({ ...what, differing: differing.length, sendings: rounds.sendings[at] ?? 0 });
  return "done";
}

/** Sends cases to all targets at the same time, and one after the other to each. */
class Rounds {
  readonly sendings: number[];
  readonly #runs: readonly CalibratedRun[];
  readonly #untilMs: number[];
  /** The cases of each run: the values in them may be its own. */
  readonly #cases: readonly Map<string, Case>[];

  constructor(runs: readonly CalibratedRun[]) {
    this.#runs = runs;
    this.#cases = runs.map(() => new Map());
    this.sendings = runs.map(() => 0);
    this.#untilMs = runs.map(({ journal, settings: { suitesUntilMs = Infinity } }) => {
      const nowMs = journal.nowMs();
      const forMs = Math.min(MOST_MS, Math.max(LEAST_MS, SHARE * nowMs));
      return Math.min(nowMs + forMs, suitesUntilMs);
    });
  }

  /** Sends each once to every target, and says why no more can be sent. */
  async send(wanted: readonly string[]): Promise<Stopped | undefined> {
    const [first] = this.#runs;
    const there = await Promise.all(this.#runs.map(isThere));
    if (first === undefined || there.includes(false)) return "no-response";
    for (const [at, { settings }] of this.#runs.entries())
      this.#find(wanted, settings.planned, this.#cases[at]);
    const { dispatcher } = first.approached;
    const all = this.#runs.map((run) => run.approached.dispatcher);
    dispatcher.numbers.skipTo(Math.max(...all.map(({ numbers }) => numbers.next)));
    const places = wanted.flatMap((id) => {
      const own = this.#cases.map((cases) => cases.get(id));
      const [sent] = own;
      return sent === undefined ? [] : [{ own, fresh: dispatcher.reserve(sent) }];
    });
    for (const each of all) each.numbers.skipTo(dispatcher.numbers.next);
    const sent = await Promise.all(this.#runs.map((run, at) => this.#sendTo(run, at, places)));
    if (this.#runs.some(({ settings: { signal } }) => signal.aborted)) return "time";
    // What came while a target turns every request away is not about the cases.
    if ((await Promise.all(this.#runs.map(isThere))).includes(false)) return "no-response";
    for (const [at, writes] of sent.entries()) {
      this.sendings[at] = (this.sendings[at] ?? 0) + writes.length;
      for (const write of writes) write();
    }
    for (const { journal } of this.#runs) journal.catchUp();
    const isOver = this.#runs.some(({ journal }, at) => journal.nowMs() >= this.#end(at));
    return isOver ? "time" : undefined;
  }

  #end(at: number): number {
    return this.#untilMs[at] ?? 0;
  }

  async #sendTo(
    run: CalibratedRun,
    at: number,
    places: readonly { own: readonly (Case | undefined)[]; fresh: number }[],
  ): Promise<(() => void)[]> {
    // What waits for a time-out does not keep others waiting.
    const schedule = new Schedule({ ...run.approached.manner, concurrency: 1 });
    const results: (() => void)[] = [];
    const to = { schedule, untilMs: this.#end(at), results };
    for (const { own, fresh } of places) {
      const sent = own[at];
      if (sent !== undefined) await sendAgain(run, { sent, fresh, how: "alone" }, to);
    }
    await schedule.finished();
    return results;
  }

  #find(
    wanted: readonly string[],
    planned: readonly PlannedSuite[],
    cases: Map<string, Case> = new Map(),
  ): void {
    const missing = new Set(wanted.filter((id) => !cases.has(id)));
    for (const suite of planned) {
      if (![...missing].some((id) => id.startsWith(`${suite.name}/`))) continue;
      for (const all of [suite.cases, suite.generated()])
        for (const each of all) if (missing.has(each.id)) cases.set(each.id, each);
    }
  }
}
