import { createGzip } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import type { Faulty } from "./faulty-server.ts";
import { startRaw, startSending } from "./raw-server.ts";
import { forEver, sendAll } from "./send-all.ts";
import { headOf } from "./whole-response.ts";

const NESTING = 100_000;
const TRICKLE_MS = 50;
const BOMB_BYTES = 1_000_000_000;
const ZEROS = Buffer.alloc(1_000_000);

/** A gigabyte of zeros in gzip: about 1 MB. Made in a stream, so that the server stays small. */
async function gzipBomb(): Promise<Buffer> {
  const gzip = createGzip({ level: 9 });
  const chunks: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (let sent = 0; sent < BOMB_BYTES; sent += ZEROS.length)
    if (!gzip.write(ZEROS)) await new Promise((resolve) => gzip.once("drain", resolve));
  await new Promise((resolve) => gzip.once("end", resolve).end());
  return Buffer.concat(chunks);
}

/** Servers with an odd body in a response that is framed as it should be. */
export const bodies = {
  "endless-body": {
    about: "sends a body for ever that only a close would end",
    start: () =>
      startSending(function* () {
        yield headOf("Connection: close\r\n");
        yield* forEver(Buffer.alloc(16_384, "x"));
      }),
  },
  "slow-body": {
    about: "sends a byte of body every 50 ms, for ever",
    start: () =>
      startRaw(async ({ socket }) => {
        await sendAll(socket, [headOf("Content-Length: 1000000\r\n")]);
        for (; socket.writable; await sleep(TRICKLE_MS)) await sendAll(socket, ["x"]);
      }),
  },
  "gzip-bomb": {
    about: "sends a gigabyte of zeros in 1 MB of gzip",
    start: async () => {
      const body = await gzipBomb();
      const head = headOf(`Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`);
      return startSending(() => [head, body]);
    },
  },
  "nested-json-body": {
    about: "sends JSON nested 100,000 deep",
    start: () => {
      const body = "[".repeat(NESTING) + "]".repeat(NESTING);
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      return startSending(() => [headOf(headers), body]);
    },
  },
} satisfies Record<string, Faulty>;
