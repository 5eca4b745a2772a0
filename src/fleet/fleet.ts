import { droppedText } from "../analyse/index.ts";
import { randomUUID } from "node:crypto";
import type { LoadPlan, SendLimits, RunHeader } from "../model/index.ts";
import type { FleetRun, FleetWork, SliceSender, StartGenerators } from "../observe/index.ts";
import { Broker } from "./broker.ts";
import type { BrokerOptions } from "./broker-access.ts";
import { Campaign } from "./campaign.ts";
import { AgentWatch, discover, requireAgents, withLabels } from "./agent-watch.ts";
import { type AgentInfo, messages, subjects } from "./messages.ts";
import { FleetLoad } from "./fleet-load.ts";
import type { FleetContext } from "./run-control.ts";
import { requireJetStream } from "./stores.ts";
import type { ClockOffset } from "./agent-load.ts";

type Wanted = { agents?: number | undefined; labels: Readonly<Record<string, string>> };

/** The controller's side: the agents at a broker, which send for a run. */
export class Fleet implements FleetWork {
  readonly #context: FleetContext;
  readonly #plans = new Map<string, Promise<void>>();

  private constructor(context: FleetContext) {
    this.#context = context;
  }

  /** @throws WitnessError if the broker cannot be used, there are too few agents, or one has another version. */
  static async open(options: BrokerOptions & Wanted): Promise<Fleet> {
    const broker = await Broker.connect(options);
    try {
      await requireJetStream(broker);
      const members = new AgentWatch(broker);
      const { labels } = options;
      const wanted = { wanted: options.agents, labels, place: broker.place };
      const agents = requireAgents(await discover(broker), wanted);
      const own = { held: new Map(), instance: randomUUID() };
      return new Fleet({ broker, members, agents, labels, ...own });
    } catch (error) {
      await broker.close();
      throw error;
    }
  }

  get agents(): readonly AgentInfo[] {
    return this.#context.agents;
  }

  /** Each catalogue once: the runs of a survey and of a comparison share it. */
  requirePlan(header: RunHeader): Promise<void> {
    const { members } = this.#context;
    const { catalogue } = header;
    const known = this.#plans.get(catalogue);
    if (known !== undefined) return known;
    const asked = Promise.all(this.agents.map(({ name }) => members.requirePlan(name, header)));
    const same = asked.then(() => {});
    this.#plans.set(catalogue, same);
    return same;
  }

  campaign(run: FleetRun, manner: SendLimits): Promise<SliceSender> {
    return Campaign.start(this.#context, run, manner);
  }

  generators(run: FleetRun, load: LoadPlan): StartGenerators {
    return (processes, ids, signal) =>
      FleetLoad.start(this.#context, run, { load, processes, ids, signal });
  }

  lanes(): Fleet[] {
    return this.agents.map(
      (agent) => new Fleet({ ...this.#context, agents: [agent], isLane: true }),
    );
  }

  takeDropped(): string[] {
    return this.#context.broker.reader.takeDropped().map(droppedText);
  }

  close(): Promise<void> {
    return this.#context.broker.close();
  }
}

/** An agent as `witness fleet` lists it. */
export type FleetMember = Omit<AgentInfo, "instance"> & {
  /** Requests per second of one process against a server that does nothing; absent while the agent works for a run. */
  ceilingPerSecond?: number;
  clock?: ClockOffset;
};

const CEILING_MS = 30_000;
const CLOCK_MS = 10_000;

/** The agents at a broker, measured one after the other: on one machine they would share its cores. */
export async function listMembers(
  options: BrokerOptions & { labels: Readonly<Record<string, string>> },
  say: (text: string) => void,
): Promise<FleetMember[]> {
  const broker = await Broker.connect(options);
  try {
    const members = new AgentWatch(broker);
    const subject = subjects.clock(randomUUID());
    broker.serve(subject, messages.nothing, () => performance.now());
    const listed: FleetMember[] = [];
    for (const { instance: _, ...info } of withLabels(await discover(broker), options.labels)) {
      const ready = await members.ask(
        info.name,
        { type: "clock", subject },
        messages.ready,
        CLOCK_MS,
      );
      const ceiling =
        info.run === undefined
          ? await members.ask(info.name, { type: "ceiling" }, messages.ceiling, CEILING_MS)
          : undefined;
      listed.push({
        ...info,
        ...(ready !== undefined && "clock" in ready && { clock: ready.clock }),
        ...(typeof ceiling === "number" && { ceilingPerSecond: ceiling }),
      });
    }
    return listed;
  } finally {
    for (const dropped of broker.reader.takeDropped()) say(droppedText(dropped));
    await broker.close();
  }
}
