import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { WitnessError } from "../errors.ts";
import { Interrupted } from "../interrupted.ts";
import { shareWhole } from "../load/share-offer.ts";
import { Observation } from "../model/observation.ts";
import type { SendingManner, FleetRun, SentSlice, SliceSender } from "../run/fleet-work.ts";
import { plannedAs } from "../run/send-by-agents.ts";
import type { PlannedSlice } from "../run/slices.ts";
import { agentError } from "./faults.ts";
import { CampaignAgents } from "./campaign-agents.ts";
import { brokerName, subjects, type AgentFault } from "./messages.ts";
import { RunControl, type FleetContext } from "./run-control.ts";
import { Stores } from "./stores.ts";

/** Slices at the broker for each agent: it always has a next one. */
const WINDOW_EACH = 3;
const LOOK_MS = 500;
const RETRY_MS = 250;
/** A broker that is gone for this long ends the run. */
const PATIENCE_MS = 60_000;
const MOST_EMPTY = 3;
/** What the observations of a slice may be at most: 1,000 with whole responses are far less. */
const MOST_BYTES = 2 ** 28;

/** A slice at the broker. */
type Queued = { id: string; slice: PlannedSlice; again: number; isDone: boolean };

/**
 * Slices of a plan, sent by agents through a queue. What is missing is always the plan without what is recorded:
 * the queue may lose messages or give one twice.
 */
export class Campaign implements SliceSender {
  readonly #context: FleetContext;
  readonly #run: FleetRun;
  readonly #control: RunControl;
  readonly #stores: Stores;
  readonly #agents: CampaignAgents;
  readonly #queued = new Map<string, Queued>();
  readonly #unlisten: () => void;
  #published = 0;
  #empty = 0;
  #fault: WitnessError | undefined;
  #wake: () => void = () => {};
  /** Chunks that are in the record: the last one may not be on the disk yet. */
  #merged: string[] = [];

