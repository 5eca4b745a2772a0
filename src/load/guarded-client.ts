import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { WithoutResponse } from "../model/index.ts";
import { machineFault } from "../machine-fault.ts";
import { endingOf, openConnection } from "../send/index.ts";
import { AutocannonClient } from "./autocannon-client.ts";
import type { RequestSource } from "./request-ring.ts";
import type { SlotOptions, SlotTally } from "./slot-tally.ts";

/** States of one connection of the closed loop, and of the client that opens it again. */
export type ClientState =
  | "idle" // made, not started
  | "connecting"
  | "ready" // the connection is open: requests are sent only here
  | "closing" // the head of a response has announced the close: nothing more is sent
  | "closed" // that response is complete: the server has one turn of the event loop to close
  | "pausing" // there is no connection, and the next one is opened after a pause
  | "draining" // `connecting` or `ready` after the halt: responses are still read
  | "draining-closing"
  | "draining-closed"
  | "halted"; // there is no connection, and none is opened

/** What happens to a client. Bytes from the server become `announced`, `responded` or `over`. */
export type ClientEvent =
  | "start"
  | "connected" // with TLS, the handshake is done
  | "announced" // a response head has announced the close of the connection
  | "responded" // a response is complete
  | "over" // the connection has ended, or its bytes cannot be read any further
  | "fruitless" // `over`, for the second connection in a row without a response
  | "timedOut" // no response, or no connection, in time
  | "due" // the pause is over
  | "halt" // the slot ends
  | "stop"; // autocannon has stopped

/** The states after the end of a connection, before and after the halt. */
const REOPEN = { over: "connecting", fruitless: "pausing", timedOut: "connecting" } as const;
const END = { over: "halted", fruitless: "halted", timedOut: "halted", stop: "halted" } as const;

const TRANSITIONS: Record<ClientState, Partial<Record<ClientEvent, ClientState>>> = {
  idle: { start: "connecting", halt: "halted", stop: "halted" },
  connecting: {
    connected: "ready",
    over: "pausing",
    fruitless: "pausing",
    timedOut: "connecting",
    halt: "draining",
    stop: "halted",
  },
  ready: { announced: "closing", ...REOPEN, halt: "draining", stop: "halted" },
  closing: { responded: "closed", ...REOPEN, halt: "draining-closing", stop: "halted" },
  closed: { ...REOPEN, halt: "draining-closed", stop: "halted" },
  pausing: { due: "connecting", timedOut: "connecting", halt: "halted", stop: "halted" },
  draining: { announced: "draining-closing", ...END },
  "draining-closing": { responded: "draining-closed", ...END },
  "draining-closed": { ...END },
  halted: {},
};

/** Returns the next state, which may be the same one entered again. Returns undefined if the event changes nothing. */
export const nextState = (state: ClientState, event: ClientEvent): ClientState | undefined =>
  TRANSITIONS[state][event];

/** States in which the client waits for a connection: their time counts as opening. */
const AWAY: ReadonlySet<ClientState> = new Set(["connecting", "closed", "pausing"]);

export const isAway = (state: ClientState): boolean => AWAY.has(state);

