import { hostname } from "node:os";
import type { FleetRun } from "../observe/index.ts";
import type { AgentInfo, Prepare, ToRun } from "./messages.ts";
import { BEAT_MS, brokerName, messages, subjects } from "./messages.ts";
import type { Broker } from "./broker.ts";
import { Lease, leaseKeys } from "./lease.ts";
import { newRunKey, sealRunKey, sealTarget } from "./sealed-target.ts";
import type { AgentWatch } from "./agent-watch.ts";

export type FleetContext = {
  broker: Broker;
  members: AgentWatch;
  agents: readonly AgentInfo[];
  /** What agents must have that replace others. */
  labels: Readonly<Record<string, string>>;
  /** One lane of a survey: no other agent replaces its agents, because the others belong to other lanes. */
  isLane?: true;
  instance: string;
  /** Leases of this controller by their keys, with how many of its runs use them. */
  held: Map<string, { lease: Promise<Lease>; users: number }>;
};

type WithoutEpoch<T> = T extends { epoch: number } ? Omit<T, "epoch"> : never;

/** One run of a controller: its lease, its clock, and its beats, without which agents stop. */
export class RunControl {
  readonly name: string;
  readonly epoch: number;
  readonly key = newRunKey();
  readonly #context: FleetContext;
  readonly #run: FleetRun;
  readonly #leases: Map<string, Lease>;
  readonly #beat: NodeJS.Timeout;
  readonly #unserve: () => void;
  readonly #joined = new Set<string>();

  private constructor(context: FleetContext, run: FleetRun, leases: Map<string, Lease>) {
    this.#context = context;
    this.#run = run;
    this.#leases = leases;
    this.name = nameOf(run.header);
    this.epoch = leases.get(leaseKeys.run(this.name))?.epoch ?? 1;
    const { broker } = context;
    this.#unserve = broker.serve(subjects.clock(this.name), messages.nothing, () => run.nowMs());
    this.#beat = setInterval(() => this.tell({ type: "beat" }), BEAT_MS);
  }

  /** Takes run and target. @throws WitnessError if another controller has one of them. */
  static async begin(context: FleetContext, run: FleetRun): Promise<RunControl> {
    const { header, target } = run;
    const machine = `on ${hostname()}`;
    const leases = new Map<string, Lease>();
    try {
      for (const [key, what, holder] of [
        [leaseKeys.run(nameOf(header)), `run ${header.runId}`, machine],
        [leaseKeys.target(target), `target ${target.host}`, `run ${header.runId} ${machine}`],
      ] as const)
        leases.set(key, await hold(context, { key, what, holder }));
    } catch (error) {
      for (const key of leases.keys()) await letGo(context, key);
      throw error;
    }
    return new RunControl(context, run, leases);
  }

  check(): void {
    for (const lease of this.#leases.values()) lease.check();
  }

  tell(message: WithoutEpoch<ToRun>): void {
    const ordered = { ...message, epoch: this.epoch } as ToRun;
    this.#context.broker.publish(subjects.run(this.name), ordered);
  }

  /** Has an agent work for the run. @throws WitnessError with its name if it does not. */
  async prepare(agent: AgentInfo, part: Prepare["part"], work: Prepare["work"]): Promise<void> {
    const { header, target, nowMs, joined } = this.#run;
    const { epoch, name: run } = this;
    const clock = await this.#context.members.prepare(agent.name, {
      type: "prepare",
      run,
      epoch,
      header,
      key: sealRunKey(this.key, agent.key),
      target: sealTarget(target, this.key),
      part,
      work,
    });
    if (this.#joined.has(agent.name)) return;
    this.#joined.add(agent.name);
    const { name, version, platform, cores, labels } = agent;
    const facts = { name, version, platform, cores, labels, clockErrorMs: clock.errorMs };
    joined({ type: "agent", ...facts, atMs: Math.round(nowMs()) });
  }

  /** Lets the agents go, and notes what other programs sent meanwhile. */
  async end(): Promise<void> {
    clearInterval(this.#beat);
    this.tell({ type: "end" });
    this.#unserve();
    for (const dropped of this.#context.broker.reader.takeDropped())
      this.#run.note({ kind: "fleet", code: "messages-dropped", dropped });
    for (const key of this.#leases.keys()) await letGo(this.#context, key);
  }
}

/** Two runs of the same day, target and seed in different folders have the same id, but must not share observations of agents. */
const nameOf = ({ runId, startedAt }: FleetRun["header"]): string =>
  brokerName(`${runId}-${Date.parse(startedAt)}`);

/** Takes a lease, unless this controller has it already: two runs of it may have one target. */
async function hold(
  { broker, instance, held }: FleetContext,
  asked: { key: string; what: string; holder: string },
): Promise<Lease> {
  const known = held.get(asked.key);
  if (known !== undefined) {
    known.users += 1;
    return known.lease;
  }
  const lease = Lease.take(broker, { ...asked, instance });
  held.set(asked.key, { lease, users: 1 });
  lease.catch(() => held.delete(asked.key));
  return lease;
}

async function letGo({ held }: FleetContext, key: string): Promise<void> {
  const known = held.get(key);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  held.delete(key);
  await (await known.lease).release();
}
