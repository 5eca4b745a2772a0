import { WitnessError } from "../errors.ts";
import type { Broker } from "./broker.ts";
import type { Done, Prepare, ToRun } from "./messages.ts";
import { DEAD_MAN_MS, faultOf, messages, subjects } from "./messages.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { type BaseUrl, interfaceOf } from "../contract/index.ts";
import { Generators, type LiveFigures, measureCeiling, shareOffer } from "../load/index.ts";
import type { Offered, RunHeader, Tally } from "../model/index.ts";
import { openTarget } from "./sealed-target.ts";

/** One exchange with another machine's clock. All clocks are monotonic: a wall clock may be wrong, or jump. */
type ClockExchange = { askedMs: number; theirMs: number; repliedMs: number };

/** The difference to add to one's own clock for the time of the other one, and its maximum error. */
export type ClockOffset = { offsetMs: number; errorMs: number };

const EXCHANGES = 16;
const REPLY_MS = 1000;

export async function measureClock(broker: Broker, subject: string): Promise<ClockOffset> {
  const exchanges: ClockExchange[] = [];
  for (let nth = 0; nth < EXCHANGES; nth += 1) {
    const askedMs = performance.now();
    const theirMs = await broker.request(subject, null, messages.time, REPLY_MS);
    if (theirMs !== undefined) exchanges.push({ askedMs, theirMs, repliedMs: performance.now() });
  }
  if (exchanges.length > 0) return clockOffset(exchanges);
  throw new WitnessError("fleet", "the controller's clock does not reply", { exitCode: 70 });
}

/** The offset by the shortest round trip: the other clock was read within it, so half of it is the greatest error. */
export function clockOffset(exchanges: readonly ClockExchange[]): ClockOffset {
  const [best] = exchanges.toSorted((a, b) => roundTrip(a) - roundTrip(b));
  if (best === undefined) throw new Error("an offset needs an exchange");
  return {
    offsetMs: best.theirMs - (best.askedMs + best.repliedMs) / 2,
    errorMs: roundTrip(best) / 2,
  };
}

const roundTrip = ({ askedMs, repliedMs }: ClockExchange): number => repliedMs - askedMs;

export type AgentRun = {
  /** Of the run: decrypts the secrets of targets. */
  key: Buffer;
  broker: Broker;
  agent: string;
  instance: string;
  run: string;
  epoch: number;
  header: RunHeader;
  target: BaseUrl;
  part: Prepare["part"];
  clock: ClockOffset;
  say: (text: string) => void;
};

const SEED_STEP = 17_000_051;
const TOLD_MS = 1000;
const TELL_TIMES = 5;

/** An agent's part of a load: its generators, which begin when the controller says. */
export class AgentLoad {
  readonly #run: AgentRun;
  readonly #generators: Generators;
  #clock: ClockOffset;
  #live: LiveFigures | undefined;
  #round: { nth: number; stop: AbortController } | undefined;

  private constructor(run: AgentRun, generators: Generators) {
    this.#run = run;
    this.#generators = generators;
    this.#clock = run.clock;
  }

  static async start(run: AgentRun, work: Extract<Prepare["work"], { kind: "load" }>) {
    const { processes, firstId, ids } = work;
    const generators = await Generators.start(processes, {
      interface: interfaceOf(run.header),
      firstId,
      ids,
      silentMs: DEAD_MAN_MS,
    });
    return new AgentLoad(run, generators);
  }

  setClock(clock: ClockOffset): void {
    this.#clock = clock;
  }

  keepAlive(): void {
    this.#generators.keepAlive();
  }

  live(): LiveFigures | undefined {
    return this.#live;
  }

  take(message: Extract<ToRun, { type: "go" | "stop" }>): void {
    const nth = message.round;
    if (message.type === "stop") {
      if (this.#round?.nth === nth) this.#round.stop.abort();
      return;
    }
    if (this.#round?.nth === nth) return;
    const stop = new AbortController();
    this.#round = { nth, stop };
    void this.#send(message, stop.signal)
      .catch((error: unknown) => ({ fault: faultOf(error) }))
      .then((result) => (stop.signal.aborted ? undefined : this.#tell(nth, result)));
  }

  async stop(): Promise<void> {
    this.#round?.stop.abort();
    await this.#generators.close();
  }

  async #send(
    { atMs, slot }: Extract<ToRun, { type: "go" }>,
    signal: AbortSignal,
  ): Promise<{ offered: Offered; beganMs: number; tally: Tally }> {
    const { part } = this.#run;
    const offered = shareOffer(slot.offered, part.of)[part.nth];
    if (offered === undefined) throw new Error("there is no share for this agent");
    const waitMs = Math.max(0, atMs - this.#clock.offsetMs - performance.now());
    if (slot.kind === "ceiling") {
      await sleep(waitMs);
      const plan = { closesAfter: slot.closesAfter, durationMs: slot.durationMs };
      const tally = await measureCeiling(this.#generators, offered, plan, signal);
      return { offered, beganMs: this.#beganMs(), tally };
    }
    const target = openTarget(slot.target, this.#run.key);
    const seed = slot.seed + SEED_STEP * part.nth;
    const own = { ...slot, target, offered, seed, part, startAtMs: Date.now() + waitMs };
    const tally = await this.#generators.slot(own, signal, (figures) => (this.#live = figures));
    this.#live = undefined;
    return { offered, beganMs: this.#beganMs(), tally };
  }

  #beganMs(): number {
    const own = this.#generators.beganAtMs - (Date.now() - performance.now());
    return own + this.#clock.offsetMs;
  }

  async #tell(round: number, result: Done["result"]): Promise<void> {
    const { broker, run, agent, epoch } = this.#run;
    const done: Done = { agent, epoch, round, result };
    for (let tried = 0; tried < TELL_TIMES; tried += 1)
      if ((await broker.request(subjects.done(run), done, messages.taken, TOLD_MS)) === true)
        return;
  }
}
