import { away, moods, type Mood } from "./moods.ts";

/** What must be true of `run` and `gate` against a mood, derived from what the server does. */
export type MoodRow = {
  mood: () => Mood;
  /** The note that must name it; undefined if nothing may be said. */
  said?: RegExp;
  /** Exit codes that are right: 4 if it does not end. */
  exits: readonly number[];
  /** It is not the plain server that responds, or not alone: then only instability is checked. */
  isOther?: true;
};

const row = (mood: () => Mood, said?: RegExp, exits: readonly number[] = [0]): MoodRow => ({
  mood,
  exits,
  ...(said && { said }),
});

const NOISE = (word: string): RegExp =>
  new RegExp(`^noise: .* of the requests (got|were lost) \\(?${word}.* independent of the request`);
const WALL = /^quota, wall or challenge: .* it was still so after/;

/** Requests of the calibration, and of the first suite, come before. */
const FROM = 420;

/** The faulty servers of the hostile bench that change with time, number or chance. */
export const moodTable = {
  plain: row(moods.plain),
  "rate-limit": row(() => moods.limit(400, 14), /^rate limit: .* every request got 429/),
  "ban-reset": row(() => moods.away(FROM, 40, "reset"), /^ban: .* every request got reset/),
  "ban-silence": row(
    () => moods.away(FROM, 22, "silent"),
    /^ban or overload: .* got timed-out|^pause: /,
  ),
  quota: row(() => moods.away(FROM, Infinity, away.quota), WALL, [4]),
  challenge: row(() => moods.away(FROM, Infinity, away.challenge), WALL, [4]),
  maintenance: row(() => moods.away(FROM, 20, away.maintenance), /^maintenance or overload: .*503/),
  "maintenance-retry-after": row(
    () => moods.away(FROM, 16, away.maintenanceFor(1)),
    /^maintenance or overload: .* got 503/,
  ),
  // The ordinary client sends again by itself on a kept connection: less is seen.
  "noise-reset": row(() => moods.noise(0.05, "reset"), NOISE("reset")),
  "noise-502": row(() => moods.noise(0.02, away.gateway), NOISE("502")),
  "noise-silence": row(() => moods.noise(0.02, "silent"), NOISE("timed-out")),
  "noise-pair": row(
    () => both(moods.noise(0.02, "reset"), moods.noise(0.03, away.gateway)),
    NOISE(""),
  ),
  "servers-by-turn": other(moods.versions("turn"), /^several servers: /),
  "servers-by-connection": other(moods.versions("connection"), /^several servers: /),
  "servers-by-head": other(moods.versions("head"), /^several servers: .* X-Served-By/i),
  deployment: row(() => moods.deployed(FROM + 120), /^another version: /, [4]),
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
  "cold-start": row(() => moods.slow(({ count }) => (count < 40 ? 60 : 0))),
  slower: row(() => moods.slow(({ count }) => count / 40)),
  cache: row(moods.cache),
} satisfies Record<string, MoodRow>;

export type MoodName = keyof typeof moodTable;

function other(mood: () => Mood, said: RegExp): MoodRow {
  return { mood, said, exits: [0], isOther: true };
}

/** The second one decides where the first lets a request pass; each request has one random number. */
function both(one: Mood, two: Mood): Mood {
  return (turn) => one(turn) ?? two({ ...turn, random: 1 - turn.random });
}
