import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { load } from "../../src/api/index.ts";
import { killProcess } from "../../src/load/index.ts";
import { RUN_FILE } from "../../src/record/index.ts";
import { unusedPort } from "../../src/observe/index.ts";
import { whole } from "../../src/text/index.ts";
import type { Figure } from "./figure.ts";
import { withIdleServer } from "./idle-server.ts";
import { measured, withServer } from "./part.ts";
import { plannedDigest } from "./planned-digest.ts";
import { propertyNames } from "./property-run.ts";

const MAIN = resolve("dist/src/cli/main.js");
const AGENTS = 4;
/** The broker is killed this often in the campaign that must lose and repeat nothing. */
const KILLS = 3;
const KILLED_CASES = 100_000;
const END_BYTES = 16 * 1024;
const COUNTS = [1, 2, 4];
const LOAD = { connections: 16, durationMs: 3000, warmupMs: 1000, rounds: 3 };

/** A campaign of four agents against one process. */
export const measureFleetCampaign = (observations: number, folder: string): Promise<Figure[]> =>
  withFleetOf(folder, (fleet) => measureCampaign(observations, folder, fleet));

/** A campaign whose broker is killed within a second of acknowledgements. */
export const measureFleetKills = (observations: number, folder: string): Promise<Figure[]> =>
  withFleetOf(folder, (fleet) => measureKills(Math.min(observations, KILLED_CASES), folder, fleet));

/** Load on a server that does nothing, from 1, 2 and 4 agents. */
export const measureFleetLoad = (folder: string): Promise<Figure[]> =>
  withFleetOf(folder, (fleet) => measureLoads(folder, fleet));

async function withFleetOf(
  folder: string,
  work: (fleet: Fleet) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (spawnSync("nats-server", ["--version"]).error !== undefined) {
    console.log("  skipped: nats-server is not installed");
    return [];
  }
  const fleet = await startFleet(folder);
  try {
    return await work(fleet);
  } finally {
    await fleet.stop();
  }
}

type Fleet = { url: string; killBroker: () => Promise<void>; stop: () => Promise<void> };

