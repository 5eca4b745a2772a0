import type {
  AgainstRound,
  Ceiling,
  LoadSite,
  Round,
  Tally,
  FleetAgent,
  FleetAgentSummary,
  LoadSummary,
} from "../../model/index.ts";
import { sum } from "../../stats/index.ts";

/** The load part of a record, as written; for warm-ups only the number of sent requests. */
export type LoadFold = {
  site: LoadSite | undefined;
  ceilings: Ceiling[];
  rounds: Round[];
  /** The partners of the rounds, on the build of --against. */
  against: AgainstRound[];
  warmup: { sent: number; answered: number };
};

export const emptyLoad = (): LoadFold => ({
  site: undefined,
  ceilings: [],
  rounds: [],
  against: [],
  warmup: { sent: 0, answered: 0 },
});

export function foldLoad(load: LoadFold, record: LoadSite | Ceiling | Round | AgainstRound): void {
  if (record.type === "load-site") load.site = record;
  else if (record.type === "against-round") load.against.push(record);
  else if (record.type === "ceiling") load.ceilings.push(record);
  else if (record.nth > 0) load.rounds.push(record);
  else {
    const { sent, answered } = record.tally.counts;
    load.warmup = { sent: load.warmup.sent + sent, answered: load.warmup.answered + answered };
  }
}

/** The rounds with figures. A round without a response in time has none, even if responses came after it. */
export const measuredRounds = ({ rounds }: LoadFold): Round[] =>
  rounds.filter(({ tally }) => tally.counts.answered > 0);

/** If the generator checks its connections later than this, it misses responses. */
const LATE_SHARE = 0.1;
const LATE_US = 100_000;

/**
 * How the load ends after a round without any response; undefined if there was one. `no-samples`:
 * the target did not respond. `not-measured`: it did, but only after the end of the round or beyond
 * a limit of witness, or the generator was too late to know.
 */
export function endWithoutSamples(
  { counts, drained, generators }: Pick<Tally, "counts" | "drained" | "generators">,
  timeoutMs: number,
): "no-samples" | "not-measured" | undefined {
  if (counts.answered > 0) return undefined;
  const longestUs = Math.max(LATE_US, LATE_SHARE * timeoutMs * 1000);
  const late = generators.some(({ loopDelayP99Us }) => loopDelayP99Us > longestUs);
  const limited = (counts.unanswered["too-large"] ?? 0) > 0;
  return late || limited || drained.answered > 0 ? "not-measured" : "no-samples";
}

export type AgentFold = { agents: Map<string, FleetAgent>; sent: Map<string, number> };

export const emptyAgents = (): AgentFold => ({ agents: new Map(), sent: new Map() });

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
      const known = { name, version, platform, cores, labels, atMs, clockErrorMs };
      return {
        ...known,
        cases: sent.get(name) ?? 0,
        rounds: own.length,
        loadRequests: sum(own.map(({ tally }) => tally.counts.sent)),
        ceilingPerSecond:
          ceiling && (ceiling.tally.counts.answered * 1000) / ceiling.tally.durationMs,
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
