import type { AnswersChanged, Contention, SeveralServers, Surrounding } from "../model/index.ts";
import { counted, durationText, shortNumber, whole, shortList } from "../text/index.ts";
import type { Wording } from "./times-text.ts";

const MOST_OF_REASON = 40;
const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

type Kind =
  | "store"
  | "version"
  | "rate-limit"
  | "new-connections"
  | "ban"
  | "silence"
  | "ban-or-limit"
  | "pause"
  | "away"
  | "maintenance"
  | "shedding"
  | "refusing"
  | "credentials"
  | "wall";

/** A server's own words for too many requests at a time: `Limit of concurrent GET requests reached`; and for too many in a while. */
const SAYS_CROWD =
  /\bconcurren|\boverload|\btoo many (?:open )?(?:connections|clients|sessions)\b/i;
const SAYS_RATE = /\btoo many\b|\brate.?limit|\bthrottl|\bslow down\b/i;

/** What turned every request away, by what they got. */
function kindOf(found: Surrounding): Kind {
  const { got, asked, refused, isRate, isOfNew, cause, reason = "" } = found;
  if (isOfNew === true) return isBanOfNew(found) ? "ban" : "new-connections";
  if (isRate === true) return "rate-limit";
  if (got === "401") return "credentials";
  if (cause !== undefined) return KIND_OF_CAUSE[cause];
  if (refused !== undefined) {
    if (got.startsWith("5")) return "store";
    const isAsBefore = refused.before === undefined || refused.before === refused.now;
    return got.startsWith("4") && isAsBefore ? "refusing" : "version";
  }
  if (OF_STATE.has(got)) return "refusing";
  if (got === "429") return "rate-limit";
  if (got === "refused") return "away";
  if (got === "timed-out") return asked >= SILENT_CONTROLS ? "silence" : "pause";
  if (!/^\d/.test(got)) return "ban";
  if (got === "503" && SAYS_CROWD.test(reason)) return "shedding";
  // Controls are sent one at a time.
  if (got === "503" && SAYS_RATE.test(reason)) return asked > 0 ? "rate-limit" : "shedding";
  return got.startsWith("5") ? "maintenance" : "wall";
}

/** Responses about the resource that a request names, and about its state. */
const OF_STATE: ReadonlySet<string> = new Set(["404", "409", "410", "412", "428"]);

/** A limit of new connections is met again, and does not wait for refused requests. */
const isBanOfNew = ({ times, before }: Surrounding): boolean =>
  times === 1 && before.refused >= MANY_REFUSED;

const KIND_OF_CAUSE = { refused: "ban", requests: "rate-limit", either: "ban-or-limit" } as const;

const NAMES: Record<Kind, { over: string; lasting: string }> = {
  store: {
    over: "outage of what valid requests need",
    lasting: "full store, or an outage of what valid requests need",
  },
  refusing: { over: "another version or state for a while", lasting: "another version or state" },
  credentials: {
    over: "credentials not accepted, or asked for, for a while",
    lasting: "credentials no longer accepted, or asked for now",
  },
  version: { over: "another version or state for a while", lasting: "another version or state" },
  "rate-limit": { over: "rate limit", lasting: "rate limit or quota" },
  "new-connections": { over: "limit of new connections", lasting: "limit of new connections" },
  ban: { over: "ban", lasting: "ban" },
  "ban-or-limit": { over: "ban or rate limit", lasting: "ban, rate limit or quota" },
  silence: { over: "ban or overload", lasting: "ban or overload" },
  pause: { over: "pause", lasting: "pause" },
  away: { over: "restart or ban", lasting: "ban" },
  maintenance: { over: "maintenance or overload", lasting: "outage or maintenance" },
  shedding: { over: "load shedding", lasting: "load shedding" },
  wall: { over: "ban, wall or challenge", lasting: "quota, wall or challenge" },
};

/** So many controls that timed out in a row are no pause of a busy machine. */
const SILENT_CONTROLS = 8;

/** Refused requests are a likely reason of a ban if so many of the last ones before it were refused. */
export const MANY_REFUSED = 5;