/** How many of the requests in flight come after a response that announced the close. */
export function withdrawnIn(state: ClientState, underWay: number): number {
  if (state === "closed" || state === "draining-closed") return underWay;
  return state === "closing" || state === "draining-closing" ? underWay - 1 : 0;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
const READ_BYTES = 65_536;

type Ending = keyof WithoutResponse;

type GuardedOptions = {
  /** `timeoutMs`: for each response, and for opening a connection. */
  slot: Pick<SlotOptions, "target" | "timeoutMs" | "insecure">;
  pipelining: number;
  tally: SlotTally;
  ring: RequestSource;
  /** Called if this machine, not the target, is why a connection cannot be opened. */
  failed: (fault: Error) => void;
};

/** Matches every response with its request: autocannon 9.0.0 reconnects with the old queue and parser, and ignores `Connection: close`. */
export class GuardedClient {
  readonly #client: AutocannonClient;
  readonly #options: GuardedOptions;
  readonly #tally: SlotTally;
  /** The connection is read into it again and again: nothing keeps it after `#read`. */
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  #state: ClientState = "idle";
  #socket: Socket | undefined;
  #awaySinceMs = 0;
  #fruitless = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #cancel: () => void = () => {};

  constructor(client: EventEmitter, options: GuardedOptions) {
    this.#options = options;
    this.#tally = options.tally;
    this.#client = new AutocannonClient(client, options.slot.timeoutMs, {
      nextRequest: () => {
        const request = options.ring.next();
        const part = options.tally.parts[options.ring.operation];
        if (part !== undefined) part.sent += 1;
        return request;
      },
      operation: () => options.ring.operation,
      announced: () => this.#on("announced"),
      responded: () => {
        this.#fruitless = 0;
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#on("responded");
      },
      measured: (status, ms, operation) => {
        options.tally.addResponse(status, ms * 1000);
        options.tally.parts[operation]?.addResponse(status, ms * 1000);
      },
      timedOut: () => this.#leave("timedOut", "timed-out"),
      stopped: () => {
        this.#detach();
        this.#on("stop");
      },
    });
  }

  get underWay(): number {
    return this.#client.underWay;
  }

  /** How many of the requests in flight are of an operation of a mix. */
  underWayOf(operation: number): number {
    return this.#client.operationsUnderWay().filter((each) => each === operation).length;
  }

  /** Opens the connection: all clients exist before the clock starts. */
  start(): void {
    this.#client.wrapParser();
    this.#on("start");
  }

  /** Sends nothing more and opens nothing more; responses are still read. */
  halt(): void {
    this.#on("halt");
  }

  #on(event: ClientEvent): void {
    const from = this.#state;
    const to = nextState(from, event);
    if (to === undefined) return;
    this.#cancel();
    this.#cancel = () => {};
    if (isAway(from) && !isAway(to)) this.#countOpening();
    if (!isAway(from) && isAway(to)) this.#awaySinceMs = performance.now();
    this.#state = to;
    this.#enter(to);
  }

  #enter(state: ClientState): void {
    switch (state) {
      case "connecting":
        return this.#connect();
      case "ready":
        return this.#send(this.#options.pipelining);
      case "closed":
      case "draining-closed":
        return this.#awaitClose();
      case "pausing":
        return this.#pause();
      default:
    }
  }

  #countOpening(): void {
    this.#tally.openingUs += (performance.now() - this.#awaySinceMs) * 1000;
  }

  #connect(): void {
    const { pipelining, slot } = this.#options;
    // Only more than one request in progress could wait for each other.
    const noDelay = pipelining > 1;
    const take = (chunk: Buffer): void => this.#read(chunk);
    const settings = { insecure: slot.insecure, noDelay, reader: { buffer: this.#buffer, take } };
    const opening = openConnection(slot.target, settings, (error, socket) => {
      if (this.#socket !== opening) return;
      if (socket === undefined) this.#fail(error);
      else this.#begin(socket);
    });
    this.#socket = opening;
    this.#client.use(opening);
  }

  #fail(error: Error | null): void {
    const fault = machineFault(error);
    if (fault !== undefined) this.#options.failed(fault);
    this.#over(endingOf(error)?.outcome ?? "unreachable");
  }

  #begin(socket: Socket): void {
    this.#socket = socket;
    this.#client.carryOn(socket);
    socket.once("end", () => this.#close());
    socket.once("error", (error) => this.#fail(error));
    socket.once("close", () => this.#close());
    this.#fruitless += 1;
    if (this.#tally.endedMs === undefined) this.#tally.opened += 1;
    this.#client.opened();
    this.#on("connected");
  }

  #send(requests: number): void {
    this.#tally.sent += requests;
    this.#client.send(requests);
  }

  #read(chunk: Buffer): void {
    if (this.#tally.endedMs === undefined) this.#tally.receivedBytes += chunk.length;
    const fault = this.#client.read(chunk);
    if (fault === "unasked") {
      this.#tally.unasked += 1;
      this.#over("malformed");
    } else if (fault !== undefined) this.#over(fault);
    // A request sent while the chunk was read could be matched with the next bytes.
    else if (this.#state === "ready") this.#send(this.#client.owed);
  }

  /** The server usually closes right after the response; a server that leaves the close to the client is not waited for. */
  #awaitClose(): void {
    const turn = setImmediate(() => this.#over("closed"));
    this.#cancel = () => clearImmediate(turn);
  }

  #pause(): void {
    const timer = setTimeout(() => this.#on("due"), this.#pauseMs);
    this.#cancel = () => clearTimeout(timer);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }

  /** The server has closed: a body that lasts until the close is now complete. */
  #close(): void {
    if (this.#state === "closing" || this.#state === "draining-closing") this.#client.finish();
    this.#over("closed");
  }

  #over(ending: Ending): void {
    this.#leave(this.#fruitless > 1 ? "fruitless" : "over", ending);
  }

  /** The connection is over: its requests in flight get no response. */
  #leave(event: "over" | "fruitless" | "timedOut", ending: Ending): void {
    this.#detach();
    if (this.#state === "connecting") this.#tally.notOpened(ending);
    const left = this.underWay;
    const withdrawn = withdrawnIn(this.#state, left);
    const operations = this.#client.operationsUnderWay();
    this.#client.forget();
    if (this.#tally.endedMs === undefined) this.#tally.withdrawn += withdrawn;
    this.#tally.addWithoutResponse(ending, left - withdrawn);
    for (const [at, operation] of operations.entries()) {
      const part = this.#tally.parts[operation];
      if (at < left - withdrawn) part?.addWithoutResponse(ending, 1);
      else if (part !== undefined && part.endedMs === undefined) part.withdrawn += 1;
    }
    this.#on(event);
  }

  #detach(): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    this.#socket = undefined;
    socket.removeAllListeners();
    socket.on("error", () => {});
    socket.destroy();
  }
}
