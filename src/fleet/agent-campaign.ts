import { setTimeout as sleep } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import { interfaceOf } from "../contract/index.ts";
import type { SendLimits, RunHeader } from "../model/index.ts";
import type { PlannedSuite, SendingPlace } from "../observe/index.ts";
import { agentSequence, Dispatcher, redrawSlice, Schedule, sendingOf } from "../observe/index.ts";
import { sendSlice } from "../observe/index.ts";
import type { AgentRun, ClockOffset } from "./agent-load.ts";
import { Chunk, Stores } from "./stores.ts";
import { type AgentFault, type Attempt, faultOf, type QueuedSlice, subjects } from "./messages.ts";
import { Lease, leaseKeys } from "./lease.ts";

/** Plans the run of a header again. @throws WitnessError if its catalogue is a different one. */
export type Replan = (header: RunHeader) => Promise<{ planned: PlannedSuite[] }>;

type Options = AgentRun & {
  manner: SendLimits;
  /** For cases that are sent while the target serves nobody else. */
  whole: SendLimits;
  planned: PlannedSuite[];
};

/** The agent tells the queue this often that it works on a slice; otherwise another agent gets it. */
const WORKING_MS = 1000;
const PULL_MS = 1000;
const RETRY_MS = 250;
/** How the queue names a slice that was queued before. */
const AGAIN = /\.again-\d+$/;
/** The words of a broker without space. */
const FULL = /insufficient|resource limits|maximum bytes|no space/i;

/** An agent's part of a campaign: takes slices from the queue, and stores what came back. */
export class AgentCampaign {
  readonly #options: Options;
  readonly #stores: Stores;
  readonly #dispatcher: Dispatcher;
  readonly #schedule: Schedule;
  readonly #stop = new AbortController();
  #clock: ClockOffset;
  #attempts = 0;
  #working: Promise<void> | undefined;

  private constructor(options: Options, stores: Stores) {
    const { header, target, manner, clock, epoch, part } = options;
    this.#options = options;
    this.#stores = stores;
    this.#clock = clock;
    const { signal } = this.#stop;
    const sending = sendingOf({ header, target, signal });
    this.#dispatcher = new Dispatcher({ ...sending, ...manner }, agentSequence(epoch, part));
    this.#schedule = new Schedule(manner);
  }

  static async start(options: Options): Promise<AgentCampaign> {
    const stores = await Stores.open(options.broker, options.run);
    const campaign = new AgentCampaign(options, stores);
    campaign.#working = campaign.#work();
    return campaign;
  }

  setClock(clock: ClockOffset): void {
    this.#clock = clock;
  }

  keepAlive(): void {}

  take(): void {}

  live(): undefined {}

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#dispatcher.close();
    await this.#working;
  }

  get #isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  async #work(): Promise<void> {
    while (!this.#isOver)
      try {
        const message = await this.#stores.nextSlice(PULL_MS);
        if (message !== null && !this.#isOver) await this.#send(message);
      } catch (error) {
        if (this.#isOver) return;
        const { message } = error as Error;
        this.#options.say(`a slice was not sent: ${message}`);
        if (FULL.test(message)) this.#tellFull(message);
        await sleep(RETRY_MS);
      }
  }

  /** Reports a full disk: trying again would not help, so the run ends with what is recorded. */
  #tellFull(message: string): void {
    const { broker, agent, run } = this.#options;
    const fault: AgentFault = {
      code: "fleet",
      message: `the broker cannot store what it sent: ${message}`,
      hint: "free space at the broker, then continue the run with witness resume",
      exitCode: 70,
    };
    broker.publish(subjects.done(run), { agent, fault });
  }

  async #send(message: JsMsg): Promise<void> {
    const word = this.#stores.readSlice(message);
    const places = word && this.#placesOf(word);
    if (word === undefined || places === undefined) return message.ack();
    const working = setInterval(() => message.working(), WORKING_MS);
    let lease: Lease | undefined;
    try {
      if (word.alone) lease = await this.#lease(message);
      const chunk = await this.#sendAll(places, { lease, isAgain: isSentAgain(word, message) });
      if (this.#isOver) return;
      // Before the controller knows: it may have another agent take the target next.
      await lease?.release();
      await this.#store(word, chunk);
      message.ack();
      this.#options.broker.publish(subjects.done(this.#options.run), { id: word.id });
    } finally {
      clearInterval(working);
      await lease?.release();
    }
  }

  /** The cases of a part of the queue; undefined if the part is from an earlier controller or another plan. */
  #placesOf(word: QueuedSlice): Iterable<SendingPlace> | undefined {
    if (word.epoch < this.#options.epoch) return undefined;
    if ("asking" in word) return [{ sent: word.asking, fresh: word.fresh, placement: "alone" }];
    const { slice, skip } = word;
    const suite = this.#options.planned.find(({ name }) => name === slice.suite);
    if (suite === undefined) return undefined;
    const known = new Set(skip);
    const { header } = this.#options;
    return unknownIn(
      redrawSlice(slice, suite, { interface: interfaceOf(header), firstId: header.firstId }),
      known,
    );
  }

  /** Takes the target's lease for this agent alone. @throws WitnessError if another agent has it: the queue tries again. */
  async #lease(message: JsMsg): Promise<Lease> {
    const { broker, target, agent, instance } = this.#options;
    const taken = Lease.take(broker, {
      key: leaseKeys.alone(target),
      what: `the exclusive lease of ${target.host}`,
      by: "another agent",
      holder: `agent ${agent}`,
      instance,
    });
    taken.catch(() => message.nak(RETRY_MS));
    return taken;
  }

  async #sendAll(
    places: Iterable<SendingPlace>,
    { lease, isAgain }: { lease: Lease | undefined; isAgain: boolean },
  ): Promise<Chunk> {
    const { broker, agent, run, whole } = this.#options;
    const chunk = new Chunk();
    await sendSlice(places, {
      dispatcher: this.#dispatcher,
      schedule: lease === undefined ? this.#schedule : new Schedule(whole),
      signal: this.#stop.signal,
      nowMs: () => performance.now() + this.#clock.offsetMs,
      agent,
      take: (observation) => chunk.add(observation),
      isAgain,
      requireHeld: lease && (() => lease.requireHeld()),
    }).catch((error: unknown) => {
      lease?.requireHeld();
      // This machine cannot send: the queue cannot help.
      if (!this.#isOver) broker.publish(subjects.done(run), { agent, fault: faultOf(error) });
      throw error;
    });
    return chunk;
  }

  async #store({ id, epoch }: QueuedSlice, chunk: Chunk): Promise<void> {
    const { agent } = this.#options;
    this.#attempts += 1;
    const object = `${id}/${agent}-${epoch}-${this.#attempts}.ndjson.gz`;
    await this.#stores.putChunk(object, chunk.pack());
    const attempt: Attempt = { id, agent, object, observations: chunk.observations };
    await this.#stores.claim(attempt);
  }
}

/** Whether cases of a slice may have been sent before: by an agent that was lost, or for an earlier controller. */
const isSentAgain = ({ id, epoch, alone }: QueuedSlice, message: JsMsg): boolean =>
  epoch > 1 || AGAIN.test(id) || (message.redelivered && !alone);

function* unknownIn(
  places: Iterable<SendingPlace>,
  known: ReadonlySet<number>,
): Generator<SendingPlace> {
  for (const each of places) if (!known.has(each.fresh)) yield each;
}
