import { execFile, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type * as Program from "./program.ts";

const BUILT = new URL("../../dist/src/cli/", import.meta.url);
const MAIN = fileURLToPath(new URL("main.js", BUILT));

/** How a command line ended, and what it printed. */
export type Finished = { code: number; stdout: string; stderr: string };

type Env = Record<string, string | undefined>;

/** What every command line of a test gets: no colours, and nothing that the machine of CI sets. */
const OWN: Env = { NO_COLOR: "1", GITHUB_ACTIONS: undefined };

const running = new Set<ChildProcess>();

/** Kills what a test that failed has left running: it would write into a folder that has been removed. */
export function killSpawned(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Runs the built program in a process of its own, as a user does. */
export function spawnWitness(cwd: string, args: readonly string[], env: Env = {}) {
  return new Promise<Finished>((resolve) => {
    const options = { cwd, env: { ...process.env, ...OWN, ...env }, maxBuffer: 1 << 28 };
    const child = execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
      running.delete(child);
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
    running.add(child);
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built program in this process: a tenth of the time, where the process is not what is
 * tested. Working directory, environment and streams are the process's, so calls take turns.
 */
export function callWitness(cwd: string, args: readonly string[], env: Env = {}) {
  const turn = last.then(() => callNow(cwd, args, { ...OWN, ...env }));
  last = turn.catch(() => {});
  return turn;
}

async function callNow(cwd: string, args: readonly string[], env: Env): Promise<Finished> {
  const { runProgram } = (await import(new URL("program.js", BUILT).href)) as typeof Program;
  const before = { cwd: process.cwd(), exitCode: process.exitCode, env: { ...process.env } };
  const [stdout, stderr] = [caught(process.stdout), caught(process.stderr)];
  try {
    process.chdir(cwd);
    setEnv(env);
    process.exitCode = undefined;
    await runProgram([...args]);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.restore();
    stderr.restore();
    process.exitCode = before.exitCode;
    setEnv(Object.fromEntries(Object.keys(env).map((name) => [name, before.env[name]])));
    process.chdir(before.cwd);
  }
}

function setEnv(env: Env): void {
  for (const [name, value] of Object.entries(env))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}

/** Keeps what is written to a stream instead of letting it through. */
function caught(stream: NodeJS.WriteStream): { text: () => string; restore: () => void } {
  const { write } = stream;
  const parts: string[] = [];
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    parts.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    const done = rest.find((each) => typeof each === "function");
    if (done !== undefined) process.nextTick(done as () => void);
    return true;
  }) as typeof write;
  return { text: () => parts.join(""), restore: () => (stream.write = write) };
}
