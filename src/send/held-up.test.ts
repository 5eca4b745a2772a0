import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { responseWith, PLAIN } from "../../test/send/odd-responses.ts";
import { hold } from "../../test/send/hold.ts";
import { rawServer, undiciSends } from "../../test/send/raw-server.ts";

const sent: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };
const ANSWERED = { answers: [{ outcome: "answered", status: 200 }], end: "kept" };
/** undici closes an idle connection a second after this. */
const SHORTLY_KEPT = responseWith("Keep-Alive: timeout=3\r\nContent-Length: 2");

/** With the event loop in its phase before timers, as everything that witness sends after a response. */
const afterResponses = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("an exchange on the fast path, held up", () => {
  test.each([0, 50])("outlives the idle time of undici; response %d ms later", async (laterMs) => {
    let requests = 0;
    const server = await rawServer((socket) => {
      requests += 1;
      if (requests === 1) return void socket.write(SHORTLY_KEPT);
      if (laterMs === 0) socket.write(PLAIN);
      else setTimeout(() => socket.write(PLAIN), laterMs + 1500);
      return hold(1500);
    });
    await server.dispatcher.send(sent);
    expect(await server.dispatcher.send(sent)).toMatchObject(ANSWERED);
    await sleep(50);
    expect(await server.dispatcher.send(sent)).toMatchObject(ANSWERED);
    expect({ requests, connections: server.connections() }).toEqual({
      requests: 3,
      connections: 1,
    });
    await server.close();
  });

  test("ends where the server resets the connection meanwhile, and so does its place", async () => {
    let requests = 0;
    const server = await rawServer((socket) => {
      requests += 1;
      if (requests !== 3) return void socket.write(PLAIN);
      socket.resetAndDestroy();
      // Reset and the look for slow exchanges come in one turn: undici takes over a destroyed connection.
      return hold(150);
    });
    await server.dispatcher.send(sent);
    await server.dispatcher.send(sent);
    expect(await server.dispatcher.send(sent)).toMatchObject(ANSWERED);
    expect({ requests, connections: server.connections() }).toEqual({
      requests: 4,
      connections: 2,
    });
    await server.close();
  });

  test("is undici's after a while, however long it took to begin", async () => {
    const server = await rawServer((socket, nth) => void (nth < 3 && socket.write(PLAIN)), {
      timeoutMs: 600,
    });
    await server.dispatcher.send(sent);
    await server.dispatcher.send(sent);
    await afterResponses();
    const undici = undiciSends();
    const silent = server.dispatcher.send(sent);
    hold(150);
    expect(await silent).toMatchObject({ answers: [{ outcome: "timed-out", phase: "head" }] });
    expect(undici()).toBe(1);
    await server.close();
  });
});
