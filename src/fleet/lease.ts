import type { KV } from "@nats-io/kv";
import { setTimeout as sleep } from "node:timers/promises";
import { WitnessError } from "../errors.ts";
import { client, type Broker } from "./broker.ts";

const BUCKET = "witness_leases";
const RENEW_MS = 500;
/** A holder that does not renew for this long is gone. */
const STALE_MS = 2500;
const LOOK_MS = 250;

type Held = { instance: string; holder: string; epoch: number; isReleased?: true };

type Options = {
  key: string;
  /** What is held, in an error. */
  what: string;
  /** Who holds it, in an error. */
  holder: string;
  instance: string;
};

/**
 * Something that one controller holds at a time. Each holder has a greater epoch than the one before; the broker
 * compares and sets, so that of two that take it at a time one is refused.
 */
export class Lease {
  readonly epoch: number;
  readonly #kv: KV;
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #revision: number;
  #taken: WitnessError | undefined;

  private constructor(kv: KV, options: Options, epoch: number, revision: number) {
    this.#kv = kv;
    this.#options = options;
    this.epoch = epoch;
    this.#revision = revision;
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), RENEW_MS);
  }

  /** Takes it. @throws WitnessError if another controller holds it. */
  static async take(broker: Broker, options: Options): Promise<Lease> {
    const { Kvm } = await client(() => import("@nats-io/kv"));
    const kv = await new Kvm(broker.nats).create(BUCKET);
    const { key } = options;
    const found = await kv.get(key);
    const before = found?.operation === "PUT" ? found.json<Held>() : undefined;
    if (found === null || before === undefined) {
      const own = heldBy(options, 1);
      const revision = await kv.create(key, JSON.stringify(own)).catch(() => undefined);
      if (revision !== undefined) return new Lease(kv, options, 1, revision);
      throw refused(options, (await kv.get(key))?.json<Held>());
    }
    if (before.isReleased !== true) await requireStale(kv, options, found.revision);
    const epoch = before.epoch + 1;
    const text = JSON.stringify(heldBy(options, epoch));
    const revision = await kv.update(key, text, found.revision).catch(() => undefined);
    if (revision === undefined) throw refused(options, (await kv.get(key))?.json<Held>());
    return new Lease(kv, options, epoch, revision);
  }

  /** Throws if another controller has taken it since. */
  check(): void {
    if (this.#taken !== undefined) throw this.#taken;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    const own: Held = { ...heldBy(this.#options, this.epoch), isReleased: true };
    const { key } = this.#options;
    await this.#kv.update(key, JSON.stringify(own), this.#revision).catch(() => {});
  }

  async #renew(): Promise<void> {
    const { key } = this.#options;
    const text = JSON.stringify(heldBy(this.#options, this.epoch));
    try {
      this.#revision = await this.#kv.update(key, text, this.#revision);
    } catch {
      // A broker that was killed may be back with an older revision.
      const found = await this.#kv.get(key);
      if (found === null) this.#revision = await this.#kv.create(key, text);
      else if (found.json<Held>().instance === this.#options.instance)
        this.#revision = found.revision;
      else this.#taken = refused(this.#options, found.json<Held>());
    }
  }
}

const heldBy = ({ instance, holder }: Options, epoch: number): Held => ({
  instance,
  holder,
  epoch,
});

async function requireStale(kv: KV, options: Options, revision: number): Promise<void> {
  const deadline = performance.now() + STALE_MS;
  while (performance.now() < deadline) {
    await sleep(LOOK_MS);
    const now = await kv.get(options.key);
    if (now !== null && now.revision !== revision) throw refused(options, now.json<Held>());
  }
}

const refused = ({ what }: Options, held: Held | undefined): WitnessError =>
  new WitnessError(
    "fleet",
    `another controller holds ${what}${held === undefined ? "" : `: ${held.holder} (epoch ${held.epoch})`}`,
    { hint: "wait until it is done, or stop it: one controller a run and a target" },
  );
