import cluster from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Figure } from "./figure.ts";
import { describeMachine, keepOnCore, SENDER_CORE, SERVER_CORE } from "./load-core.ts";
import { measured, withPart, type Part } from "./part.ts";

const PAIRS = 3;
/** Two senders and two responders. */
const CORES_WANTED = 4;

/** This many null servers behind one port, until their parent stops them. */
export const nullServers: Part<{ servers: number; core?: number }> = async ({ servers, core }) => {
  if (core !== undefined) keepOnCore(process.pid, core);
  // Without args, they would get those of this part.
  cluster.setupPrimary({
    exec: resolve("dist/src/load/null-server.js"),
    args: [],
  });
  const results = await Promise.all(
    Array.from({ length: servers }, () => once(cluster.fork(), "message")),
  );
  const [[{ port }]] = results as [[{ port: number }]];
  return { url: `http://127.0.0.1:${port}` };
};

/** Throughput and processor time of two generators against those of one. */
export async function measureProcesses(): Promise<Figure[]> {
  const cores = availableParallelism();
  const enough = cores >= CORES_WANTED;
  console.log(`  ${describeMachine()}`);
  if (!enough)
    console.log(
      `  ${cores} cores, ${CORES_WANTED} needed: generators and null servers share them, so only the processor time per request is meaningful`,
    );
  return withPart("null-servers", { servers: 2, ...(!enough && { core: SERVER_CORE }) }, (url) =>
    measurePairs(url, enough),
  );
}

async function measurePairs(url: string, enough: boolean): Promise<Figure[]> {
  const pairs: { one: Side; two: Side }[] = [];
  for (let nth = 0; nth < PAIRS; nth += 1) {
    const early = nth % 2 === 1 ? await run(url, 2, enough) : undefined;
    const one = await run(url, 1, enough);
    const two = early ?? (await run(url, 2, enough));
    pairs.push({ one, two });
    console.log(`  one ${tell(one)}, two ${tell(two)}`);
  }
  return [
    {
      what: "two load processes",
      unit: "requests/s",
      measured: pairs.map(({ two }) => two.rate),
      yardstick: {
        what: "one process",
        unit: "requests/s",
        values: pairs.map(({ one }) => one.rate),
      },
      goal: { of: "ratio", least: 1.6 },
      ...(!enough && { notHere: `needs ${CORES_WANTED} cores` }),
    },
    {
      what: "processor time of two",
      unit: "µs a request",
      measured: pairs.map(({ two }) => two.cpuUs),
      yardstick: {
        what: "one process",
        unit: "µs a request",
        values: pairs.map(({ one }) => one.cpuUs),
      },
    },
  ];
}

type Side = { rate: number; cpuUs: number };

async function run(url: string, processes: number, enough: boolean): Promise<Side> {
  const part = await measured("load-run", {
    url,
    offered: { model: "closed", connections: 16, pipelining: 1 },
    processes,
    warmupMs: 1000,
    durationMs: 3000,
    ...(!enough && { core: SENDER_CORE }),
  });
  return { rate: part("rate"), cpuUs: part("cpuUs") };
}

const tell = ({ rate, cpuUs }: Side): string =>
  `${rate.toFixed(0)}/s (${cpuUs.toFixed(1)} µs each)`;
