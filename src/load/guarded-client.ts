import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { BaseUrl } from "../contract/index.ts";
import type { WithoutResponse } from "../model/index.ts";
import { machineFault } from "../machine-fault.ts";
import { endingOf, openConnection } from "../send/index.ts";
import { AutocannonClient } from "./autocannon-client.ts";
import {
  isAway,
  nextState,
  withdrawnIn,
  type ClientEvent,
  type ClientState,
} from "./client-states.ts";
import type { RequestRing } from "./request-ring.ts";
import type { SlotTally } from "./slot-tally.ts";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
const READ_BYTES = 65_536;

type Ending = keyof WithoutResponse;

/** Options of a client. */
type GuardedOptions = {
  target: BaseUrl;
  pipelining: number;
  /** Limit for each response, and for opening a connection. */
  timeoutMs: number;
  insecure: boolean;
  tally: SlotTally;
  ring: RequestRing;
  /** Called if this machine, not the target, is why a connection cannot be opened. */
  failed: (fault: Error) => void;
};

/**
 * Makes a client of autocannon match every response with its own request, whatever happens to its
 * connections. autocannon 9.0.0 reconnects with the old queue and the old parser, ignores
 * `Connection: close`, accepts any certificate and retries without a pause. So connecting, reading
 * and leaving a connection are done here, by the states of `client-states.ts`.
 */
export class GuardedClient {
  readonly #client: AutocannonClient;
  readonly #options: GuardedOptions;
  readonly #tally: SlotTally;
  /** The connection is read into it again and again: nothing keeps it after `#read`. */
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  #state: ClientState = "idle";
  #socket: Socket | undefined;
  #awaySinceMs = 0;
  /** Consecutive connections without a response. */
  #fruitless = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** Cancels whatever the state waits for. */
  #cancel: () => void = () => {};

  constructor(client: EventEmitter, options: GuardedOptions) {
    this.#options = options;
    this.#tally = options.tally;
    this.#client = new AutocannonClient(client, options.timeoutMs, {
      nextRequest: () => options.ring.next(),
      announced: () => this.#on("announced"),
      responded: () => {
        this.#fruitless = 0;
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#on("responded");
      },
      measured: (status, ms) => options.tally.addResponse(status, ms * 1000),
      timedOut: () => this.#leave("timedOut", "timed-out"),
      stopped: () => {
        this.#detach();
        this.#on("stop");
      },
    });
  }

  /** Requests in flight. */
  get underWay(): number {
    return this.#client.underWay;
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
    const { target, pipelining, insecure } = this.#options;
    // Only more than one request in progress could wait for each other.
    const noDelay = pipelining > 1;
    const take = (chunk: Buffer): void => this.#read(chunk);
    const manner = { insecure, noDelay, reader: { buffer: this.#buffer, take } };
    const opening = openConnection(target, manner, (error, socket) => {
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

  /**
   * The server usually closes right after the response; a server that leaves the close to the client is not waited
   * for.
   */
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
    this.#client.forget();
    if (this.#tally.endedMs === undefined) this.#tally.withdrawn += withdrawn;
    this.#tally.addWithoutResponse(ending, left - withdrawn);
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
