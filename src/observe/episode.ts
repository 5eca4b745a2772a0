import { MANY_REFUSED } from "../analyse/index.ts";
import type { NewNote, Surrounding } from "../model/index.ts";
import { causeOf, type Cycle } from "./ban-cause.ts";
import { timeOf } from "./loss-rows.ts";
import { LOST } from "./noise-search.ts";

/** One change of what every request gets, or new connections, or some requests. */
export type Episode = Omit<Surrounding, "isBack" | "forMs" | "times" | "cause" | "each"> & {
  beganMs: number;
  /** What came since the change before. */
  cycle?: Cycle;
  /** Only some requests were turned away, and the control was not; `burst`: those of a case that sends several. */
  ofSome?: "request" | "burst";
  isOver?: true;
  /** The response said when to come again. */
  saysWhen?: boolean;
  /** Few of those that were sent more slowly. */
  isFew?: boolean;
  toMs?: number | undefined;
};

/** An earlier loss may have met a limit of new connections that was found later; not if many refused requests came before it. */
export function asOfNew(episode: Episode, all: readonly Episode[]): Episode {
  const limit = all.find(({ isOfNew }) => isOfNew === true);
  const isLike = LOST.has(episode.got) && episode.before.refused < MANY_REFUSED;
  return limit !== undefined && isLike ? { ...episode, got: limit.got, isOfNew: true } : episode;
}

/** What changes to one response depend on. An error of the server that comes now and then may depend on time alone. */
export function causeOfAll(all: readonly Episode[]): Surrounding["cause"] {
  const ofAll = all.filter(
    ({ got, refused, ofSome, isOfNew }) =>
      !/^(?:[123]|401|429)/.test(got) && (refused ?? ofSome ?? isOfNew) === undefined,
  );
  const cause = causeOf(ofAll.flatMap(({ cycle }) => cycle ?? []));
  return all[0]?.got.startsWith("5") === true && cause !== "refused" ? undefined : cause;
}

function rangesOf(all: readonly Episode[]): Surrounding["each"] {
  const cycles = all.flatMap(({ cycle, ofSome }) => (ofSome === undefined ? (cycle ?? []) : []));
  const range = (counts: readonly number[]): [number, number] => [
    Math.min(...counts),
    Math.max(...counts),
  ];
  return {
    requests: range(cycles.map(({ requests }) => requests)),
    refused: range(cycles.map(({ refused }) => refused)),
  };
}

export function noteOf(all: readonly [Episode, ...Episode[]], nowMs: number): NewNote {
  const last = all.at(-1) ?? all[0];
  const isOfNew = all.some((each) => each.isOfNew === true);
  const { got, usual, reason, refused, atOnce, limit, perSecond } = last;
  const [first] = all;
  const { accepted = 0, cycle } = first;
  // Whether a limit counts requests that were only begun is not known.
  const answered = cycle?.requests ?? accepted;
  const cause = causeOfAll(all);
  return {
    kind: "surroundings",
    code: "turned-away",
    got,
    usual,
    reason,
    refused,
    atOnce,
    limit,
    perSecond,
    isRate: all.some(({ isRate }) => isRate === true) || undefined,
    isOfNew: isOfNew || undefined,
    opened: isOfNew ? first.opened : undefined,
    request: first.request,
    fromMs: first.fromMs,
    before: first.before,
    accepted: Math.min(accepted, answered),
    isLeast: accepted > answered || undefined,
    cycleMs: first.cycleMs,
    closedMs: first.toMs === undefined ? undefined : Math.round(first.toMs - first.fromMs),
    cause,
    each: cause === undefined ? undefined : rangesOf(all),
    provoked: all.find(({ provoked }) => provoked !== undefined)?.provoked,
    times: all.length,
    asked: all.reduce((sum, { asked }) => sum + asked, 0),
    forMs: timeOf(all.map(({ fromMs, toMs = nowMs }) => ({ fromMs, toMs }))),
    isBack: last.toMs !== undefined,
  };
}
