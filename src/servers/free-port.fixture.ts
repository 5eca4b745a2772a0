import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { listening } from "./listening.ts";

/** Below the ports that systems give to whoever asks for any (32768 on Linux, 49152 by IANA). */
const FIRST = 20_000;
const LAST = 30_000;

/** For tests: a port on which nothing listens, and that no other test is given meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = await listening(createServer(), port).catch(() => undefined);
    await server?.close();
    if (server !== undefined) return port;
  }
}
