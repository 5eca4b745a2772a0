import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { away, moods, moody, type Mood } from "../../test/servers/moods.ts";
import { exitCodeOf } from "../cli/run-exit-codes.ts";
import { userSubmission } from "../contract/index.ts";
import { defineSuite, post, wirePost } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { jsonReply } from "../servers/json-server.ts";
import type { Template } from "../template/index.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-moods-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Long enough for a busy machine: only silent servers wait for it. */
const TIMEOUT_MS = 4000;

/** Long enough to be noticed, far shorter than a run waits. */
const BAN_MS = 10_000;

/** Half of them on a connection of their own. */
const sentBy = (nth: number, body: Template) => (nth % 4 < 2 ? post(body) : wirePost({ body }));

/** 200 cases with and without a body that the servers accept, in turn. */
const planted = defineSuite({
  name: "planted",
  about: "bodies with and without a number as id",
  clauses: ["error-conditions"],
  cases: Array.from({ length: 200 }, (_, nth) => ({
    name: `case-${nth}`,
    reason: `number ${nth}`,
    family: nth % 2 === 0 ? "accepted" : "refused",
    rung: { axis: "number", at: String(nth % 2 === 0 ? nth : 1000 + nth) },
    request: sentBy(nth, nth % 2 === 0 ? withExtra([`"number ${nth}"`]) : [`[${nth}]`]),
  })),
});

const CATALOGUE = {
  interface: userSubmission,
  suites: [suiteNamed("valid"), planted],
  inline: [planted],
};

/** Runs two suites against a server, which is closed then. */
async function run(mood: Mood, further: { provoke?: boolean; repeats?: number } = {}) {
  const server = await moody(mood);
  const target = { name: "moody", baseUrl: server.url };
  const options = {
    ...defaultOptions("run"),
    suite: ["valid", "planted"],
    load: false,
    runs: 0,
    repeats: 2,
    seed: 1,
    outputDir: folder,
    timeoutMs: TIMEOUT_MS,
    ...further,
  };
  const control = { signal: new AbortController().signal, events: {} };
  const finished = await runJob(target, CATALOGUE, options, control).finally(() => server.close());
  const { summary } = finished;
  return {
    summary,
    exit: exitCodeOf(finished, target),
    said: summary.notes.filter(({ kind }) => kind === "surroundings").map(({ text }) => text),
    /** The outcomes of every case, by id. */
    cases: new Map(summary.cases.map(({ id, outcomes }) => [id, Object.keys(outcomes).join()])),
    unstable: summary.cases.filter(({ stability }) => stability === "unstable").length,
    verdict: summary.stated.text,
    remarks: summary.remarks.map(({ kind, case: id }) => `${kind} ${id}`),
  };
}

