import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Case, type NewNote, type RequestResult, isComplete } from "../model/index.ts";
import { median } from "../stats/index.ts";
import type { Dispatcher } from "./dispatcher.ts";

/** Fewer responses in a row may be slow by accident. */
const IN_ROW = 8;
/** Shorter times and smaller factors may be those of a busy machine. */
const LEAST_US = 20_000;
const LEAST_FACTOR = 3;
/** Timers that are late by more than this share of a response's time show that this machine was busy. */
const MOST_LATE = 0.25;

/** Times of valid requests, sent one after the other, each on a connection of its own. */
export type TimesInRow = { us: readonly number[]; isBusy: boolean };

/**
 * Sends the valid request until a row of times is whole; with `first`, its first results, only while all are slow. Undefined if a
 * request got no complete response.
 */
export async function timesInRow(
  dispatcher: Pick<Dispatcher, "send">,
  asking: Case,
  first?: readonly RequestResult[],
): Promise<TimesInRow | undefined> {
  const results = [...(first ?? [])];
  const late = monitorEventLoopDelay({ resolution: 1 });
  late.enable();
  while (results.length < IN_ROW && (first === undefined || results.every(isSlow)))
    results.push(...(await dispatcher.send(asking)).answers.slice(-1));
  late.disable();
  if (!results.every(isComplete)) return undefined;
  const us = results.map(({ totalUs }) => totalUs);
  // The histogram has the whole distance between two timers of 1 ms.
  return { us, isBusy: late.percentile(90) / 1000 - 1000 > MOST_LATE * Math.min(...us) };
}

const isSlow = (result: RequestResult): boolean => isComplete(result) && result.totalUs >= LEAST_US;

const isLonger = (us: number, than: number): boolean => us >= LEAST_US && us >= LEAST_FACTOR * than;

/** Whether a time is unlike those at the beginning, so that it is worth measuring a row again. */
export const isUnlike = ({ us }: TimesInRow, nowUs: number): boolean =>
  isLonger(nowUs, Math.max(...us)) || (us.length === IN_ROW && isLonger(Math.min(...us), nowUs));

/** What two rows show: all times of one are longer, by a large factor, than nearly all of the other. */
export function timesChange(
  first: TimesInRow,
  last: TimesInRow,
): Omit<Extract<NewNote, { code: "times-changed" }>, "kind" | "code" | "over"> | undefined {
  if (first.isBusy || last.isBusy) return undefined;
  const isSlower = isLonger(Math.min(...last.us), Math.max(...first.us));
  const [, usualMost = 0] = last.us.toSorted((a, b) => b - a);
  const isFaster = first.us.length === IN_ROW && isLonger(Math.min(...first.us), usualMost);
  if (!isSlower && !isFaster) return undefined;
  return { first: median(first.us), last: median(last.us), inRow: first.us.length };
}
