import { gzipSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { beyondLimits, complete, incomplete } from "./expected.ts";
import { type Faulty, headOf } from "./faulty-server.ts";
import { startRaw, startSending } from "./raw-server.ts";
import { forEver, sendAll } from "./send-all.ts";

const NESTING = 100_000;
const TRICKLE_MS = 50;
const BOMB_MEMBERS = 1000;

/** A gigabyte of zeros: a thousand members of gzip, one after the other (RFC 1952, 2.2). */
function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(1_000_000));
  return Buffer.concat(Array.from({ length: BOMB_MEMBERS }, () => member));
}

/** Servers with an odd body in a correctly framed response. */
export const bodies = {
  "endless-body": {
    about: "sends an endless body that only a close would end",
    expected: beyondLimits,
    start: () =>
      startSending(function* () {
        yield headOf("Connection: close\r\n");
        yield* forEver(Buffer.alloc(16_384, "x"));
      }),
  },
  "slow-body": {
    about: "sends a byte of body every 50 ms, forever",
    expected: incomplete("timed-out"),
    start: () =>
      startRaw(async ({ socket }) => {
        await sendAll(socket, [headOf("Content-Length: 1000000\r\n")]);
        for (; socket.writable; await sleep(TRICKLE_MS)) await sendAll(socket, ["x"]);
      }),
  },
  "gzip-bomb": {
    about: "sends a gigabyte of zeros in 1 MB of gzip",
    expected: complete("201"),
    start: () => {
      const body = gzipBomb();
      const head = headOf(`Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`);
      return startSending(() => [head, body]);
    },
  },
  "nested-json-body": {
    about: "sends JSON nested 100,000 deep",
    expected: complete("201"),
    start: () => {
      const body = "[".repeat(NESTING) + "]".repeat(NESTING);
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      return startSending(() => [headOf(headers), body]);
    },
  },
} satisfies Record<string, Faulty>;
