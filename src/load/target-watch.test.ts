import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TargetUse } from "../model/load.ts";
import { listening } from "../servers/listening.ts";
import { ended } from "./child-module.ts";
import { TargetWatch } from "./target-watch.ts";

const onLinux = process.platform === "linux";
const LOOPBACK = "127.0.0.1";
const withV6 = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .some(({ address }) => address === "::1");

const started: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(ended));
});

/** What every server here does with a request: a little work, and an answer. */
const SERVE = `
  const serve = (request, response) => {
    let sum = 0;
    for (let n = 0; n < 200_000; n += 1) sum += n % 7;
    response.end(String(sum));
  };
  process.on("message", (ask) => {
    if (ask === "cpu") { const { user, system } = process.cpuUsage(); process.send(user + system); }
  });`;

const ONE = `${SERVE}
  const server = require("node:http").createServer(serve);
  server.listen(0, process.argv[1], () => process.send(server.address().port));`;

const PRE_FORKED = `${SERVE}
  const cluster = require("node:cluster");
  if (cluster.isPrimary) {
    const workers = [cluster.fork(), cluster.fork()];
    let up = 0, port;
    cluster.on("listening", (worker, address) => { port = address.port; if (++up === 2) process.send(port); });
    process.on("message", (ask) => {
      if (ask !== "kill") return;
      const worker = workers.pop();
      worker.once("exit", () => process.send("gone"));
      worker.process.kill("SIGKILL");
    });
  } else require("node:http").createServer(serve).listen(0, "127.0.0.1");`;

/** Its workers end after every request; their times are in what it has waited for. */
const FORK_PER_REQUEST = `
  const { spawnSync } = require("node:child_process");
  const server = require("node:http").createServer((request, response) => {
    spawnSync(process.execPath, ["-e", "const end = performance.now() + 150; while (performance.now() < end);"]);
    response.end();
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));`;

async function start(script: string, address = LOOPBACK) {
  const child = spawn(process.execPath, ["-e", script, address], {
    stdio: ["ignore", 2, 2, "ipc"],
  });
  started.push(child);
  const [port] = (await once(child, "message")) as [number];
  const ask = async (what: string): Promise<unknown> => {
    const answer = once(child, "message");
    child.send(what);
    return (await answer)[0];
  };
  return { child, port, ask };
}

function watch(port: number, hostname = LOOPBACK): TargetWatch {
  const found = TargetWatch.find(hostname, port);
  if ("unwatched" in found) throw new Error(found.unwatched);
  return found;
}

async function traffic(url: string, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 1) await (await fetch(url)).text();
}

function within(use: TargetUse | undefined, cpuUs: number): void {
  expect(use?.cpuUs).toBeGreaterThan(0.85 * cpuUs);
  expect(use?.cpuUs).toBeLessThan(1.15 * cpuUs);
}

describe.skipIf(!onLinux)("the target's processes", () => {
  test("one server: what it says of itself", async () => {
    const { port, ask } = await start(ONE);
    const watching = watch(port);
    await traffic(`http://${LOOPBACK}:${port}`, 20);
    const before = Number(await ask("cpu"));
    watching.begin();
    await traffic(`http://${LOOPBACK}:${port}`, 300);
    const use = watching.end();
    within(use, Number(await ask("cpu")) - before);
    expect(use).toMatchObject({ processes: 1, name: "node" });
    expect(use?.peakRssBytes).toBeGreaterThan(20e6);
    expect(use?.peakRssBytes).toBeLessThan(500e6);
  });

  test("one that does nothing uses next to nothing, and each measurement begins anew", async () => {
    const { port } = await start(ONE);
    const watching = watch(port);
    watching.begin();
    await traffic(`http://${LOOPBACK}:${port}`, 300);
    const busy = watching.end();
    watching.begin();
    const idle = watching.end();
    expect(idle?.cpuUs).toBeLessThan((busy?.cpuUs ?? 0) / 10);
  });

  test("pre-forked: the one that listens and its two workers", async () => {
    const { port, ask } = await start(PRE_FORKED);
    const watching = watch(port);
    watching.begin();
    await traffic(`http://${LOOPBACK}:${port}`, 100);
    expect(watching.end()).toMatchObject({ processes: 3, name: "node" });

    watching.begin();
    const idle = watching.end();
    watching.begin();
    await ask("kill");
    const one = watching.end();
    // Everything that the worker has used since it began is in its parent's figures now: not in these.
    expect(one?.cpuUs).toBeLessThan((idle?.cpuUs ?? 0) + 60_000);
    watching.begin();
    expect(watching.end()).toMatchObject({ processes: 2 });
  });

  test("workers that begin and end within the round are counted once", async () => {
    const { port } = await start(FORK_PER_REQUEST);
    const watching = watch(port);
    watching.begin();
    await traffic(`http://${LOOPBACK}:${port}`, 3);
    const use = watching.end();
    expect(use?.cpuUs).toBeGreaterThan(300_000);
    expect(use?.cpuUs).toBeLessThan(1_500_000);
  });

  test.each([
    ["::1", "::1"],
    ["::", "::1"],
    ["::", LOOPBACK],
    ["0.0.0.0", LOOPBACK],
    ["0.0.0.0", "127.0.0.2"],
    ["::1", "localhost"],
    ["::ffff:127.0.0.1", LOOPBACK],
  ])("listening on %s, asked for as %s", async (address, hostname) => {
    if (address.includes(":") && !withV6) return console.log("skipped: there is no IPv6 here");
    const { port } = await start(ONE, address);
    const watching = watch(port, hostname);
    watching.begin();
    expect(watching.end()).toMatchObject({ processes: 1, name: "node" });
  });

  test("a server in this very process", async () => {
    const server = await listening(createServer((_, response) => response.end()));
    const watching = watch(server.port);
    watching.begin();
    await traffic(server.url, 50);
    expect(watching.end()).toMatchObject({ processes: 1 });
    await server.close();
  });

  test("nobody listens there, or on another address", async () => {
    const server = await listening(createServer());
    expect(TargetWatch.find("127.0.0.2", server.port)).toEqual({
      unwatched: `nothing is seen to listen on port ${server.port}: it may live in a container`,
    });
    await server.close();
    expect(TargetWatch.find(LOOPBACK, server.port)).toHaveProperty("unwatched");
  });

  test("different servers on one port", async () => {
    const first = await start(ONE);
    const other = ONE.replace("listen(0,", `listen(${first.port},`);
    await start(other, "127.0.0.2");
    expect(TargetWatch.find("localhost", first.port)).toEqual({
      unwatched: `different processes listen on port ${first.port} of different addresses`,
    });
    expect(TargetWatch.find(LOOPBACK, first.port)).toBeInstanceOf(TargetWatch);
  });

  test("a server that ended leaves no figures, and is found again when it is back", async () => {
    const { child, port } = await start(ONE);
    const watching = watch(port);
    watching.begin();
    await ended(child);
    expect(watching.end()).toBeUndefined();
    await start(ONE.replace("listen(0,", `listen(${port},`));
    watching.begin();
    expect(watching.end()).toMatchObject({ processes: 1 });
  });
});

beforeAll(() => {
  if (!onLinux) console.log("skipped: only Linux tells about other processes");
});

test.skipIf(onLinux)("elsewhere it says why not", () => {
  expect(TargetWatch.find(LOOPBACK, 80)).toEqual({
    unwatched: "only Linux tells about other processes",
  });
});
