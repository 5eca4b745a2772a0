import type { BaseUrl, BodyJudge } from "../contract/index.ts";
import type { Socket } from "node:net";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { durationText } from "../text/index.ts";

export type SenderOptions = {
  target: BaseUrl;
  timeoutMs: number;
  /** Limit for the bytes of a response: interim responses, head, chunk framing, body, trailer section. */
  limitBytes: number;
  insecure?: boolean;
  /** Judges bodies that are too long for the record, if a document states their schema. */
  judgeBody?: BodyJudge | undefined;
};

export const nowUs = (): number => Math.round(performance.now() * 1000);

/** How long a connection is watched for its end after a response that did not announce one. */
export const KEPT_LINGER_MS = 25;

/** A timeout that fires later than this share of itself, and this long, has missed too much. */
const LATE_SHARE = 0.1;
const LATE_MS = 100;
/** If the event loop was busy for this share of a wait, the wait shows little about the target, */
const BUSY_SHARE = 0.75;
/** unless nothing arrived for this share of the timeout: then witness has missed nothing. */
const SILENT_SHARE = 0.5;

export type Wait = { lateMs: number; busyShare: number };

export class WaitWatch {
  readonly #beganAt: EventLoopUtilization = performance.eventLoopUtilization();

  /** The measurement so far, for a wait that should have ended at `dueMs` (of `performance.now`). */
  end(dueMs: number): Wait {
    return {
      lateMs: Math.max(0, performance.now() - dueMs),
      busyShare: performance.eventLoopUtilization(this.#beganAt).utilization,
    };
  }
}

/** Calls `up` after the time since the last start, one turn late, so that bytes that came meanwhile are read first. */
export class TimeLimit {
  readonly #ms: number;
  readonly #up: (wait: Wait) => void;
  readonly #timer: NodeJS.Timeout;
  #watch: WaitWatch | undefined;
  #dueMs = 0;

  constructor(ms: number, up: (wait: Wait) => void) {
    this.#ms = ms;
    this.#up = up;
    this.#timer = setTimeout(() => this.#fire(), ms).unref();
  }

  start(): void {
    this.#watch = new WaitWatch();
    this.#dueMs = performance.now() + this.#ms;
    this.#timer.refresh().ref();
  }

  stop(): void {
    this.#watch = undefined;
    this.#timer.unref();
  }

  end(): void {
    this.#watch = undefined;
    clearTimeout(this.#timer);
  }

  #fire(): void {
    const watch = this.#watch;
    if (watch === undefined) return;
    const wait = watch.end(this.#dueMs);
    setImmediate(() => {
      if (this.#watch === watch) this.#up(wait);
    });
  }
}

/** For how many milliseconds nothing has arrived; infinitely long if nothing ever has. */
export const silentMs = (lastByteUs: number | undefined, nowUs: number): number =>
  lastByteUs === undefined ? Infinity : Math.max(0, nowUs - lastByteUs) / 1000;

export type OwnSlowness = { lateMs?: number; busyShare?: number };

type Timeout = Pick<SenderOptions, "timeoutMs">;

export const nothingMore = ({ timeoutMs }: Timeout): string =>
  `nothing more within ${durationText(timeoutMs)}`;

export const deadlineOf = ({ timeoutMs }: Timeout): number => performance.now() + timeoutMs;

/** Why a timeout says nothing about the target: the timer was late, or bytes came that witness was too busy to read. */
export function ownSlowness(
  { lateMs, busyShare }: Wait,
  silentMs: number,
  { timeoutMs }: Timeout,
): OwnSlowness {
  const isLate = lateMs > Math.max(LATE_MS, LATE_SHARE * timeoutMs);
  const isBusy = busyShare > BUSY_SHARE && silentMs < SILENT_SHARE * timeoutMs;
  return {
    lateMs: isLate ? Math.round(lateMs) : undefined,
    busyShare: isBusy ? Math.round(busyShare * 100) / 100 : undefined,
  };
}

/** Whether the system still accepts bytes of a large request late in its time: then the target had too little time. */
export class SendWatch {
  readonly #socket: () => Socket | undefined;
  readonly #timer: NodeJS.Timeout;
  #halfway: string | undefined;

  constructor({ timeoutMs }: Timeout, socket: () => Socket | undefined) {
    this.#socket = socket;
    this.#timer = setTimeout(() => (this.#halfway = unsent(socket())), timeoutMs / 2).unref();
  }

  isLate(): boolean {
    return this.#halfway !== undefined && this.#halfway !== unsent(this.#socket());
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The unsent bytes: of all writes, and of the one in progress, whose queue only the handle below the socket shows. */
function unsent(socket: Socket | undefined): string {
  if (socket === undefined) return "not connected";
  const handle: unknown = Reflect.get(socket, "_handle");
  const queued: unknown = Reflect.get(Object(handle), "writeQueueSize");
  return `${socket.writableLength} ${String(queued)}`;
}