async function startFleet(folder: string): Promise<Fleet> {
  const port = await unusedPort("127.0.0.1");
  const url = `nats://127.0.0.1:${port}`;
  const startBroker = async (): Promise<ChildProcess> => {
    const args = ["-js", "-sd", join(folder, "broker"), "-a", "127.0.0.1", "-p", String(port)];
    const child = spawn("nats-server", args, { stdio: "ignore" });
    while (!(await isListening(port))) await sleep(20);
    return child;
  };
  let broker = await startBroker();
  const agents = Array.from({ length: AGENTS }, (_, nth) =>
    spawn(process.execPath, [MAIN, "agent", "--fleet", url, "--name", `agent-${nth + 1}`], {
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
  await Promise.all(agents.map(({ stderr }) => once(stderr, "data")));
  return {
    url,
    killBroker: async () => {
      await killProcess(broker);
      broker = await startBroker();
    },
    stop: async () => {
      await Promise.all([...agents, broker].map(killProcess));
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** A property run by one process, and the same by agents. */
async function measureCampaign(observations: number, folder: string, { url: fleet }: Fleet) {
  const runs = Math.ceil(observations / propertyNames.length);
  const options = { properties: propertyNames, runs };
  const [alone, shared] = await withServer("created", async (url) => [
    await measured("property-run", { ...options, url, outputDir: join(folder, "alone") }),
    await measured("property-run", { ...options, url, outputDir: join(folder, "shared"), fleet }),
  ]);
  const cases = `${whole(shared?.("sent") ?? 0)} generated cases`;
  for (const [name, run] of Object.entries({ "one process": alone, [`${AGENTS} agents`]: shared }))
    console.log(
      `  ${name}: ${whole(Math.round(run?.("rate") ?? 0))} cases/s, ${whole(Math.round(run?.("cpuUs") ?? 0))} µs of processor time each in the process that keeps the record, at most ${whole(Math.round(run?.("peakMb") ?? 0))} MB`,
    );
  const same = await sameRequests(join(folder, "alone"), join(folder, "shared"));
  console.log(`  ${same}`);
  return [
    {
      what: `campaign of ${cases}, ${AGENTS} agents on this machine`,
      unit: "cases/s",
      measured: [shared?.("rate") ?? NaN],
      yardstick: { what: "one process", unit: "cases/s", values: [alone?.("rate") ?? NaN] },
    },
    {
      what: "memory of its controller",
      unit: "MB",
      measured: [shared?.("peakMb") ?? NaN],
      yardstick: { what: "one process", unit: "MB", values: [alone?.("peakMb") ?? NaN] },
      goal: { of: "measured", most: 200 },
    },
  ] satisfies Figure[];
}

/** A campaign whose broker is killed soon after acknowledgements, against the same by one process. */
async function measureKills(observations: number, folder: string, fleet: Fleet): Promise<Figure[]> {
  const options = {
    properties: propertyNames,
    runs: Math.ceil(observations / propertyNames.length),
  };
  const [alone, killed] = [join(folder, "kill-alone"), join(folder, "kill-shared")];
  await withServer("created", async (url) => {
    await measured("property-run", { ...options, url, outputDir: alone });
    const shared = measured("property-run", {
      ...options,
      url,
      outputDir: killed,
      fleet: fleet.url,
    });
    let isOver = false;
    const over = shared.finally(() => (isOver = true));
    for (let nth = 0; nth < KILLS; nth += 1) {
      const before = mergedIn(killed);
      while (!isSettled() && mergedIn(killed) <= before) await sleep(100);
      // Within a second of the acknowledgement.
      await sleep(200);
      if (!isSettled()) await fleet.killBroker();
    }
    await over;
    function isSettled(): boolean {
      return isOver;
    }
  });
  console.log(`  broker killed ${KILLS} times: ${await sameRequests(alone, killed)}`);
  return [];
}

/** Observations of agents in the record so far: they grow when a slice is merged. */
function mergedIn(outputDir: string): number {
  if (!existsSync(outputDir)) return 0;
  const [name = ""] = readdirSync(outputDir);
  const file = join(outputDir, name, RUN_FILE);
  if (!existsSync(file)) return 0;
  const size = statSync(file).size;
  return readEnd(file, size).includes('"agent":"agent-') ? size : 0;
}

/** The last lines of a file. */
function readEnd(path: string, size: number): string {
  const bytes = Buffer.alloc(Math.min(size, END_BYTES));
  const file = openSync(path, "r");
  readSync(file, bytes, 0, bytes.length, size - bytes.length);
  closeSync(file);
  return bytes.toString("latin1");
}

async function sameRequests(one: string, other: string): Promise<string> {
  const [a, b] = await Promise.all(
    [one, other].map((path) => plannedDigest(join(path, readdirSync(path)[0] ?? ""))),
  );
  const isSame = a?.sha256 === b?.sha256 && a?.twice === 0 && b?.twice === 0;
  return isSame
    ? `the same ${whole(a?.sent ?? 0)} requests as one process, each once (SHA-256 ${a?.sha256.slice(0, 16) ?? ""})`
    : `NOT the same requests: ${JSON.stringify({ a, b })}`;
}

/** Load on a server that does nothing, from some of the agents. */
async function measureLoads(folder: string, { url: fleet }: Fleet): Promise<Figure[]> {
  await withIdleServer("null server", folder, async (url) => {
    for (const agents of COUNTS) {
      const { summary } = await load(url, {
        ...LOAD,
        fleet,
        agents,
        outputDir: join(folder, "loads"),
      });
      const { pooled, rounds = [] } = summary.load ?? {};
      const spreads = rounds.flatMap(({ checks }) =>
        checks.filter(({ name }) => name === "together").map(({ text }) => text),
      );
      console.log(
        `  ${agents} agents: ${whole(Math.round(pooled?.perSecond ?? 0))} responses/s; ${spreads.join(", ")}`,
      );
    }
  });
  return [];
}
