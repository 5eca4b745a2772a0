import type { ChildProcess } from "node:child_process";
import { type BaseUrl, packTarget, parseBaseUrl } from "../contract/index.ts";
import { untilInterrupted, WitnessError } from "../errors.ts";
import type { Offered, Shard, Tally } from "../model/index.ts";
import type { FromGenerator, GeneratorOptions, LiveFigures, MixedTally } from "./child-module.ts";
import type { SlotLoad, SlotRequest, ToGenerator } from "./child-module.ts";
import { firstMessage, killProcess, startModule } from "./child-module.ts";
import { partOf } from "../fresh-numbers.ts";
import { mergeTallies } from "../stats/index.ts";

/** More than undici sends from one process on any machine: the reached rate is the ceiling. */
const FLAT_OUT_PER_SECOND = 60_000;
const FLAT_OUT_CONNECTIONS = 64;
const WARMUP_MS = 500;
const TIMEOUT_MS = 10_000;

/** The offered load to find the ceiling of an offer: the same closed loop, or an open model at an unreachable rate. */
export const ceilingOffer = (offered: Offered, processes: number): Offered =>
  offered.model === "closed"
    ? offered
    : {
        ...offered,
        arrivals: "even",
        ratePerSecond: FLAT_OUT_PER_SECOND * processes,
        connections: FLAT_OUT_CONNECTIONS * processes,
      };

/** What the generators reach on this machine now: this offer, against a process that does nothing but close as often. */
export async function measureCeiling(
  generators: Generators,
  offered: Offered,
  { closesAfter, durationMs }: CeilingPlan,
  signal: AbortSignal,
): Promise<MixedTally> {
  const server = startModule("load/null-server", { closesAfter });
  try {
    const { port } = await untilInterrupted(firstMessage<{ port: number }>(server), signal);
    const plan = {
      target: parseBaseUrl(`http://127.0.0.1:${port}`),
      offered,
      timeoutMs: TIMEOUT_MS,
      seed: 1,
    };
    await generators.slot({ ...plan, durationMs: Math.min(WARMUP_MS, durationMs) }, signal);
    return await generators.slot({ ...plan, durationMs }, signal);
  } finally {
    await killProcess(server);
  }
}

export const localGenerators = (generators: Generators): LoadGenerators => ({
  slot: async (plan, signal, _, live) => {
    const { parts, ...tally } = await generators.slot(plan, signal, live);
    return { tally, ...(parts && { parts }) };
  },
  ceiling: async (...given) => {
    const { parts: _, ...tally } = await measureCeiling(generators, ...given);
    return { tally };
  },
  close: () => generators.close(),
});

/** With fewer responses per connection than this, the target closes connections. */
const MOST_RESPONSES = 100;

/** After how many responses the target closes a connection; undefined if it keeps them open. */
export function closesAfter({ counts, connections }: Tally, offered: Offered): number | undefined {
  const each = Math.round(counts.answered / Math.max(1, connections.opened));
  const reopened = connections.opened > 2 * offered.connections;
  return reopened && each <= MOST_RESPONSES ? Math.max(1, each) : undefined;
}

/** The distance between the seeds of processes: rounds, which count up, do not share seeds. */
const SEED_STEP = 1_000_003;
/** Time for every process to receive a slot before it begins. */
export const LEAD_MS = 30;
/** Time for a process to return its counts when it is stopped; after that it is lost. */
const STOP_MS = 1000;
const OVERDUE_MS = 30_000;

type SlotPlan = SlotLoad & {
  target: BaseUrl;
  /** When to begin, by this machine's clock; by default as soon as every process can. */
  startAtMs?: number;
  /** Of a load that several machines send: which of how many parts this is. */
  part?: { nth: number; of: number };
};

/** `parts`: of a mix, the figures of each operation. */
export type SlotSent = { tally: Tally; shards?: Shard[]; parts?: Tally[] };

export type LoadGenerators = {
  /** Sends one slot; `what` names it. A signal ends it early. */
  slot: (
    plan: SlotPlan,
    signal: AbortSignal,
    what: string,
    live?: (now: LiveFigures) => void,
  ) => Promise<SlotSent>;
  ceiling: (offered: Offered, plan: CeilingPlan, signal: AbortSignal) => Promise<SlotSent>;
  close: () => Promise<void>;
};

/** How a ceiling is measured: for how long, with a server that closes connections after this many responses. */
type CeilingPlan = { closesAfter: number | undefined; durationMs: number };

export class Generators {
  readonly #children: ChildProcess[];
  readonly #sends: Pick<SlotRequest, "interface" | "mix">;
  readonly #live = new Map<ChildProcess, LiveFigures>();
  /** When the last slot began, by this machine's clock. */
  beganAtMs = 0;

  private constructor(children: ChildProcess[], sends: Pick<SlotRequest, "interface" | "mix">) {
    this.#children = children;
    this.#sends = sends;
  }

  /** Starts this many processes; each draws fresh values from its part of a range. */
  static async start(
    processes: number,
    ids: Pick<SlotRequest, "interface" | "mix"> & GeneratorOptions,
    signal = new AbortController().signal,
  ) {
    const children = Array.from({ length: processes }, (_, nth) =>
      startModule("load/generator", {
        firstId: ids.firstId,
        ids: partOf(ids.ids, nth, processes),
        ...(ids.silentMs !== undefined && { silentMs: ids.silentMs }),
      }),
    );
    const generators = new Generators(children, {
      interface: ids.interface,
      ...(ids.mix && { mix: ids.mix }),
    });
    try {
      const ready = Promise.all(children.map((child) => messageFrom(child, OVERDUE_MS)));
      await untilInterrupted(ready, signal);
    } catch (error) {
      await generators.close();
      throw error;
    }
    return generators;
  }

