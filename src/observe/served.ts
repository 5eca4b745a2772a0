import type { BaseUrl } from "../contract/index.ts";
import {
  millisecondsOf,
  rawText,
  type MemoryExcess,
  type Serve,
  type Untrusted,
} from "../model/index.ts";
import { ServedProcess, type ExitFacts } from "./served-process.ts";

const START_TIMEOUT = "60s";
const MOST_RESTARTS = 100;

/** A target that witness starts and stops itself, across all of its processes. */
export class Served {
  readonly #serve: Serve;
  readonly #target: BaseUrl;
  #process: ServedProcess | undefined;
  #generation = 0;

  constructor(serve: Serve, target: BaseUrl) {
    this.#serve = serve;
    this.#target = target;
  }

  /** The command with port and host in their places. */
  get command(): string {
    return this.#filled(this.#serve.command);
  }

  #filled(command: string): string {
    const { port, hostname } = this.#target;
    return command.replaceAll("{port}", String(port)).replaceAll("{host}", hostname);
  }

  get startTimeoutMs(): number {
    return millisecondsOf(this.#serve.startTimeout ?? START_TIMEOUT);
  }

  get mostRestarts(): number {
    return this.#serve.restart ?? MOST_RESTARTS;
  }

  /** How many processes have been started; 0 before the first one. */
  get generation(): number {
    return this.#generation;
  }

  /** How the process that was started last has ended, once it has. */
  get exit(): ExitFacts | undefined {
    return this.#process?.exit;
  }

  /** The last 64 KiB of the process's output. */
  get output(): Untrusted {
    return this.#process?.output ?? "";
  }

  /** Whether its output contains the text for ready, if one is configured. */
  get isReady(): boolean {
    const { readyWhen } = this.#serve;
    return readyWhen === undefined || new RegExp(readyWhen, "m").test(rawText(this.output));
  }

  /** Ends all of its processes at once, because they use too much memory. */
  endFor(memory: MemoryExcess): void {
    this.#process?.endFor(memory);
  }

  /** Its processes are about to end, because they used too much memory. */
  get isEnding(): boolean {
    return this.#process?.isEnding ?? false;
  }

  /** Ids of its living processes. */
  members(): number[] {
    return this.#process?.members() ?? [];
  }

  /** Milliseconds since the process was started. */
  ageMs(): number {
    return performance.now() - (this.#process?.startedMs ?? performance.now());
  }

  /** Resolves when the process has ended, or after this long. */
  async exitedWithin(ms: number): Promise<boolean> {
    return (await this.#process?.exitedWithin(ms)) ?? false;
  }

  /** Starts a process. A running one is stopped first, and killed after `graceMs`. */
  async launch(graceMs?: number): Promise<void> {
    await this.stop(graceMs);
    this.#generation += 1;
    const { cwd, env, stopSignal = "SIGTERM", stopCommand } = this.#serve;
    this.#process = new ServedProcess({
      command: this.command,
      cwd,
      env,
      stopSignal,
      ...(stopCommand !== undefined && { stopCommand: this.#filled(stopCommand) }),
    });
  }

  /** Stops the process with all that it has started. */
  async stop(graceMs?: number): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await running?.stop(graceMs);
  }
}
