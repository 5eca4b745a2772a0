import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { listening } from "../servers/json-server.ts";
import { killProcess } from "./child-module.ts";
import { TargetProcesses } from "./target-processes.ts";
import { TargetWatch } from "./target-watch.ts";

const onLinux = process.platform === "linux";
const LOOPBACK = "127.0.0.1";
const withV6 = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .some(({ address }) => address === "::1");

const started: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(killProcess));
});

/** The own figures of a process so far, and work that lasts until they have grown by this much. */
const OWN_TIME = `
  const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
  const burn = (us) => { for (const end = used() + us; used() < end; ); };`;

/** What every server here does with a request: work where it is asked for, and its figure as the response. */
const SERVE = `${OWN_TIME}
  const serve = (request, response) => {
    // Each request has a connection of its own: workers take turns.
    response.setHeader("Connection", "close");
    if (request.url === "/burn") burn(50_000);
    response.end(String(used()));
  };
  process.on("message", (ask) => ask === "cpu" && process.send(used()));`;

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

/** Its workers end after every request; their times are in what it has waited for. Responds with the worker's figure. */
const FORK_PER_REQUEST = `
  const { spawnSync } = require("node:child_process");
  const worker = ${JSON.stringify(`${OWN_TIME} burn(75_000); console.log(used())`)};
  const server = require("node:http").createServer((request, response) => {
    response.end(spawnSync(process.execPath, ["-e", worker]).stdout);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));`;

async function start(script: string, address = LOOPBACK) {
  const child = spawn(process.execPath, ["-e", script, address], {
    stdio: ["ignore", 2, 2, "ipc"],
  });
  started.push(child);
  const [port] = (await once(child, "message")) as [number];
  const ask = async (what: string): Promise<unknown> => {
    const message = once(child, "message");
    child.send(what);
    return (await message)[0];
  };
  return { child, port, ask };
}

function watch(port: number, hostname = LOOPBACK): TargetWatch {
  const found = TargetWatch.find(hostname, port);
  if ("unwatched" in found) throw new Error(found.unwatched.why);
  return found;
}

/** Sends this many requests one after the other; returns the figures in the responses. */
async function traffic(url: string, requests: number): Promise<number[]> {
  const figures: number[] = [];
  for (let sent = 0; sent < requests; sent += 1)
    figures.push(Number(await (await fetch(url)).text()));
  return figures;
}

/** Where the kernel counts in ticks, either end of a measurement is off by one: 10 ms each. */
const ROUNDING_US = 20_000;

/**
 * Measures work, and holds the figure against the server's own: what that grew by inside the
 * measurement is the least, and what it grew by from before it to after it the most. How long
 * anything took is no part of it.
 */
async function bracketed(
  watching: TargetWatch,
  ask: (what: string) => Promise<unknown>,
  work: () => Promise<unknown>,
) {
  const before = Number(await ask("cpu"));
  watching.begin();
  const began = Number(await ask("cpu"));
  await work();
  const ended = Number(await ask("cpu"));
  const use = watching.end();
  const after = Number(await ask("cpu"));
  expect(use?.cpuUs).toBeGreaterThanOrEqual(ended - began - ROUNDING_US);
  expect(use?.cpuUs).toBeLessThanOrEqual(after - before + ROUNDING_US);
  return { use, ownUs: ended - began };
}

