import type { FleetAgentSummary } from "../model/index.ts";
import { whole } from "../text/index.ts";

/** A column of the table of agents: the same text on the page, in Markdown and on the terminal. */
export type AgentColumn = {
  head: string;
  cell: (agent: FleetAgentSummary) => string;
  isNumber?: boolean;
};

/** The columns of agents: their machine, and their work. Columns about load only if agents sent load. */
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

/** The failed checks of an agent, or a word that all passed. */
export const doubtsText = ({ doubts }: FleetAgentSummary): string => doubts.join("; ") || "none";

const ceilingText = (perSecond: number | undefined): string =>
  perSecond === undefined ? "–" : `${whole(Math.round(perSecond))}/s`;

/** Labels as they are given to an agent. */
export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
