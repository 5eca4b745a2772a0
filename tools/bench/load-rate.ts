import { createServer } from "node:http";
import { emptyLatency, median } from "../../src/stats/index.ts";
import { jsonReply, listening, sendReply } from "../../src/servers/json-server.ts";
import { describeMachine, keepOnCore, SENDER_CORE, SERVER_CORE } from "./load-core.ts";
import { measured, withPart, type Part } from "./part.ts";

const DELAY_MS = 5;
const ROUNDS = 3;
/** Concurrent requests: the server can handle this many per delay. */
const PLACES = [10, 25, 50, 70];

/**
 * A server that handles this many requests concurrently, each for `DELAY_MS`. It measures how long
 * each really took, including waiting for a place. `GET` returns percentiles, and starts a new
 * measurement.
 */
export const truthServer: Part<{ places: number }> = async ({ places }) => {
  const created = jsonReply(201, { status: "created" });
  const waiting: (() => void)[] = [];
  let free = places;
  let truth = emptyLatency();
  const next = (): void => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      const work = waiting.shift();
      setTimeout(() => {
        free += 1;
        work?.();
        next();
      }, DELAY_MS);
    }
  };
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      const [p50Us, p99Us] = [50, 99].map((each) => truth.getValueAtPercentile(each));
      truth = emptyLatency();
      return sendReply(response, jsonReply(200, { p50Us, p99Us }));
    }
    const beganMs = performance.now();
    request.resume();
    waiting.push(() => {
      sendReply(response, created);
      truth.recordValue(Math.round((performance.now() - beganMs) * 1000));
    });
    next();
  });
  const { url } = await listening(server);
  keepOnCore(process.pid, SERVER_CORE);
  return { url };
};

/**
 * Latency at a fixed rate compared with the server's own times, and the reached rate with the requested
 * one.
 */
export async function measureRate(): Promise<void> {
  console.log(`  ${describeMachine()}`);
  for (const places of PLACES)
    await withPart("truth-server", { places }, (url) => measureAt(url, places));
}

async function measureAt(url: string, places: number): Promise<void> {
  const ratePerSecond = (places / DELAY_MS) * 1000 * 0.5;
  const found: { offUs: number; truthUs: number; rate: number; dropped: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const run = await measured("load-run", {
      url,
      offered: { model: "open", ratePerSecond, arrivals: "even", connections: 256 },
      processes: 1,
      warmupMs: 1000,
      durationMs: 3000,
      core: SENDER_CORE,
    });
    const truth = (await (await fetch(url)).json()) as { p50Us: number; p99Us: number };
    const each = {
      offUs: run("p50Us") - truth.p50Us,
      truthUs: truth.p50Us,
      rate: run("rate") / ratePerSecond,
      dropped: run("dropped"),
    };
    found.push(each);
    console.log(
      `    p50 ${run("p50Us")} µs, the server's own ${truth.p50Us} µs (${each.offUs} µs apart), p99 ${run("p99Us")} and ${truth.p99Us} µs; ` +
        `${run("rate").toFixed(1)} responses/s, ${each.dropped} dropped`,
    );
  }
  const offUs = median(found.map((each) => each.offUs));
  const share = (100 * offUs) / median(found.map(({ truthUs }) => truthUs));
  const rate = 100 * (median(found.map((each) => each.rate)) - 1);
  console.log(
    `  ${ratePerSecond}/s: median p50 ${offUs} µs (${share.toFixed(1)}%) above the truth (target: within 5% or 200 µs), rate ${rate.toFixed(2)}% off (target: within 1%)`,
  );
}
