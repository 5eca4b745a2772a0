import { WitnessError } from "../errors.ts";
import type { FleetMember } from "../fleet/index.ts";
import { labelsOf, requireFleet } from "./agent.ts";
import type { Control } from "./open-run.ts";
import type { OptionsOf } from "../options/index.ts";
import { counted } from "../text/index.ts";

/** Options about the fleet, and those that it excludes. */
export type FleetOptions = {
  fleet?: string | undefined;
  agents?: number | undefined;
  agentsWhere?: readonly string[] | undefined;
  natsCreds?: string | undefined;
  natsNkey?: string | undefined;
  natsCa?: string | undefined;
  natsCert?: string | undefined;
  natsKey?: string | undefined;
  serve?: string | undefined;
  maxTimeMs?: number | undefined;
};

/**
 * Does work with the agents of `--fleet`, if it is given. Only then the broker's client is loaded. @throws
 * WitnessError `fleet` if the broker cannot be used, or there are too few agents.
 */
export async function withFleet<T>(
  options: FleetOptions,
  control: Control,
  work: (control: Control) => Promise<T>,
): Promise<T> {
  refuseContradictions(options);
  const { fleet: url } = options;
  if (url === undefined) return work(control);
  const labels = labelsOf("--agents-where", options.agentsWhere ?? []);
  const { Fleet } = await import("./fleet.lazy.ts");
  control.events.phase?.("looking for agents");
  const fleet = await Fleet.open({ ...options, fleet: url, labels });
  try {
    const names = fleet.agents.map(({ name }) => name).join(", ");
    control.events.phase?.(`${counted(fleet.agents.length, "agent")}: ${names}`);
    return await work({ ...control, fleet });
  } finally {
    for (const line of fleet.takeDropped()) control.events.phase?.(line);
    await fleet.close();
  }
}

function refuseContradictions(options: FleetOptions): void {
  const { fleet, agents, agentsWhere = [], serve, maxTimeMs } = options;
  if (fleet === undefined) {
    if (agents === undefined && agentsWhere.length === 0) return;
    const given = agents === undefined ? "--agents-where" : "--agents";
    throw new WitnessError("fleet", `${given} requires --fleet`, {
      hint: "name the broker: --fleet nats://host:4222",
    });
  }
  const [flag] = [serve && "--serve", maxTimeMs && "--max-time"].filter((each) => each);
  if (flag !== undefined)
    throw new WitnessError("fleet", `${flag} cannot be combined with --fleet`, {
      hint:
        flag === "--serve"
          ? "start the target by itself, where every agent reaches it"
          : "leave one of them out",
    });
}

/** `witness fleet`: the agents at a broker. @throws WitnessError `fleet` if it cannot be used. */
export async function listFleet(
  options: OptionsOf<"fleet">,
  say: (text: string) => void = () => {},
): Promise<FleetMember[]> {
  const { listMembers } = await import("./fleet.lazy.ts");
  const labels = labelsOf("--agents-where", options.agentsWhere ?? []);
  return listMembers({ ...options, fleet: requireFleet(options.fleet), labels }, say);
}
