import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { statedHeaders, userSubmission } from "../../src/contract/index.ts";
import { readProcess } from "../../src/load/process-figures.ts";
import { ratiosOf, spread, type Figure } from "./figure.ts";
import { withIdleServer } from "./idle-server.ts";
import { describeMachine, keepOnCore, SENDER_CORE } from "./load-core.ts";
import { measured } from "./part.ts";

const PAIRS = 4;
const CONNECTIONS = 10;
/** Compiling takes processor time for the first tens of thousands of requests. */
const WARMUP_S = 2;
const DURATION_S = 4;
/** More than the command takes to start. */
const START_S = 1;
const BODY = '{"id":100000000,"date":"2025-01-01T00:00:00.000Z"}';

type Side = { rate: number; cpuUs: number };

/**
 * Throughput and processor time of the closed loop compared with the plain autocannon command's, against servers that do
 * nothing.
 */
export async function measureNull(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  console.log(`  ${describeMachine()}`);
  for (const kind of ["null server", "nginx"] as const) {
    const pairs = await withIdleServer(kind, folder, measurePairs);
    if (pairs === undefined) {
      console.log(`  ${kind}: skipped: it is not installed`);
      continue;
    }
    const all = figuresOf(kind, pairs);
    for (const each of all)
      console.log(`  ${each.what}: ${spread(ratiosOf(each))} of autocannon's`);
    figures.push(...all);
  }
  return figures;
}

type Pair = { plain: Side; ours: Side };

async function measurePairs(url: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let nth = 0; nth < PAIRS; nth += 1) {
    const early = nth % 2 === 1 ? await witness(url) : undefined;
    const plain = await autocannon(url);
    const ours = early ?? (await witness(url));
    pairs.push({ plain, ours });
    console.log(
      `  autocannon ${tell(plain)}, witness ${tell(ours)}: ${(ours.rate / plain.rate).toFixed(2)}`,
    );
  }
  return pairs;
}

const figuresOf = (kind: string, pairs: readonly Pair[]): Figure[] => [
  {
    what: `generator against ${kind}`,
    unit: "requests/s",
    measured: pairs.map(({ ours }) => ours.rate),
    yardstick: {
      what: "plain autocannon",
      unit: "requests/s",
      values: pairs.map(({ plain }) => plain.rate),
    },
    // The null server is Node, too, and slower than both: it shows no more than itself.
    ...(kind === "nginx" && { goal: { of: "ratio", least: 1.5 } }),
  },
  {
    what: `generator's processor time, ${kind}`,
    unit: "µs a request",
    measured: pairs.map(({ ours }) => ours.cpuUs),
    yardstick: {
      what: "plain autocannon",
      unit: "µs a request",
      values: pairs.map(({ plain }) => plain.cpuUs),
    },
    goal: { of: "measured", most: 15 },
  },
];

const tell = ({ rate, cpuUs }: Side): string =>
  `${rate.toFixed(0)}/s (${cpuUs.toFixed(1)} µs of processor time each)`;

async function witness(url: string): Promise<Side> {
  const run = await measured("load-run", {
    url,
    offered: { model: "closed", connections: CONNECTIONS, pipelining: 1 },
    processes: 1,
    warmupMs: WARMUP_S * 1000,
    durationMs: DURATION_S * 1000,
    core: SENDER_CORE,
  });
  return { rate: run("rate"), cpuUs: run("cpuUs") };
}

/** The command as installed. Its processor time is measured while it sends: without its start and its end. */
async function autocannon(url: string): Promise<Side> {
  const script = createRequire(import.meta.url).resolve("autocannon/autocannon.js");
  const connections = ["-c", String(CONNECTIONS)];
  const headers = statedHeaders(userSubmission).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  const warmup = ["-W", "[", ...connections, "-d", String(WARMUP_S), "]"];
  const options = ["--json", "-d", String(DURATION_S), "-m", "POST", "-b", BODY];
  const running = promisify(execFile)(process.execPath, [
    script,
    ...options,
    ...connections,
    ...headers,
    ...warmup,
    url + userSubmission.path,
  ]);
  const { pid = 0 } = running.child;
  keepOnCore(pid, SENDER_CORE);
  await sleep((WARMUP_S + START_S) * 1000);
  const cpu = new Stretch(pid);
  await sleep((DURATION_S - 2 * START_S) * 1000);
  const usPerSecond = cpu.usPerSecond();
  const { stdout } = await running;
  const result = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as {
    requests: { total: number };
    duration: number;
  };
  const rate = result.requests.total / result.duration;
  return { rate, cpuUs: usPerSecond / rate };
}

/** A stretch of a process's life, from now on. */
class Stretch {
  readonly #pid: number;
  readonly #fromMs = performance.now();
  readonly #fromUs: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#fromUs = this.#ownUs();
  }

  /** Processor time per second; not a number where the system does not tell. */
  usPerSecond(): number {
    return ((this.#ownUs() - this.#fromUs) / (performance.now() - this.#fromMs)) * 1000;
  }

  #ownUs(): number {
    return readProcess(this.#pid)?.ownUs ?? NaN;
  }
}
