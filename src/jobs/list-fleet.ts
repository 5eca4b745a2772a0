import type { OptionsOf } from "../options/index.ts";
import type { FleetMember } from "../fleet/index.ts";
import { labelsOf } from "./agent-labels.ts";
import { requireFleet } from "./agent.ts";

/** `witness fleet`: the agents at a broker. @throws WitnessError `fleet` if it cannot be used. */
export async function listFleet(
  options: OptionsOf<"fleet">,
  say: (text: string) => void = () => {},
): Promise<FleetMember[]> {
  const { listMembers } = await import("./fleet.lazy.ts");
  const labels = labelsOf("--agents-where", options.agentsWhere ?? []);
  return listMembers({ ...options, fleet: requireFleet(options.fleet), labels }, say);
}
