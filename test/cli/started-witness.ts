import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

/** The built program while it runs, in a separate process group. */
export type StartedWitness = {
  /** Resolves when its standard error contains this text. Rejects if it ends before. */
  says: (text: string) => Promise<void>;
  send: (signal: NodeJS.Signals) => void;
  /** Sends a signal to its process group, as a terminal does. */
  sendToGroup: (signal: NodeJS.Signals) => void;
  /** Its exit code, or the signal that killed it, and its output. */
  ended: Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }>;
  /** Resolves when no process of its group is left. */
  groupGone: () => Promise<void>;
};

const started = new Set<number>();

/** Kills processes that a failed test has left: they would write into a removed folder. */
export function killStarted(): void {
  for (const pid of started) if (isGroup(pid)) process.kill(-pid, "SIGKILL");
  started.clear();
}

/** Starts the built program as a user does. */
export function startWitness(cwd: string, ...args: string[]): StartedWitness {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    detached: true,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid ?? 0;
  if (pid > 0) started.add(pid);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  let over = false;
  const ended = new Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }>(
    (resolve) =>
      child.on("close", (code, signal) => {
        over = true;
        resolve({ code: code ?? signal ?? -1, stdout, stderr });
      }),
  );
  return {
    says: async (text) => {
      while (!stderr.includes(text)) {
        if (over) throw new Error(`ended without saying "${text}": ${stderr}`);
        await sleep(20);
      }
    },
    send: (signal) => void process.kill(pid, signal),
    sendToGroup: (signal) => void process.kill(-pid, signal),
    ended,
    groupGone: async () => {
      while (isGroup(pid)) await sleep(20);
    },
  };
}

function isGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Every run folder below this one, each with its files and the lines of its record. */
export function runsIn(folder: string): { files: string[]; lines: string[] }[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => existsSync(join(path, "run.ndjson")))
    .map((path) => ({
      files: readdirSync(path).sort(),
      lines: readFileSync(join(path, "run.ndjson"), "utf8").split("\n").slice(0, -1),
    }));
}
