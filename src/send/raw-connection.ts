import type { Socket } from "node:net";
import { Interrupted } from "../errors.ts";
import { machineFault } from "../machine-fault.ts";
import type { ConnectionEnd, Phase, RequestResult } from "../model/index.ts";
import { openConnection } from "./connect.ts";
import { redactorOf } from "./redactor.ts";
import { completeResult, failedResult, keptOf, timesFrom } from "./request-result.ts";
import { drainBeforeWriteError, type Ending, endingOf, failedWrite } from "./outcome.ts";
import { type ReadProgress, ResponseReader } from "./response-reader.ts";
import { announcesClose } from "./response-head.ts";
import type { SenderOptions, Wait, OwnSlowness } from "./sender.ts";
import { KEPT_LINGER_MS, nothingMore, nowUs, ownSlowness, SendWatch, WaitWatch } from "./sender.ts";
import { silentMs } from "./sender.ts";
import { PIECE_BYTES } from "../generate/index.ts";

/** How long to watch a connection after its last response: for its end if that was announced, else for more bytes. */
const LINGER_MS = { announced: 250, kept: KEPT_LINGER_MS };
/** How long to wait for the rest of an unreadable line that is quoted, if it stalls. */
const QUOTE_MS = 100;

/** One raw connection: bytes are written unchanged, and received bytes are read leniently. */
export class RawConnection {
  readonly #options: SenderOptions;
  readonly #tcp: Socket;
  #socket: Socket | undefined;
  readonly #reader: ResponseReader;
  #connected = false;
  #ending: Ending | undefined;
  /** Why there is no observation: this machine could not continue, or the exchange was abandoned. */
  #fault: Error | undefined;
  #wake: () => void = () => {};
  #beganUs = nowUs();
  #firstByteUs: number | undefined;
  #announced = false;
  /** How late the timer of the last timeout fired. */
  #watch = new WaitWatch();
  #wait: Wait | undefined;
  #lastByteUs: number | undefined;
  #sending: SendWatch | undefined;
  /** This side has abandoned the connection, or a response failed on it: nothing more happens here. */
  over = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#reader = new ResponseReader(options.limitBytes);
    const { target, insecure } = options;
    const settings = { insecure, noDelay: true, allowHalfOpen: true };
    this.#tcp = openConnection(target, settings, (error, socket) => {
      if (socket === undefined) return this.#fail(error);
      this.#socket = socket;
      this.#connected = true;
      this.#listen(socket);
      return this.#wake();
    });
  }

  #settle(ending: Ending): void {
    this.#ending ??= ending;
    this.#reader.end();
    this.#wake();
  }

  #fail(error: Error | null): void {
    this.#fault ??= machineFault(error);
    const detail = error?.message ?? "";
    this.#settle(endingOf(error) ?? { outcome: "closed", detail });
  }

  #listen(socket: Socket): void {
    drainBeforeWriteError(socket);
    const closed: Ending = { outcome: "closed", detail: "the server closed the connection" };
    socket.on("data", (chunk: Buffer) => {
      this.#lastByteUs = nowUs();
      this.#firstByteUs ??= this.#lastByteUs;
      this.#reader.push(chunk);
      // No readable response needs more: the system's buffers hold the server back.
      if (this.#reader.waiting > this.#options.limitBytes) socket.pause();
      this.#wake();
    });
    socket.on("end", () => {
      const failed = failedWrite(socket);
      if (failed === undefined) this.#settle(closed);
      else this.#fail(failed);
    });
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#settle(closed));
    socket.resume();
  }

  /** True once connected, false if that failed or took too long. */
  async ready(deadlineMs: number): Promise<boolean> {
    await this.#until(() => this.#connected || this.#ending !== undefined, deadlineMs);
    return this.#connected;
  }

  write(pieces: Iterable<Buffer>): void {
    this.#beganUs = nowUs();
    this.#firstByteUs = undefined;
    this.#watch = new WaitWatch();
    this.#wait = undefined;
    if (this.#socket?.destroyed !== false || !this.#socket.writable) return;
    this.#socket.cork();
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.uncork();
    this.#sending?.end();
    this.#sending = undefined;
    if (this.#socket.writableLength > PIECE_BYTES)
      this.#sending = new SendWatch(this.#options, () => this.#socket);
  }

  halfClose(): void {
    this.#socket?.end();
  }

  reset(): void {
    this.over = true;
    // A TLS socket cannot send a reset: the connection below it can.
    this.#tcp.resetAndDestroy();
    this.#socket?.destroy();
  }

  abandon(): void {
    this.over = true;
    this.#fault ??= new Interrupted();
    this.#tcp.destroy();
    this.#socket?.destroy();
    this.#wake();
  }

  /** Waits until `deadlineMs` (of `performance.now`) for one response, or another outcome. */
  async read(bodyless: boolean, deadlineMs: number): Promise<RequestResult> {
    let progress = this.#reader.poll(bodyless);
    if (progress.state === "more") this.#socket?.resume();
    const settled = (): boolean => {
      // Does not read past a complete response: the next one belongs to the next read.
      if (progress.state === "more") progress = this.#reader.poll(bodyless);
      return progress.state !== "more" || this.#ending !== undefined;
    };
    const quoting = (): boolean => progress.state === "more" && progress.fault !== undefined;
    await this.#until(() => settled() || quoting(), deadlineMs);
    if (quoting()) await this.#until(settled, Math.min(deadlineMs, performance.now() + QUOTE_MS));
    return this.#conclude(progress);
  }

  #conclude(progress: ReadProgress): RequestResult {
    const times = timesFrom(this.#beganUs, this.#firstByteUs, nowUs());
    if (progress.state === "done") {
      this.#announced = progress.response.framing === "close" || announcesClose(progress.response);
      return completeResult(keptOf(progress.response, this.#options), times);
    }
    this.over = true;
    const received = this.#reader.unread();
    const common = { received, isCoded: this.#reader.isInCoded, status: progress.status };
    const failed = (phase: Phase, ending: Ending & OwnSlowness & { sentLate?: boolean }) =>
      failedResult({ ...common, ...ending, phase }, times, redactorOf(this.#options.target.route));
    if (progress.state !== "more")
      return failed(progress.phase, { outcome: progress.state, detail: progress.detail });
    if (progress.fault !== undefined)
      return failed(progress.phase, { outcome: "malformed", detail: progress.fault });
    const phase = this.#phase(progress.phase);
    if (this.#ending !== undefined) return failed(phase, this.#ending);
    const wait = this.#wait ?? this.#watch.end(Infinity);
    return failed(phase, {
      outcome: "timed-out",
      detail: nothingMore(this.#options),
      ...ownSlowness(wait, silentMs(this.#lastByteUs, nowUs()), this.#options),
      sentLate: this.#firstByteUs === undefined && this.#sending?.isLate() === true,
    });
  }

  #phase(reading: Phase): Phase {
    if (!this.#connected) return "connect";
    const unsent = (this.#socket?.writableLength ?? 0) > 0 && this.#reader.waiting === 0;
    return unsent ? "send" : reading;
  }

  /** Watches for a moment, closes, and returns how the connection ended and the leftover bytes. */
  async finish(): Promise<{ end: ConnectionEnd; leftover: Buffer }> {
    if (!this.#connected) return this.#letGo("none");
    if (!this.over) {
      const lingerMs = this.#announced ? LINGER_MS.announced : LINGER_MS.kept;
      await this.#until(() => this.#ending !== undefined, performance.now() + lingerMs);
    }
    if (this.#ending !== undefined)
      return this.#letGo(this.#ending.outcome === "reset" ? "reset" : "closed");
    return this.#letGo(this.over ? "abandoned" : "kept");
  }

  #letGo(end: ConnectionEnd): { end: ConnectionEnd; leftover: Buffer } {
    this.#sending?.end();
    this.#tcp.destroy();
    this.#socket?.destroy();
    return { end, leftover: this.over ? Buffer.alloc(0) : this.#reader.unread() };
  }

  /** Resolves when `done` is true, or at the deadline. Rejects if there is nothing to observe. */
  async #until(done: () => boolean, deadline: number): Promise<void> {
    while (this.#fault === undefined && !done()) {
      const left = deadline - performance.now();
      if (left <= 0) {
        this.#wait ??= this.#watch.end(deadline);
        break;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(
          () => {
            this.#wait = this.#watch.end(deadline);
            // One turn later: bytes that arrived while this side was busy have been read.
            setImmediate(resolve);
          },
          Math.max(1, left),
        );
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.#fault !== undefined) throw this.#fault;
  }
}
