import { execFile, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type * as Program from "../../src/cli/program.ts";

/** The build to test: that of this folder, or of the package that `npm run release-check` has installed. */
const BUILT =
  process.env["WITNESS_INSTALLED"] ?? new URL("../../dist/src/cli/", import.meta.url).href;
const MAIN = fileURLToPath(new URL("main.js", BUILT));

/** How a command line ended, and its output. */
export type Finished = { code: number; stdout: string; stderr: string };

type Env = Record<string, string | undefined>;

/** The environment of every command line in tests: no colours, and no variables of CI. */
const OWN: Env = { NO_COLOR: "1", GITHUB_ACTIONS: undefined, GITHUB_OUTPUT: undefined };

const running = new Set<ChildProcess>();

/** Kills processes that a failed test has left: they would write into a removed folder. */
export function killSpawned(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Runs the built program in a separate process, as a user does. */
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
 * Runs the built program in this process: takes a tenth of the time, for tests that do not need a
 * process. Working directory, environment and streams belong to the process, so calls take turns.
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

/** Captures the output of a stream instead of writing it. */
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
