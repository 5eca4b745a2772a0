import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { once } from "node:events";
import { promisify } from "node:util";
import { statedHeaders } from "../contract/stated-headers.ts";
import { userSubmission } from "../contract/user-submission.ts";
import { ended, startModule } from "../load/child-module.ts";
import { readProcess } from "../load/process-figures.ts";
import { median } from "../stats/spread.ts";
import { describeMachine, keepOnCore, SENDER_CORE, SERVER_CORE } from "./load-core.ts";
import { measured } from "./part.ts";

const PAIRS = 7;
const CONNECTIONS = 10;
const WARMUP_S = 1;
const DURATION_S = 3;
const BODY = '{"id":100000000,"date":"2025-01-01T00:00:00.000Z"}';

type Side = { rate: number; cpuUs: number };

/** Throughput of the closed loop against the plain autocannon command's, both against the null server. */
export async function measureNull(): Promise<void> {
  console.log(`  ${describeMachine()}`);
  const server = startModule("load/null-server");
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  keepOnCore(server.pid, SERVER_CORE);
  const url = `http://127.0.0.1:${port}`;
  const pairs: { plain: Side; ours: Side }[] = [];
  for (let nth = 0; nth < PAIRS; nth += 1) {
    const early = nth % 2 === 1 ? await witness(url) : undefined;
    const plain = await autocannon(url);
    const ours = early ?? (await witness(url));
    pairs.push({ plain, ours });
    console.log(
      `  autocannon ${tell(plain)}, witness ${tell(ours)}: ${(ours.rate / plain.rate).toFixed(2)}`,
    );
  }
  await ended(server);
  const best = (side: "plain" | "ours"): number =>
    Math.max(...pairs.map((each) => each[side].rate));
  const middle = (of: (pair: (typeof pairs)[number]) => number): string =>
    median(pairs.map(of)).toFixed(2);
  console.log(
    `  median ${middle(({ plain, ours }) => ours.rate / plain.rate)} (target: at least 0.95), ` +
      `best vs. best ${(best("ours") / best("plain")).toFixed(2)}, ` +
      `processor time a request ${middle(({ plain, ours }) => ours.cpuUs / plain.cpuUs)} of autocannon's`,
  );
}

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

/** The command as installed. Its processor time is that of the whole process, including the start. */
async function autocannon(url: string): Promise<Side> {
  const script = createRequire(import.meta.url).resolve("autocannon/autocannon.js");
  const connections = ["-c", String(CONNECTIONS)];
  const headers = statedHeaders(userSubmission).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  const before = reapedUs();
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
  keepOnCore(running.child.pid, SENDER_CORE);
  const { stdout } = await running;
  const result = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as {
    requests: { total: number };
    duration: number;
  };
  const rate = result.requests.total / result.duration;
  const all = rate * (result.duration + WARMUP_S);
  return { rate, cpuUs: (reapedUs() - before) / all };
}

/** Processor time of this process's ended children; known on Linux. */
const reapedUs = (): number => readProcess(process.pid)?.reapedUs ?? NaN;
