import { jsonReply } from "../../src/servers/json-server.ts";
import { away, moods, type Mood } from "./moods.ts";

/** What must be true of `run` and `gate` against a mood, derived from what the server does. */
export type MoodRow = {
  mood: () => Mood;
  /** Notes that must name it; none of the others may be there. */
  said: readonly RegExp[];
  /** Notes that may be there, too. */
  may?: RegExp;
  /** Exit codes that are right: 4 if it does not end. */
  exits: readonly number[];
  /** It is not the plain server that responds, or not alone: then only instability is checked. */
  isOther?: true;
};

const row = (mood: () => Mood, said?: RegExp, exits: readonly number[] = [0]): MoodRow => ({
  mood,
  exits,
  said: said ? [said] : [],
});

/**
 * Of one or two losses, their cases are named: the ordinary client sends again by itself on a kept connection, which another note
 * counts.
 */
const NOISE = (word: string): RegExp =>
  new RegExp(
    `^noise: .* of the requests (got|were lost) .*${word}.* independent of the request|^[12] of .* requests .*${word}|^noise on kept connections`,
  );
const CONTENTION = (word: string): RegExp =>
  new RegExp(
    `^contention: requests that are in flight together got ${word}|^load shedding: .* got ${word} while`,
  );
const WALL = /^quota, wall or challenge: .* it was still so after/;

const QUIET =
  /^another version or rule: from about request .* UTC.* the server responds differently: .*; valid requests got the same as before/;
const byTurn = ({ count }: { count: number }): boolean => count % 2 === 0;
const since =
  (from: number) =>
  ({ count }: { count: number }): boolean =>
    count >= from;

/** Requests of the calibration, and of the first suite, come before. */
const FROM = 420;

