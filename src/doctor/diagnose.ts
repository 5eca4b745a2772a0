import { cpus, loadavg } from "node:os";
import type { ChildProcess } from "node:child_process";
import { firstMessage, Generators, killProcess, SlotTally, startModule } from "../load/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import type { FreshRange } from "../fresh-numbers.ts";
import { FRESH_ID_MIN, FRESH_RANGES, LOAD_NUMBERS, partOf } from "../fresh-numbers.ts";
import { unlessInterrupted, untilInterrupted } from "../errors.ts";
import type { Diagnosis, DoctorAttempt, DoctorRow, Offered, Tally } from "../model/index.ts";
import { latenciesOf, median, offerText, spreadOf } from "../stats/index.ts";
import { compareWithTruth, failed, type Terms } from "./compare-with-truth.ts";
import { type RowPlan, rowPlans } from "./rows.ts";
import { post, wirePost } from "../generate/index.ts";
import { Dispatcher, FreshSequence } from "../observe/index.ts";
import type { FromTruth, ServerBehaviour, ToTruth, Truth } from "../servers/index.ts";

const AGAIN = 2;
/** The recorder draws from another part of its range in each attempt. */
const MOST_RECORDINGS = 5000;
const TIMEOUT_MS = 10_000;
const WARMUP_MS = 300;

type DiagnoseOptions = {
  countsOnly: boolean;
  signal: AbortSignal;
  only?: (row: RowPlan) => boolean;
  /** Duration of one round on the server that does nothing; by default long enough for the figures. */
  noiseMs?: number;
  say?: (text: string) => void;
};

export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const beganMs = performance.now();
  const { platform, version: node } = process;
  const machine = { cores: cpus().length, node, platform, busy: loadavg()[0] ?? 0 };
  const plans = rowPlans(options.countsOnly).filter(options.only ?? (() => true));
  const generators = await Generators.start(1, {
    interface: userSubmission,
    firstId: FRESH_ID_MIN,
    ids: LOAD_NUMBERS,
  });
  try {
    const truth = await TruthChild.start();
    try {
      const doctor = new Doctor(generators, truth, options);
      options.say?.("this machine: repeating one round on a server that does nothing");
      const { noiseMs = options.countsOnly ? 300 : 500 } = options;
      const noise = await unlessInterrupted(measureNoise(generators, noiseMs, options.signal));
      const rows = await doctor.examine(plans);
      const complete = rows.length === plans.length && !options.signal.aborted;
      return {
        version: 1,
        countsOnly: options.countsOnly,
        complete,
        held: complete && rows.every(({ held }) => held),
        machine,
        noise,
        rows,
        durationMs: performance.now() - beganMs,
      };
    } finally {
      await truth.end();
    }
  } finally {
    await generators.close();
  }
}

class Doctor {
  readonly #generators: Generators;
  readonly #truth: TruthChild;
  readonly #options: DiagnoseOptions;
  readonly #warm = new Set<RowPlan["by"]>();
  #recordings = 0;

  constructor(generators: Generators, truth: TruthChild, options: DiagnoseOptions) {
    this.#generators = generators;
    this.#truth = truth;
    this.#options = options;
  }

