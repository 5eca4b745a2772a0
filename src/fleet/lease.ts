import { createHash } from "node:crypto";
import type { KV, KvEntry } from "@nats-io/kv";
import { setTimeout as sleep } from "node:timers/promises";
import type { BaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { client, type Broker } from "./broker.ts";
import { messages, type Held } from "./messages.ts";

const BUCKET = "witness_leases";
const RENEW_MS = 500;
const STALE_MS = 2500;
const LOOK_MS = 250;

type Options = {
  key: string;
  what: string;
  holder: string;
  /** What holders are, in an error; by default controllers. */
  by?: string;
  instance: string;
};

/** The keys of leases: one for a run, one for a target's controller, and one for the agent that sends alone. */
export const leaseKeys = {
  run: (name: string) => `run.${name}`,
  target: (target: BaseUrl) => `target.${digestOf(target)}`,
  alone: (target: BaseUrl) => `alone.${digestOf(target)}`,
};

const digestOf = ({ href }: BaseUrl): string =>
  createHash("sha256").update(href).digest("hex").slice(0, 32);

/** A lease of one holder, by compare and set, each with a greater epoch; free after a while if it is not renewed. */
export class Lease {
  readonly epoch: number;
  readonly #broker: Broker;
  readonly #kv: KV;
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #revision: number;
  #isReleased = false;
  #renewedMs = performance.now();
  #taken: WitnessError | undefined;

  private constructor(broker: Broker, kv: KV, options: Options, epoch: number, revision: number) {
    this.#broker = broker;
    this.#kv = kv;
    this.#options = options;
    this.epoch = epoch;
    this.#revision = revision;
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), RENEW_MS);
  }

  static async take(broker: Broker, options: Options): Promise<Lease> {
    const { Kvm } = await client(() => import("@nats-io/kv"));
    const kv = await new Kvm(broker.nats).create(BUCKET);
    const { key } = options;
    const found = await freeEntry(broker, kv, options);
    const before = heldIn(broker, found);
    const epoch = (before?.epoch ?? 0) + 1;
    const text = JSON.stringify(heldBy(options, epoch));
    const taken =
      found?.operation !== "PUT" ? kv.create(key, text) : kv.update(key, text, found.revision);
    const revision = await taken.catch(() => undefined);
    if (revision !== undefined) return new Lease(broker, kv, options, epoch, revision);
    const now = await kv.get(key);
    const held = heldIn(broker, now);
    // The broker had set it, and its reply came too late.
    const isOwn = held?.instance === options.instance && held.epoch === epoch;
    if (now === null || !isOwn) throw refused(options, held);
    return new Lease(broker, kv, options, epoch, now.revision);
  }

  check(): void {
    if (this.#taken !== undefined) throw this.#taken;
  }

  /** Throws also if another holder may have taken it: this process was stopped, or the broker is away. */
  requireHeld(): void {
    this.check();
    if (performance.now() - this.#renewedMs < STALE_MS) return;
    throw new WitnessError("fleet", `${this.#options.what} was not renewed in time`, {
      exitCode: 70,
    });
  }

  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    const own: Held = { ...heldBy(this.#options, this.epoch), isReleased: true };
    const { key } = this.#options;
    await this.#kv.update(key, JSON.stringify(own), this.#revision).catch(() => {});
  }

  async #renew(): Promise<void> {
    const { key } = this.#options;
    const text = JSON.stringify(heldBy(this.#options, this.epoch));
    const askedMs = performance.now();
    try {
      this.#revision = await this.#kv.update(key, text, this.#revision);
      this.#renewedMs = askedMs;
    } catch {
      // A broker that was killed may be back with an older revision.
      const found = await this.#kv.get(key);
      const held = heldIn(this.#broker, found);
      if (found === null) this.#revision = await this.#kv.create(key, text);
      // What another program wrote there is no holder: it is overwritten.
      else if (held === undefined || held.instance === this.#options.instance)
        this.#revision = found.revision;
      else this.#taken = refused(this.#options, held);
    }
  }
}

const heldBy = ({ instance, holder }: Options, epoch: number): Held => ({
  instance,
  holder,
  epoch,
});

const heldIn = ({ reader }: Broker, entry: KvEntry | null): Held | undefined =>
  entry?.operation === "PUT"
    ? reader.read(`bucket ${BUCKET}`, entry.value, messages.held)
    : undefined;

/** The entry of a lease without a holder. @throws WitnessError if a holder renews it. */
async function freeEntry(broker: Broker, kv: KV, options: Options): Promise<KvEntry | null> {
  const first = await kv.get(options.key);
  const deadline = performance.now() + STALE_MS;
  for (let entry = first; ; entry = await kv.get(options.key)) {
    const held = heldIn(broker, entry);
    if (held === undefined || held.isReleased === true) return entry;
    if (entry?.revision !== first?.revision) throw refused(options, held);
    if (performance.now() >= deadline) return entry;
    await sleep(LOOK_MS);
  }
}

const refused = (
  { what, by = "another controller" }: Options,
  held: Held | undefined,
): WitnessError =>
  new WitnessError(
    "fleet",
    `${by} holds ${what}${held === undefined ? "" : ` (${held.holder}, epoch ${held.epoch})`}`,
    { hint: "wait until it is done, or stop it: a run and a target have one controller at a time" },
  );
