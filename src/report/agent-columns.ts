import type { FleetAgentSummary } from "../model/fleet.ts";
import { whole } from "../text/numbers.ts";

/** A column of the table of agents: the same text on the page, in Markdown and on the terminal. */
export type AgentColumn = {
  head: string;
  cell: (agent: FleetAgentSummary) => string;
  isNumber?: boolean;
};

/** What each agent is, and what it did. Columns about load only where agents sent some. */
export function agentColumns(agents: readonly FleetAgentSummary[]): AgentColumn[] {
  const hasLoad = agents.some(({ rounds }) => rounds > 0);
  const load: AgentColumn[] = [
    { head: "load", cell: ({ loadRequests }) => `${whole(loadRequests)} requests`, isNumber: true },
    {
      head: "ceiling",
      cell: ({ ceilingPerSecond }) => ceilingText(ceilingPerSecond),
      isNumber: true,
    },
  ];
  return [
    { head: "version", cell: ({ version }) => version },
    { head: "cores", cell: ({ cores }) => String(cores), isNumber: true },
    { head: "cases", cell: ({ cases }) => whole(cases), isNumber: true },
    ...(hasLoad ? load : []),
    {
      head: "clock",
      cell: ({ clockErrorMs }) => `± ${clockErrorMs.toFixed(1)} ms`,
      isNumber: true,
    },
  ];
}

/** Its checks that failed, or that none did. */
export const doubtsText = ({ doubts }: FleetAgentSummary): string => doubts.join("; ") || "none";

const ceilingText = (perSecond: number | undefined): string =>
  perSecond === undefined ? "–" : `${whole(Math.round(perSecond))}/s`;

/** Labels as they are given to an agent. */
export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
