import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { load, resume, run } from "../api/index.ts";
import { startSpreadMs } from "../stats/index.ts";
import {
  plannedIn,
  recordsIn,
  runsFolder,
  startAgent,
  targetServer,
  type StartedAgent,
  type TargetServer,
} from "../../test/fleet/agents.ts";
import { discover } from "./agent-watch.ts";
import { Broker } from "./broker.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));
const HAS_FAKETIME = spawnSync("faketime", ["--version"]).error === undefined;
if (!HAS_FAKETIME) console.log("skipped: agents with wrong clocks: faketime is not installed");

/** Returns by how much a timer of this process was late at most. */
function watchLateness(): () => number {
  let last = performance.now();
  let worst = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 20);
    last = now;
  }, 20);
  return () => {
    clearInterval(timer);
    return worst;
  };
}

/** Long enough for faults in the middle of a round. */
const LONG = { durationMs: 6000, warmupMs: 0, rounds: 1, connections: 4 };
/** The server responds this much later: hundreds of requests a second show what thousands would. */
const PACE_MS = 5;
const PLAN = {
  seed: 11,
  firstId: 500_000_000,
  runs: 1200,
  load: false,
  suite: ["valid", "date-precision"],
};

/** Ends a process and what it started, if it is still there. */
function killGroup(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It shares the group of this process.
    child.kill("SIGKILL");
  }
}

