import type { Summary } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { agentColumns, doubtsText, labelsText } from "../agent-columns.ts";
import { cutText } from "./cut-text.tsx";

/** The agents of a fleet that sent for a run: their machines, their work, and doubts about it. */
export function AgentsSection({ agents = [] }: Pick<Summary, "agents">) {
  if (agents.length === 0) return null;
  const columns = agentColumns(agents);
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
              {["agent", ...columns.map(({ head }) => head), "doubts"].map((head) => (
                <th scope="col">{head[0]?.toUpperCase() + head.slice(1)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => (
              <tr>
                <th scope="row">
                  <code>{agent.name}</code> <span class="quiet">{labelsText(agent.labels)}</span>
                </th>
                {columns.map(({ cell }) => (
                  <td>{cell(agent)}</td>
                ))}
                <td>{cutText(doubtsText(agent), 300)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
