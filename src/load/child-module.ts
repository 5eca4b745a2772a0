import { type ChildProcess, fork, type ForkOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FreshRange } from "../fresh-numbers.ts";
import type { Interface, LoadPlan, Tally } from "../model/index.ts";
import type { PackedTarget } from "../contract/index.ts";
import type { MixPart } from "./request-ring.ts";

type Module = "load/generator" | "load/null-server" | "servers/truth/truth-process";

/** Starts a module of `src`, named by its path there without extension; from the sources, the built one is used. */
export function startModule(name: Module, argument: object = {}): ChildProcess {
  const built = import.meta.url.endsWith(".ts") ? "../../dist/src/" : "../";
  const path = fileURLToPath(new URL(`${built}${name}.js`, import.meta.url));
  // Flags of this process (an inspector's port, a loader) are not meant for that one.
  const options = { execArgv: [], stdio: ["ignore", 2, 2, "ipc"] } satisfies ForkOptions;
  const child = fork(path, [JSON.stringify(argument)], options);
  // The waiting promise reports its end; without a listener an error would end this process.
  child.on("error", () => {});
  return child;
}

/** The first message of a process, which means that it is ready. Rejects if it ends before. */
export function firstMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as T));
    child.once("exit", (code) => reject(new Error(`a process of witness ended with ${code}`)));
    child.once("error", reject);
  });
}

export function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

/** Start options of a generator: its range of ids, and after how long without a sign of life from its parent it stops sending. */
export type GeneratorOptions = { firstId: number; ids: FreshRange; silentMs?: number };

export type SlotLoad = Pick<LoadPlan, "offered" | "durationMs" | "timeoutMs"> & {
  insecure?: boolean;
  seed: number;
};

export type SlotRequest = SlotLoad & {
  type: "slot";
  target: PackedTarget;
  interface: Interface;
  /** Requests of these operations instead of the interface's. */
  mix?: MixPart[];
  /** When the first evenly spaced request is due, as a share of the gap between two (0 to 1). */
  phase: number;
  startAtMs: number;
};

export type ToGenerator = SlotRequest | { type: "stop" } | { type: "alive" };

/** Progress of a slot, several times a second. */
export type LiveFigures = {
  answered: number;
  perSecond: number;
  p50Us: number;
  p99Us: number;
  statuses: Record<string, number>;
  unanswered: number;
};

export type MixedTally = Tally & { parts?: Tally[] };

export type FromGenerator =
  | { type: "ready" }
  | { type: "live"; figures: LiveFigures }
  | { type: "tally"; tally: MixedTally; beganAtMs: number }
  | { type: "failed"; code: string; message: string; hint: string };
