import { MANY_REFUSED } from "../analyse/index.ts";
import type { NewNote, Surrounding } from "../model/index.ts";
import { timeOf } from "./loss-rows.ts";
import { LOST } from "./noise-search.ts";

/** One change of what every request gets, or new connections, or some requests. */
export type Episode = Omit<Surrounding, "isBack" | "forMs" | "times"> & {
  beganMs: number;
  /** Only some requests were turned away, and the control was not; `burst`: those of a case that sends several. */
  ofSome?: "request" | "burst";
  isOver?: true;
  /** The response said when to come again. */
  saysWhen?: boolean;
  /** Few of those that were sent more slowly. */
  isFew?: boolean;
  toMs?: number | undefined;
};

/**
 * An earlier loss of every request may have met a limit that was found later, of new connections: no connection was open then to show
 * it. Not if many refused requests came before it, which may have led to a ban.
 */
export function asOfNew(episode: Episode, all: readonly Episode[]): Episode {
  const limit = all.find(({ isOfNew }) => isOfNew === true);
  const isLike = LOST.has(episode.got) && episode.before.refused < MANY_REFUSED;
  return limit !== undefined && isLike ? { ...episode, got: limit.got, isOfNew: true } : episode;
}

/** What is noted of changes of one kind. */
export function noteOf(all: readonly [Episode, ...Episode[]], nowMs: number): NewNote {
  const last = all.at(-1) ?? all[0];
  const isOfNew = all.some((each) => each.isOfNew === true);
  const { got, usual, reason, refused, atOnce, limit, perSecond } = last;
  const [first] = all;
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
    accepted: first.accepted,
    cycleMs: first.cycleMs,
    closedMs: first.toMs === undefined ? undefined : Math.round(first.toMs - first.fromMs),
    provoked: all.find(({ provoked }) => provoked !== undefined)?.provoked,
    times: all.length,
    asked: all.reduce((sum, { asked }) => sum + asked, 0),
    forMs: timeOf(all.map(({ fromMs, toMs = nowMs }) => ({ fromMs, toMs }))),
    isBack: last.toMs !== undefined,
  };
}
