import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BaseUrl } from "../contract/index.ts";
import { fileFault } from "../machine-fault.ts";
import type { MemoryExcess, Serve, Untrusted } from "../model/index.ts";
import { millisecondsOf, rawText } from "../model/index.ts";
import { tryConnect } from "./try-connect.ts";
import type { Family, Launch } from "./process-family.ts";
import { livingMembers, MARK, signalFamily, Guardian, runStopCommand } from "./process-family.ts";

const START_TIMEOUT = "60s";
const MOST_RESTARTS = 100;
/** A process that finds its port taken ends within this time. */
const CLASH_MS = 2000;

export class Served {
  readonly #serve: Serve;
  readonly #target: BaseUrl;
  #process: ServedProcess | undefined;
  generation = 0;
  /** Something else responded at its address before its first process was started: a proxy, or a server that holds the port. */
  #isTaken = false;

  /** Several runs share its process: none of them stops it, or starts another one while it responds. */
  readonly isShared: boolean;

  constructor(serve: Serve, target: BaseUrl, isShared = false) {
    this.#serve = serve;
    this.#target = target;
    this.isShared = isShared;
  }

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

  get exit(): ExitFacts | undefined {
    return this.#process?.exit;
  }

  get output(): Untrusted {
    return this.#process?.output ?? "";
  }

  get isReady(): boolean {
    const { readyWhen } = this.#serve;
    return readyWhen === undefined || new RegExp(readyWhen, "m").test(rawText(this.output));
  }

  endFor(memory: MemoryExcess): void {
    this.#process?.endFor(memory);
  }

  get isEnding(): boolean {
    return this.#process?.isEnding ?? false;
  }

  members(): number[] {
    return this.#process?.members() ?? [];
  }

  ageMs(): number {
    return performance.now() - (this.#process?.startedMs ?? performance.now());
  }

  async exitedWithin(ms: number): Promise<boolean> {
    return (await this.#process?.exitedWithin(ms)) ?? false;
  }

  async launch(graceMs?: number): Promise<void> {
    await this.stop(graceMs);
    if (this.generation === 0) this.#isTaken = (await tryConnect(this.#target)) === undefined;
    this.generation += 1;
    const { cwd, env, stopSignal = "SIGTERM", stopCommand } = this.#serve;
    this.#process = new ServedProcess({
      command: this.command,
      cwd,
      env,
      stopSignal,
      stopCommand: stopCommand === undefined ? undefined : this.#filled(stopCommand),
    });
  }

  /** Whether what responds is something else, and its own process ends because the port is taken. */
  async hasClashed(): Promise<boolean> {
    return this.#isTaken && (await this.exitedWithin(CLASH_MS)) && this.members().length === 0;
  }

  async stop(graceMs?: number): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await running?.stop(graceMs);
  }
}

/** Waits until it is guarded, so that no moment is left in which it could be orphaned. */
const WAIT_THEN_RUN = 'read -r _ <&3 || exit 0; exec 3<&-; exec sh -c "$1"';
/** Containers are given as long by their engine. */
const STOP_GRACE_MS = 10_000;
const LOOK_EVERY_MS = 20;
/** The last words of a process may come after its end. */
const LAST_WORDS_MS = 100;

/** How the command ended: by an exit code or a signal, and the memory for which witness ended it. */
type ExitFacts = { exitCode?: number; signal?: string; memory?: MemoryExcess };

class ServedProcess {
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

  get exit(): ExitFacts | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#exit === undefined || this.#memory === undefined) return this.#exit;
    return { ...this.#exit, memory: this.#memory };
  }

  endFor(memory: MemoryExcess): void {
    this.#memory ??= memory;
    signalFamily(this.#family, "SIGKILL");
  }

  get isEnding(): boolean {
    return this.#memory !== undefined;
  }

  get output(): Untrusted {
    return this.#output.text();
  }

  members(): number[] {
    return this.#child.pid === undefined ? [] : livingMembers(this.#family);
  }

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

const KEPT_BYTES = 64 * 1024;

class OutputTail {
  #parts: Buffer[] = [];
  #bytes = 0;

  add(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    // Joined only now and then: a process may write a byte at a time.
    if (this.#bytes < 2 * KEPT_BYTES && this.#parts.length < 1000) return;
    const kept = Buffer.concat(this.#parts).subarray(-KEPT_BYTES);
    this.#parts = [Buffer.from(kept)];
    this.#bytes = kept.length;
  }

  /** At most 64 KiB; bytes that are not UTF-8 become replacement characters. */
  text(): Untrusted {
    return Buffer.concat(this.#parts).subarray(-KEPT_BYTES).toString("utf8");
  }
}

export async function unusedPort(hostname: string): Promise<number> {
  const server = createServer();
  server.listen(0, hostname);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
