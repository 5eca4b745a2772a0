import type { FleetAgentSummary } from "../model/index.ts";
import { whole } from "../text/index.ts";

export type AgentColumn = {
  head: string;
  cell: (agent: FleetAgentSummary) => string;
  isNumber?: boolean;
};

export function agentColumns(agents: readonly FleetAgentSummary[]): AgentColumn[] {
  const hasLoad = agents.some(({ rounds }) => rounds > 0);
  const load: AgentColumn[] = [
    { head: "load", cell: ({ loadRequests }) => `${whole(loadRequests)} requests`, isNumber: true },
    {
      head: "ceiling",
      cell: ({ ceilingPerSecond }) => perSecond(ceilingPerSecond),
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

export const doubtsText = ({ doubts }: FleetAgentSummary): string => doubts.join("; ") || "none";

const perSecond = (ceiling: number | undefined): string =>
  ceiling === undefined ? "–" : `${whole(ceiling)}/s`;

export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