describe.skipIf(!onLinux)("the target's processes", () => {
  test("one server: what it says of itself", async () => {
    const { port, ask } = await start(ONE);
    const burn = () => traffic(`http://${LOOPBACK}:${port}/burn`, 3);
    const { use, ownUs } = await bracketed(watch(port), ask, burn);
    expect(ownUs).toBeGreaterThanOrEqual(150_000);
    expect(use).toMatchObject({ processes: 1, name: "node" });
    expect(use?.peakRssBytes).toBeGreaterThan(20e6);
    expect(use?.peakRssBytes).toBeLessThan(500e6);
  });

  test("each measurement begins anew: of one that does nothing, nothing of the work before it is left", async () => {
    const { port, ask } = await start(ONE);
    const watching = watch(port);
    const burn = () => traffic(`http://${LOOPBACK}:${port}/burn`, 3);
    const busy = await bracketed(watching, ask, burn);
    const idle = await bracketed(watching, ask, async () => {});
    expect(busy.use?.cpuUs).toBeGreaterThan(130_000);
    expect(idle.use?.cpuUs).toBeLessThan(busy.use?.cpuUs ?? 0);
  });

  test("pre-forked: the one that listens and its two workers", async () => {
    const { port, ask } = await start(PRE_FORKED);
    const watching = watch(port);
    watching.begin();
    await traffic(`http://${LOOPBACK}:${port}`, 100);
    expect(watching.end()).toMatchObject({ processes: 3, name: "node" });

    const figures = await traffic(`http://${LOOPBACK}:${port}/burn`, 14);
    const leastUs = Math.min(...figures.slice(-2));
    expect(leastUs).toBeGreaterThanOrEqual(350_000);
    watching.begin();
    await ask("kill");
    const one = watching.end();
    // Everything that the worker has used since it began is in its parent's figures now: not in these.
    expect(one?.cpuUs).toBeLessThan(leastUs / 2);
    watching.begin();
    expect(watching.end()).toMatchObject({ processes: 2 });
  });

  test("workers that begin and end within the round are counted once", async () => {
    const { port } = await start(FORK_PER_REQUEST);
    const watching = watch(port);
    watching.begin();
    const figures = await traffic(`http://${LOOPBACK}:${port}`, 3);
    const use = watching.end();
    const workersUs = figures.reduce((sum, us) => sum + us, 0);
    expect(workersUs).toBeGreaterThanOrEqual(3 * 75_000);
    expect(use?.cpuUs).toBeGreaterThanOrEqual(workersUs - ROUNDING_US);
    // Twice would be twice as much: starting three processes costs the server less than they use.
    expect(use?.cpuUs).toBeLessThan(2 * workersUs);
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
      unwatched: { why: "invisible", port: server.port },
    });
    await server.close();
    expect(TargetWatch.find(LOOPBACK, server.port)).toHaveProperty("unwatched");
  });

  test("different servers on one port", async () => {
    const first = await start(ONE);
    const other = ONE.replace("listen(0,", `listen(${first.port},`);
    await start(other, "127.0.0.2");
    expect(TargetWatch.find("localhost", first.port)).toEqual({
      unwatched: { why: "several", port: first.port },
    });
    expect(TargetWatch.find(LOOPBACK, first.port)).toBeInstanceOf(TargetWatch);
  });

  test("a server that ended leaves no figures, and is found again when it is back", async () => {
    const { child, port } = await start(ONE);
    const watching = watch(port);
    watching.begin();
    await killProcess(child);
    expect(watching.end()).toBeUndefined();
    await start(ONE.replace("listen(0,", `listen(${port},`));
    watching.begin();
    expect(watching.end()).toMatchObject({ processes: 1 });
  });

  test("what was found for an earlier run is taken while it lives, and another process is found at once", async () => {
    const usage = (at: number) => TargetProcesses.listeningOn(LOOPBACK, at).usage();
    const { child, port } = await start(ONE);
    expect([usage(port), usage(port)]).toMatchObject([{ processes: 1 }, { processes: 1 }]);
    await killProcess(child);
    expect(usage(port)).toBeUndefined();
    await start(ONE.replace("listen(0,", `listen(${port},`));
    expect(usage(port)).toMatchObject({ processes: 1 });
  });
});

beforeAll(() => {
  if (!onLinux) console.log("skipped: this needs Linux");
});

test.skipIf(onLinux)("elsewhere it says why not", () => {
  expect(TargetWatch.find(LOOPBACK, 80)).toEqual({
    unwatched: { why: "not-linux" },
  });
});
