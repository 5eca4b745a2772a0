import { incompleteSlotText } from "../analyse/index.ts";
import type { IncompleteSlot, LoadPlan, Shard } from "../model/index.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, WitnessError } from "../errors.ts";
import { halfOf, partOf, type FreshRange } from "../fresh-numbers.ts";
import { addLive, type LiveFigures, type LoadGenerators, type SlotSent } from "../load/index.ts";
import type { FleetRun } from "../observe/index.ts";
import { distinctShards, mergeShards } from "../stats/index.ts";
import type { AgentInfo, Done, FleetSlot } from "./messages.ts";
import { agentError, LOST_MS, messages, subjects } from "./messages.ts";
import { RunControl, type FleetContext } from "./run-control.ts";
import { sealTarget } from "./sealed-target.ts";

/** Rounds begin this much later, so that every agent knows of it in time. */
const LEAD_MS = 300;
const CLOCK_MS = 10_000;
const LOOK_MS = 50;
const LIVE_MS = 250;
const OVERDUE_MS = 30_000;
/** Agents are prepared this often: at first, and again after rounds that were incomplete. */
const MOST_PREPARED = 4;

type Options = {
  load: LoadPlan;
  processes: number;
  ids: { firstId: number; ids: FreshRange };
  signal: AbortSignal;
};

class Incomplete extends Error {
  readonly slot: IncompleteSlot;

  constructor(slot: IncompleteSlot) {
    super(incompleteSlotText(slot));
    this.slot = slot;
  }
}

/** Load from every agent at the same time. A round counts only if every agent sent all of its part. */
export class FleetLoad implements LoadGenerators {
  readonly #context: FleetContext;
  readonly #run: FleetRun;
  readonly #control: RunControl;
  readonly #options: Options;
  readonly #done = new Map<string, Done>();
  readonly #unserve: () => void;
  #agents: AgentInfo[];
  #prepared = 0;
  #round = 0;

