import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, WitnessError } from "../errors.ts";
import type { Case, SendLimits, Observation } from "../model/index.ts";
import type { FleetRun, PlannedSlice, SentSlice, SliceSender } from "../observe/index.ts";
import { plannedNumber } from "../observe/index.ts";
import { agentError, brokerName, messages, type QueuedSlice, subjects } from "./messages.ts";
import { CampaignAgents } from "./campaign-agents.ts";
import { RunControl, type FleetContext } from "./run-control.ts";
import { Stores } from "./stores.ts";

/** Slices at the broker for each agent: it always has a next one. */
const WINDOW_EACH = 3;
const LOOK_MS = 500;
const RETRY_MS = 250;
const PATIENCE_MS = 60_000;
const MOST_EMPTY = 3;
/** A part whose observations are missing or unreadable is sent again this often. */
const MOST_LOST = 20;
type Part = { alone: boolean } & ({ slice: PlannedSlice } | { asking: Case; fresh: number });

type Queued = { id: string; part: Part; again: number; isDone: boolean };

type SentPart = { agent: string; observations: Observation[] };

/** Deals slices to agents. What is missing is computed from plan and record: the queue may lose or repeat messages. */
export class Campaign implements SliceSender {
  readonly #context: FleetContext;
  readonly #run: FleetRun;
  readonly #control: RunControl;
  readonly #stores: Stores;
  readonly #agents: CampaignAgents;
  readonly #queued = new Map<string, Queued>();
  readonly #unlisten: (() => void)[];
  #published = 0;
  #asked = 0;
  #empty = 0;
  #fault: WitnessError | undefined;
  #wake: () => void = () => {};
  /** Chunks that are merged into the record. The last one may not be on the disk yet. */
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
    const done = subjects.done(control.name);
    const unlisten = context.broker.listen(done, messages.sliceDone, (word) => {
      if ("fault" in word) this.#fault = agentError(word.agent, word.fault);
      else {
        const queued = this.#queued.get(word.id);
        if (queued !== undefined) queued.isDone = true;
      }
      this.#wake();
    });
    const stop = context.broker.onReconnect(() => void this.#restore().catch(() => {}));
    this.#unlisten = [unlisten, stop];
  }

  static async start(context: FleetContext, run: FleetRun, manner: SendLimits): Promise<Campaign> {
    const control = await RunControl.begin(context, run);
    try {
      const stores = await Stores.open(context.broker, control.name);
      const agents = new CampaignAgents(context, run, control, manner);
      await agents.prepareAll();
      return new Campaign(context, run, control, stores, agents);
    } catch (error) {
      await control.end();
      throw error;
    }
  }

