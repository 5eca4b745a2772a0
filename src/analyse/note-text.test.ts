import { unwatchedText } from "../stats/index.ts";
import { expect, test } from "vitest";
import { RUN_FORMAT, RunRecord } from "../model/run.ts";
import type { CodedNote, Note } from "../model/note.ts";
import { plain } from "../text/index.ts";
import { renderRunPage, renderTerminal, runMarkdown, Screen } from "../report/index.ts";
import { statedVerdict } from "./verdict.ts";
import { buildRunView } from "./build-run-view.ts";
import { emptyFold, type RunFold } from "./run-fold.ts";
import { foldRecord } from "./fold-record.ts";

type Sample = WithoutPlace<CodedNote>;
type WithoutPlace<T> = T extends unknown ? Omit<T, "type" | "code"> : never;

const LOST = "the target has stopped responding to valid requests";
const failure = { outcome: "refused", detail: "connect ECONNREFUSED 127.0.0.1:1" } as const;

/** Every code, with the words of 0.6.0, where it had them. */
const SAMPLES: Record<CodedNote["code"], [Sample, string][]> = {
  "sent-again": [
    [
      { kind: "confirm", differing: 1, sendings: 11 },
      "sent again to confirm 1 case that differs from the baseline: 11 requests",
    ],
    [
      { kind: "confirm", differing: 2, sendings: 1, stopped: "no-response" },
      "sent again to confirm 2 cases that differ from the baseline: 1 request; it stopped because the target no longer responded",
    ],
  ],
  "differences-sent-again": [
    [
      { kind: "confirm", differing: 3, sendings: 12, stopped: "time" },
      "sent again to confirm 3 cases that differ between targets: 12 requests; it stopped because the time for it was over",
    ],
  ],
  unreachable: [
    [
      { kind: "check", failure },
      "the target could not be reached: refused: connect ECONNREFUSED 127.0.0.1:1",
    ],
    [
      { kind: "check", failure: { outcome: "timed-out", detail: "no connection within 4 s" } },
      "the target could not be reached: no connection within 4 s",
    ],
    [
      {
        kind: "check",
        failure: { outcome: "tls-failed", detail: "EPROTO: wrong version number" },
        scheme: { speaks: "plain", url: "http://a:1" },
      },
      "the target could not be reached: the target does not speak TLS: did you mean http://a:1?",
    ],
  ],
  "not-started": [
    [
      { kind: "check", failure: { exitCode: 3, output: "one\ntwo" } },
      'the target could not be reached: the served command ended before it responded: exit code 3, output: "one | two"',
    ],
    [
      { kind: "check", failure: { signal: "SIGKILL" } },
      "the target could not be reached: the served command ended before it responded: signal SIGKILL",
    ],
    [
      { kind: "check", failure: { timeoutMs: 30_000 } },
      "the target could not be reached: the served command did not respond within 30 s",
    ],
  ],
  "against-not-started": [
    [
      { kind: "load", failure: { exitCode: 1, output: "no such file" } },
      'the build of --against was not started: the served command ended before it responded: exit code 1, output: "no such file"',
    ],
  ],
  "against-unreachable": [
    [
      { kind: "load", failure },
      "the build of --against could not be reached: refused: connect ECONNREFUSED 127.0.0.1:1",
    ],
  ],
  "other-scheme": [
    [
      { kind: "check", scheme: { speaks: "TLS", url: "https://a:1" } },
      "the target speaks TLS: did you mean https://a:1?",
    ],
  ],
  "no-response": [
    [
      {
        kind: "check",
        sender: "client",
        outcome: "closed",
        phase: "head",
        detail: "the server closed the connection",
        receivedBytes: 0,
      },
      "a valid request by the ordinary client: closed (head), the server closed the connection, nothing received",
    ],
    [
      {
        kind: "check",
        sender: "raw",
        outcome: "malformed",
        phase: "head",
        detail: "no status line",
        receivedBytes: 12,
      },
      "a valid request by raw bytes: malformed (head), no status line, 12 bytes received",
    ],
  ],
  "not-expected": [
    [
      { kind: "check", got: "404", expect: ["2xx", "409"] },
      "a valid request got 404, and --expect names 2xx, 409: nothing else was sent",
    ],
  ],
  "logged-in": [
    [
      { kind: "check", status: 200 },
      "the login of this run got 200 here, with a user and a password that no record has; the requests of the suites have made-up ones",
    ],
  ],
  "unique-field": [
    [
      { kind: "check", field: "name", signature: "400" },
      "name is unique: 400 for the second request with the same value; every other request has a new value, except in cases about this field",
    ],
    [
      { kind: "check", field: "title", signature: "400", along: ["author"] },
      "title is unique, at least with the same author: 400 for the second request with the same value; every other request has a new value, except in cases about this field",
    ],
  ],
  "shorter-numbers": [
    [
      {
        kind: "check",
        fields: ["id"],
        digits: 6,
        refused: "422",
        accepted: "201",
        said: "too_big",
      },
      'id with nine digits got 422 ("too_big"), and with 6 digits 201: new values have at most this many digits',
    ],
    [
      { kind: "check", fields: ["id"], digits: 8, refused: "400", accepted: "201", kept: true },
      "id with nine digits got 400, and with 8 digits 201: new values have nine, as in the baseline",
    ],
    [
      { kind: "check", fields: ["id"], digits: 4, refused: "400", accepted: "200" },
      "id with nine digits got 400, and with 4 digits 200: new values have at most this many digits",
    ],
  ],
  "refusals-in-bodies": [
    [
      {
        kind: "check",
        got: "200",
        signs: [
          { member: "ok", is: false },
          { member: "error", holds: "anything" },
          { member: "meta.code", isNot: 0 },
        ],
        body: '{"ok":false,"error":"no JSON"}',
      },
      'requests are refused with 200, too: a response counts as a refusal (200-refusal) if "ok" is false, "error" is there or "meta.code" is not 0, e.g. {"ok":false,"error":"no JSON"}',
    ],
    [
      { kind: "check", got: "200", signs: [{ member: "", is: "error" }], body: "error: no JSON" },
      'requests are refused with 200, too: a response counts as a refusal (200-refusal) if it begins with "error", e.g. error: no JSON',
    ],
  ],
  "refused-again": [
    [
      { kind: "check", first: "201", again: "409", said: "the code A1 is taken" },
      'the stated request got 201, and 409 when it was sent again ("the code A1 is taken"): a value may have to be unique, but no field was found that gets 201 again with a new value; later requests repeat it',
    ],
    [
      { kind: "check", first: "200", again: "500" },
      "the stated request got 200, and 500 when it was sent again: a value may have to be unique, but no field was found that gets 200 again with a new value; later requests repeat it",
    ],
  ],
  capacity: [
    [
      { kind: "capacity", stallCapacity: 0, concurrency: 1, timeoutMs: 1000 },
      "the target handles one connection at a time: a valid request gets no response while another is unfinished; cases are sent one at a time, waiting for each response for up to 1 s",
    ],
    [
      { kind: "capacity", stallCapacity: 4, concurrency: 4, timeoutMs: 1500 },
      "the target responds to a valid request while 4 others are unfinished, not while 8 are; cases are sent 4 at a time, waiting for each response for up to 1.5 s",
    ],
  ],
  "one-request": [
    [
      { kind: "capacity", timeoutMs: 1000 },
      "the target responds to one request on each connection: a second one got no response within 1 s; every request by the ordinary client has a connection of its own",
    ],
  ],
  culprit: [
    [
      { kind: "culprit", cases: ["a/b"], reason: "r", tried: 2, times: 2 },
      `${LOST} after a/b (r): sent again alone, it made the target stop again, 2 of 2`,
    ],
  ],
  suspected: [
    [
      { kind: "target-lost", cases: ["a/b"], why: "stayed-away" },
      `${LOST}; it did not come back, so that no case was sent again (with --serve, witness starts it, and finds the case); it may be one of these, which were in progress or got the last response, or one sent shortly before them`,
    ],
    [
      { kind: "target-lost", cases: ["a/b"], why: "went-again" },
      `${LOST}; it came back, and was gone again before these were sent again alone`,
    ],
    [
      { kind: "target-lost", cases: ["a/b"], why: "stopped-once", tried: 2, times: 1 },
      `${LOST}; sent again alone, this case made it stop 1 of 2 times`,
    ],
    [
      { kind: "target-lost", cases: ["a/b"], why: "stopped-once", tried: 1, times: 1 },
      `${LOST}; sent again alone, this case made it stop 1 of 1 time, and it did not come back to try again`,
    ],
    [
      { kind: "target-lost", cases: ["a/b"], why: "out-of-time" },
      `${LOST}; it came back, and the time for sending cases again was over with these left`,
    ],
  ],
  "unknown-cause": [
    [
      { kind: "target-lost", why: "replayed" },
      `${LOST}; it came back, and replay did not make it stop again`,
    ],
  ],
  "no-connections": [
    [
      { kind: "target-lost", cases: ["explore/lost/1"] },
      "the target accepts no more connections; these were the last requests that it accepted",
    ],
  ],
  "memory-excess": [
    [
      { kind: "memory", bytes: 200_000_000, limitBytes: 100_000_000, cases: ["a/b", "a/c"] },
      "stopped sending: the target uses 191 MiB of memory, the limit is 95 MiB (--target-memory); the newest requests were a/b, a/c",
    ],
  ],
  "memory-grows-unasked": [
    [
      { kind: "surroundings", bytes: 3 * 2 ** 29, overMs: 4000 },
      "the server's memory goes on growing while nothing is sent: by 1,536 MiB in 4 s; an earlier request may have begun it, and no case can be named",
    ],
  ],
  "not-started-again": [
    [
      { kind: "load", failure: { exitCode: 1 } },
      "the target was not started again: the served command ended before it responded: exit code 1",
    ],
  ],
  "stated-refused": [
    [
      { kind: "explore", signature: "401" },
      "nothing is inferred: the stated request gets 401, so that no change of it shows a rule; state examples that the server accepts, or the credentials that it requires",
    ],
  ],
  "more-behaviours": [
    [
      { kind: "explore", count: 1200 },
      "where there was novelty, 1,200 more behaviours were found; the estimate leaves them out",
    ],
  ],
  "drawing-stopped": [
    [
      { kind: "explore", requests: 200_000, chance: 0.05, share: 0.01 },
      "drawing stopped after 200,000 requests: the next behaviour is new with a probability of at most 5.0%, still not below 1.0%",
    ],
  ],
  "rate-limited": [
    [
      { kind: "explore", status: "429" },
      "the target reports too many requests (429): such requests are sent again after a wait, all one at a time from then on, and nothing follows from 429; --concurrency 1 begins so",
    ],
  ],
  "rate-limit-stays": [
    [
      { kind: "explore", status: "429" },
      "the target still reports too many requests (429) after waits: exploring ends here; raise its limit for the test, or begin again later with fewer requests (--max-requests)",
    ],
  ],
  "values-decide": [
    [
      {
        kind: "explore",
        signature: "422",
        first: "201",
        refused: 9,
        asked: 10,
        reason: "id: checksum",
      },
      'new values decide what a valid request gets: 9 of 10 got 422 ("id: checksum") instead of 201, and each got the same again; a request that is refused so is sent with other values',
    ],
  ],
  "repeated-id": [
    [
      { kind: "explore", signature: "409", first: "201" },
      "the same request again gets 409 instead of 201: for requests without a new id, 409 counts as 201",
    ],
    [
      { kind: "explore", signature: "400", first: "201", said: "exists" },
      "the same request again gets 400 instead of 201: for requests without a new id, 400 counts as 201 where the response says the same",
    ],
  ],
  failure: [
    [{ kind: "failure", during: "run", detail: "EMFILE" }, "witness could not continue: EMFILE"],
    [{ kind: "failure", during: "load", detail: "EMFILE" }, "the load could not continue: EMFILE"],
  ],
  unsent: [
    [
      { kind: "time", unsent: { size: 30, valid: 1 }, planned: 1200 },
      "--max-time was over: 31 of 1,200 requests were not sent (size 30, valid 1)",
    ],
    [
      { kind: "time", unsent: { size: 1 }, planned: 1200, why: "ended" },
      "the run ended early: 1 of 1,200 requests was not sent (size 1)",
    ],
  ],
  "agent-lost": [[{ kind: "fleet", agent: "one" }, "agent one was lost: its slices go to others"]],
  "turned-away": [
    [
      {
        kind: "surroundings",
        got: "reset",
        request: 1001,
        fromMs: 2100,
        forMs: 8000,
        times: 1,
        asked: 7,
        isBack: true,
        before: { requests: 20, refused: 15, ms: 40 },
        perSecond: 12.34,
      },
      "ban: from request 1,001 on, 2.1 s after the start, every request got reset, the stated one too, for 8 s; then as before; it may be due to refused requests: of the 20 before it, sent in 40 ms, 15 got a 4xx; what followed was sent with at most 12.3 requests a second",
    ],
    [
      {
        kind: "surroundings",
        got: "429",
        limit: 50,
        request: 51,
        fromMs: 800,
        forMs: 20_000,
        times: 2,
        asked: 9,
        isBack: true,
        before: { requests: 20, refused: 0, ms: 40 },
        accepted: 50,
        isLeast: true,
        cycleMs: 10_000,
        perSecond: 4.5,
      },
      "rate limit: from request 51 on, 800 ms after the start, requests got 429, the stated one too, 2 times, for 20 s in all; then as before; its responses state a limit of 50; at least 50 requests in 10 s were accepted before it; what followed was sent with at most 4.5 requests a second",
    ],
    [
      {
        kind: "surroundings",
        got: "reset",
        isOfNew: true,
        opened: 104,
        request: 507,
        fromMs: 28_500,
        forMs: 9400,
        times: 2,
        asked: 9,
        isBack: true,
        before: { requests: 20, refused: 12, ms: 40 },
        accepted: 300,
        cycleMs: 12_900,
        closedMs: 4700,
        perSecond: 5.3,
      },
      "limit of new connections: from request 507 on, 28.5 s after the start, new connections got reset, and an open one a response as before, 2 times, for 9.4 s in all; then as before; about 104 connections in 12.9 s were accepted before it, then reset for 4.7 s; what followed was sent with at most 5.3 new connections a second",
    ],
    [
      {
        kind: "surroundings",
        got: "403",
        request: 425,
        fromMs: 6800,
        forMs: 24_000,
        times: 3,
        asked: 20,
        isBack: true,
        before: { requests: 26, refused: 7, ms: 19 },
        cause: "refused",
        each: { requests: [32, 246], refused: [31, 31] },
        provoked: { by: "none", requests: 60 },
        perSecond: 3.1,
      },
      "ban: from request 425 on, 6.8 s after the start, every request got 403, the stated one too, 3 times, for 24 s in all; then as before; before each, 31 requests were refused, of 32 to 246; what followed was sent with at most 3.1 requests a second",
    ],
    [
      {
        kind: "surroundings",
        got: "403",
        request: 425,
        fromMs: 6800,
        forMs: 24_000,
        times: 3,
        asked: 20,
        isBack: true,
        before: { requests: 26, refused: 7, ms: 19 },
        cause: "either",
        each: { requests: [60, 66], refused: [29, 31] },
      },
      "ban or rate limit: from request 425 on, 6.8 s after the start, every request got 403, the stated one too, 3 times, for 24 s in all; then as before; before each, 29 to 31 requests were refused, of 60 to 66",
    ],
    [
      {
        kind: "surroundings",
        got: "403",
        request: 425,
        fromMs: 6800,
        forMs: 24_000,
        times: 3,
        asked: 20,
        isBack: true,
        before: { requests: 26, refused: 7, ms: 19 },
        perSecond: 3.1,
      },
      "ban, wall or challenge: from request 425 on, 6.8 s after the start, every request got 403, the stated one too, 3 times, for 24 s in all; then as before; it may be due to refused requests: of the 26 before it, sent in 19 ms, 7 got a 4xx; what followed was sent with at most 3.1 requests a second",
    ],
    [
      {
        kind: "surroundings",
        got: "403",
        isRate: true,
        request: 251,
        fromMs: 1900,
        forMs: 20_000,
        times: 6,
        asked: 20,
        isBack: true,
        before: { requests: 20, refused: 0, ms: 40 },
        accepted: 302,
        cycleMs: 1700,
        closedMs: 3300,
        perSecond: 54,
      },
      "rate limit: from request 251 on, 1.9 s after the start, requests got 403, the stated one too, 6 times, for 20 s in all; then as before; about 302 requests in 1.7 s were accepted before it, then 403 for 3.3 s; what followed was sent with at most 54.0 requests a second",
    ],
    [
      {
        kind: "surroundings",
        got: "403",
        request: 1001,
        fromMs: 2100,
        forMs: 60_000,
        times: 1,
        asked: 31,
        isBack: false,
        before: { requests: 20, refused: 15, ms: 40 },
      },
      "quota, wall or challenge: from request 1,001 on, 2.1 s after the start, every request got 403, the stated one too; it was still so after 1 min and 31 controls, and nothing more was sent; it may be due to refused requests: of the 20 before it, sent in 40 ms, 15 got a 4xx",
    ],
    [
      {
        kind: "surroundings",
        got: "412",
        request: 632,
        fromMs: 2300,
        forMs: 3,
        times: 1,
        asked: 6,
        isBack: false,
        before: { requests: 20, refused: 1, ms: 40 },
      },
      "another version or state: from request 632 on, 2.3 s after the start, every request got 412, the stated one too; it was still so after 3 ms and 6 controls, and nothing more was sent",
    ],
    [
      {
        kind: "surroundings",
        got: "403",
        request: 632,
        fromMs: 2300,
        forMs: 68_000,
        times: 4,
        asked: 37,
        isBack: false,
        before: { requests: 20, refused: 1, ms: 40 },
      },
      "ban, wall or challenge: from request 632 on, 2.3 s after the start, every request got 403, the stated one too, 4 times, for 1 min 8 s in all and 37 controls, the last time until the end: nothing more was sent",
    ],
    [
      {
        kind: "surroundings",
        got: "503",
        reason: "Limit of concurrent GET requests reached (8)",
        request: 70,
        fromMs: 6800,
        forMs: 60_000,
        times: 1,
        asked: 31,
        isBack: true,
        before: { requests: 20, refused: 1, ms: 40 },
      },
      'load shedding: from request 70 on, 6.8 s after the start, every request got 503 ("Limit of concurrent GET requests reached…"), the stated one too, for 1 min; then as before',
    ],
    [
      {
        kind: "surroundings",
        got: "503",
        reason: "Too many requests",
        request: 501,
        fromMs: 2400,
        forMs: 10_000,
        closedMs: 2500,
        cycleMs: 2400,
        accepted: 500,
        times: 4,
        asked: 12,
        isBack: true,
        before: { requests: 20, refused: 1, ms: 40 },
      },
      'rate limit: from request 501 on, 2.4 s after the start, requests got 503 ("Too many requests"), the stated one too, 4 times, for 10 s in all; then as before; about 500 requests in 2.4 s were accepted before it, then 503 for 2.5 s',
    ],
  ],
  "several-servers": [
    [
      { kind: "surroundings", classes: ["201", "200"], by: { header: "x-served-by" }, asked: 28 },
      "several servers: valid requests get 201 or 200 behind this address, and the header x-served-by tells them apart (28 controls); a case that gets several responses differs by server, and no limit or outlier is derived",
    ],
  ],
  "answers-changed": [
    [
      {
        kind: "surroundings",
        request: 1200,
        fromMs: 2100,
        atMs: Date.UTC(2026, 0, 2, 12, 3, 4),
        until: 1260,
        changed: [
          { case: "fields/id-text", before: "400", now: "422" },
          { case: "fields/id-list", before: "400", now: "400" },
        ],
        of: 20,
      },
      "another version or rule: from about request 1,200 on (at 12:03:04 UTC, 2.1 s after the start), the server responds differently: fields/id-text got 422 instead of 400, fields/id-list got another response with 400 (2 of 20 cases sent again); valid requests got the same as before; no limit or outlier is derived, and the run ended there",
    ],
  ],
  contention: [
    [
      {
        kind: "surroundings",
        words: ["500"],
        size: 10,
        alone: { failed: 0, sent: 90 },
        together: { failed: 17, sent: 90 },
      },
      "contention: requests that are in flight together got 500: 17 of 90 valid ones sent 10 at a time, and 0 of 90 sent one at a time; what got it was sent again",
    ],
  ],
  "explored-noise": [
    [
      { kind: "surroundings", noise: { words: [["502", 12]], lost: 12, sent: 628, p: 0.09 } },
      "noise while exploring: 1.9% of the requests got 502, independent of the request: 12 of 628, p = 0.09",
    ],
    [
      {
        kind: "surroundings",
        noise: { words: [["timed-out", 58]], lost: 58, sent: 1018, p: 0.002, times: 7 },
      },
      "short outages or bans: 58 of 1,018 requests got no response in time (timed-out), 7 times several in a row, and a response when sent again",
    ],
  ],
  "unread-body": [
    [
      {
        kind: "surroundings",
        first: "404",
        next: "501",
        reason: "Unsupported method ('{}POST')",
      },
      "unread body: a request to another path gets 404, and its body stays unread: the next request on the connection begins with it, and gets 501 (\"Unsupported method ('{}POST')\"); whoever shares a connection with others can send requests in their name; each case is sent on a connection of its own",
    ],
  ],
  "in-doubt": [
    [
      { kind: "surroundings", dropped: 57, unsettled: 0 },
      "57 results in doubt count for nothing: they may have nothing to do with the request",
    ],
    [
      { kind: "surroundings", dropped: 1, unsettled: 1 },
      "1 result in doubt counts for nothing: it may have nothing to do with the request; 1 request got no other result when sent again, and is left out",
    ],
  ],
  "clock-limit": [
    [
      {
        kind: "surroundings",
        field: "date",
        side: "until",
        refusal: "422",
        atMs: Date.UTC(2026, 10, 27, 12),
        offsetMs: -40,
        withinMs: 60,
      },
      "clock: date is accepted until the time of the request, and later times get 422: this limit moves with the clock",
    ],
    [
      {
        kind: "surroundings",
        field: "from",
        side: "from",
        refusal: "400",
        atMs: Date.UTC(2026, 10, 27, 12),
        offsetMs: -30 * 86_400_000 + 900,
        withinMs: 300,
      },
      "clock: from is accepted from 30 days before the time of the request on, and earlier times get 400: this limit moves with the clock",
    ],
    [
      {
        kind: "surroundings",
        field: "born",
        side: "until",
        refusal: "422",
        atMs: Date.UTC(2026, 10, 27, 12),
        offsetMs: Date.UTC(2008, 10, 27, 12) - Date.UTC(2026, 10, 27, 12) - 300,
        withinMs: 300,
      },
      "clock: born is accepted until 18 years before the time of the request, and later times get 422: this limit moves with the clock",
    ],
  ],
  "times-changed": [
    [
      {
        kind: "surroundings",
        first: 100_000,
        last: 5000,
        inRow: 8,
        over: { request: 300, ms: 2000 },
      },
      "cold start: the first 8 requests, one after the other, took 100 ms, 20 times as long as at the end (5.0 ms); it was over by request 300, 2 s after the start",
    ],
    [
      { kind: "surroundings", first: 2000, last: 41_000, inRow: 2 },
      "slower: 2 valid requests at the beginning took 2.0 ms; at the end, such requests took 41 ms, 21 times as long; the store, the memory or other work of the server may be the reason",
    ],
    [
      {
        kind: "surroundings",
        first: 2000,
        last: 41_000,
        inRow: 8,
        since: { request: 1702, ms: 8000 },
      },
      "slower: 8 valid requests at the beginning took 2.0 ms; at the end, such requests took 41 ms, 21 times as long; from about request 1,702 on, 8 s after the start, each valid request between the cases was slow; the store, the memory or other work of the server may be the reason",
    ],
  ],
  pauses: [
    [
      {
        kind: "surroundings",
        request: 300,
        fromMs: 7000,
        times: 4,
        longestMs: 3012,
        forMs: 11_800,
      },
      "pauses: no request got a response 4 times, for up to 3 s and 11.8 s in all, first 7 s after the start (request 300); then those in flight got theirs together: one of them, or other work of the server, may be the reason",
    ],
    [
      { kind: "surroundings", request: 300, fromMs: 7000, times: 1, longestMs: 3012, forMs: 3012 },
      "pauses: no request got a response for 3 s, from 7 s after the start (request 300) on; then those in flight got theirs together: one of them, or other work of the server, may be the reason",
    ],
  ],
  "connection-limit": [
    [
      { kind: "surroundings", got: "429", reason: "too many", most: 50 },
      'rate limit for each connection: after 50 requests on it, requests got 429 ("too many"), and a new connection is accepted at once; what followed was sent on a new connection after as many',
    ],
  ],
  "errors-for-a-while": [
    [
      {
        kind: "surroundings",
        word: "502",
        request: 1171,
        fromMs: 4400,
        forMs: 8000,
        failed: 12,
        asked: 31,
      },
      "partial outage: from about request 1,171 on, 4.4 s after the start, 12 of 31 valid requests between the cases got 502, for at least 8 s; none did before or after; what got it was sent again",
    ],
    [
      {
        kind: "surroundings",
        word: "500",
        request: 692,
        fromMs: 4400,
        forMs: 8000,
        failed: 82,
        asked: 161,
        stays: true,
      },
      "degraded: from about request 692 on, 4.4 s after the start, 82 of 161 valid requests between the cases got 500, until the end; none did before; what got it was sent again",
    ],
  ],
  "slow-at-times": [
    [
      {
        kind: "surroundings",
        request: 310,
        fromMs: 8000,
        slow: 38,
        asked: 337,
        slowUs: 701_000,
        quickUs: 2100,
      },
      "slow at times: 38 of 337 valid requests between the cases took about 701 ms, others 2.1 ms; first 8 s after the start (request 310): it does not depend on the request",
    ],
    [
      {
        kind: "surroundings",
        request: 89,
        fromMs: 39_300,
        slow: 21,
        asked: 43,
        slowUs: 2_010_000,
        quickUs: 3100,
      },
      "slow at times: 21 of 43 valid requests between the cases took about 2.01 s, others 3.1 ms; first 39.3 s after the start (request 89): it does not depend on the request; several servers may be behind this address, one of them slower",
    ],
  ],
  "agent-refused": [[{ kind: "fleet", detail: "agent one: no" }, "agent one: no"]],
  "messages-dropped": [
    [
      {
        kind: "fleet",
        dropped: { place: "w.beat.a", why: "too-large", mostBytes: 65_536, count: 2, all: 3 },
      },
      "dropped 2 messages on w.beat.a: larger than 64 KiB, 3 in all",
    ],
    [
      { kind: "fleet", dropped: { place: "w.beat.a", why: "not-json", count: 1, all: 1 } },
      "dropped 1 message on w.beat.a: not JSON",
    ],
  ],
  "slot-repeated": [
    [
      {
        kind: "fleet",
        slot: "round 1 of 3",
        incomplete: { why: "lost", agent: "one" },
        agents: 1,
      },
      "round 1 of 3 was incomplete and is not counted: agent one was lost; it is repeated by 1 agent",
    ],
  ],
};

