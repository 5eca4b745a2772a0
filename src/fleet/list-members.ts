import { droppedText } from "../analyse/index.ts";
import { randomUUID } from "node:crypto";
import { Broker } from "./broker.ts";
import type { BrokerOptions } from "./broker-access.ts";
import type { ClockOffset } from "./clock-offset.ts";
import { discover, AgentWatch, withLabels } from "./agent-watch.ts";
import { messages, subjects, type AgentInfo } from "./messages.ts";

/** An agent as `witness fleet` lists it. */
export type FleetMember = Omit<AgentInfo, "instance"> & {
  /** Requests per second of one process against a server that does nothing; absent while the agent works for a run. */
  ceilingPerSecond?: number;
  /** The difference between its clock and the clock of this machine. */
  clock?: ClockOffset;
};

const CEILING_MS = 30_000;
const CLOCK_MS = 10_000;

/**
 * The agents at a broker, measured one after the other: on one machine they would share its cores. `say` receives a
 * sentence about dropped messages.
 */
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
