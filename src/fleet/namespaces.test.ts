import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { load } from "../api/index.ts";
import { recordsIn, runsFolder, targetServer, type TargetServer } from "../../test/fleet/agents.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";
import { makeNamespaces, type Namespaces } from "../../test/fleet/namespaces.ts";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));
const AGENTS = 4;
const LOAD = { connections: 8, warmupMs: 200, rounds: 1 };

withBroker("four agents, each with a network of its own", () => {
  const runs = runsFolder();
  const agents: ChildProcess[] = [];
  let namespaces: Namespaces | undefined;
  let broker: StartedBroker;
  let server: TargetServer;

  beforeAll(async () => {
    namespaces = makeNamespaces(AGENTS);
    if (namespaces === undefined)
      console.log("agents are processes: this machine has no network namespaces for them");
    const { host = "127.0.0.1", enter = [] } = namespaces ?? {};
    broker = await startBroker({ host });
    server = await targetServer(host);
    for (let nth = 0; nth < AGENTS; nth += 1) {
      const call = [process.execPath, MAIN, "agent", "--fleet", broker.url, "--name", `n${nth}`];
      const [command = "", ...args] = [...(enter[nth] ?? []), ...call];
      const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
      agents.push(child);
      await once(child.stderr as NodeJS.ReadableStream, "data");
    }
  });

  afterAll(async () => {
    for (const each of agents) each.kill("SIGKILL");
    await server.close();
    await broker.stop();
    namespaces?.remove();
    runs.remove();
  });

  const rounds = (folder: string) =>
    recordsIn(folder).flatMap((each) => (each.type === "round" ? [each] : []));

  test("the sums are exactly what the server counted", async () => {
    const before = server.count();
    const whole = { ...LOAD, durationMs: 500, fleet: broker.url, outputDir: runs.path };
    const { folder } = await load(server.url, { ...whole, agents: AGENTS });
    const sent = rounds(folder).reduce((sum, { tally }) => sum + tally.counts.sent, 0);
    const asked = recordsIn(folder).filter(({ type }) => type === "observation").length;
    expect(server.count() - before).toBe(sent + asked);
    expect(rounds(folder).map(({ shards = [] }) => shards.length)).toEqual([4, 4]);
  });

  test("an agent that cannot reach the target is named", async () => {
    if (namespaces === undefined) return;
    const here = await targetServer("127.0.0.1");
    const whole = { ...LOAD, durationMs: 500, fleet: broker.url, outputDir: runs.path };
    await expect(load(here.url, whole)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^agent n\d: cannot reach 127\.0\.0\.1:\d+: refused/,
      ) as string,
      exitCode: 3,
    });
    await here.close();
  });

  test("a link that goes down makes its round incomplete", async () => {
    // Hundreds of requests a second show what thousands would.
    server.delay(20);
    const whole = { ...LOAD, durationMs: 3000, fleet: broker.url, outputDir: runs.path };
    let part = "";
    const events = { load: (now: { part: string }) => void (part = now.part) };
    const loaded = load(server.url, { ...whole, agents: AGENTS, events });
    while (!part.startsWith("round 1")) await sleep(20);
    const beganMs = performance.now();
    await sleep(200);
    const downMs = performance.now();
    if (namespaces === undefined) agents[3]?.kill("SIGKILL");
    else namespaces.unplug(3);
    const { folder, outcome, summary } = await loaded;
    expect(outcome).toEqual({ end: "done" });
    expect(summary.notes.map(({ text }) => text)).toEqual([
      "round 1 of 1 was incomplete and is not counted: agent n3 was lost; it is repeated by 3 agents",
    ]);
    if (namespaces !== undefined) {
      // What the server counted from this agent alone: it sent before, and nothing later than 2 s after.
      const lastMs = server.lastMs(namespaces.addresses[3]);
      expect(lastMs).toBeGreaterThan(beganMs);
      expect(lastMs - downMs).toBeLessThan(2000);
    }
    const [, round] = rounds(folder);
    expect(round?.shards?.map(({ agent }) => agent)).toEqual(["n0", "n1", "n2"]);
  });
});
