import { gunzipSync, gzipSync } from "node:zlib";
import { Observation } from "../model/index.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Consumer, JetStreamManager, JsMsg } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import type { ObjectStore } from "@nats-io/obj";
import { WitnessError } from "../errors.ts";
import { type Broker, client } from "./broker.ts";
import { type Attempt, messages, type QueuedSlice, subjects } from "./messages.ts";

/** The maximum size of a slice's observations: 1,000 observations with whole responses are much smaller. */
const MOST_BYTES = 2 ** 28;
const MOST_PACKED = 2 ** 26;

/** Observations as one object at the broker: NDJSON, compressed. */
export class Chunk {
  // As text: a thousand objects would be copied with each collection of garbage.
  readonly #lines: string[] = [];

  get observations(): number {
    return this.#lines.length;
  }

  add(observation: Observation): void {
    this.#lines.push(`${JSON.stringify(observation)}\n`);
  }

  pack(): Uint8Array {
    return gzipSync(this.#lines.join(""), { level: 1 });
  }
}

/** The observations of an object, checked against the schema of records; undefined if it is not of observations. */
function unpackChunk(bytes: Uint8Array): Observation[] | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Observation.parse(JSON.parse(line)));
  } catch {
    return undefined;
  }
}

const NS_PER_MS = 1_000_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** A slice whose agent is silent for this long is given to another one. */
const ACK_WAIT_MS = 5000;
const CONSUMER = "agents";
/** An object of which nothing comes for this long is read again. */
const SILENT_MS = 5000;
/** The subjects that a user of the broker must be permitted. */
const SUBJECTS = "witness.>, $JS.>, $KV.>, $O.> and _INBOX.>";

type Held = { manager: JetStreamManager; consumer: Consumer; done: KV; chunks: ObjectStore };

/** A run's data at the broker: the queue of its slices, the observations of agents, and which attempt counts. */
export class Stores {
  readonly #broker: Broker;
  readonly #run: string;
  #held: Held;

  private constructor(broker: Broker, run: string, held: Held) {
    this.#broker = broker;
    this.#run = run;
    this.#held = held;
  }

  /** Finds or makes them. @throws WitnessError if the broker has no JetStream. */
  static async open(broker: Broker, run: string): Promise<Stores> {
    await requireJetStream(broker);
    return new Stores(broker, run, await hold(broker, run));
  }

