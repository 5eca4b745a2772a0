import type { DroppedMessages } from "../model/index.ts";
import type { MessageKind } from "./messages.ts";
import type { NatsConnection } from "@nats-io/transport-node";
import { WitnessError } from "../errors.ts";
import { accessTo, type BrokerOptions, brokerUrl, notAccepted } from "./broker-access.ts";
import { notConnected, requiresCertificate } from "./broker-access.ts";

/** Reads what comes from the broker. What is no message of the expected kind is dropped, and counted by reason. */
export class MessageReader {
  readonly #dropped = new Map<string, Omit<DroppedMessages, "count"> & { told: number }>();

  /** The message, or undefined if it is dropped. A too large one is not parsed. `place` names where it came from. */
  read<T>(place: string, bytes: Uint8Array, { schema, mostBytes }: MessageKind<T>): T | undefined {
    if (bytes.length > mostBytes) return this.drop(place, { why: "too-large", mostBytes });
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      return this.drop(place, { why: "not-json" });
    }
    try {
      return schema.parse(value);
    } catch {
      // Also a value that is nested too deeply for the schema, and a histogram that cannot be decoded.
      return this.drop(place, { why: "not-of-this-version" });
    }
  }

  drop(place: string, reason: Pick<DroppedMessages, "why" | "mostBytes">): undefined {
    const key = `${place} ${reason.why}`;
    const known = this.#dropped.get(key);
    if (known !== undefined) known.all += 1;
    else this.#dropped.set(key, { place, ...reason, all: 1, told: 0 });
  }

  takeDropped(): DroppedMessages[] {
    return [...this.#dropped.values()].flatMap((each) => {
      const { told, ...dropped } = each;
      each.told = each.all;
      return each.all === told ? [] : [{ ...dropped, count: each.all - told }];
    });
  }
}

/** A broker that is gone is noticed after about 1.5 s. */
const PING_MS = 500;
const PINGS_OUT = 2;
const RECONNECT_MS = 200;
const CONNECT_MS = 5000;

/** A connection to the broker: plain values go in and out. */
export class Broker {
  readonly place: string;
  readonly nats: NatsConnection;
  readonly reader = new MessageReader();
  readonly #stops = new Set<() => void>();
  readonly #backs = new Set<() => void>();

  private constructor(nats: NatsConnection, place: string) {
    this.nats = nats;
    this.place = place;
    void this.#watch();
  }

  static async connect(options: BrokerOptions): Promise<Broker> {
    const url = brokerUrl(options.fleet);
    const library = await client(() => import("@nats-io/transport-node"));
    const access = accessTo(url, options, library);
    try {
      const nats = await library.connect({
        servers: url.host,
        name: "witness",
        timeout: CONNECT_MS,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_MS,
        reconnectJitter: 0,
        pingInterval: PING_MS,
        maxPingOut: PINGS_OUT,
        ignoreAuthErrorAbort: true,
        noAsyncTraces: true,
        ...access,
      });
      return new Broker(nats, url.host);
    } catch (error) {
      const refused = notConnected(error, url, options);
      if (refused.exitCode === 70 && (await requiresCertificate(url)))
        throw notAccepted(options, url, error);
      throw refused;
    }
  }

  publish(subject: string, value: unknown): void {
    if (!this.nats.isClosed()) this.nats.publish(subject, JSON.stringify(value));
  }

  /** Calls `take` with each published message of this kind. Returns a function that stops it. */
  listen<T>(subject: string, kind: MessageKind<T>, take: (value: T) => void): () => void {
    return this.#listen(subject, subject, kind, take);
  }

  serve<T>(subject: string, kind: MessageKind<T>, reply: (value: T) => unknown): () => void {
    return this.#listen(subject, subject, kind, (value, respond) => {
      void Promise.resolve(reply(value)).then(respond);
    });
  }

  #listen<T>(
    subject: string,
    /** What the subject is called where a message is dropped. */
    place: string,
    kind: MessageKind<T>,
    take: (value: T, respond: (reply: unknown) => void) => void,
  ): () => void {
    const subscription = this.nats.subscribe(subject, {
      callback: (error, message) => {
        // The word that nobody listens. What throws here would end the connection.
        if (error !== null) return;
        const value = this.reader.read(place, message.data, kind);
        if (value === undefined) return;
        take(value, (reply) => {
          if (!this.nats.isClosed()) message.respond(JSON.stringify(reply ?? null));
        });
      },
    });
    const stop = (): void => {
      // What is kept here keeps the whole run that listened.
      this.#stops.delete(stop);
      subscription.unsubscribe();
    };
    this.#stops.add(stop);
    return stop;
  }

  /** The reply to a request; undefined if nobody serves the subject, or none of this kind came in time. */
  async request<T>(
    subject: string,
    value: unknown,
    kind: MessageKind<T>,
    withinMs: number,
  ): Promise<T | undefined> {
    try {
      const text = JSON.stringify(value);
      const { data } = await this.nats.request(subject, text, { timeout: withinMs });
      return this.reader.read(`replies to ${subject}`, data, kind);
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
  }

  /** All replies of this kind that come within this time. */
  async requestAll<T>(
    subject: string,
    value: unknown,
    kind: MessageKind<T>,
    withinMs: number,
  ): Promise<T[]> {
    const replies: T[] = [];
    const inbox = `_INBOX.witness.${process.pid}.${Math.random().toString(36).slice(2)}`;
    const stop = this.#listen(inbox, `replies to ${subject}`, kind, (reply) => replies.push(reply));
    this.nats.publish(subject, JSON.stringify(value), { reply: inbox });
    await new Promise((resolve) => setTimeout(resolve, withinMs));
    stop();
    return replies;
  }

  onReconnect(back: () => void): () => void {
    this.#backs.add(back);
    return () => void this.#backs.delete(back);
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.nats.status())
      if (type === "reconnect") for (const back of this.#backs) back();
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.nats.close();
  }
}

/** The packages of the broker's client, which are optional. @throws WitnessError if they are not installed. */
export async function client<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new WitnessError("fleet", "--fleet requires the client of NATS, which is not installed", {
      hint: "npm install @nats-io/transport-node@3.4.0 @nats-io/jetstream@3.4.0 @nats-io/kv@3.4.0 @nats-io/obj@3.4.0",
    });
  }
}