withBroker("faults of a fleet", () => {
  const runs = runsFolder();
  const processes: ChildProcess[] = [];
  let broker: StartedBroker;
  let server: TargetServer;

  beforeAll(async () => {
    broker = await startBroker();
    server = await targetServer();
    server.delay(PACE_MS);
  });

  afterAll(async () => {
    await server.close();
    await broker.stop();
    runs.remove();
  });

  // What a test that failed has left would take part in the next one.
  afterEach(() => {
    for (const each of processes.splice(0)) killGroup(each);
  });

  /** An agent in a process of its own. */
  async function agentProcess(name: string, ...before: string[]): Promise<ChildProcess> {
    const args = [MAIN, "agent", "--fleet", broker.url, "--name", name];
    const [command = "", ...rest] = [...before, process.execPath, ...args];
    // A group of its own: faketime starts the agent as a child.
    const child = spawn(command, rest, { stdio: ["ignore", "ignore", "pipe"], detached: true });
    processes.push(child);
    let said = "";
    child.stderr.on("data", (text) => (said += String(text)));
    while (!said.includes("is ready")) {
      if (child.exitCode !== null) throw new Error(said);
      await sleep(20);
    }
    return child;
  }

  /** Ends an agent without ceremony. */
  async function end(child: ChildProcess): Promise<void> {
    const gone = once(child, "exit");
    killGroup(child);
    await gone;
  }

  /** A folder for one run, and the records that are in it while it is written. */
  function oneRun() {
    const outputDir = mkdtempSync(join(runs.path, "run-"));
    const text = (): string => {
      const [name = ""] = readdirSync(outputDir);
      const file = join(outputDir, name, "run.ndjson");
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    };
    const until = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(text())) await sleep(20);
    };
    return { outputDir, until };
  }

  /** Until the server gets requests of a round. */
  async function underLoad(): Promise<void> {
    const before = server.count();
    while (server.count() < before + 200) await sleep(10);
  }

  test("a stopped agent sends nothing more within 2 s, and its round does not count", async () => {
    const child = await agentProcess("stopped");
    const { outputDir, until } = oneRun();
    const loaded = load(server.url, { ...LONG, agents: 1, fleet: broker.url, outputDir });
    const failed = expect(loaded).rejects.toMatchObject({
      message: "no agent is left",
      exitCode: 70,
    });
    await until(/"type":"ceiling"/);
    await underLoad();
    const lateness = watchLateness();
    const stoppedMs = performance.now();
    child.kill("SIGSTOP");
    await failed;
    // The round would have gone on for more than 4 s. A busy machine delays the end, and this process's view of it.
    const silentMs = server.lastMs() - stoppedMs;
    const lateMs = lateness();
    console.log(`silent after ${Math.round(silentMs)} ms, timers late by ${Math.round(lateMs)} ms`);
    expect(silentMs - 2 * lateMs).toBeLessThan(2000);
    const records = recordsIn(join(outputDir, readdirSync(outputDir)[0] ?? ""));
    expect(records.filter(({ type }) => type === "round")).toEqual([]);
    await end(child);
  });

  describe("agents send nothing more within 2 s", () => {
    let agent: ChildProcess;
    beforeAll(async () => {
      agent = await agentProcess("orphan");
      // It stays for all of them.
      processes.splice(processes.indexOf(agent), 1);
    });
    afterAll(() => end(agent));

    test.each([
      "controller, stopped",
      "broker, killed",
      "broker, stopped",
      "broker, stopped, in a run",
    ])("without their %s", async (lost) => {
      await untilFree();
      const { outputDir, until } = oneRun();
      const isRun = lost.endsWith("run");
      const length = ["--duration", "6s", "--warmup", "0s", "--rounds", "1", "--connections", "4"];
      const work = isRun
        ? ["run", "--suite", "valid", "--runs", "1000", "--no-load"]
        : ["load", ...length];
      const args = [...work, server.url, "--fleet", broker.url, "--output-dir", outputDir];
      server.delay(isRun ? 50 : PACE_MS);
      const controller = spawn(process.execPath, [MAIN, ...args], { stdio: "ignore" });
      processes.push(controller);
      const gone = once(controller, "exit");
      await until(isRun ? /"type":"agent"/ : /"type":"ceiling"/);
      await underLoad();
      const lateness = watchLateness();
      const lostMs = performance.now();
      if (lost.startsWith("controller")) controller.kill("SIGSTOP");
      else if (lost === "broker, killed") await broker.kill("SIGKILL");
      else broker.pause();
      await sleep(2500);
      const silentMs = server.lastMs() - lostMs;
      const lateMs = lateness();
      console.log(
        `${lost}: silent after ${Math.round(silentMs)} ms, timers late by ${Math.round(lateMs)} ms`,
      );
      expect(silentMs - 2 * lateMs).toBeLessThan(2000);
      server.delay(PACE_MS);
      controller.kill("SIGKILL");
      await gone;
      if (lost.startsWith("broker")) await broker.restart();
    });

    /** Until the agent is at the broker again, without work. */
    async function untilFree(): Promise<void> {
      const connection = await Broker.connect({ fleet: broker.url });
      const isFree = async (): Promise<boolean> =>
        (await discover(connection)).some(
          ({ name, run: of }) => name === "orphan" && of === undefined,
        );
      while (!(await isFree())) await sleep(100);
      await connection.close();
    }
  });

  test("a round without one of its agents is repeated by the others, and reported", async () => {
    const [stays, dies] = [await agentProcess("stays"), await agentProcess("dies")];
    const { outputDir, until } = oneRun();
    const options = { ...LONG, durationMs: 2000, agents: 2, fleet: broker.url, outputDir };
    const loaded = load(server.url, options);
    await until(/"type":"ceiling"/);
    await underLoad();
    await end(dies);
    const { folder, outcome, summary } = await loaded;
    expect(outcome).toEqual({ end: "done" });
    expect(summary.notes.map(({ text }) => text)).toEqual([
      "round 1 of 1 was incomplete and is not counted: agent dies was lost; it is repeated by 1 agent",
    ]);
    const rounds = recordsIn(folder).flatMap((each) => (each.type === "round" ? [each] : []));
    expect(rounds.map(({ shards = [] }) => shards.map(({ agent }) => agent))).toEqual([["stays"]]);
    expect(rounds[0]?.shards?.[0]?.offered.connections).toBe(4);
    await end(stays);
  });

  test.skipIf(!HAS_FAKETIME)("agents with wrong clocks begin together", async () => {
    const agents = [
      await agentProcess("early", "faketime", "-f", "+90s"),
      await agentProcess("late", "faketime", "-f", "-5m"),
    ];
    const { outputDir } = oneRun();
    const options = { ...LONG, durationMs: 500, agents: 2, fleet: broker.url, outputDir };
    const { folder } = await load(server.url, options);
    const rounds = recordsIn(folder).flatMap((each) => (each.type === "round" ? [each] : []));
    expect(rounds).toHaveLength(1);
    const spread = startSpreadMs(rounds[0]?.shards ?? []);
    console.log(`clocks 390 s apart: rounds began ${spread.toFixed(1)} ms apart`);
    expect(spread).toBeLessThan(1000);
    for (const each of agents) await end(each);
  });

  test("an agent on a full disk sends: it writes no file", async () => {
    const noFile = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"];
    const child = await agentProcess("full", ...noFile);
    const options = { ...PLAN, runs: 20, fleet: broker.url, outputDir: oneRun().outputDir };
    const { outcome, folder } = await run(server.url, options);
    expect(outcome).toEqual({ end: "done" });
    const senders = plannedIn(recordsIn(folder), server.url).map(({ agent }) => agent);
    expect(new Set(senders)).toEqual(new Set(["full"]));
    await end(child);
  });

  test("a broker without space ends the run, and what is recorded stays", async () => {
    const full = await startBroker({ config: "jetstream { max_file_store: 8KB }" });
    const agent = await startAgent(full.url, "only");
    const { outputDir } = oneRun();
    const failed = run(server.url, { ...PLAN, fleet: full.url, outputDir });
    await expect(failed).rejects.toMatchObject({
      message: expect.stringMatching(/broker.* cannot (store|be used)/) as string,
      exitCode: 70,
    });
    const records = recordsIn(join(outputDir, readdirSync(outputDir)[0] ?? ""));
    expect(records.at(-1)).toMatchObject({ type: "footer", end: "failed" });
    await agent.stop();
    await full.stop();
  });

  test("a broker that is killed, and controllers that are stopped and killed, lose and repeat no case", async () => {
    const agents: StartedAgent[] = [
      await startAgent(broker.url, "one"),
      await startAgent(broker.url, "two"),
    ];
    const { outputDir } = oneRun();
    const plan = ["--seed", "11", "--first-id", "500000000", "--runs", "1200", "--no-load"];
    const args = [...plan, "--suite", PLAN.suite.join(","), "--output-dir", outputDir];
    const controller = (...more: string[]): ChildProcess => {
      const call = [MAIN, "run", server.url, "--fleet", broker.url, ...more];
      const child = spawn(process.execPath, call, { stdio: "ignore" });
      processes.push(child);
      return child;
    };
    const folderOf = (): string => join(outputDir, readdirSync(outputDir)[0] ?? "");
    /** How many planned cases are recorded, once there are more than before. */
    const moreThan = async (before: number): Promise<number> => {
      for (;;) {
        await sleep(50);
        const [name] = readdirSync(outputDir);
        if (name === undefined || !existsSync(join(outputDir, name, "run.ndjson"))) continue;
        const text = readFileSync(join(outputDir, name, "run.ndjson"), "utf8");
        const count = text.split('"agent":"').length;
        if (count > before + 1) return count;
      }
    };
    server.delay(20);
    const first = controller(...args);
    const begun = await moreThan(0);
    // The same run from another machine.
    const copy = join(runs.path, "copy", readdirSync(outputDir)[0] ?? "");
    cpSync(folderOf(), copy, { recursive: true, filter: (path) => !path.endsWith(".lock") });
    await expect(resume(copy, { fleet: broker.url })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^another controller holds (run|target) .*epoch 1\)$/,
      ) as string,
      exitCode: 2,
    });
    const gone = once(first, "exit");
    first.kill("SIGTERM");
    await gone;
    expect(recordsIn(folderOf()).at(-1)).toMatchObject({ type: "footer", end: "interrupted" });
    const second = controller("--resume", folderOf());
    await moreThan(begun);
    await broker.kill("SIGKILL");
    await broker.restart();
    await sleep(500);
    await end(second);
    server.delay(0);
    const killed = plannedIn(recordsIn(folderOf()), server.url).length;
    const { outcome, folder } = await resume(folderOf(), { fleet: broker.url });
    expect(outcome).toEqual({ end: "done" });
    const lines = plannedIn(recordsIn(folder), server.url);
    expect(lines.length).toBeGreaterThan(killed);
    const alone = await run(server.url, { ...PLAN, outputDir: oneRun().outputDir });
    const whole = plannedIn(recordsIn(alone.folder), server.url);
    expect(lines.map(({ key }) => key)).toEqual(whole.map(({ key }) => key));
    const bytes = whole.map(({ sha256 }) => sha256);
    const changed = lines.filter(({ sha256 }, at) => sha256 !== bytes[at]);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(({ isAsPlanned }) => isAsPlanned)).toEqual([]);
    for (const each of agents) await each.stop();
  });
});
