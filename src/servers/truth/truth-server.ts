import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { delays, type ServerBehaviour, type Truth, TruthCounter } from "./truth.ts";
import { DueQueue } from "./due-queue.ts";
import { TruthConnection, type TruthContext } from "./truth-connection.ts";

/** How long to wait until connections that the other side has left are seen closed. */
const LINGER_MS = 2000;
const LOOK_EVERY_MS = 5;

type Options = {
  /** Ids seen by earlier servers: a run never repeats one. */
  ids?: Set<number>;
  tls?: { key: string; cert: string };
};

/** A server on the loopback address with a given behaviour, which counts and times its own work. */
export class TruthServer {
  readonly #behaviour: ServerBehaviour;
  readonly #options: Options;
  readonly #context: TruthContext;
  readonly #open = new Map<Socket, TruthConnection>();
  #server: Server | undefined;
  #port = 0;
  #refusing: NodeJS.Timeout | undefined;
  #refused = false;

  private constructor(behaviour: ServerBehaviour, options: Options) {
    this.#behaviour = behaviour;
    this.#options = options;
    this.#context = {
      behaviour,
      counter: new TruthCounter(options.ids ?? new Set()),
      queue: new DueQueue(),
      delayOf: delays(behaviour.delay),
    };
  }

  static async start(behaviour: ServerBehaviour, options: Options = {}): Promise<TruthServer> {
    const server = new TruthServer(behaviour, options);
    await server.#listen();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `${this.#options.tls === undefined ? "http" : "https"}://127.0.0.1:${this.#port}`;
  }

  truth(): Truth {
    return this.#context.counter.truth();
  }

  /** Waits until the other side has left, so that all bytes are read, and returns the truth. */
  async close(): Promise<Truth> {
    clearTimeout(this.#refusing);
    const deadline = performance.now() + LINGER_MS;
    while (this.#open.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    this.#server?.close();
    for (const socket of this.#open.keys()) socket.destroy();
    return this.truth();
  }

  async #listen(): Promise<void> {
    const { tls } = this.#options;
    const accept = (socket: Socket): void => this.#accept(socket);
    const server =
      tls === undefined
        ? createServer({ allowHalfOpen: true }, accept)
        : createTlsServer({ ...tls, allowHalfOpen: true }, accept);
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  #accept(socket: Socket): void {
    this.#open.set(socket, new TruthConnection(socket, this.#context));
    socket.once("close", () => this.#open.delete(socket));
    const { conduct } = this.#behaviour;
    if (conduct.kind !== "refuse" || this.#refused) return;
    this.#refused = true;
    this.#refusing = setTimeout(() => this.#refuse(conduct.forMs), conduct.afterMs);
  }

  #refuse(forMs: number): void {
    this.#server?.close();
    for (const connection of this.#open.values()) connection.drop();
    this.#refusing = setTimeout(() => void this.#listen(), forMs);
  }
}
