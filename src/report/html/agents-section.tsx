import type { Summary } from "../../model/summary.ts";
import { counted, whole } from "../../text/numbers.ts";
import { CutText } from "./cut-text.tsx";

type Agent = NonNullable<Summary["agents"]>[number];

/** The agents of a fleet that sent for a run: what each is, what it did, and doubts about it. */
export function AgentsSection({ agents = [] }: Pick<Summary, "agents">) {
  if (agents.length === 0) return null;
  const hasLoad = agents.some(({ rounds }) => rounds > 0);
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">Agents</h2>
      <p class="quiet">
        {counted(agents.length, "agent")} sent for this run. Percentiles are of all of them
        together.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Version</th>
              <th scope="col">Cores</th>
              <th scope="col">Cases</th>
              {hasLoad && <th scope="col">Load</th>}
              {hasLoad && <th scope="col">Ceiling</th>}
              <th scope="col">Clock</th>
              <th scope="col">Doubts</th>
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => (
              <Row agent={agent} hasLoad={hasLoad} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ agent, hasLoad }: { agent: Agent; hasLoad: boolean }) {
  return (
    <tr>
      <th scope="row">
        <code>{agent.name}</code> <span class="quiet">{labelsText(agent.labels)}</span>
      </th>
      <td>{agent.version}</td>
      <td>{agent.cores}</td>
      <td>{whole(agent.cases)}</td>
      {hasLoad && <td>{whole(agent.loadRequests)} requests</td>}
      {hasLoad && <td>{ceilingText(agent.ceilingPerSecond)}</td>}
      <td>± {agent.clockErrorMs.toFixed(1)} ms</td>
      <td>
        <CutText text={agent.doubts.join("; ") || "none"} limit={300} />
      </td>
    </tr>
  );
}

const ceilingText = (perSecond: number | undefined): string =>
  perSecond === undefined ? "–" : `${whole(Math.round(perSecond))}/s`;

const labelsText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");