  async publish(slice: QueuedSlice, msgID: string): Promise<void> {
    const { jetstream } = await client(() => import("@nats-io/jetstream"));
    const subject = `${subjects.slices(this.#run)}.${slice.id}`;
    await jetstream(this.#broker.nats).publish(subject, JSON.stringify(slice), { msgID });
  }

  nextSlice(withinMs: number): Promise<JsMsg | null> {
    return this.#held.consumer.next({ expires: withinMs });
  }

  async putChunk(name: string, bytes: Uint8Array): Promise<void> {
    await this.#held.chunks.putBlob({ name }, bytes);
  }

  readSlice({ data, subject }: JsMsg): QueuedSlice | undefined {
    const place = `${subjects.slices(this.#run)}.>`;
    const word = this.#broker.reader.read(place, data, messages.slice);
    if (word === undefined || subject === `${subjects.slices(this.#run)}.${word.id}`) return word;
    return this.#broker.reader.drop(place, { why: "another-slice" });
  }

  async observations(name: string): Promise<Observation[] | undefined> {
    const place = `the objects of run ${this.#run}`;
    const { reader } = this.#broker;
    try {
      const found = await this.#held.chunks.get(name);
      if (found === null) return undefined;
      if (found.info.size > MOST_PACKED)
        return reader.drop(place, { why: "too-large", mostBytes: MOST_PACKED });
      return (
        unpackChunk(await wholeOf(found.data)) ?? reader.drop(place, { why: "not-of-this-version" })
      );
    } catch (error) {
      if (!isForeign(error)) throw error;
      return reader.drop(place, { why: "not-of-this-version" });
    }
  }

  async dropChunk(name: string): Promise<void> {
    await this.#held.chunks.delete(name);
  }

  /** Makes this attempt the one that counts, unless there is another. */
  async claim(attempt: Attempt): Promise<void> {
    try {
      await this.#held.done.create(attempt.id, JSON.stringify(attempt));
    } catch (error) {
      if ((await this.claimed(attempt.id)) !== undefined) return;
      const entry = await this.#held.done.get(attempt.id);
      if (entry === null) throw error;
      // What another program wrote there is no attempt.
      await this.#held.done.update(attempt.id, JSON.stringify(attempt), entry.revision);
    }
  }

  async claimed(id: string): Promise<Attempt | undefined> {
    const entry = await this.#held.done.get(id);
    if (entry === null || entry.operation !== "PUT") return undefined;
    const place = `the attempts of run ${this.#run}`;
    const { reader } = this.#broker;
    const found = reader.read(place, entry.value, messages.attempt);
    if (found === undefined || found.id === id) return found;
    return reader.drop(place, { why: "another-slice" });
  }

  /** Creates the missing streams and stores: a broker that was killed may have lost them. */
  async ensure(): Promise<void> {
    this.#held = await hold(this.#broker, this.#run);
  }

  /** Removes the queue. Chunks that did not count stay for a week. */
  async close(): Promise<void> {
    await this.#held.manager.streams.delete(streamOf(this.#run));
  }
}

/** All bytes of an object. @throws if nothing comes: a connection that was lost meanwhile ends no stream. */
async function wholeOf(data: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = data.getReader();
  const parts: Uint8Array[] = [];
  for (;;) {
    const timer = new AbortController();
    const next = await Promise.race([
      reader.read(),
      sleep(SILENT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
    ]).finally(() => timer.abort());
    if (next === undefined) {
      void reader.cancel().catch(() => {});
      throw new Error("the broker sends nothing of an object");
    }
    if (next.done) return Buffer.concat(parts);
    parts.push(next.value);
  }
}

/** What the client of NATS throws for a description of an object that is none, and for other bytes than described. */
const isForeign = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof Error && /corrupt/.test(error.message));

const streamOf = (run: string): string => `WITNESS_${run}`;

async function hold({ nats }: Broker, run: string): Promise<Held> {
  const library = await client(() => import("@nats-io/jetstream"));
  const { Kvm } = await client(() => import("@nats-io/kv"));
  const { Objm, StorageType } = await client(() => import("@nats-io/obj"));
  const manager = await library.jetstreamManager(nats);
  const stream = streamOf(run);
  await manager.streams.add({
    name: stream,
    subjects: [`${subjects.slices(run)}.>`],
    retention: library.RetentionPolicy.Workqueue,
    max_age: WEEK_MS * NS_PER_MS,
  });
  await manager.consumers.add(stream, {
    durable_name: CONSUMER,
    ack_policy: library.AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * NS_PER_MS,
  });
  const kept = { ttl: WEEK_MS * NS_PER_MS, storage: StorageType.File };
  return {
    manager,
    consumer: await library.jetstream(nats).consumers.get(stream, CONSUMER),
    done: await new Kvm(nats).create(`witness_done_${run}`, { ttl: WEEK_MS }),
    chunks: await new Objm(nats).create(`witness_chunks_${run}`, kept),
  };
}

export async function requireJetStream({ nats, place }: Broker): Promise<void> {
  const { jetstreamManager } = await client(() => import("@nats-io/jetstream"));
  try {
    await (await jetstreamManager(nats)).getAccountInfo();
  } catch (error) {
    const { name, message } = error as Error;
    if (/permissions violation/i.test(message))
      throw new WitnessError(
        "fleet",
        `the broker at ${place} does not give this user the subjects of a fleet: ${message}`,
        { hint: `let it publish and subscribe to ${SUBJECTS}`, cause: error },
      );
    const isWithout = /jetstream|not enabled|no responders|503/i.test(`${name} ${message}`);
    if (!isWithout) throw error;
    throw new WitnessError("fleet", `the broker at ${place} runs without JetStream`, {
      hint: "start it with: nats-server -js",
      cause: error,
    });
  }
}
