import type { KillingResult, Replayed, ServedProbe } from "./served-probe.ts";

export type DeathEvidence = {
  suspects: readonly Replayed[];
  repeated: readonly Replayed[];
  history: readonly Replayed[];
};

export type Killer = { cases: Replayed[]; tried: number; times: number };

const SEARCH_MS = 120_000;
/** How often each suspect is sent alone before and after sequences are tried: it may not fail each time. */
const FIRST_PASSES = 8;
const LATER_PASSES = 16;
const SHOWN = 3;
const MOST_TRIES = 12;
const MOST_TRIES_UNSHOWN = 24;
/** Valid requests that check a process after a case. */
const CHECKS = 2;
/** Lengths of the replayed sequence before the last case: all of it comes last. */
const SUFFIXES = [8, 32, 128, 512, 2048];

/** Finds what ends a served target or makes it hang: sends suspects alone, then replays the sequence and leaves out parts. */
export async function findKiller(
  evidence: DeathEvidence,
  probe: ServedProbe,
): Promise<Killer | undefined> {
  const search = new Search(probe);
  const { suspects, repeated, history } = evidence;
  const first = await search.alone(suspects, repeated, FIRST_PASSES);
  if (first !== undefined) return first;
  return (await search.sequence(history)) ?? (await search.alone(repeated, repeated, LATER_PASSES));
}

class Search {
  readonly #probe: ServedProbe;
  #deadline = performance.now() + SEARCH_MS;

  constructor(probe: ServedProbe) {
    this.#probe = probe;
  }

  async alone(
    all: readonly Replayed[],
    repeated: readonly Replayed[],
    passes: number,
  ): Promise<Killer | undefined> {
    let before: Replayed[] = [];
    if (all.length === 0 || !(await this.#renew())) return undefined;
    for (let pass = 0; pass < passes; pass += 1)
      for (const suspect of pass === 0 ? all : repeated) {
        if (this.#isLate) return undefined;
        const anew = pass % 2 === 1;
        const result = await this.#probe.kills(suspect, { anew, surely: false });
        if (result === "survived") {
          before.push(suspect);
          continue;
        }
        const killer =
          result === "not-sent" ? undefined : await this.#shownOrReduced(before, suspect, anew);
        if (killer !== undefined || !(await this.#renew())) return killer;
        before = [];
      }
    return undefined;
  }

  async sequence(history: readonly Replayed[]): Promise<Killer | undefined> {
    const lengths = [...SUFFIXES.filter((length) => length < history.length), history.length];
    for (const length of lengths) {
      if (this.#isLate || !(await this.#renew())) return undefined;
      const replayed = history.slice(-length);
      const at = await this.#probe.killsAt(replayed);
      const last = at === undefined ? undefined : replayed[at];
      if (at === undefined || last === undefined) continue;
      const killer = await this.#shownOrReduced(replayed.slice(0, at), last, false);
      if (killer !== undefined) return killer;
    }
    return undefined;
  }

  /** A case that causes it alone, else with the ones before it; undefined if valid requests cause it as well. */
  async #shownOrReduced(
    before: readonly Replayed[],
    last: Replayed,
    anew: boolean,
  ): Promise<Killer | undefined> {
    const alone = await this.#shown([last], anew);
    if (alone === undefined && before.length === 0) return undefined;
    // A process that survives a case gets it again.
    const requests =
      alone === undefined
        ? requestsIn([...before, last]) + CHECKS
        : alone.tried * (requestsIn([last]) + CHECKS);
    if (!(await this.#renew())) return undefined;
    if (await this.#probe.diesAnyway(requests)) {
      // No case can be told from the others then.
      this.#deadline = -Infinity;
      return undefined;
    }
    return alone ?? this.#reduced(before, last);
  }

  async #shown(cases: Replayed[], anew: boolean): Promise<Killer | undefined> {
    let times = 0;
    let tried = 0;
    let isNew = false;
    while (times < SHOWN && tried < (times === 0 ? MOST_TRIES_UNSHOWN : MOST_TRIES)) {
      if (this.#isLate) break;
      if (!isNew && !(await this.#renew())) break;
      const result = await this.#dies(cases, anew);
      const dead = result === "died";
      if (result === "not-sent" || (!dead && this.#isLate)) break;
      tried += 1;
      if (dead) times += 1;
      // A process that survived a case alone has received nothing else.
      isNew = !dead && cases.length === 1;
      if (cases.length > 1 && times === 0 && tried === SHOWN) break;
    }
    return times === 0 ? undefined : { cases, tried, times };
  }

  async #dies(cases: readonly Replayed[], anew: boolean): Promise<KillingResult> {
    const [only, second] = cases;
    if (only !== undefined && second === undefined)
      return this.#probe.kills(only, { anew, surely: true });
    return (await this.#probe.killsAt(cases)) === undefined ? "survived" : "died";
  }

  /** The smallest set of earlier cases with which the last one causes it: leaves out halves, then smaller parts. */
  async #reduced(before: readonly Replayed[], last: Replayed): Promise<Killer | undefined> {
    let needed = [...before];
    if (needed.length === 0 || !(await this.#does(needed, last))) return undefined;
    let parts = 2;
    while (needed.length > 1 && !this.#isLate) {
      const size = Math.ceil(needed.length / parts);
      const chunks = Array.from({ length: Math.ceil(needed.length / size) }, (_, nth) =>
        needed.slice(nth * size, (nth + 1) * size),
      );
      const single = await this.#firstThatDoes(chunks.toReversed(), last);
      const rest =
        single ??
        (parts === 2
          ? undefined
          : await this.#firstThatDoes(
              chunks.map((chunk) => needed.filter((each) => !chunk.includes(each))),
              last,
            ));
      if (rest !== undefined) {
        needed = rest;
        parts = single === undefined ? Math.max(2, parts - 1) : 2;
      } else if (parts >= needed.length) break;
      else parts = Math.min(needed.length, parts * 2);
    }
    return this.#shown([...needed, last], false);
  }

  async #firstThatDoes(lists: Replayed[][], last: Replayed): Promise<Replayed[] | undefined> {
    for (const list of lists) if (!this.#isLate && (await this.#does(list, last))) return list;
    return undefined;
  }

  async #does(before: readonly Replayed[], last: Replayed): Promise<boolean> {
    if (!(await this.#renew())) return false;
    return (await this.#probe.killsAt([...before, last])) !== undefined;
  }

  #renew(): Promise<boolean> {
    return this.#isLate ? Promise.resolve(false) : this.#probe.renew();
  }

  get #isLate(): boolean {
    return performance.now() > this.#deadline || this.#probe.isAborted();
  }
}

/** A case on raw connections may send many. */
const requestsIn = (sent: readonly Replayed[]): number =>
  sent.reduce(
    (sum, { case: { request } }) => sum + (request.sender === "wire" ? request.steps.length : 1),
    0,
  );
