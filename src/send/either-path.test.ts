import type { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case, RequestResult } from "../model/index.ts";
import { responseWith, NOT_PLAIN, ODD, PLAIN } from "../../test/send/odd-responses.ts";
import { rawServer } from "../../test/send/raw-server.ts";

const sent: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };

const RESET_AFTER_MS = 100;
/** So many pairs of exchanges at a time: witness must not be so busy that the order of events is lost. */
const PAIRS = 8;

type Conduct = (socket: Socket, bytes: string) => void;

const RESET: Conduct = (socket, bytes) => {
  socket.write(bytes, "latin1");
  setTimeout(() => socket.resetAndDestroy(), RESET_AFTER_MS);
};

/** What happens to the connection with, or right after, the odd response. */
const CONDUCTS: Record<string, Conduct> = {
  "stays open": (socket, bytes) => void socket.write(bytes, "latin1"),
  "is ended": (socket, bytes) => void socket.end(bytes, "latin1"),
  "is reset": RESET,
  "stays open, and the response comes in two parts": (socket, bytes) => {
    const half = Math.floor(bytes.length / 2);
    socket.write(bytes.slice(0, half), "latin1");
    setTimeout(() => socket.write(bytes.slice(half), "latin1"), 20);
  },
  "is ended, and the response comes byte by byte": (socket, bytes) => {
    for (const byte of bytes) socket.write(byte, "latin1");
    socket.end();
  },
  "stays open, and the response comes after undici has taken over": (socket, bytes) => {
    setTimeout(() => socket.write(bytes, "latin1"), 300);
  },
  "is ended, and the response comes after undici has taken over": (socket, bytes) => {
    setTimeout(() => socket.end(bytes, "latin1"), 300);
  },
};

const ALL = { ...ODD, plain: PLAIN, "plain, another one": responseWith("Content-Length: 2", "[]") };

/**
 * What has no end is waited for so long, and where the two differ once more: on a machine that stands still for 300 ms, one of
 * the two waits may end before the response that comes late. A difference between the paths comes back, however long they wait.
 */
const TIMEOUTS_MS = [600, 3000];

/** The exchange after one that opens the fast path or does not, without what time alone decides. */
async function second(opener: string, bytes: string, conduct: Conduct, timeoutMs: number) {
  let opened = false;
  const respond = (socket: Socket): void => {
    if (opened) return conduct(socket, bytes);
    opened = true;
    return void socket.write(opener);
  };
  const server = await rawServer(respond, {
    timeoutMs,
    ...(conduct === RESET && { lingerMs: 50 * RESET_AFTER_MS }),
  });
  await server.dispatcher.send(sent);
  const { answers, ...rest } = await server.dispatcher.send(sent);
  await server.close();
  return { ...rest, answers: answers.map(withoutTimes), connections: server.connections() };
}

const withoutTimes = (result: RequestResult): Partial<RequestResult> =>
  Object.fromEntries(Object.entries(result).filter(([name]) => !TIMES.has(name)));

const TIMES = new Set(["firstByteUs", "totalUs", "lateMs", "busyShare"]);

describe("an exchange is recorded alike, whoever reads it", () => {
  test.each(Object.entries(CONDUCTS))("the connection %s", async (_, conduct) => {
    const responses = Object.entries(ALL).values();
    let compared = 0;
    const compareNext = async (): Promise<void> => {
      for (const [name, bytes] of responses) {
        for (const timeoutMs of TIMEOUTS_MS) {
          const [fast, slow] = await Promise.all([
            second(PLAIN, bytes, conduct, timeoutMs),
            second(NOT_PLAIN, bytes, conduct, timeoutMs),
          ]);
          if (timeoutMs === TIMEOUTS_MS.at(-1)) expect(fast, name).toEqual(slow);
          if (isDeepStrictEqual(fast, slow)) break;
        }
        compared += 1;
      }
    };
    await Promise.all(Array.from({ length: PAIRS }, compareNext));
    expect(compared).toBe(Object.keys(ALL).length);
  });
});