  /** The rows measured before the signal. Rows with a wrong time are measured again, when a disturbance may be over. */
  async examine(plans: RowPlan[]): Promise<DoctorRow[]> {
    const attempts = new Map<RowPlan, DoctorAttempt[]>();
    let open = plans;
    for (let round = 0; round <= AGAIN && open.length > 0; round += 1) {
      for (const [at, plan] of open.entries()) {
        const again = round === 0 ? "" : "again: ";
        this.#options.say?.(`${again}${at + 1} of ${open.length}  ${plan.name}, ${loadText(plan)}`);
        const attempt = await this.#measureWarm(plan);
        if (attempt === undefined) break;
        attempts.set(plan, [...(attempts.get(plan) ?? []), attempt]);
      }
      if (this.#options.signal.aborted) break;
      open = open.filter((plan) => isNear(attempts.get(plan)?.at(-1)));
    }
    return [...attempts].map(([plan, list]) => rowOf(plan, list));
  }

  async #measureWarm(plan: RowPlan): Promise<DoctorAttempt | undefined> {
    const { signal } = this.#options;
    // The first requests of each kind run code that has not been compiled yet.
    if (!this.#warm.has(plan.by) && !signal.aborted)
      await unlessInterrupted(this.#measure({ ...plan, durationMs: WARMUP_MS }));
    this.#warm.add(plan.by);
    if (signal.aborted) return undefined;
    const attempt = await unlessInterrupted(this.#measure(plan));
    return signal.aborted ? undefined : attempt;
  }

  async #measure(plan: RowPlan): Promise<DoctorAttempt> {
    const url = await this.#truth.open(plan.behaviour);
    const tally = await this.#load(plan, url);
    return compareWithTruth(
      tally,
      await this.#truth.close(),
      termsOf(plan, this.#options.countsOnly),
    );
  }

  #load(plan: RowPlan, url: string): Promise<Tally> {
    const { signal } = this.#options;
    if (!("offered" in plan)) {
      const ids = partOf(FRESH_RANGES.doctor, this.#recordings, MOST_RECORDINGS);
      this.#recordings += 1;
      const keep = plan.opens !== true;
      return recorded(url, { by: plan.by, requests: plan.requests, ids, keep, signal });
    }
    const { offered, durationMs } = plan;
    const target = parseBaseUrl(url);
    return this.#generators.slot(
      { target, offered, durationMs, timeoutMs: TIMEOUT_MS, seed: 1 },
      signal,
    );
  }
}

/** True if only times are wrong. A wrong count is not noise, and stays. */
function isNear(attempt: DoctorAttempt | undefined): boolean {
  const missed = attempt === undefined ? [] : failed(attempt);
  return missed.length > 0 && missed.every(({ kind }) => kind === "time");
}

function rowOf(plan: RowPlan, attempts: DoctorAttempt[]): DoctorRow {
  const last = attempts.at(-1);
  const held = last !== undefined && failed(last).length === 0;
  return { name: plan.name, by: plan.by, load: loadText(plan), attempts, held };
}

function termsOf(plan: RowPlan, countsOnly: boolean): Terms {
  const few = !("offered" in plan);
  const loose = countsOnly || plan.opens === true;
  if (few) return { places: 1, loose, few };
  const { offered } = plan;
  const places = offered.model === "closed" ? offered.connections * offered.pipelining : undefined;
  return { places, loose, few };
}

const loadText = (plan: RowPlan): string =>
  "offered" in plan ? offerText(plan.offered) : `${plan.requests} requests, one by one`;

const ROUNDS = 5;
const WARMUP = 2;
const OFFERED: Offered = { model: "closed", connections: 10, pipelining: 1 };

/** Repeats one round against a server that does nothing: shows the maximum rate of this machine, and its spread. */
async function measureNoise(
  generators: Generators,
  durationMs: number,
  signal: AbortSignal,
): Promise<Diagnosis["noise"]> {
  const server = startModule("load/null-server");
  const perSecond: number[] = [];
  const p50Us: number[] = [];
  try {
    const { port } = await untilInterrupted(firstMessage<{ port: number }>(server), signal);
    const plan = {
      target: parseBaseUrl(`http://127.0.0.1:${port}`),
      offered: OFFERED,
      durationMs,
      timeoutMs: 10_000,
      seed: 1,
    };
    for (let round = 0; round < WARMUP + ROUNDS && !signal.aborted; round += 1) {
      const { counts, durationMs: tookMs, statuses } = await generators.slot(plan, signal);
      if (round < WARMUP || signal.aborted) continue;
      perSecond.push((1000 * counts.answered) / tookMs);
      p50Us.push(latenciesOf({ statuses }).getValueAtPercentile(50));
    }
  } finally {
    await killProcess(server);
  }
  if (perSecond.length < ROUNDS) return undefined;
  return {
    load: offerText(OFFERED),
    durationMs,
    perSecond,
    p50Us,
    ceilingPerSecond: median(perSecond),
    spread: spreadOf(perSecond),
  };
}

/** Repeats the stated request with one of the recorder's senders, counted like a slot of load. */
async function recorded(
  url: string,
  options: {
    by: "client" | "wire";
    requests: number;
    ids: FreshRange;
    keep: boolean;
    signal: AbortSignal;
  },
): Promise<Tally> {
  const sending = {
    interface: userSubmission,
    target: parseBaseUrl(url),
    firstId: FRESH_ID_MIN,
    timeoutMs: TIMEOUT_MS,
    keep: options.keep,
    signal: options.signal,
  };
  const dispatcher = new Dispatcher(sending, new FreshSequence(options.ids.from, options.ids));
  const request = options.by === "client" ? post() : wirePost();
  const tally = new SlotTally(1000);
  try {
    for (let nth = 0; nth < options.requests && !options.signal.aborted; nth += 1) {
      tally.sent += 1;
      const { answers } = await dispatcher.send({
        id: `doctor/${options.by}`,
        reason: "the stated request",
        clauses: [],
        request,
      });
      const [result] = answers;
      if (result?.outcome === "answered") tally.addResponse(result.status, result.totalUs);
      else if (result !== undefined) tally.addWithoutResponse(result.outcome, 1);
    }
  } finally {
    await dispatcher.close();
  }
  tally.end(0);
  return tally.finish(0);
}

const OVERDUE_MS = 15_000;

class TruthChild {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<TruthChild> {
    const truth = new TruthChild(startModule("servers/truth/truth-process"));
    await truth.#message();
    return truth;
  }

  async open(behaviour: ServerBehaviour): Promise<string> {
    const message = await this.#ask({ type: "open", behaviour });
    if (message.type !== "opened") throw new Error(`a server of known behaviour: ${message.type}`);
    return message.url;
  }

  async close(): Promise<Truth> {
    const message = await this.#ask({ type: "close" });
    if (message.type !== "closed") throw new Error(`a server of known behaviour: ${message.type}`);
    return message.truth;
  }

  end(): Promise<void> {
    return killProcess(this.#child);
  }

  #ask(message: ToTruth): Promise<FromTruth> {
    const reply = this.#message();
    this.#child.send(message);
    return reply;
  }

  #message(): Promise<FromTruth> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.#child.off("message", onMessage);
        this.#child.off("exit", onExit);
        act();
      };
      const fail = (what: string): void =>
        settle(() => reject(new Error(`the servers of known behaviour ${what}`)));
      const onExit = (code: number | null): void => fail(`ended with ${code}`);
      const onMessage = (message: FromTruth): void => {
        if (message.type === "failed") fail(`failed: ${message.message}`);
        else settle(() => resolve(message));
      };
      const timer = setTimeout(() => fail("does not respond"), OVERDUE_MS);
      this.#child.on("message", onMessage);
      this.#child.once("exit", onExit);
    });
  }
}
