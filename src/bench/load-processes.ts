import cluster from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { median } from "../stats/spread.ts";
import { describeMachine, keepOnCore, SENDER_CORE, SERVER_CORE } from "./load-core.ts";
import { measured, withPart, type Part } from "./part.ts";

const PAIRS = 5;
/** Two senders and two responders. */
const CORES_WANTED = 4;

/** This many null servers behind one port, until their parent stops them. */
export const nullServers: Part<{ servers: number; core?: number }> = async ({ servers, core }) => {
  if (core !== undefined) keepOnCore(process.pid, core);
  // Without args, they would get those of this part.
  cluster.setupPrimary({
    exec: fileURLToPath(new URL("../load/null-server.js", import.meta.url)),
    args: [],
  });
  const results = await Promise.all(
    Array.from({ length: servers }, () => once(cluster.fork(), "message")),
  );
  const [[{ port }]] = results as [[{ port: number }]];
  return { url: `http://127.0.0.1:${port}` };
};

/** Throughput and processor time of two generators against those of one. */
export async function measureProcesses(): Promise<void> {
  const cores = availableParallelism();
  const enough = cores >= CORES_WANTED;
  console.log(`  ${describeMachine()}`);
  if (!enough)
    console.log(
      `  ${cores} cores, ${CORES_WANTED} needed: generators and null servers share them, so only the processor time per request is meaningful`,
    );
  await withPart("null-servers", { servers: 2, ...(!enough && { core: SERVER_CORE }) }, (url) =>
    measurePairs(url, enough),
  );
}

async function measurePairs(url: string, enough: boolean): Promise<void> {
  const ratios: { rate: number; cpu: number }[] = [];
  for (let nth = 0; nth < PAIRS; nth += 1) {
    const early = nth % 2 === 1 ? await run(url, 2, enough) : undefined;
    const one = await run(url, 1, enough);
    const two = early ?? (await run(url, 2, enough));
    const ratio = { rate: two("rate") / one("rate"), cpu: two("cpuUs") / one("cpuUs") };
    ratios.push(ratio);
    console.log(
      `  one ${tell(one)}, two ${tell(two)}: ${ratio.rate.toFixed(2)}, ${ratio.cpu.toFixed(2)} of the processor time`,
    );
  }
  const cpu = median(ratios.map((each) => each.cpu)).toFixed(2);
  const wanted = enough ? "target: at least 1.6" : "too few cores to tell";
  console.log(
    `  median ${median(ratios.map(({ rate }) => rate)).toFixed(2)} (${wanted}), ${cpu} of the processor time a request (1 is without loss)`,
  );
}

const run = (url: string, processes: number, enough: boolean) =>
  measured("load-run", {
    url,
    offered: { model: "closed", connections: 16, pipelining: 1 },
    processes,
    warmupMs: 1000,
    durationMs: 3000,
    ...(!enough && { core: SENDER_CORE }),
  });

const tell = (part: (key: string) => number): string =>
  `${part("rate").toFixed(0)}/s (${part("cpuUs").toFixed(1)} µs each)`;
