import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { listening } from "../../src/servers/json-server.ts";

/** Below the ephemeral ports of systems (32768 on Linux, 49152 by IANA). */
const FIRST = 20_000;
const LAST = 30_000;

/** For tests: a port that nothing listens on, and that no other test uses meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = await listening(createServer(), port).catch(() => undefined);
    await server?.close();
    if (server !== undefined) return port;
  }
}