  private constructor(context: FleetContext, run: FleetRun, control: RunControl, options: Options) {
    this.#context = context;
    this.#run = run;
    this.#control = control;
    this.#options = options;
    // Every agent has a connection at least.
    this.#agents = context.agents.slice(0, options.load.offered.connections);
    this.#unserve = context.broker.serve(subjects.done(control.name), messages.done, (done) => {
      const isOwn = this.#agents.some(({ name }) => name === done.agent);
      if (isOwn && done.epoch === control.epoch && done.round === this.#round)
        this.#done.set(done.agent, done);
      return true;
    });
  }

  static async start(context: FleetContext, run: FleetRun, options: Options): Promise<FleetLoad> {
    const control = await RunControl.begin(context, run);
    const load = new FleetLoad(context, run, control, options);
    try {
      await load.#prepare();
      return load;
    } catch (error) {
      await load.close();
      throw error;
    }
  }

  slot: LoadGenerators["slot"] = ({ target, ...plan }, signal, what, live) => {
    const sealed = sealTarget(target, this.#control.key);
    return this.#complete({ kind: "slot", target: sealed, ...plan }, { signal, what, live });
  };

  ceiling: LoadGenerators["ceiling"] = (offered, { closesAfter, durationMs }, signal) =>
    this.#complete(
      { kind: "ceiling", offered, durationMs, closesAfter },
      { signal, what: "the ceiling" },
    );

  async close(): Promise<void> {
    this.#unserve();
    await this.#control.end();
  }

  /** Every agent gets ids of its own, other ones each time. */
  async #prepare(): Promise<void> {
    const of = this.#agents.length;
    const { processes, ids } = this.#options;
    const range = halfOf(ids.ids, this.#prepared);
    this.#prepared += 1;
    await Promise.all(
      this.#agents.map((agent, nth) => {
        const own = { firstId: ids.firstId, ids: partOf(range, nth, of) };
        return this.#control.prepare(agent, { nth, of }, { kind: "load", processes, ...own });
      }),
    );
  }

  /** Repeats a slot, within a bound, until every agent has sent its part. */
  async #complete(
    slot: FleetSlot,
    how: { signal: AbortSignal; what: string; live?: ((now: LiveFigures) => void) | undefined },
  ): Promise<SlotSent> {
    for (;;)
      try {
        return await this.#once(slot, how);
      } catch (error) {
        if (!(error instanceof Incomplete)) throw error;
        await this.#regroup(how.what, error);
      }
  }

  async #once(
    slot: FleetSlot,
    { signal, live }: { signal: AbortSignal; live?: ((now: LiveFigures) => void) | undefined },
  ): Promise<SlotSent> {
    this.#round += 1;
    this.#done.clear();
    await this.#setClocks();
    const round = this.#round;
    const atMs = this.#run.nowMs() + LEAD_MS;
    this.#control.tell({ type: "go", round, atMs, slot });
    const overdueMs = performance.now() + slot.durationMs + OVERDUE_MS;
    let liveMs = performance.now();
    try {
      while (this.#done.size < this.#agents.length) {
        await sleep(LOOK_MS);
        if (signal.aborted) throw new Interrupted();
        this.#control.check();
        this.#requireAll();
        if (performance.now() > overdueMs) throw new Incomplete({ why: "overdue" });
        if (performance.now() - liveMs < LIVE_MS) continue;
        liveMs = performance.now();
        this.#tellLive(live);
      }
    } catch (error) {
      this.#control.tell({ type: "stop", round });
      throw error;
    }
    return sentBy([...this.#done.values()]);
  }

  async #setClocks(): Promise<void> {
    const subject = subjects.clock(this.#control.name);
    const replies = await Promise.all(
      this.#agents.map(({ name }) =>
        this.#context.members.ask(name, { type: "clock", subject }, messages.ready, CLOCK_MS),
      ),
    );
    for (const [nth, reply] of replies.entries())
      if (reply === undefined || "fault" in reply)
        throw new Incomplete({ why: "no-reply", agent: this.#agents[nth]?.name ?? "" });
  }

  #requireAll(): void {
    const { members } = this.#context;
    for (const { name } of this.#agents) {
      const done = this.#done.get(name);
      if (done !== undefined && "fault" in done.result) throw agentError(name, done.result.fault);
      if (done !== undefined) continue;
      if (!members.present.includes(name)) throw new Incomplete({ why: "lost", agent: name });
      const beat = members.beatOf(name);
      if (beat?.run !== this.#control.name) throw new Incomplete({ why: "stopped", agent: name });
    }
  }

  #tellLive(live: ((now: LiveFigures) => void) | undefined): void {
    const all = this.#agents.flatMap(({ name }) => this.#context.members.beatOf(name)?.live ?? []);
    if (all.length > 0) live?.(addLive(all));
  }

  async #regroup(slot: string, { slot: incomplete, message }: Incomplete): Promise<void> {
    const { members } = this.#context;
    // One that was stopped is silent for that long.
    await sleep(LOST_MS);
    const left = this.#agents.filter(({ name }) => members.present.includes(name));
    if (left.length === 0 || this.#prepared >= MOST_PREPARED)
      throw new WitnessError(
        "fleet",
        left.length === 0 ? "no agent is left" : `${slot} is incomplete again: ${message}`,
        { hint: "see what the agents print, and start the load again", exitCode: 70 },
      );
    const { length: agents } = left;
    this.#run.note({ kind: "fleet", code: "slot-repeated", slot, incomplete, agents });
    this.#agents = left;
    await this.#prepare();
  }
}

function sentBy(done: readonly Done[]): SlotSent {
  const shards = distinctShards(
    done.flatMap(({ agent, result }): Shard[] => ("fault" in result ? [] : [{ agent, ...result }])),
  );
  return { tally: mergeShards(shards), shards };
}
