import type { LoadFigures, LoadSummary } from "../../../model/index.ts";
import { ceilingText, cores, outcomesText } from "../../../stats/index.ts";
import { durationText, latencyText, percent, size, whole } from "../../../text/index.ts";
import { chip } from "../chips.tsx";
import { cutText } from "../cut-text.tsx";
import { FigureTable } from "./figure-table.tsx";
import { boundedRate } from "../../load-figures.ts";

/**
 * Details of a round after rate and latency: statuses, requests without a response, the generator, the target's own
 * use.
 */
export function RoundDetails({ load, figures }: { load: LoadSummary; figures: LoadFigures }) {
  return (
    <div class="round-details">
      <Statuses figures={figures} />
      <dl>
        <Without figures={figures} />
        <dt>Received</dt>
        <dd>
          {size(figures.receivedBytes)} in {durationText(figures.seconds * 1000)}, over{" "}
          {whole(figures.connections.opened)} connections
        </dd>
        <dt>Generator</dt>
        <dd>{generatorText(figures)}</dd>
        <dt>Server</dt>
        <dd>
          <Server load={load} figures={figures} />
        </dd>
      </dl>
    </div>
  );
}

function Statuses({ figures }: { figures: LoadFigures }) {
  const entries = Object.entries(figures.statuses).toSorted(([, a], [, b]) => b.count - a.count);
  if (entries.length === 0) return null;
  return (
    <FigureTable label="Responses by status" head={["status", "responses", "/s", "p50", "p99"]}>
      {entries.map(([status, { count, perSecond, p50Us, p99Us }]) => (
        <tr>
          <th scope="row">{chip(status)}</th>
          <td>{whole(count)}</td>
          <td>{boundedRate(figures, perSecond)}</td>
          <td>{latencyText(p50Us)}</td>
          <td>{latencyText(p99Us)}</td>
        </tr>
      ))}
    </FigureTable>
  );
}

function Without({ figures }: { figures: LoadFigures }) {
  const { unanswered, hung, dropped, withdrawn, connections } = figures;
  const lines: [string, string][] = [
    ["No response", outcomesText(unanswered)],
    ["Hung", hung > 0 ? `${whole(hung)} in flight at the end, without a response since` : ""],
    ["Dropped", dropped > 0 ? `${whole(dropped)}, due but not sent` : ""],
    ["Withdrawn", withdrawn > 0 ? `${whole(withdrawn)}, sent after an announced close` : ""],
    ["Not opened", outcomesText(connections.failed)],
  ];
  return (
    <>
      {lines
        .filter(([, text]) => text !== "")
        .map(([term, text]) => (
          <>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </>
        ))}
    </>
  );
}

function generatorText({ offered, ceiling, generatorUtilisation }: LoadFigures): string {
  const busy =
    offered.model === "closed" ? `; its event loop ${percent(generatorUtilisation)} busy` : "";
  if (ceiling === undefined) return `no ceiling of this machine was measured${busy}`;
  return `${ceilingText(ceiling, ", against a server that does nothing")}${busy}`;
}

function Server({
  load: { site },
  figures: { target },
}: {
  load: LoadSummary;
  figures: LoadFigures;
}) {
  if (target !== undefined)
    return (
      <>
        {whole(target.cpuUsPerRequest)} µs of CPU per request, {cores(target.cpuShare)} busy, memory
        up to {size(target.peakRssBytes)} ({cutText(target.name, 60)}
        {target.processes > 1 && `, ${target.processes} processes`})
      </>
    );
  if (site?.unwatched !== undefined)
    return <>its processor time is unknown: {cutText(site.unwatched, 300)}</>;
  return <>its processor time is unknown{site?.local === false && ": it is on another machine"}</>;
}
