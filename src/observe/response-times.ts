import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Case, type NewNote, type RequestResult, isComplete } from "../model/index.ts";
import { median } from "../stats/index.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import { countingControls, sendingOf, type RunSettings } from "./run-settings.ts";

/** Fewer responses in a row may be slow by accident. */
const IN_ROW = 8;
/** Shorter times and smaller factors may be those of a busy machine. */
const LEAST_US = 20_000;
const LEAST_FACTOR = 3;
/** Timers that are late by more than this share of a response's time show that this machine was busy. */
const MOST_LATE = 0.25;

/** Times of valid requests, sent one after the other, each on a connection of its own. */
export type TimesInRow = { us: readonly number[]; isBusy: boolean };

/** Sends the valid request until a row of times is whole; with `first`, only while all are slow. Undefined if one got none. */
export async function timesInRow(
  dispatcher: Pick<Dispatcher, "send">,
  asking: Case,
  first?: readonly RequestResult[],
): Promise<TimesInRow | undefined> {
  const results = [...(first ?? [])];
  const late = monitorEventLoopDelay({ resolution: 1 });
  late.enable();
  for (let at = results.length; at < IN_ROW; at += 1) {
    // In pairs: of two servers that respond in turn, the next request meets the same one as without this.
    if (first !== undefined && at % 2 === 0 && !results.every(isSlow)) break;
    results.push(...(await dispatcher.send(asking)).answers.slice(-1));
  }
  late.disable();
  if (!results.every(isComplete)) return undefined;
  const us = results.map(({ totalUs }) => totalUs);
  // The histogram has the whole distance between two timers of 1 ms.
  return { us, isBusy: late.percentile(90) / 1000 - 1000 > MOST_LATE * Math.min(...us) };
}

const isSlow = (result: RequestResult): boolean => isComplete(result) && result.totalUs >= LEAST_US;

const isLonger = (us: number, than: number): boolean => us >= LEAST_US && us >= LEAST_FACTOR * than;

type Measured = {
  settings: RunSettings;
  /** The valid request that the first times are of. */
  asking: Case;
  dispatcher: Dispatcher;
  journal: Pick<Journal, "note" | "observations" | "requestAt" | "write">;
};

/** How long controls took during a run, next to the valid requests before its first case. */
export class ControlTimes {
  readonly #first: TimesInRow | undefined;
  /** Of those, and of the first controls: one alone may have been slow by chance, as the very first is. */
  readonly #early: number[];
  #lastUs = 0;
  /** When the first control was sent that took a time unlike those, and the first of those that did until the end. */
  #unlikeMs: number | undefined;
  #sinceMs: number | undefined;

  constructor(first: TimesInRow | undefined) {
    this.#first = first;
    this.#early = [...(first?.us ?? [])];
  }

  add({ totalUs }: RequestResult, atMs: number): void {
    this.#lastUs = totalUs;
    if (this.#early.length < IN_ROW) this.#early.push(totalUs);
    this.#sinceMs = this.#isUnlike ? (this.#sinceMs ?? atMs) : undefined;
    this.#unlikeMs ??= this.#sinceMs;
  }

  get #isUnlike(): boolean {
    const { us } = this.#first ?? { us: [] };
    if (us.length === 0) return false;
    const isSlow = us.length === IN_ROW && isLonger(Math.min(...us), this.#lastUs);
    return isSlow || isLonger(this.#lastUs, median(this.#early));
  }

  /** If the last control was unlike the first requests, measures valid requests again as then, and notes how their times changed. */
  async note({ settings, asking, dispatcher, journal }: Measured): Promise<void> {
    if (this.#first === undefined || !this.#isUnlike) return;
    const apart = new Dispatcher({ ...sendingOf(settings), keep: false }, dispatcher.numbers);
    const last = await countingControls(settings, journal, () =>
      timesInRow(apart, asking).finally(() => apart.close()),
    );
    const change = last && timesChange({ ...this.#first, early: this.#early }, last);
    if (change === undefined) return;
    const [moment, ms] =
      change.last < change.first
        ? (["over", this.#unlikeMs] as const)
        : (["since", this.#sinceMs] as const);
    const at = ms === undefined ? {} : { [moment]: { request: journal.requestAt(ms), ms } };
    journal.note({ kind: "surroundings", code: "times-changed", ...change, ...at });
  }
}

/** What two rows show: all times of one are longer, by a large factor, than most of the other. */
function timesChange(
  first: TimesInRow & { early: readonly number[] },
  last: TimesInRow,
):
  | Omit<Extract<NewNote, { code: "times-changed" }>, "kind" | "code" | "over" | "since">
  | undefined {
  // A busy machine makes times longer, and none shorter.
  const isSlower = !last.isBusy && isLonger(Math.min(...last.us), median(first.early));
  const [, usualMost = 0] = last.us.toSorted((a, b) => b - a);
  const isFaster =
    !first.isBusy && first.us.length === IN_ROW && isLonger(Math.min(...first.us), usualMost);
  if (!isSlower && !isFaster) return undefined;
  const before = isSlower ? first.early : first.us;
  return { first: median(before), last: median(last.us), inRow: before.length };
}
