import type { NewNote } from "../model/index.ts";
import { counted, durationText, latencyText, whole } from "../text/index.ts";

export type Wording = {
  readonly [Code in NewNote["code"]]: (note: Extract<NewNote, { code: Code }>) => string;
};

/** A server that gets requests in turn with up to four others has this share. */
const OF_A_SERVER = 0.2;

export const timesTexts = {
  "times-changed": ({ first, last, inRow, over, since }) => {
    const isFaster = last < first;
    const factor = Math.round(isFaster ? first / last : last / first);
    const end = `at the end, such requests took ${latencyText(last)}`;
    if (!isFaster)
      return `slower: ${counted(inRow, "valid request")} at the beginning took ${latencyText(first)}; ${end}, ${factor} times as long${since === undefined ? "" : `; from about request ${whole(since.request)} on, ${durationText(since.ms)} after the start, each valid request between the cases was slow`}; the store, the memory or other work of the server may be the reason`;
    const until =
      over === undefined
        ? ""
        : `; it was over by request ${whole(over.request)}, ${durationText(over.ms)} after the start`;
    return `cold start: the first ${whole(inRow)} requests, one after the other, took ${latencyText(first)}, ${factor} times as long as at the end (${latencyText(last)})${until}`;
  },
  pauses: ({ request, fromMs, times, longestMs, forMs }) => {
    const first = `${durationText(fromMs)} after the start (request ${whole(request)})`;
    const when =
      times === 1
        ? `for ${durationText(forMs)}, from ${first} on`
        : `${whole(times)} times, for up to ${durationText(longestMs)} and ${durationText(forMs)} in all, first ${first}`;
    return `pauses: no request got a response ${when}; then those in flight got theirs together: one of them, or other work of the server, may be the reason`;
  },
  "slow-at-times": ({ request, fromMs, slow, asked, slowUs, quickUs }) =>
    `slow at times: ${whole(slow)} of ${whole(asked)} valid requests between the cases took about ${latencyText(slowUs)}, others ${latencyText(quickUs)}; first ${durationText(fromMs)} after the start (request ${whole(request)}): it does not depend on the request${slow >= OF_A_SERVER * asked ? "; several servers may be behind this address, one of them slower" : ""}`,
  "errors-for-a-while": ({ word, request, fromMs, forMs, failed, asked, stays }) =>
    `${stays === true ? "degraded" : "partial outage"}: from about request ${whole(request)} on, ${durationText(fromMs)} after the start, ${whole(failed)} of ${whole(asked)} valid requests between the cases got ${word}, ${stays === true ? "until the end; none did before" : `for at least ${durationText(forMs)}; none did before or after`}; what got it was sent again`,
  "clock-limit": ({ field, side, refusal, refusesStated, ...limit }) => {
    const others = side === "until" ? "later" : "earlier";
    const on = side === "from" ? " on" : "";
    const stated =
      refusesStated === true ? "; valid requests were refused, and their values are beyond it" : "";
    return `clock: ${field} is accepted ${side} ${distanceText(limit)}${on}, and ${others} times get ${refusal}: this limit moves with the clock${stated}`;
  },
} satisfies Partial<Wording>;

type Offset = { atMs: number; offsetMs: number; withinMs: number };

/** Offsets are known to a second or two: the clocks of client and server differ. */
const CLOCKS_MS = 2000;
const DAY_MS = 86_400_000;
/** More of a unit are told in a larger one. */
const UNITS: readonly (readonly [name: string, ms: number, most: number])[] = [
  ["year", 365.25 * DAY_MS, Infinity],
  ["day", DAY_MS, Infinity],
  ["hour", 3_600_000, 72],
  ["minute", 60_000, 180],
];

/** `30 days after the time of the request`: a whole number of years, days, hours or minutes if one is near enough. */
function distanceText({ atMs, offsetMs, withinMs }: Offset): string {
  const isNear = (ms: number): boolean => Math.abs(ms - offsetMs) <= withinMs + CLOCKS_MS;
  const of = "the time of the request";
  if (isNear(0)) return of;
  const side = offsetMs < 0 ? "before" : "after";
  const years = new Date(atMs + offsetMs).getUTCFullYear() - new Date(atMs).getUTCFullYear();
  const then = new Date(atMs);
  then.setUTCFullYear(then.getUTCFullYear() + years);
  if (years !== 0 && isNear(then.getTime() - atMs))
    return `${counted(Math.abs(years), "year")} ${side} ${of}`;
  for (const [name, ms, most] of UNITS) {
    const count = Math.round(offsetMs / ms);
    if (count !== 0 && Math.abs(count) <= most && isNear(count * ms))
      return `${counted(Math.abs(count), name)} ${side} ${of}`;
  }
  const days = Math.round(Math.abs(offsetMs) / DAY_MS);
  const long = days > 3 ? `about ${counted(days, "day")}` : durationText(Math.abs(offsetMs));
  return `${long} ${side} ${of}`;
}