const ALL = Object.entries(SAMPLES).flatMap(([code, samples]) =>
  samples.map(([data, text]): [string, RunRecord, string] => [
    code,
    { type: "note", code, ...data } as RunRecord,
    text,
  ]),
);

const header: RunRecord = {
  type: "header",
  format: RUN_FORMAT,
  tool: { name: "api-witness", version: "0.0.0" },
  runId: "run",
  target: { name: "x", baseUrl: "http://localhost:1" },
  seed: 1,
  firstId: 100_000_000,
  catalogue: "",
  options: { repeats: 1, runsPerProperty: 0, timeoutMs: 1000, concurrency: 1 },
  suites: [{ name: "a", about: "a" }],
  startedAt: "2026-11-20T16:22:05.123Z",
  platform: "node",
};

function foldOf(...records: RunRecord[]): RunFold {
  const fold = emptyFold();
  for (const record of [header, ...records]) foldRecord(fold, RunRecord.parse(record));
  return fold;
}

/** The notes of a run with these records, as summary, terminal, page and Markdown have them. */
function shown(...records: RunRecord[]): { notes: Note[]; texts: string[] } {
  const view = buildRunView(foldOf(...records), "run");
  if (view === undefined) throw new Error("no view");
  const { summary } = view;
  const where = { run: "run", report: "report.html" };
  const page = renderRunPage(view).replaceAll(/&#?\w+;/g, " ");
  const terminal = String(renderTerminal(summary, new Screen(plain), where));
  // A bar would end a cell of a table.
  const markdown = runMarkdown(summary, where).replaceAll("u{7c}", "|");
  return { notes: summary.notes, texts: [terminal, page, markdown] };
}

test.each(ALL)("%s is worded in the same way wherever it is read", (_, note, text) => {
  const { notes, texts } = shown(note);
  expect(notes.map((each) => each.text)).toEqual([text]);
  // A page may cut it with elements, Markdown escapes characters of its own: words are compared.
  const words = text
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .join(" ");
  for (const each of texts)
    expect(
      each
        .replaceAll(/<[^>]*>/g, " ")
        .split(/[^A-Za-z]+/)
        .join(" "),
    ).toContain(words);
  expect(note).not.toHaveProperty("text");
});

test.each(ALL)(
  "%s in words, as in records before format 5, is shown as it was",
  (_, note, text) => {
    if (note.type !== "note") throw new Error("no note");
    const old: RunRecord = {
      type: "note",
      kind: note.kind,
      text: `of old: ${text}`,
      cases: ["a/b"],
    };
    expect(shown(old).notes).toEqual([old]);
  },
);

test("the verdict on a target that was not reached has the words of its note, old or new", () => {
  const unreachable = SAMPLES.unreachable[0];
  if (unreachable === undefined) throw new Error("no sample");
  const [data, text] = unreachable;
  const coded = { type: "note", code: "unreachable", ...data } as RunRecord;
  const footer: RunRecord = {
    type: "footer",
    end: "unreachable",
    observations: 0,
    endedAt: "2026-11-20T16:22:06.123Z",
    durationMs: 1,
  };
  expect(statedVerdict(foldOf(coded, footer)).stated.text).toBe(text);
  const old: RunRecord = { type: "note", kind: "check", text: "refused, long ago" };
  expect(statedVerdict(foldOf(old, footer)).stated.text).toBe("refused, long ago");
});

test("an estimate is noted once, in records of both kinds", () => {
  const estimate = { property: "all properties", drawn: 10, behaviours: 2 };
  const finding: RunRecord = { type: "finding", kind: "unseen", estimate };
  const text =
    "all properties: 2 behaviours in 10 uniform draws; too little was drawn for an estimate";
  expect(shown(finding).notes).toEqual([{ type: "note", kind: "explore", text }]);
  const fold = emptyFold();
  const old: RunRecord = { type: "note", kind: "explore", text };
  for (const record of [{ ...header, format: 4 } as RunRecord, finding, old])
    foldRecord(fold, RunRecord.parse(record));
  expect(buildRunView(fold, "run")?.summary.notes).toEqual([old]);
});

test.each([
  [{ why: "not-linux" } as const, "this needs Linux"],
  [
    { why: "forwarder", port: 80, name: "ssh" } as const,
    "the process that listens on port 80 is ssh, not the server itself",
  ],
  ["in words, long ago", "in words, long ago"],
])("why processes are not watched, %j, is worded when it is read", (unwatched, text) => {
  const site: RunRecord = { type: "load-site", cores: 2, local: true, unwatched };
  RunRecord.parse(site);
  expect(unwatchedText(unwatched)).toBe(text);
});