/** What happened to every request, whatever it was, as one sentence: name, moment, duration, evidence, what was done. */
function turnedAwayText(found: Surrounding): string {
  const { got, request, fromMs, forMs, times, asked, isBack, perSecond } = found;
  const kind = kindOf(found);
  // What was over before may be over again.
  const name = NAMES[kind][isBack || times > 1 ? "over" : "lasting"];
  if (found.atOnce !== undefined) return sheddingText(found, found.atOnce);
  const moment = `from request ${whole(request)} on, ${durationText(fromMs)} after the start`;
  const reason = found.reason === undefined ? "" : ` ("${cutAt(found.reason, MOST_OF_REASON)}")`;
  const what =
    kind === "away"
      ? "no connection was accepted"
      : found.isOfNew === true
        ? `new connections got ${got}, and an open one a response as before`
        : found.refused === undefined
          ? // A limit may be one of some requests only; of a change that was over at once, no control shows whether it was one for all.
            `${kind === "rate-limit" || asked === 0 ? "requests" : "every request"} got ${got}${reason}${asked > 0 ? ", the stated one too" : ""}`
          : `valid requests got ${got}${reason}${found.usual === undefined ? "" : ` instead of ${found.usual}`}${refusedText(found)}`;
  const often = times === 1 ? "" : `, ${whole(times)} times`;
  const long = isBack
    ? `${often}, for ${durationText(forMs)}${times === 1 ? "" : " in all"}; then as before`
    : times === 1
      ? `; it was still so after ${durationText(forMs)} and ${counted(asked, "control")}, and nothing more was sent`
      : `${often}, for ${durationText(forMs)} in all and ${counted(asked, "control")}, the last time until the end: nothing more was sent`;
  const why =
    kind === "pause" ? "; the target, the network or this machine may have been busy" : "";
  const slower =
    perSecond === undefined
      ? ""
      : `; what followed was sent with at most ${shortNumber(perSecond.toFixed(1))} ${found.isOfNew === true ? "new connections" : "requests"} a second`;
  return `${name}: ${moment}, ${what}${long}${why}${reasonOf(kind, found)}${slower}`;
}

function sheddingText(
  { got, request, times }: Surrounding,
  { from, to }: { from: number; to: number },
): string {
  const often = times === 1 ? "once" : counted(times, "time");
  return `load shedding: from request ${whole(request)} on, ${often}, requests got ${got} while up to ${whole(from)} were sent at a time, and none with at most ${whole(to)}; what followed was sent so`;
}

/** What shows that requests are still told apart. */
function refusedText({ got, refused }: Surrounding): string {
  const { before, now } = refused ?? {};
  // What it got before is not known: only next to a success does it show another version.
  if (before === undefined)
    return now === undefined || got.startsWith("4") ? "" : `, and another request ${now}`;
  return before === now
    ? `, and a refused one ${now} as before`
    : `, and a refused one ${now} instead of ${before}`;
}

function reasonOf(kind: Kind, found: Surrounding): string {
  const { got, before, accepted = 0, opened = 0, cycleMs, closedMs, limit, provoked, each } = found;
  // What came before each of several says more than one try that did not lead to it again.
  const isShown = provoked?.by === "none" && each !== undefined;
  if (provoked !== undefined && !isShown) return `; ${provokedText(provoked)}`;
  const stated = limit === undefined ? "" : `; its responses state a limit of ${whole(limit)}`;
  const [count, unit] = kind === "new-connections" ? [opened, "connection"] : [accepted, "request"];
  if (each !== undefined) return `; before each, ${causeText(each)}`;
  const isLimit = kind === "rate-limit" || kind === "new-connections";
  if (isLimit && cycleMs !== undefined && count > 0)
    return `${stated}; ${found.isLeast === true && unit === "request" ? "at least" : "about"} ${counted(count, unit)} in ${durationText(cycleMs)} were accepted before it${closedMs === undefined ? "" : `, then ${got} for ${durationText(closedMs)}`}`;
  const { requests, refused, ms } = before;
  const isBan = kind === "ban" || kind === "silence" || (kind === "wall" && got === "403");
  if (!isBan || refused < MANY_REFUSED) return "";
  return `; it may be due to refused requests: of the ${whole(requests)} before it, sent in ${durationText(ms)}, ${whole(refused)} got a 4xx`;
}

function causeText({ requests, refused }: NonNullable<Surrounding["each"]>): string {
  const range = ([least, most]: readonly [number, number]): string =>
    least === most ? whole(least) : `${whole(least)} to ${whole(most)}`;
  return `${range(refused)} requests were refused, of ${range(requests)}`;
}

/** What a second try has shown of the reason of a ban. */
function provokedText({ by, requests }: NonNullable<Surrounding["provoked"]>): string {
  const sent = counted(requests, "request");
  if (by === "none")
    return `a second try does not show why: ${sent} that it accepts, and as many that it refuses, did not lead to it again`;
  return by === "valid"
    ? `requests that it accepts lead to it, too: ${whole(requests)} of them did when tried again`
    : `it is due to refused requests: as many valid ones did not lead to it again, ${whole(requests)} refused ones did`;
}

/** What became of the results from these times. */
function inDoubtText({ dropped, unsettled }: { dropped: number; unsettled: number }): string {
  const left =
    unsettled === 0
      ? ""
      : `; ${counted(unsettled, "request")} got no other result when sent again, and ${unsettled === 1 ? "is" : "are"} left out`;
  const [count, they] = dropped === 1 ? ["counts", "it"] : ["count", "they"];
  return `${counted(dropped, "result")} in doubt ${count} for nothing: ${they} may have nothing to do with the request${left}`;
}