describe.concurrent("what is not the request's doing", () => {
  const plain = run(moods.plain());

  test("nothing is said of a server that responds alike at any time", async () => {
    const { said, exit, remarks } = await plain;
    expect(said).toEqual([]);
    expect(exit).toBe(0);
    // The boundary of the catalogue, and nothing else.
    expect(remarks).toEqual(["step planted/case-1"]);
  });

  test.each([
    [
      "ban",
      () => moods.away(300, 50, "reset", BAN_MS),
      /^ban: from request .* got reset, .*, \d+ got a 4xx/,
    ],
    [
      "maintenance",
      () => moods.away(150, 16, away.maintenanceFor(1)),
      /^maintenance or overload: .* got 503 \("maintenance"\), /,
    ],
    [
      "refused connections",
      () => moods.refuses(300, 1500),
      /^restart or ban: from request .* no connection was accepted, for /,
    ],
    [
      "load shedding",
      () => moods.sheds(4),
      /^load shedding: from request .* requests got 503 while up to (10|5) were sent at a time, and none with at most (5|2|1); /,
    ],
    [
      "a limit of requests at a time",
      () => moods.sheds(4, away.limited),
      /^load shedding: from request .* requests got 429 while up to (10|5) were sent at a time, and none with at most (5|2); /,
    ],
    [
      "a locked store",
      () => moods.locked(0.3, 500),
      /^contention: requests that are in flight together got 500: \d+ of \d+ valid ones sent 10 at a time, and 0 of /,
    ],
    [
      "a store that is locked now and then",
      () => moods.locked(0.1, 503),
      /^contention: requests that are in flight together got 503: |^load shedding: /,
    ],
    [
      "limit",
      () => moods.limit(150, 16),
      // It counts complete requests, and not those that the calibration has only begun.
      /^rate limit: from request .* requests? got 429(?: \("too many requests"\))?, .*; at least (?:\d\d|1[0-4]\d|150) requests in /,
    ],
    [
      "a limit of new connections",
      () => moods.newConnections(200, 3000),
      /^limit of new connections: from request .* new connections got reset, and an open one a response as before, .*; about \d+ connections in /,
    ],
    [
      "a limit of the rate that gives 503 and no Retry-After",
      () => moods.bucket(40, 20),
      // A busy machine sends too few requests to meet the limit again after a calm.
      /^(?:rate limit|maintenance or overload): from request .* requests? got 503 \("unavailable"\), /,
    ],
    [
      "a limit by 503 in windows of time",
      () => moods.window(100, 1500, 503),
      /^rate limit: from request .* requests? got 503 \("slow down"\), /,
    ],
    [
      "a server that fails on half of all requests from a moment on",
      () => moods.since(500, moods.noise(0.5, jsonReply(500, { error: "broken" }))),
      /^degraded: from about request [4-6]\d\d on, .* valid requests between the cases got 500, until the end/,
    ],
    [
      "resets",
      () => moods.noise(0.06, "reset"),
      // The ordinary client sends again by itself on kept connections: chance decides whether any loss is left.
      /^noise: [\d.]+% of the requests were lost \(reset\), independent of the request: |^noise on kept connections: \d+ of \d+ requests were lost /,
    ],
    [
      "502",
      () => moods.noise(0.03, away.gateway),
      /^noise: [\d.]+% of the requests got 502, independent of the request: \d+ of [\d,]+, p = /,
    ],
    [
      "silence",
      () => moods.noise(0.02, "silent"),
      /^noise: [\d.]+% of the requests got no response in time \(timed-out\), independent of the request: /,
    ],
  ] as const)("%s is named, and no case gets its results", async (name, mood, sentence) => {
    const found = await run(mood());
    const expected = await plain;
    expect(found.said[0]).toMatch(sentence);
    expect(found.said.filter((each) => /^(ban|pause)/.test(each))).toHaveLength(
      name === "ban" ? 1 : 0,
    );
    expect(found.exit).toBe(0);
    expect(found.summary.complete).toBe(true);
    expect(found.cases).toEqual(expected.cases);
    expect(found.unstable).toBe(0);
    expect(found.remarks).toEqual(expected.remarks);
  });

  test("a valid request that was lost once is sent again, and the verdict names both", async () => {
    const found = await run(({ count }) => (count === 150 ? "reset" : undefined));
    // The ordinary client sends again by itself on a kept connection.
    if (found.said.length > 0) {
      expect(found.said[0]).toMatch(
        /^1 of [\d,]+ requests was lost \(reset\): \S+ got a response when sent again/,
      );
      expect(found.verdict).toMatch(/^every valid request got .*; 1 of \d+ did not at first/);
    }
    expect(found.exit).toBe(0);
    expect(found.unstable).toBe(0);
    expect(found.remarks).toEqual((await plain).remarks);
  });

  test("one bad worker of four is none of the cases' doing", async () => {
    const found = await run(moods.badWorker(4, "turn"));
    const expected = await plain;
    expect(found.said.join("\n")).toMatch(
      /^(several servers, or one that counts requests: valid requests get |noise: ).*500/,
    );
    expect([...found.cases].filter(([id, got]) => got !== expected.cases.get(id))).toEqual([]);
    expect(found.unstable).toBe(0);
    expect(expected.remarks).toEqual(expect.arrayContaining(found.remarks));
  });

  test("a case that gets an error in half of its sendings is unstable, and no noise", async () => {
    let seen = 0;
    const found = await run(({ body, plain: reply }) => {
      if (!/"number (14|34|88)"/.test(body)) return undefined;
      seen += 1;
      return seen % 2 === 0 ? away.maintenance : reply;
    });
    expect(found.said.filter((each) => each.startsWith("noise"))).toEqual([]);
    expect(found.unstable).toBeGreaterThan(0);
  });

  test.each([
    [
      () => moods.guard(40, [80, 14], BAN_MS),
      // What was in flight may use up the ban before it is looked at: then nothing is tried, and nothing is sure.
      /it is due to refused requests: as many valid ones did not .*, \d+ refused ones did|it may be due to refused requests: of the /,
    ],
    [
      (nth: number) => moods.away(300 + 7 * nth, 80, "reset", BAN_MS),
      /a second try does not show why: \d+ requests that it accepts/,
    ],
  ] as const)("with --provoke, a second try shows what leads to a ban", async (mood, sentence) => {
    // A second try needs enough refused requests since the last control, which is chance: if there were too few, a ban begins later.
    for (let nth = 0; nth < 3; nth += 1) {
      const found = await run(mood(nth), { provoke: true });
      expect(found.said[0]).toMatch(/^ban: from request /);
      expect(found.exit).toBe(0);
      expect(found.cases).toEqual((await plain).cases);
      if (sentence.test(found.said[0] ?? "")) return;
    }
    expect.fail(`no ban was followed by what ${sentence} says`);
  });

  test("a limit that moves with the clock is told as one", async () => {
    const found = await run(moods.noFuture());
    expect(found.said).toEqual([
      "clock: date is accepted until the time of the request, and later times get 422: this limit moves with the clock",
    ]);
    expect(found.exit).toBe(0);
  });

  test("so is one of a hundred years", async () => {
    const found = await run(moods.noOlderThan(100));
    expect(found.said).toEqual([
      "clock: date is accepted from 100 years before the time of the request on, and earlier times get 422: this limit moves with the clock",
    ]);
  });

  test("a target that turns all away at first is waited for, and nothing is derived from it", async () => {
    const found = await run(moods.away(1, 8, away.maintenance));
    expect(found.said).toEqual([
      expect.stringMatching(
        /^maintenance or overload: from request 1 on, .* every request got 503, the stated one too, for .*; then as before$/,
      ),
    ]);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test.each([423, 500])(
    "a lock that began before the first case is not taken for a second server (%d)",
    async (status) => {
      const locked = jsonReply(status, { error: "locked" });
      let untilMs: number | undefined;
      const found = await run(({ count, nowMs }) => {
        if (count > 450) untilMs ??= nowMs + 1200;
        const isLocked = (count > 7 && count < 11) || nowMs < (untilMs ?? 0);
        return isLocked ? locked : undefined;
      });
      const [first = "", ...others] = found.said;
      expect(first).toMatch(
        new RegExp(`^(?:ban, wall or challenge|maintenance or overload): .* got ${status}`),
      );
      for (const each of others) expect(each).toMatch(/in doubt count/);
      expect([found.exit, found.unstable]).toEqual([0, 0]);
    },
  );

  test("a lock that comes and goes gives no case its response", async () => {
    const locked = jsonReply(423, { error: "locked" });
    let startMs: number | undefined;
    const found = await run(({ count, nowMs, plain: reply }) => {
      if (count > 300) startMs ??= nowMs;
      const isLocked = startMs !== undefined && (nowMs - startMs) % 4000 < 2000;
      return { ...(isLocked ? locked : reply), afterMs: 20 };
    });
    for (const each of found.said)
      expect(each).toMatch(/^ban, wall or challenge: .* got 423.*; then as before$|in doubt count/);
    expect(found.said[0]).toMatch(/^ban, wall or challenge/);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a guard that closes again after forty refusals leaves no case without a result", async () => {
    const found = await run(moods.blocks(40, 1500));
    expect(found.said[0]).toMatch(
      /^ban: .* got 403 \("your address is blocked"\).*; then as before; before each, \d+(?: to \d+)? requests were refused, of \d+ to \d+/,
    );
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a guard that closes some connections and resets others is one ban, and no noise", async () => {
    const found = await run(moods.blocks(60, 800, (nth) => (nth % 2 === 0 ? "reset" : "close")));
    expect(found.said[0]).toMatch(
      /^ban(?: or rate limit)?: .* got (?:reset|closed), .*; then as before/,
    );
    for (const each of found.said.slice(1)) expect(each).toMatch(/in doubt count/);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("refusals from a cache do not show that the server behind it still responds", async () => {
    let untilMs: number | undefined;
    const found = await run(({ count, nowMs, plain: reply }) => {
      if (reply.status === 400) return { ...reply, headers: { ...reply.headers, Age: "3" } };
      if (count >= 450) untilMs ??= nowMs + 1200;
      return nowMs < (untilMs ?? 0) ? away.maintenance : undefined;
    });
    expect(found.said[0]).toMatch(/^maintenance or overload: .* got 503/);
    for (const each of found.said.slice(1)) expect(each).toMatch(/^cache: |in doubt count/);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
  });

  test("a target that starts while the first cases are sent gets them again", async () => {
    const found = await run(({ count }) => (count < 600 ? away.maintenance : undefined));
    expect(found.said[0]).toMatch(
      /^maintenance or overload: from request 1 on, .*; then as before/,
    );
    for (const each of found.said.slice(1)) expect(each).toMatch(/in doubt count/);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test.each(["turn", "chance"])(
    "one of two servers that is down for a while gives no case its error (by %s)",
    async (by) => {
      let untilMs: number | undefined;
      const isDown = ({ count, nowMs, random }: Parameters<Mood>[0]): boolean => {
        if (count > 1200) untilMs ??= nowMs + 2000;
        const isOther = by === "turn" ? count % 2 === 0 : random < 0.5;
        // On a busy machine, few requests come in that time.
        return isOther && untilMs !== undefined && (nowMs < untilMs || count < 1800);
      };
      const mood: Mood = (turn) => (isDown(turn) ? away.gateway : { ...turn.plain, afterMs: 10 });
      const found = await run(mood, { repeats: 16 });
      // Controls come every sixty results: few of them may show too little.
      expect(found.said[0]).toMatch(/got 502/);
      // What got it each time is left out.
      expect([0, 4]).toContain(found.exit);
      const errors = [...found.cases].filter(([, outcomes]) => outcomes.includes("502"));
      expect(found.said[0]?.startsWith("partial outage") === true ? errors : []).toEqual([]);
    },
  );

  test("a limit by 403 that accepts as many requests each time is one of the rate", async () => {
    const forbidden = jsonReply(403, { error: "slow down" });
    let [sinceMs, accepted] = [0, 0];
    const found = await run(({ nowMs }) => {
      if (nowMs - sinceMs >= 1500) [sinceMs, accepted] = [nowMs, 0];
      return (accepted += 1) > 120 ? forbidden : undefined;
    });
    // A slow machine does not always use up the limit: then the counts do not tell it from a ban, or nothing meets it.
    for (const each of found.said.slice(0, 1))
      expect(each).toMatch(
        /^(?:rate limit|ban or rate limit|ban, wall or challenge): .* got 403 .*; then as before/,
      );
    for (const each of found.said.slice(1)) expect(each).toMatch(/in doubt count/);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a server that delays everything after refused requests is slow at times", async () => {
    let [refused, untilMs] = [0, 0];
    const found = await run(({ nowMs, plain: reply }) => {
      if (nowMs < untilMs) return { ...reply, afterMs: 300 };
      if (reply.status >= 400) refused += 1;
      if (refused >= 40) [refused, untilMs] = [0, nowMs + 2000];
      return undefined;
    });
    // On a busy machine, fewer controls are quick.
    for (const each of found.said) expect(each).toMatch(/^slow at times: |^slower: /);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a limit on each connection is told as a limit, and does not end the run", async () => {
    const found = await run(moods.perConnection(20));
    expect(found.said).toEqual([
      'rate limit for each connection: after 20 requests on it, requests got 429 ("too many requests"), and a new connection is accepted at once; what followed was sent on a new connection after as many',
    ]);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a server that becomes slower for good is named with the moment", async () => {
    const found = await run(moods.slow(({ count }) => (count < 500 ? 2 : 60)));
    expect(found.said).toEqual([
      expect.stringMatching(
        /^slower: .* from about request [3-6]\d\d on, .* each valid request between the cases was slow/,
      ),
    ]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("numbers that a server refuses for their length are sent shorter", async () => {
    const found = await run(moods.atMost(1_000_000));
    expect(found.summary.notes.map(({ text }) => text)).toContain(
      'id with nine digits got 422 ("too big"), and with 6 digits 201: new values have at most this many digits',
    );
    expect([found.exit, found.unstable, found.cases.get("valid/plain")]).toEqual([0, 0, "201"]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a pause gives no case another response", async () => {
    let untilMs: number | undefined;
    const found = await run(({ count, nowMs, plain: reply }) => {
      if (count > 300) untilMs ??= nowMs + 1200;
      return nowMs < (untilMs ?? 0) ? { ...reply, afterMs: (untilMs ?? 0) - nowMs } : undefined;
    });
    // If this process was busy meanwhile, it does not know.
    for (const each of found.said) expect(each).toMatch(/^pauses: no request got a response /);
    expect([found.exit, found.unstable]).toEqual([0, 0]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a cold start is told as nothing else", async () => {
    const found = await run(moods.slow(({ count }) => (count < 40 ? 60 : 0)));
    // On a busy machine, nothing is said.
    for (const each of found.said) expect(each).toMatch(/^cold start: the first 8 requests, /);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("a cache is named by the Age of its responses", async () => {
    const found = await run(moods.cache());
    expect(found.said).toEqual([
      expect.stringMatching(
        /^cache: \d+ of [\d,]+ responses say that they come from a cache: they have an Age, 7 s /,
      ),
    ]);
    expect(found.cases).toEqual((await plain).cases);
  });

  test("responses that have the id of another request are told, and nothing is derived from them", async () => {
    let kept: string | undefined;
    const found = await run(({ body, plain: { status } }) => {
      if (status !== 201) return undefined;
      kept ??= body;
      return jsonReply(201, { id: (JSON.parse(kept) as { id: number }).id });
    });
    expect(found.said).toEqual([
      expect.stringMatching(
        /^responses to other requests: (\d+) of (\1|\d+) accepted cases get the id of another request, e\.g\. sent \d{9}, got \d{9}; /,
      ),
    ]);
    expect(found.remarks.filter((each) => /^(step|outlier)/.test(each))).toEqual([]);
  });

  const WALL =
    "quota, wall or challenge: from request (?:2\\d\\d|30\\d) on, .*, every request got ";
  const STAYS = ".*; it was still so after";

  test.each([
    [
      "quota",
      moods.away(300, Infinity, away.quota),
      `${WALL}403 \\("quota"\\), the stated one too${STAYS}`,
    ],
    [
      "challenge",
      moods.away(300, Infinity, away.challenge),
      `${WALL}200 \\("Are you human\\?"\\), .*${STAYS}`,
    ],
    [
      "token that has expired",
      moods.away(300, Infinity, away.expired),
      `credentials no longer accepted, or asked for now: from request .*, every request got 401 \\("token expired"\\), the stated one too${STAYS}`,
    ],
    [
      "deployment",
      moods.deployed(300),
      `another version or state: from request .* valid requests got 200(?: \\(.*?\\))? instead of 201, and a refused one 422 instead of 400${STAYS}`,
    ],
    [
      "deployment before any request was refused",
      moods.deployed(70),
      `another version or state: from request .* valid requests got 200(?: \\(.*?\\))? instead of 201, and another request 422${STAYS}`,
    ],
    [
      "state that refuses valid requests",
      moods.full(300, 422),
      `another version or state: from request .* valid requests got 422 \\("cannot store"\\) instead of 201, and a refused one 400 as before${STAYS}`,
    ],
    [
      "full store that calls it a conflict",
      moods.full(300, 409),
      `another version or state: from request .* valid requests got 409 \\("cannot store"\\) instead of 201, and a refused one 400 as before${STAYS}`,
    ],
    [
      "full store",
      moods.full(300, 507),
      `full store, or .* valid requests got 507 \\("cannot store"\\) instead of 201, and a refused one 400 as before${STAYS}`,
    ],
  ] as const)(
    "a %s that stays ends the run, and what is sure is kept",
    async (name, mood, sentence) => {
      const found = await run(mood);
      const expected = await plain;
      expect(found.said[0]).toMatch(new RegExp(`^${sentence}`));
      expect(found.exit).toBe(4);
      expect(found.summary).toMatchObject({ complete: false, end: "turned-away", accepts: "held" });
      const sure = [...found.cases].filter(([, outcomes]) => outcomes !== "");
      expect(sure.length).toBeGreaterThan(name.endsWith("was refused") ? 0 : 100);
      for (const [id, outcomes] of sure) expect(outcomes, id).toBe(expected.cases.get(id));
      expect(expected.remarks).toEqual(expect.arrayContaining(found.remarks));
    },
  );

  test.each([
    ["turn", "in turn ("],
    ["connection", "the connection decides which one responds"],
    ["head", "the header x-served-by tells them apart"],
    ["chance", "nothing shows which"],
  ] as const)("several servers are told apart by the %s", async (by, words) => {
    const found = await run(moods.versions(by)());
    expect(found.said).toHaveLength(1);
    expect(found.said[0]).toMatch(
      /^several servers(, or a response at random|, or one that counts requests)?: valid requests get (201 or 200|200 or 201) /,
    );
    expect(found.said[0]).toContain(words);
    expect(found.unstable).toBe(0);
    const { cases } = found.summary;
    expect(cases.some(({ stability }) => stability === "differs-by-server")).toBe(true);
    expect(found.remarks.filter((each) => /^(step|outlier|unstable)/.test(each))).toEqual([]);
    expect(found.exit).toBe(0);
  });

  test.each([
    ["turn", "in turn ("],
    ["connection", "the connection decides which one responds"],
    ["head", "the header x-served-by tells them apart"],
  ] as const)(
    "several servers are told apart by the %s, where one refuses some values",
    async (by, words) => {
      const ofVersion = moods.versions(by)();
      const found = await run((turn) => {
        const isSeventh = Number(/"id": ?(\d+)/.exec(turn.body)?.[1] ?? 1) % 7 === 0;
        const { other, plain } = turn;
        const refuses = isSeventh && plain.status === 201;
        return ofVersion({ ...turn, other: refuses ? { ...other, ...away.invalid } : other });
      });
      expect(found.said).toHaveLength(1);
      expect(found.said[0]).toContain(words);
      expect(found.said[0]).toMatch(/valid requests get (201 or 200|200 or 201) /);
      expect(found.unstable).toBe(0);
      expect(found.exit).toBe(0);
    },
  );

  test("where the value decides, a refused one is refused again, and no second server is named", async () => {
    const { said, exit } = await run(({ body, plain: reply }) =>
      /"id": ?\d*[13579]\b/.test(body) ? away.invalid : reply,
    );
    expect(said).toEqual([
      expect.stringMatching(/^valid requests get (400 or 201|201 or 400) by their values: /),
    ]);
    expect(exit).toBe(0);
  });

  test("from a moment on, refused requests get another status, and valid ones the same", async () => {
    const { said, exit, remarks } = await run(moods.quietly("status", ({ count }) => count >= 520));
    expect(said[0]).toMatch(
      /^another version or rule: from about request [3-6]\d\d on .* the server responds differently: planted\/case-\d+ got /,
    );
    expect(said.slice(1).filter((each) => !each.includes("in doubt"))).toEqual([]);
    expect(exit).toBe(4);
    expect(remarks).toEqual([]);
  });

  test("from a moment on, other words with the same status say nothing", async () => {
    const { said, exit } = await run(moods.quietly("words", ({ count }) => count >= 520));
    expect([said, exit]).toEqual([[], 0]);
  });

  test("several servers that differ in what they say to refused requests", async () => {
    const { said, exit, unstable } = await run(
      moods.quietly("status", ({ count }) => count % 2 === 0),
    );
    expect(said).toEqual([
      expect.stringMatching(
        /^several servers, or one that counts requests: planted\/case-\d+ gets 4\d\d or 4\d\d behind .* in turn/,
      ),
    ]);
    expect([exit, unstable]).toEqual([0, 0]);
  });

  test("a server whose parser refuses some of what it would refuse is one server", async () => {
    const { said, exit } = await run(moods.parsed());
    expect([said, exit]).toEqual([[], 0]);
  });

  test("the time in the body of a refusal is no other version", async () => {
    const { said, exit } = await run(moods.stamped());
    expect([said, exit]).toEqual([[], 0]);
  });
});
