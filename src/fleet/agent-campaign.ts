import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { JsMsg } from "@nats-io/jetstream";
import type { RunHeader } from "../model/run.ts";
import { Dispatcher } from "../run/dispatcher.ts";
import type { SendingManner } from "../run/fleet-work.ts";
import type { PlannedSuite } from "../run/plan.ts";
import { sendingOf } from "../run/run-settings.ts";
import { Schedule } from "../run/schedule.ts";
import { sendSlice } from "../run/send-slice.ts";
import { redrawSlice } from "../run/slices.ts";
import type { AgentRun } from "./agent-load.ts";
import type { ClockOffset } from "./clock-offset.ts";
import { faultOf } from "./faults.ts";
import { subjects, type AgentFault, type Attempt, type QueuedSlice } from "./messages.ts";
import { Stores } from "./stores.ts";

/** Plans the run of a header again. @throws WitnessError if its catalogue is a different one. */
export type Replan = (header: RunHeader) => Promise<{ planned: PlannedSuite[] }>;

type Options = AgentRun & { manner: SendingManner; planned: PlannedSuite[] };

/** The queue gives a slice to another agent if it hears nothing for this long. */
const WORKING_MS = 1000;
const PULL_MS = 1000;
const RETRY_MS = 250;
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
    const { header, target, manner, clock } = options;
    this.#options = options;
    this.#stores = stores;
    this.#clock = clock;
    const { signal } = this.#stop;
    const sending = sendingOf({ header, target, signal });
    this.#dispatcher = new Dispatcher({ ...sending, ...manner });
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

  /** Trying again would not help: the run ends with what is recorded. */
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
    const { id, epoch, slice, skip } = message.json<QueuedSlice>();
    const { agent, planned, broker, run } = this.#options;
    const suite = planned.find(({ name }) => name === slice.suite);
    if (epoch < this.#options.epoch || suite === undefined) return message.ack();
    const working = setInterval(() => message.working(), WORKING_MS);
    try {
      const known = new Set(skip);
      const places = redrawSlice(slice, suite).filter(
        ({ manner, fresh }) => manner === "beside" && !known.has(fresh),
      );
      const observations = await sendSlice(places, {
        dispatcher: this.#dispatcher,
        schedule: this.#schedule,
        signal: this.#stop.signal,
        nowMs: () => performance.now() + this.#clock.offsetMs,
        agent,
      }).catch((error: unknown) => {
        // This machine cannot send: the queue cannot help.
        if (!this.#isOver) broker.publish(subjects.done(run), { agent, fault: faultOf(error) });
        throw error;
      });
      if (this.#isOver) return;
      this.#attempts += 1;
      const object = `${id}/${agent}-${epoch}-${this.#attempts}.ndjson.gz`;
      const lines = observations.map((each) => `${JSON.stringify(each)}\n`).join("");
      await this.#stores.putChunk(object, gzipSync(lines, { level: 1 }));
      const attempt: Attempt = { id, agent, object, observations: observations.length };
      await this.#stores.claim(attempt);
      message.ack();
      broker.publish(subjects.done(run), { id });
    } finally {
      clearInterval(working);
    }
  }
}