/** Responses that a cache gave, of all; `first` is the case of the first one, with what shows it. */
export type CachedFold = { count: number; all: number; first?: { case: string; sign: string } };

export const cacheText = ({ count, all, first }: CachedFold): string =>
  `cache: ${whole(count)} of ${counted(all, "response")} say that they come from a cache: they have ${first?.sign ?? ""} (${first?.case ?? ""}); what is sent again may get the response of an earlier request`;

/** Responses that have the fresh value of another request of the run. */
export type ValuesOfOthers = {
  field: string;
  count: number;
  of: number;
  sent: number;
  back: number;
  case: string;
};

export const valuesOfOthersText = ({ field, count, of, sent, back }: ValuesOfOthers): string =>
  `responses to other requests: ${whole(count)} of ${counted(of, "accepted case")} get the ${field} of another request, e.g. sent ${sent}, got ${back}; a cache responds to them, or the server mixes up its responses; no limit or outlier is derived`;

const MOST_CHANGED = 3;

function answersChangedText({ request, atMs, fromMs, changed, of }: AnswersChanged): string {
  const told = shortList(
    changed,
    MOST_CHANGED,
    ({ case: id, before, now }) =>
      before === now
        ? `${id} got another response with ${now}`
        : `${id} got ${now} instead of ${before}`,
    (more) => `and ${whole(more)} more`,
  );
  const time = new Date(atMs).toISOString().slice(11, 19);
  return `another version or rule: from about request ${whole(request)} on (at ${time} UTC, ${durationText(fromMs)} after the start), the server responds differently: ${told.join(", ")} (${whole(changed.length)} of ${counted(of, "case")} sent again); valid requests got the same as before; no limit or outlier is derived, and the run ended there`;
}

/** That errors come where requests meet, as of a locked store or of too few workers. */
function contentionText({ words, size, alone, together }: Contention): string {
  const share = ({ failed, sent }: Contention["alone"]): string =>
    `${whole(failed)} of ${whole(sent)}`;
  return `contention: requests that are in flight together got ${words.join(" or ")}: ${share(together)} valid ones sent ${whole(size)} at a time, and ${share(alone)} sent one at a time; what got it was sent again`;
}

function severalServersText({ classes, by, asked, case: id, reason }: SeveralServers): string {
  const why = reason === undefined ? "" : `"${cutAt(reason, MOST_OF_REASON)}"; `;
  const who = id === undefined ? "valid requests get" : `${id} gets`;
  const what = `${who} ${classes.join(" or ")} behind this address`;
  const follows =
    "a case that gets several responses differs by server, and no limit or outlier is derived";
  if (by === "value")
    return `valid requests get ${classes.join(" or ")} by their values: what is refused is refused again each time (${why}${counted(asked, "control")}); a case that is sent with several values gets several responses, and no limit or outlier is derived`;
  if (by === "chance")
    return `several servers, or a response at random: ${what}, and nothing shows which (${counted(asked, "control")}); ${follows}`;
  if (by === "turn")
    return `several servers, or one that counts requests: ${what}, in turn (${counted(asked, "control")}); ${follows}`;
  const told =
    by === "connection"
      ? "the connection decides which one responds"
      : `the header ${by.header} tells them apart`;
  return `several servers: ${what}, and ${told} (${counted(asked, "control")}); ${follows}`;
}

/** What happened to requests whatever they were. */
export const surroundingsTexts = {
  "turned-away": turnedAwayText,
  "several-servers": severalServersText,
  "answers-changed": answersChangedText,
  contention: contentionText,
  "connection-limit": ({ got, reason, most }) =>
    `rate limit for each connection: after ${counted(most, "request")} on it, requests got ${got}${reason === undefined ? "" : ` ("${cutAt(reason, MOST_OF_REASON)}")`}, and a new connection is accepted at once; what followed was sent on a new connection after as many`,
  "memory-grows-unasked": ({ bytes, overMs }) =>
    `the server's memory goes on growing while nothing is sent: by ${whole(Math.round(bytes / 2 ** 20))} MiB in ${durationText(overMs)}; an earlier request may have begun it, and no case can be named`,
  "unread-body": ({ first, next, reason }) =>
    `unread body: a request to another path gets ${first}, and its body stays unread: the next request on the connection begins with it, and gets ${next}${reason === "" ? "" : ` ("${cutAt(reason, MOST_OF_REASON)}")`}; whoever shares a connection with others can send requests in their name; each case is sent on a connection of its own`,
  "in-doubt": inDoubtText,
} satisfies Partial<Wording>;