  /** Sends one slot. A signal ends it early: it then resolves with the counts so far, or rejects with `Interrupted`. */
  async slot(
    plan: SlotPlan,
    signal: AbortSignal,
    live?: (now: LiveFigures) => void,
  ): Promise<MixedTally> {
    this.#live.clear();
    const shares = shareOffer(plan.offered, this.#children.length);
    const busy = this.#children.slice(0, shares.length);
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      for (const child of busy) tell(child, { type: "stop" });
      timer = setTimeout(() => late.abort(), STOP_MS);
    };
    const { part = { nth: 0, of: 1 }, startAtMs = Date.now() + LEAD_MS } = plan;
    const target = packTarget(plan.target);
    const common = { type: "slot", target, ...this.#sends } as const;
    const began: number[] = [];
    const tallies = busy.map((child, at) => {
      const offered = shares[at] ?? plan.offered;
      const phase = (part.nth + part.of * at) / (part.of * shares.length);
      const own = { offered, seed: plan.seed + SEED_STEP * at, phase, startAtMs };
      tell(child, { ...plan, ...own, ...common });
      const took = messageFrom(child, plan.durationMs + OVERDUE_MS, (figures) => {
        this.#live.set(child, figures);
        live?.(addLive([...this.#live.values()]));
      });
      return took.then((sent) => {
        if (sent !== undefined) began.push(sent.beganAtMs);
        return sent?.tally;
      });
    });
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    try {
      const tallied = await untilInterrupted(Promise.all(tallies), late.signal);
      this.beganAtMs = Math.min(...began);
      const sent = tallied.filter((each) => each !== undefined);
      return mergeMixed(sent, this.#sends.mix);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }

  /** A sign of life: processes that stop without one go on. */
  keepAlive(): void {
    for (const child of this.#children) tell(child, { type: "alive" });
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map(killProcess));
  }
}

function mergeMixed(sent: readonly MixedTally[], mix: SlotRequest["mix"]): MixedTally {
  const parts = mix?.map((_, at) =>
    mergeTallies(
      sent.flatMap((each) => each.parts?.[at] ?? []),
      "same",
    ),
  );
  return { ...mergeTallies(sent, "same"), ...(parts && { parts }) };
}

const tell = (child: ChildProcess, message: ToGenerator): boolean =>
  child.connected && child.send(message, () => {});

/** Waits for "ready" or a tally; rejects if a process ends or reports a failure. */
function messageFrom(
  child: ChildProcess,
  withinMs: number,
  live?: (figures: LiveFigures) => void,
): Promise<Extract<FromGenerator, { type: "tally" }> | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      child.off("error", onError);
      act();
    };
    const fail = (what: string): void => settle(() => reject(new Error(what)));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (code: number | null): void => fail(`a load generator ended with ${code}`);
    const onMessage = (message: FromGenerator): void => {
      if (message.type === "live") live?.(message.figures);
      else if (message.type === "failed") settle(() => reject(failureOf(message)));
      else settle(() => resolve(message.type === "tally" ? message : undefined));
    };
    const timer = setTimeout(() => fail("a load generator does not respond"), withinMs);
    if (child.exitCode !== null || child.signalCode !== null) return onExit(child.exitCode);
    child.on("message", onMessage);
    child.once("exit", onExit);
    child.once("error", onError);
  });
}

const failureOf = ({ code, message, hint }: Extract<FromGenerator, { type: "failed" }>) =>
  new WitnessError(code, `a load generator failed: ${message}`, { hint, exitCode: 70 });

/** Percentiles cannot be added: the highest of all is shown during the round. */
export function addLive(all: LiveFigures[]): LiveFigures {
  const statuses: Record<string, number> = {};
  for (const each of all)
    for (const [status, count] of Object.entries(each.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  const sum = (of: (each: LiveFigures) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  return {
    answered: sum((each) => each.answered),
    perSecond: sum((each) => each.perSecond),
    p50Us: Math.max(...all.map(({ p50Us }) => p50Us)),
    p99Us: Math.max(...all.map(({ p99Us }) => p99Us)),
    statuses,
    unanswered: sum((each) => each.unanswered),
  };
}

/** Divides load among at most `parts`: connections differ by at most one, and the rates add up to the whole rate. */
export function shareOffer(offered: Offered, parts: number): Offered[] {
  const count = Math.min(parts, offered.connections);
  const connections = shareWhole(offered.connections, count);
  if (offered.model === "closed")
    return connections.map((each) => ({ ...offered, connections: each }));
  const each = offered.ratePerSecond / count;
  const others = Array.from({ length: count - 1 }, () => each);
  const last = offered.ratePerSecond - others.reduce((sum, rate) => sum + rate, 0);
  return connections.map((own, nth) => ({
    ...offered,
    connections: own,
    ratePerSecond: nth < count - 1 ? each : last,
  }));
}

/** Divides a whole number into parts that differ by at most one, the larger ones first. */
export const shareWhole = (whole: number, parts: number): number[] =>
  Array.from(
    { length: parts },
    (_, nth) => Math.floor(whole / parts) + (nth < whole % parts ? 1 : 0),
  );
