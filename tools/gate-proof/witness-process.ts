import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { GateResult } from "../../src/model/index.ts";
import { COMPARED_PARTS } from "../../src/options/index.ts";
import type { ChangeName } from "./changes.ts";
import { optionsOf, serveCommand, type ServerName } from "./real-servers.ts";

const WITNESS = resolve("dist/src/cli/main.js");
const TARGET = "app=http://127.0.0.1:{port}";

/** Where the tool works, and what it adds to each run, baseline and gate. */
export type Setting = {
  /** For stores, runs and baselines; removed at the end. */
  folder: string;
  /** Options for every run: `--suite valid --no-load`. */
  options: readonly string[];
  /** Each run has the next seed. */
  nextSeed: () => number;
};

/** A finished process of witness. */
type Finished = { exit: number | undefined; seconds: number; out: string; err: string };

/** Calls the built command line. */
function callWitness({ folder }: Setting, args: readonly string[]): Promise<Finished> {
  const { CI: _ci, GITHUB_ACTIONS: _actions, GITHUB_OUTPUT: _output, ...env } = process.env;
  const beganMs = performance.now();
  const child = spawn(process.execPath, [WITNESS, ...args], {
    cwd: folder,
    env: { ...env, NO_COLOR: "1", GATE_PROOF_STORES: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // It ends the servers that it started.
  const stop = (): void => void child.kill("SIGTERM");
  process.once("exit", stop);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", stop);
      const seconds = (performance.now() - beganMs) / 1000;
      resolve({ exit: code ?? undefined, seconds, out, err });
    });
  });
}

/** The target, which witness starts. */
const served = (name: ServerName, change?: ChangeName): string[] => [
  TARGET,
  "--serve",
  serveCommand(name, change),
  ...optionsOf(name),
];

/** What a run and a gate are given: its target, a seed of its own, and the options of every run. */
const sent = (
  name: ServerName,
  { options, nextSeed }: Setting,
  into: string,
  change?: ChangeName,
): string[] => {
  const seed = String(nextSeed());
  return [...served(name, change), "--seed", seed, "--output-dir", into, "--quiet", ...options];
};

/** Seconds of `witness run`. @throws Error if the run is not finished. */
export async function run(name: ServerName, setting: Setting, into: string): Promise<number> {
  const finished = await callWitness(setting, ["run", ...sent(name, setting, into)]);
  if (finished.exit !== 0) throw new Error(`${name}: run ended with ${textOf(finished)}`);
  return finished.seconds;
}

/** All that a baseline can keep of each response. */
const INCLUDE = ["--include", COMPARED_PARTS.join(",")];

/**
 * Writes a baseline of the unchanged server: learned from this many runs if this build of witness can, else saved from one.
 * Returns the seconds that it took. @throws Error if there is none.
 */
export async function makeBaseline(
  name: ServerName,
  setting: Setting,
  { file, runs }: { file: string; runs: string },
): Promise<number> {
  const beganMs = performance.now();
  const into = join(setting.folder, `${name}-baseline`);
  const kept = [...INCLUDE, "--file", file];
  if (await canDo(setting, "baseline", /^ +learn /m)) {
    // Each run starts the server anew, with an empty store, and has its own seed.
    const learn = ["baseline", "learn", ...served(name), "--output-dir", into, "--quiet"];
    // Last: with other verbs, --runs means cases.
    await succeed(setting, [...learn, ...setting.options, ...kept, "--runs", runs]);
  } else {
    await run(name, setting, into);
    await succeed(setting, ["baseline", "save", join(into, readdirSync(into)[0] ?? ""), ...kept]);
  }
  rmSync(into, { recursive: true, force: true });
  return (performance.now() - beganMs) / 1000;
}

/** Whether the help of a verb lists this. */
async function canDo(setting: Setting, verb: string, entry: RegExp): Promise<boolean> {
  return entry.test((await callWitness(setting, [verb, "--help"])).out);
}

async function succeed(setting: Setting, args: string[]): Promise<void> {
  const finished = await callWitness(setting, args);
  if (finished.exit !== 0) throw new Error(`witness ${args.join(" ")}: ${textOf(finished)}`);
}

const textOf = ({ exit, out, err }: Finished): string =>
  `exit code ${exit ?? "none"}\n${err.slice(-2000)}${out.slice(-2000)}`;

/** A gate: what it printed and decided. */
export type Gated = Finished & {
  /** Undefined if no `gate.json` was written. */
  result: GateResult | undefined;
};

/**
 * Gates the server, with one planted change or none, by a baseline. With `beside`, rounds of load compare it with the
 * unchanged server, if this build of witness can.
 */
export async function gate(
  name: ServerName,
  setting: Setting,
  baseline: string,
  { change, beside }: { change?: ChangeName; beside: boolean },
): Promise<Gated> {
  const into = join(setting.folder, `${name}-gate`);
  rmSync(into, { recursive: true, force: true });
  const options = setting.options.filter((option) => !beside || option !== "--no-load");
  const args = ["gate", ...sent(name, { ...setting, options }, into, change)];
  args.push("--baseline", baseline);
  if (beside && (await canDo(setting, "gate", /--against/)))
    args.push("--against", serveCommand(name));
  const finished = await callWitness(setting, args);
  const file = join(into, "gate.json");
  const result = existsSync(file)
    ? GateResult.parse(JSON.parse(readFileSync(file, "utf8")))
    : undefined;
  return { ...finished, result };
}

/** Keeps the result of a gate that was not as expected, for people to read. */
export function keepGate(file: string, { result, out, err }: Gated): void {
  writeFileSync(file, JSON.stringify({ out, err, result }, null, 2));
}