  private constructor(
    context: FleetContext,
    run: FleetRun,
    control: RunControl,
    stores: Stores,
    agents: CampaignAgents,
  ) {
    this.#context = context;
    this.#run = run;
    this.#control = control;
    this.#stores = stores;
    this.#agents = agents;
    type Word = { id: string } | { agent: string; fault: AgentFault };
    this.#unlisten = context.broker.listen<Word>(subjects.done(control.name), (word) => {
      if ("fault" in word) this.#fault = agentError(word.agent, word.fault);
      else {
        const queued = this.#queued.get(word.id);
        if (queued !== undefined) queued.isDone = true;
      }
      this.#wake();
    });
    context.broker.onReconnect(() => void this.#restore().catch(() => {}));
  }

  static async start(
    context: FleetContext,
    run: FleetRun,
    manner: SendingManner,
  ): Promise<Campaign> {
    const control = await RunControl.begin(context, run);
    try {
      const stores = await Stores.open(context.broker, control.name);
      const agents = new CampaignAgents(context, run, control, shareManner(manner, context));
      await agents.prepareAll();
      return new Campaign(context, run, control, stores, agents);
    } catch (error) {
      await control.end();
      throw error;
    }
  }

  async send(
    slices: Iterable<PlannedSlice>,
    take: (sent: SentSlice) => Promise<boolean>,
  ): Promise<void> {
    const source = slices[Symbol.iterator]();
    const order: Queued[] = [];
    let isOver = false;
    const window = WINDOW_EACH * this.#agents.count;
    for (;;) {
      while (!isOver && order.length < window) {
        const next = source.next();
        if (next.done === true) isOver = true;
        else if (next.value.places.length > 0) order.push(await this.#enqueue(next.value));
      }
      const first = order.shift();
      if (first === undefined) return;
      const sent = await this.#sent(first);
      if (!(await take(sent))) return;
      const rest = missingOf(sent);
      this.#empty = sent.observations.length === 0 ? this.#empty + 1 : 0;
      if (this.#empty >= MOST_EMPTY)
        throw new WitnessError("fleet", `agent ${sent.agent} sends nothing of ${first.id}`, {
          exitCode: 70,
        });
      if (rest.places.length > 0) order.unshift(await this.#enqueue(rest, first.again + 1));
    }
  }

  async close(): Promise<void> {
    this.#unlisten();
    await this.#control.end();
    await this.#dropMerged(0).catch(() => {});
    await this.#stores.close().catch(() => {});
  }

  async #enqueue(slice: PlannedSlice, again = 0): Promise<Queued> {
    const { suite, property = "chosen", from } = slice;
    const repeated = again === 0 ? "" : `.again-${again}`;
    const id = `${brokerName(suite)}.${property}.${from}${repeated}`;
    const queued: Queued = { id, slice, again, isDone: false };
    this.#queued.set(id, queued);
    // An earlier controller of the run may have had it sent.
    if (this.#control.epoch > 1)
      queued.isDone = (await this.#patient(() => this.#stores.claimed(id))) !== undefined;
    if (!queued.isDone) await this.#publish(queued);
    return queued;
  }

  async #publish({ id, slice }: Queued): Promise<void> {
    const { places, nextFresh: _, ...range } = slice;
    const wanted = new Set(places.map(({ fresh }) => fresh));
    const { epoch } = this.#control;
    const skip = this.#agents.skipped(slice, wanted);
    this.#published += 1;
    const messageId = `${id}/${epoch}/${this.#published}`;
    await this.#patient(() => this.#stores.publish({ id, epoch, slice: range, skip }, messageId));
  }

  /** What came of a slice: waits for an agent to send it. */
  async #sent(queued: Queued): Promise<SentSlice> {
    for (;;) {
      this.#throwIfOver();
      const found = await this.#patient(() => this.#stores.claimed(queued.id));
      const bytes =
        found === undefined ? null : await this.#patient(() => this.#stores.chunk(found.object));
      if (found !== undefined && bytes !== null) {
        this.#queued.delete(queued.id);
        this.#merged.push(found.object);
        await this.#dropMerged(2);
        return { slice: queued.slice, agent: found.agent, observations: observationsIn(bytes) };
      }
      if (found !== undefined)
        return this.#sent(await this.#enqueue(queued.slice, queued.again + 1));
      await this.#change();
      await this.#agents.care();
    }
  }

  /** Until an agent reports something, or for a moment. */
  async #change(): Promise<void> {
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => (this.#wake = resolve)),
      sleep(LOOK_MS, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
  }

  #throwIfOver(): void {
    if (this.#run.signal.aborted) throw new Interrupted();
    if (this.#fault !== undefined) throw this.#fault;
    this.#control.check();
  }

  /** After the broker was away: what it may have lost is sent to it again. */
  async #restore(): Promise<void> {
    await this.#patient(() => this.#stores.ensure());
    for (const queued of this.#queued.values()) if (!queued.isDone) await this.#publish(queued);
  }

  async #dropMerged(keep: number): Promise<void> {
    while (this.#merged.length > keep)
      await this.#stores.dropChunk(this.#merged.shift() as string).catch(() => {});
  }

  /** Tries again while the broker is away. */
  async #patient<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;)
      try {
        return await work();
      } catch (error) {
        this.#throwIfOver();
        if (performance.now() > deadline)
          throw new WitnessError(
            "fleet",
            `the broker at ${this.#context.broker.place} cannot be used: ${(error as Error).message}`,
            { hint: "start it, then continue the run with witness resume", exitCode: 70 },
          );
        await sleep(RETRY_MS);
      }
  }
}

/** The rest of a slice. */
function missingOf({ slice, observations }: SentSlice): PlannedSlice {
  const sent = new Set(observations.map(plannedAs));
  return { ...slice, places: slice.places.filter(({ fresh }) => !sent.has(fresh)) };
}

const observationsIn = (bytes: Uint8Array): Observation[] =>
  gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Observation.parse(JSON.parse(line)));

/** All agents together treat the target as one process would. */
function shareManner(manner: SendingManner, { agents }: FleetContext): SendingManner[] {
  const parts = Math.max(1, Math.min(agents.length, manner.concurrency));
  const stalls = shareWhole(manner.stallCapacity, parts);
  return shareWhole(manner.concurrency, parts).map((concurrency, nth) => ({
    ...manner,
    concurrency,
    stallCapacity: stalls[nth] ?? 0,
  }));
}
