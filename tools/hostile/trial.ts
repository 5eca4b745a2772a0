import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FaultyName } from "../../test/servers/faulty.ts";
import type { SendingVerb } from "../../test/servers/faulty/expected.ts";
import { leftBehind, type LeftBehind } from "./left-behind.ts";
import { treeOf, watchPeak } from "./peak-memory.ts";
import { ServerProcess } from "./server-process.ts";
import { verbArguments } from "./verb-arguments.ts";

const WITNESS = resolve("dist/src/cli/main.js");
const MOST_OUTPUT = 10_000_000;

/** The result of one verb against one server. */
export type Trial = {
  /** Undefined if a signal ended it. */
  exit: number | undefined;
  /** It was still running at the time limit, and was killed. */
  frozen: boolean;
  seconds: number;
  peakBytes: number;
  /** Standard output and standard error. */
  printed: string;
} & LeftBehind;

/** Runs the verb of the built command line against the server, each in a separate process, with a time limit. */
export async function tryVerb(
  verb: SendingVerb,
  name: FaultyName,
  boundSeconds: number,
): Promise<Trial> {
  const servers = new ServerProcess();
  const folder = mkdtempSync(join(tmpdir(), "witness-hostile-"));
  try {
    const served = await servers.start(name);
    const args = verbArguments(verb, { ...served, outputDir: join(folder, "reports") });
    return { ...(await execute(args, folder, boundSeconds)), ...leftBehind(folder, served.url) };
  } finally {
    servers.end();
    rmSync(folder, { recursive: true });
  }
}

export type Executed = Omit<Trial, keyof LeftBehind>;

/** Runs the built command line with these arguments, with a time limit. */
export function execute(args: string[], cwd: string, boundSeconds: number): Promise<Executed> {
  const { CI: _ci, GITHUB_ACTIONS: _actions, GITHUB_OUTPUT: _output, ...env } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [WITNESS, ...args], {
    cwd,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid ?? 0;
  const memory = watchPeak(pid);
  let printed = "";
  const keep = (chunk: string) => {
    if (printed.length < MOST_OUTPUT) printed += chunk;
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const stop = (): void => killTree(pid);
  process.once("exit", stop);
  let frozen = false;
  const bound = setTimeout(() => {
    frozen = true;
    killTree(pid);
  }, boundSeconds * 1000);
  return new Promise((resolve) => {
    child.once("exit", () => clearTimeout(bound));
    child.once("close", (code) => {
      process.off("exit", stop);
      const seconds = (performance.now() - began) / 1000;
      resolve({ exit: code ?? undefined, frozen, seconds, peakBytes: memory.stop(), printed });
    });
  });
}

/** With its descendants: a load generator would continue. */
function killTree(pid: number): void {
  for (const each of treeOf(pid)) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}
