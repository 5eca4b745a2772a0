import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import type { DispatcherOptions } from "../observe/dispatcher.ts";
import { NOT_PLAIN, PLAIN } from "../../test/send/odd-responses.ts";
import { rawServer, undiciSends } from "../../test/send/raw-server.ts";

const sent: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };

type Respond = (socket: Socket, nth: number) => void;

async function exchanges(
  respond: Respond,
  times: number,
  options: Partial<DispatcherOptions> = {},
) {
  const server = await rawServer(respond, { timeoutMs: 600, ...options });
  const undici = undiciSends();
  const all = [];
  for (let nth = 0; nth < times; nth += 1) all.push(await server.dispatcher.send(sent));
  const byUndici = undici();
  await server.close();
  return { all, byUndici, connections: server.connections() };
}

describe("who has a part in an exchange", () => {
  test("undici has the first exchange of a connection; plain ones after it need no undici", async () => {
    const { all, byUndici } = await exchanges((socket) => void socket.write(PLAIN), 10);
    expect(byUndici).toBe(1);
    expect(all.map(({ answers }) => answers[0]?.status)).toEqual(Array(10).fill(200));
    expect(all.map(({ end }) => end)).toEqual(Array(10).fill("kept"));
  });

  test("responses that are not plain are all undici's", async () => {
    const { byUndici } = await exchanges((socket) => void socket.write(NOT_PLAIN), 5);
    expect(byUndici).toBe(5);
  });

  test("undici has one again after half a second, before it would close the connection as idle", async () => {
    const server = await rawServer((socket) => void socket.write(PLAIN));
    const counts: number[] = [];
    for (const pauseMs of [0, 0, 600, 0, 600, 600]) {
      await sleep(pauseMs);
      const undici = undiciSends();
      await server.dispatcher.send(sent);
      counts.push(undici());
    }
    expect(counts).toEqual([1, 0, 1, 0, 1, 1]);
    expect(server.connections()).toBe(1);
    await server.close();
  });

  test("undici takes over while nothing has come, and the request is written once", async () => {
    let requests = 0;
    const server = await rawServer((socket, nth) => {
      requests += 1;
      setTimeout(() => socket.write(PLAIN), nth === 2 ? 400 : 0);
    });
    await server.dispatcher.send(sent);
    const undici = undiciSends();
    const slow = await server.dispatcher.send(sent);
    await sleep(50);
    expect({ undici: undici(), requests }).toEqual({ undici: 1, requests: 2 });
    expect(slow).toMatchObject({ answers: [{ outcome: "answered", status: 200 }], end: "kept" });
    expect(slow.answers[0]?.totalUs).toBeGreaterThan(390_000);
    await server.close();
  });

  test("a connection for each request is undici's", async () => {
    const { byUndici } = await exchanges((socket) => void socket.write(PLAIN), 3, { keep: false });
    expect(byUndici).toBe(3);
  });

  test("the exchange before it ends with the reset that it gets, as with undici", async () => {
    const server = await rawServer(
      (socket, nth) => void (nth < 3 ? socket.write(PLAIN) : socket.resetAndDestroy()),
      { lingerMs: 5000 },
    );
    const first = server.dispatcher.send(sent);
    await sleep(100);
    const second = server.dispatcher.send(sent);
    await sleep(100);
    await server.dispatcher.send(sent).catch(() => undefined);
    expect([(await first).end, (await second).end]).toEqual(["kept", "reset"]);
    await server.close();
  });
});
