import type { FleetAgent, FleetAgentSummary, LoadSummary } from "../model/index.ts";
import type { LoadFold } from "./load/load-fold.ts";

/** The agents of a run, and how many cases each sent. */
export type AgentFold = { agents: Map<string, FleetAgent>; sent: Map<string, number> };

export const emptyAgents = (): AgentFold => ({ agents: new Map(), sent: new Map() });

/** Counts a case that an agent sent. */
export function foldAgentCase({ sent }: AgentFold, agent: string | undefined): void {
  if (agent !== undefined) sent.set(agent, (sent.get(agent) ?? 0) + 1);
}

/** What each agent of a fleet did in a run; undefined for a run without agents. */
export function agentsOf(
  { agents, sent }: AgentFold,
  { rounds, ceilings }: LoadFold,
  load: LoadSummary | undefined,
): FleetAgentSummary[] | undefined {
  if (agents.size === 0) return undefined;
  return [...agents.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, platform, cores, labels, atMs, clockErrorMs }) => {
      const own = rounds.flatMap(({ shards = [] }) => shards.filter((each) => each.agent === name));
      const ceiling = ceilings
        .flatMap(({ shards = [] }) => shards)
        .findLast((each) => each.agent === name);
      return {
        name,
        version,
        platform,
        cores,
        labels,
        atMs,
        clockErrorMs,
        cases: sent.get(name) ?? 0,
        rounds: own.length,
        loadRequests: own.reduce((sum, { tally }) => sum + tally.counts.sent, 0),
        ...(ceiling !== undefined && {
          ceilingPerSecond: (ceiling.tally.counts.answered * 1000) / ceiling.tally.durationMs,
        }),
        doubts: doubtsAbout(name, load),
      };
    });
}

/** Failed checks that name the agent, each once. */
function doubtsAbout(name: string, load: LoadSummary | undefined): string[] {
  const checks = load?.rounds.flatMap((round) => round.checks) ?? [];
  const texts = checks
    .filter(({ held }) => !held)
    .flatMap(({ text }) => text.split("; "))
    .filter((text) => text.startsWith(`agent ${name}: `));
  return [...new Set(texts.map((text) => text.slice(`agent ${name}: `.length)))];
}
