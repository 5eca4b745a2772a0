import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe } from "vitest";
import { freePort } from "../servers/free-port.ts";

/** The broker of Debian; tests with agents need it. */
export const HAS_BROKER = spawnSync("nats-server", ["--version"]).error === undefined;

/** Tests with a broker: `describe`, or a skip with the reason printed. */
export function withBroker(name: string, tests: () => void): void {
  if (!HAS_BROKER) console.log(`skipped: ${name}: nats-server is not installed`);
  describe.skipIf(!HAS_BROKER)(name, tests);
}

/** A broker in a process of its own, with a folder of its own. */
export type StartedBroker = {
  url: string;
  port: number;
  folder: string;
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Stops it without ending it. */
  pause: () => void;
  /** Starts it again with the same folder and port. */
  restart: () => Promise<void>;
  /** Ends it and removes its folder. */
  stop: () => Promise<void>;
};

/** Starts a broker, by default with JetStream. `config` is the text of its configuration file. */
export async function startBroker({
  jetStream = true,
  config = "",
  host = "127.0.0.1",
}: { jetStream?: boolean; config?: string; host?: string } = {}): Promise<StartedBroker> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "witness-broker-"));
  const file = join(folder, "nats.conf");
  writeFileSync(file, config);
  const store = jetStream ? ["-js", "-sd", join(folder, "js")] : [];
  const start = async (): Promise<ChildProcess> => {
    const args = [...store, "-a", host, "-p", String(port), "-c", file];
    const child = spawn("nats-server", args, { stdio: "ignore" });
    while (!(await isListening(port, host))) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return {
    url: `nats://${host}:${port}`,
    port,
    folder,
    kill,
    pause: () => void child.kill("SIGSTOP"),
    restart: async () => {
      await kill("SIGKILL");
      child = await start();
    },
    stop: async () => {
      await kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