const single = {
  plain: row(moods.plain),
  "rate-limit": row(() => moods.limit(400, 14), /^rate limit: .* requests got 429/),
  "limit-per-connection": row(
    () => moods.perConnection(20),
    /^rate limit for each connection: after 20 requests on it, requests got 429/,
  ),
  "limit-of-new-connections": row(
    () => moods.newConnections(200, 3000),
    /^limit of new connections: .* new connections got reset, and an open one a response as before/,
  ),
  "rate-limit-503-in-windows": row(
    () => moods.window(100, 2500, 503),
    /^rate limit: .* requests got 503 \("slow down"\)/,
  ),
  // Nothing ends it.
  degraded: row(
    () => moods.since(FROM, moods.noise(0.5, jsonReply(500, { error: "broken" }))),
    /^degraded: from about request [45]\d\d on, .* valid requests between the cases got 500, until the end/,
  ),
  "slower-since": row(
    () => moods.slow(({ count }) => (count < FROM ? 3 : 40)),
    /^slower: .* from about request [345]\d\d on, .* each valid request between the cases was slow/,
  ),
  "ban-for-good": row(
    () => moods.guard(30, [Infinity], Infinity),
    /^ban: .* got reset, .*; it was still so after [23]\d(?:\.\d)? s /,
    [4],
  ),
  // A short run does not meet it again after a calm.
  "rate-limit-503": row(
    () => moods.bucket(60, 30),
    /^(rate limit|maintenance or overload): .* requests got 503/,
  ),
  "ban-403": row(
    () => moods.blocks(20, 1500),
    /^ban: .* got 403 .*; before each, \d+(?: to \d+)? requests were refused/,
  ),
  "limit-at-a-time": row(
    () => moods.sheds(4, away.limited),
    /^load shedding: .* requests got 429 while up to /,
  ),
  "ban-reset": row(
    () => moods.away(FROM, 40, "reset"),
    /^ban: .* (?:every request|requests) got reset/,
  ),
  "ban-silence": {
    ...row(() => moods.away(FROM, 22, "silent"), /^ban or overload: .* got timed-out|^pause: /),
    may: NOISE("timed-out"),
  },
  // A process that is restarted looks the same.
  "ban-refused": row(
    () => moods.refuses(FROM, 1500),
    /^restart or ban: .* no connection was accepted/,
  ),
  quota: row(() => moods.away(FROM, Infinity, away.quota), WALL, [4]),
  challenge: row(() => moods.away(FROM, Infinity, away.challenge), WALL, [4]),
  maintenance: row(() => moods.away(FROM, 20, away.maintenance), /^maintenance or overload: .*503/),
  "maintenance-retry-after": row(
    () => moods.away(FROM, 16, away.maintenanceFor(1)),
    /^maintenance or overload: .* got 503/,
  ),
  "noise-reset": row(() => moods.noise(0.05, "reset"), NOISE("reset")),
  "noise-502": row(() => moods.noise(0.02, away.gateway), NOISE("502")),
  "noise-silence": row(() => moods.noise(0.02, "silent"), NOISE("timed-out")),
  "noise-pair": row(
    () => both(moods.noise(0.02, "reset"), moods.noise(0.03, away.gateway)),
    NOISE(""),
  ),
  "servers-by-turn": other(
    moods.versions("turn"),
    /^several servers, or one that counts requests: /,
  ),
  "servers-by-connection": other(moods.versions("connection"), /^several servers: /),
  "servers-by-head": other(moods.versions("head"), /^several servers: .* X-Served-By/i),
  deployment: row(() => moods.deployed(FROM + 120), /^another version or state: /, [4]),
  // Results between the change and the next look are those of the later version.
  "deployment-of-status": {
    ...row(() => moods.quietly("status", since(FROM + 80)), QUIET, [4]),
    isOther: true,
  },
  // The same status with other words changes nothing that is derived.
  "deployment-of-words": row(() => moods.quietly("words", since(FROM + 80))),
  "times-in-bodies": row(moods.stamped),
  "rules-by-turn": other(
    () => moods.quietly("status", byTurn),
    /^several servers, or one that counts requests: .* in turn/,
  ),
  "rules-by-connection": other(
    () => moods.quietly("status", ({ connection }) => connection % 2 === 0),
    /^several servers: .* the connection decides/,
  ),
  "rules-by-chance": other(
    () => moods.quietly("status", ({ random }) => random < 0.5),
    /^several servers, or a response at random: /,
  ),
  "words-by-turn": other(
    () => moods.quietly("words", byTurn),
    /^several servers, or one that counts requests: .* in turn/,
  ),
  "full-store-507": row(
    () => moods.full(FROM, 507),
    /^full store, or .*: from request .* valid requests got 5/,
    [4],
  ),
  "full-store-500": row(
    () => moods.full(FROM, 500),
    /^full store, or .*: from request .* valid requests got 5/,
    [4],
  ),
  // Valid requests get what refused ones get.
  "refuses-all": row(() => moods.away(FROM, Infinity, away.invalid), WALL, [4]),
  "refuses-valid-422": row(
    () => moods.full(FROM, 422),
    /^another version or state: .* valid requests got 422(?: \("[^"]*"\))? instead of 201, and a refused one 400 as before/,
    [4],
  ),
  "expired-token": row(
    () => moods.away(FROM, Infinity, away.expired),
    /^credentials no longer accepted, or asked for now: .*, every request got 401 \("token expired"\), /,
    [4],
  ),
  election: row(
    () => moods.full(FROM, 503, 40),
    /^(outage of what valid requests need|maintenance or overload): .*503/,
  ),
  "ban-short": may(/^(ban|noise|[12] of)/, () => moods.away(FROM, 14, "reset")),
  "noise-cut": row(() => moods.noise(0.03, "cut"), NOISE("(closed|cut|incomplete)")),
  "bad-worker-by-turn": row(() => moods.badWorker(4, "turn"), /^(several servers.*|noise): .*500/),
  "bad-worker-by-chance": row(() => moods.badWorker(4, "chance"), NOISE("500")),
  alternates: row(() => moods.badWorker(2, "turn"), /^(several servers.*|noise): .*500/),
  "servers-by-cookie": other(moods.versions("cookie"), /^several servers, or a response at random/),
  "servers-at-random": other(moods.versions("chance"), /^several servers, or a response at random/),
  "load-shedding": row(() => moods.sheds(4), /^load shedding: .* requests got 503 while up to /),
  "locked-503": row(() => moods.locked(0.3, 503), CONTENTION("503")),
  "locked-500": row(() => moods.locked(0.3, 500), CONTENTION("500")),
  "locked-seldom-503": row(() => moods.locked(0.06, 503), CONTENTION("503")),
  "locked-seldom-500": row(() => moods.locked(0.06, 500), CONTENTION("500")),
  "no-future": other(moods.noFuture, /^clock: date is accepted until the time of the request, /),
  brownout: may(/^(noise|maintenance|rate limit|[12] of)/, () =>
    moods.crowded("inFlight", 6, away.maintenance),
  ),
  "connection-limit": may(/^(noise|ban|[12] of)/, () => moods.crowded("open", 8, "reset")),
  pauses: row(() => moods.pauses(300, 1500)),
  "cold-start": may(/^cold start: the first 8 requests/, () =>
    moods.slow(({ count }) => (count < 40 ? 60 : 0)),
  ),
  slower: may(/^slower: /, () => moods.slow(({ count }) => count / 40)),
  cache: row(moods.cache, /^cache: [\d,]+ of [\d,]+ responses say that they come from a cache/),
} satisfies Record<string, MoodRow>;

/** The faulty servers of the hostile bench that change with time, number or chance, alone and in pairs. */
export const moodTable = {
  ...single,
  "ban+noise": pair("ban-reset", "noise-502"),
  "limit+noise": pair("rate-limit", "noise-reset"),
  "quota+noise": pair("quota", "noise-502"),
  "deployment+noise": pair("deployment", "noise-502"),
  "full-store+noise": pair("full-store-507", "noise-silence"),
  "maintenance+noise": pair("maintenance", "noise-reset"),
  "servers+noise": pair("noise-502", "servers-by-head"),
  "bad-worker+noise": pair("bad-worker-by-turn", "noise-reset"),
  "ban+cold-start": pair("ban-reset", "cold-start"),
  "servers+maintenance": pair("maintenance", "servers-by-head"),
  "limit-per-connection+noise": pair("limit-per-connection", "noise-502"),
  "limit+servers": pair("rate-limit", "servers-by-turn"),
} satisfies Record<string, MoodRow>;

export type MoodName = keyof typeof moodTable;

function other(mood: () => Mood, said: RegExp): MoodRow {
  return { ...row(mood, said), isOther: true };
}
/** The second one decides where the first lets a request pass; each request has one random number. */
function both(one: Mood, two: Mood): Mood {
  return (turn) => one(turn) ?? two({ ...turn, random: 1 - turn.random });
}

/** Both happen: each must be named where it shows, and the first one shows. */
function pair(one: keyof typeof single, two: keyof typeof single): MoodRow {
  const [first, second]: [MoodRow, MoodRow] = [single[one], single[two]];
  const isOther = first.isOther ?? second.isOther;
  return {
    mood: () => both(first.mood(), second.mood()),
    said: first.exits.includes(4) ? first.said : [...first.said, ...second.said],
    ...(second.said[0] && { may: second.said[0] }),
    exits: first.exits,
    ...(isOther && { isOther }),
  };
}

/** It need not be told, and nothing else may be. */
function may(told: RegExp, mood: () => Mood): MoodRow {
  return { ...row(mood), may: told };
}