  async send(
    slices: Iterable<PlannedSlice>,
    { alone }: { alone: boolean },
    take: (sent: SentSlice) => Promise<boolean>,
  ): Promise<void> {
    const source = slices[Symbol.iterator]();
    const order: { slice: PlannedSlice; queued: Queued }[] = [];
    const enqueue = async (slice: PlannedSlice, again = 0) => ({
      slice,
      queued: await this.#enqueue(idOf(slice, alone), { alone, slice }, again),
    });
    let isOver = false;
    const window = alone ? 1 : WINDOW_EACH * this.#agents.count;
    for (;;) {
      while (!isOver && order.length < window) {
        const next = source.next();
        if (next.done === true) isOver = true;
        else if (next.value.places.length > 0) order.push(await enqueue(next.value));
      }
      const first = order.shift();
      if (first === undefined) return;
      const sent = { slice: first.slice, ...(await this.#sent(first.queued)) };
      if (!(await take(sent))) return;
      const rest = missingOf(sent);
      this.#requireSome(sent, first.queued.id);
      if (rest.places.length > 0) order.unshift(await enqueue(rest, first.queued.again + 1));
    }
  }

  async ask(asking: Case, fresh: number): Promise<Observation> {
    this.#asked += 1;
    const id = `check.${this.#control.epoch}.${this.#asked}`;
    for (let again = 0; ; again += 1) {
      const sent = await this.#sent(await this.#enqueue(id, { alone: true, asking, fresh }, again));
      if (sent.observations[0] !== undefined) return sent.observations[0];
      this.#requireSome(sent, id);
    }
  }

  async close(): Promise<void> {
    for (const stop of this.#unlisten) stop();
    await this.#control.end();
    await this.#dropMerged(0).catch(() => {});
    await this.#stores.close().catch(() => {});
  }

  /** Throws if agents repeatedly return nothing. */
  #requireSome({ agent, observations }: SentPart, id: string): void {
    this.#empty = observations.length === 0 ? this.#empty + 1 : 0;
    if (this.#empty < MOST_EMPTY) return;
    throw new WitnessError("fleet", `agent ${agent} sends nothing of ${id}`, { exitCode: 70 });
  }

  async #enqueue(name: string, part: Part, again: number): Promise<Queued> {
    const id = again === 0 ? name : `${name}.again-${again}`;
    const queued: Queued = { id, part, again, isDone: false };
    this.#queued.set(id, queued);
    // An earlier controller of the run may have had it sent.
    if (this.#control.epoch > 1)
      queued.isDone = (await this.#patient(() => this.#stores.claimed(id))) !== undefined;
    if (!queued.isDone) await this.#publish(queued);
    return queued;
  }

  async #publish({ id, part }: Queued): Promise<void> {
    const { epoch } = this.#control;
    this.#published += 1;
    const messageId = `${id}/${epoch}/${this.#published}`;
    const common = { id, epoch, alone: part.alone };
    const word: QueuedSlice =
      "slice" in part
        ? { ...common, ...rangeOf(part.slice) }
        : { ...common, asking: part.asking, fresh: part.fresh };
    await this.#patient(() => this.#stores.publish(word, messageId));
  }

  async #sent(queued: Queued): Promise<SentPart> {
    for (;;) {
      this.#throwIfOver();
      const found = await this.#patient(() => this.#stores.claimed(queued.id));
      const observations =
        found && (await this.#patient(() => this.#stores.observations(found.object)));
      if (found !== undefined && observations !== undefined) {
        this.#queued.delete(queued.id);
        this.#merged.push(found.object);
        await this.#dropMerged(2);
        return { agent: found.agent, observations };
      }
      if (found !== undefined) {
        if (queued.again >= MOST_LOST)
          throw new WitnessError("fleet", `the broker has lost ${queued.id} again and again`, {
            hint: "see what else uses this broker, then continue the run with witness resume",
            exitCode: 70,
          });
        const name = queued.id.replace(/\.again-\d+$/, "");
        return this.#sent(await this.#enqueue(name, queued.part, queued.again + 1));
      }
      await this.#change();
      await this.#agents.care();
    }
  }

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

  /** After a reconnect: queues the slices again that the broker may have lost. */
  async #restore(): Promise<void> {
    await this.#patient(() => this.#stores.ensure());
    for (const queued of this.#queued.values()) if (!queued.isDone) await this.#publish(queued);
  }

  async #dropMerged(keep: number): Promise<void> {
    while (this.#merged.length > keep)
      await this.#stores.dropChunk(this.#merged.shift() as string).catch(() => {});
  }

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

/** The name of a slice at the broker. Cases that must be alone, and hazards, are slices with other names. */
function idOf({ suite, property, from, places }: PlannedSlice, alone: boolean): string {
  const placement = places[0]?.placement === "hazard" ? "hazard" : "alone";
  return `${brokerName(suite)}.${property ?? "chosen"}.${from}${alone ? `.${placement}` : ""}`;
}

/** A slice without its cases (the agent draws them again), with the fresh values of the ones to skip. */
function rangeOf({ places, nextFresh, ...slice }: PlannedSlice) {
  const wanted = new Set(places.map(({ fresh }) => fresh));
  const all = Array.from({ length: nextFresh - slice.fresh }, (_, nth) => slice.fresh + nth);
  return { slice, skip: all.filter((each) => !wanted.has(each)) };
}

function missingOf({ slice, observations }: SentSlice): PlannedSlice {
  const sent = new Set(observations.map(plannedNumber));
  return { ...slice, places: slice.places.filter(({ fresh }) => !sent.has(fresh)) };
}
