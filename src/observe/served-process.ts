import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileFault } from "../machine-fault.ts";
import type { MemoryExcess, Untrusted } from "../model/index.ts";
import { livingMembers, MARK, signalFamily, type Family } from "./family.ts";
import { Guardian } from "./guardian.ts";
import { OutputTail } from "./output-tail.ts";
import { runStopCommand, type Launch } from "./stop-command.ts";

/** Waits until it is guarded, so that no moment is left in which it could be orphaned. */
const WAIT_THEN_RUN = 'read -r _ <&3 || exit 0; exec 3<&-; exec sh -c "$1"';
/** Containers are given as long by their engine. */
const STOP_GRACE_MS = 10_000;
const LOOK_EVERY_MS = 20;
/** The last words of a process may come after its end. */
const LAST_WORDS_MS = 100;

/** How the command ended: by an exit code or a signal, and the memory for which witness ended it. */
export type ExitFacts = { exitCode?: number; signal?: string; memory?: MemoryExcess };

/** One process of a served target, with all that it starts. */
export class ServedProcess {
  readonly #child: ChildProcess;
  readonly #family: Family;
  readonly #guardian: Guardian;
  readonly #output = new OutputTail();
  readonly #launch: Launch;
  readonly #exited: Promise<void>;
  #exit: ExitFacts | undefined;
  #memory: MemoryExcess | undefined;
  #fault: Error | undefined;
  readonly startedMs = performance.now();

  constructor(launch: Launch) {
    const { command, cwd, env } = launch;
    const mark = randomUUID();
    this.#launch = launch;
    this.#child = spawn("sh", ["-c", WAIT_THEN_RUN, "sh", command], {
      cwd,
      env: { ...process.env, ...env, [MARK]: mark },
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once("error", (error) => {
        this.#fault = fileFault(error) ?? error;
        resolve();
      });
      this.#child.once("exit", (code, signal) => {
        this.#exit = signal === null ? { exitCode: code ?? 0 } : { signal };
        resolve();
      });
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (part: Buffer) => this.#output.add(part));
    this.#family = { leader: this.#child.pid ?? -1, mark };
    this.#guardian = new Guardian(this.#family, launch);
    const go = this.#child.stdio[3] as NodeJS.WritableStream | null;
    go?.on("error", () => {});
    go?.end("go\n");
  }

  /** How the command ended, once it has; throws if it could not be started. */
  get exit(): ExitFacts | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#exit === undefined || this.#memory === undefined) return this.#exit;
    return { ...this.#exit, memory: this.#memory };
  }

  /** Ends all of its processes at once, because they use too much memory. */
  endFor(memory: MemoryExcess): void {
    this.#memory ??= memory;
    signalFamily(this.#family, "SIGKILL");
  }

  /** `endFor` was called. */
  get isEnding(): boolean {
    return this.#memory !== undefined;
  }

  get output(): Untrusted {
    return this.#output.text();
  }

  /** Ids of its processes that live. */
  members(): number[] {
    return this.#child.pid === undefined ? [] : livingMembers(this.#family);
  }

  /** Resolves when the command has ended, or after this long. */
  async exitedWithin(ms: number): Promise<boolean> {
    if (this.#exit === undefined)
      await Promise.race([this.#exited, sleep(ms, undefined, { ref: false })]);
    if (this.#exit === undefined) return false;
    await sleep(LAST_WORDS_MS);
    return true;
  }

  /** Asks all of its processes to stop, and kills the ones that are still running after this time. */
  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    if (this.#child.pid === undefined) return;
    signalFamily(this.#family, this.#launch.stopSignal);
    const deadline = performance.now() + graceMs;
    while (this.members().length > 0) {
      if (performance.now() > deadline) signalFamily(this.#family, "SIGKILL");
      await sleep(LOOK_EVERY_MS);
    }
    await this.#exited;
    await runStopCommand(this.#launch);
    this.#guardian.dismiss();
    // A process that could not be found may still hold them open.
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }
}
