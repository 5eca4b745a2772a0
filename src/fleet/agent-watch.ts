import { WitnessError } from "../errors.ts";
import type { RunHeader } from "../model/index.ts";
import { counted, labelsText } from "../text/index.ts";
import { VERSION } from "../version.ts";
import type { AgentInfo, Beat, FaultReply, MessageKind, Prepare, ToAgent } from "./messages.ts";
import { agentError, LOST_MS, messages, subjects } from "./messages.ts";
import type { Broker } from "./broker.ts";
import type { ClockOffset } from "./agent-load.ts";

const DISCOVER_MS = 400;
/** Planning a large catalogue again takes a while on a small machine. */
const PREPARE_MS = 60_000;

export async function discover(broker: Broker): Promise<AgentInfo[]> {
  const found = await broker.requestAll(subjects.discover, null, messages.info, DISCOVER_MS);
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const withLabels = (
  found: readonly AgentInfo[],
  labels: Readonly<Record<string, string>>,
): AgentInfo[] =>
  found.filter((each) =>
    Object.entries(labels).every(([key, value]) => each.labels[key] === value),
  );

type Wanted = { wanted: number | undefined; labels: Readonly<Record<string, string>> };

/** @throws WitnessError unless there are this many agents with these labels, all of this version. */
export function requireAgents(
  all: readonly AgentInfo[],
  { wanted, labels, place }: Wanted & { place: string },
): AgentInfo[] {
  const found = withLabels(all, labels);
  const which = labelsText(labels) === "" ? "" : ` with the labels ${labelsText(labels)}`;
  const other = found.filter(({ version }) => version !== VERSION);
  if (other.length > 0)
    throw new WitnessError(
      "fleet",
      `${other.map(({ name, version }) => `agent ${name} has version ${version}`).join(", ")}; this is version ${VERSION}`,
      { hint: "install the same version everywhere" },
    );
  if (found.length === 0)
    throw new WitnessError("fleet", `there are no agents${which} at ${place}`, {
      hint:
        all.length > 0
          ? `there are others: ${all.map(nameAndLabels).join("; ")}`
          : "start one on each machine: witness agent --fleet nats://host:4222",
    });
  if (wanted !== undefined && found.length < wanted)
    throw new WitnessError(
      "fleet",
      `--agents ${wanted} requires ${counted(wanted, "agent")}${which}, found ${found.length}: ${found.map(({ name }) => name).join(", ")}`,
      { hint: "start more agents, or ask for fewer" },
    );
  return found.slice(0, wanted);
}

const nameAndLabels = ({ name, labels }: AgentInfo): string =>
  `${name} (${labelsText(labels) || "no labels"})`;

/** The agents that are present, by their beats; they are not polled. */
export class AgentWatch {
  readonly #broker: Broker;
  readonly #seen = new Map<string, Beat & { heardMs: number }>();

  constructor(broker: Broker) {
    this.#broker = broker;
    broker.listen(subjects.beats, messages.beat, (beat) =>
      this.#seen.set(beat.agent, { ...beat, heardMs: performance.now() }),
    );
  }

  beatOf(agent: string): Beat | undefined {
    return this.#seen.get(agent);
  }

  get present(): string[] {
    const now = performance.now();
    return [...this.#seen.values()]
      .filter(({ heardMs, isLeaving }) => now - heardMs < LOST_MS && isLeaving !== true)
      .map(({ agent }) => agent)
      .toSorted();
  }

  /** Asks one agent to work. @throws WitnessError with its name if it does not. */
  async prepare(agent: string, asked: Prepare): Promise<ClockOffset> {
    return (await this.#require(agent, asked, messages.ready)).clock;
  }

  /** Has one agent plan the run of a header. @throws WitnessError with its name if its plan has other cases. */
  async requirePlan(agent: string, header: RunHeader): Promise<void> {
    await this.#require(agent, { type: "plan", header }, messages.samePlan);
  }

  async #require<T extends object>(agent: string, asked: ToAgent, kind: MessageKind<T>) {
    const reply = await this.ask(agent, asked, kind, PREPARE_MS);
    if (reply === undefined)
      throw new WitnessError("fleet", `agent ${agent} does not reply`, {
        hint: "see what it prints; witness fleet lists the agents",
        exitCode: 70,
      });
    if (isFault(reply)) throw agentError(agent, reply.fault);
    return reply as Exclude<T, FaultReply>;
  }

  /** The reply of one agent; undefined if none of this kind comes in time. */
  ask<T>(
    agent: string,
    asked: ToAgent,
    kind: MessageKind<T>,
    withinMs: number,
  ): Promise<T | undefined> {
    return this.#broker.request(subjects.agent(agent), asked, kind, withinMs);
  }
}

const isFault = (reply: object): reply is FaultReply => "fault" in reply;
