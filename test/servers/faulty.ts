import { bodies } from "./faulty/body.ts";
import { changing } from "./faulty/changing.ts";
import { closings } from "./faulty/closing.ts";
import { beyondLimits, complete, incomplete, refusable } from "./faulty/expected.ts";
import type { Faulty } from "./faulty/faulty-server.ts";
import { framings } from "./faulty/framing.ts";
import { heads } from "./faulty/head.ts";
import * as silence from "./faulty/no-response.ts";
import * as odd from "./faulty/odd-response.ts";
import * as conduct from "./faulty/odd-conduct.ts";
import { statusLines } from "./faulty/status-line.ts";

/** Servers with one known fault. */
export const faulty = {
  silent: {
    about: "accepts and reads, and never responds",
    expected: incomplete("timed-out"),
    start: silence.startSilent,
  },
  closing: {
    about: "closes each connection once accepted",
    expected: incomplete("closed", "reset"),
    start: silence.startClosing,
  },
  resetting: {
    about: "resets the connection after the request",
    expected: incomplete("reset", "closed"),
    start: silence.startResetting,
  },
  garbage: {
    about: "responds with bytes that are not HTTP, and closes",
    expected: incomplete("malformed"),
    start: silence.startGarbage,
  },
  "endless-head": {
    about: "sends header lines forever",
    expected: beyondLimits,
    start: silence.startEndlessHead,
  },
  truncating: {
    about: "announces 100 bytes, sends 10, and closes",
    expected: incomplete("closed"),
    start: silence.startTruncating,
  },
  "old-protocol": {
    about: "responds in HTTP/1.0, the body ended by the close",
    expected: complete("201"),
    start: odd.startOldProtocol,
  },
  "early-hints": {
    about: "sends 102 and 103 before 201",
    expected: complete("201"),
    start: odd.startEarlyHints,
  },
  interim: {
    about: "sends 102, 103 and 100 before 201",
    expected: refusable("201"),
    start: odd.startInterim,
  },
  "huge-body": { about: "responds with 8 MiB", expected: beyondLimits, start: odd.startHugeBody },
  "slow-head": {
    about: "sends the first ten bytes of the response 50 ms apart",
    expected: complete("201"),
    start: odd.startSlowHead,
  },
  trailers: {
    about: "responds in chunks with a trailer",
    expected: complete("201"),
    start: odd.startTrailers,
  },
  "odd-headers": {
    about: "repeats header names and mixes their case",
    expected: complete("201"),
    start: odd.startOddHeaders,
  },
  gzip: {
    about: "responds in gzip, whatever the client accepts",
    expected: complete("201"),
    start: odd.startGzip,
  },
  "lying-gzip": {
    about: "says gzip and sends plain bytes",
    expected: complete("201"),
    start: odd.startLyingGzip,
  },
  redirecting: {
    about: "responds with 307 to another path",
    expected: complete("307"),
    start: odd.startRedirecting,
  },
  waiting: {
    about: "waits for all bytes that Content-Length announces",
    expected: complete("201"),
    start: conduct.startWaiting,
  },
  flaky: {
    about: "alternates between 201 and 503",
    expected: complete("201", "503"),
    start: conduct.startFlaky,
  },
  "repeat-refusing": {
    about: "responds with 409 to an id it has seen",
    expected: complete("201"),
    start: conduct.startRepeatRefusing,
  },
  "keep-alive-closing": {
    about: "closes after each response without announcing it",
    expected: complete("201"),
    start: conduct.startKeepAliveClosing,
  },
  "one-at-a-time": {
    about: "reads a connection only after the previous one is closed",
    expected: complete("201"),
    start: conduct.startOneAtATime,
  },
  ...statusLines,
  ...heads,
  ...framings,
  ...bodies,
  ...closings,
  ...changing,
} satisfies Record<string, Faulty>;

export type FaultyName = keyof typeof faulty;
