import type { ComponentChildren } from "preact";
import type { HistoryRun } from "../../../model/index.ts";
import { latencyText, secondText, whole } from "../../../text/index.ts";
import { changesText, runRatioText, throughputText } from "../../load-figures.ts";
import { FigureTable } from "../load/figure-table.tsx";

const HEAD =
  "started|seed|requests|2xx|4xx|5xx|no response|stated|changed|throughput|to previous|p99".split(
    "|",
  );
const WORDS = ["stated"];

/** Every run of a target with its figures, newest first. */
export function RunRows({ target, runs }: { target: string; runs: readonly HistoryRun[] }) {
  return (
    <FigureTable label={`Runs of ${target}`} head={HEAD} words={WORDS} dense>
      {runs.toReversed().map((run) => (
        <Row run={run} />
      ))}
    </FigureTable>
  );
}

function Row({ run }: { run: HistoryRun }) {
  const { answers, load, changes } = run;
  const sent = Object.values(answers).some((each) => each > 0);
  return (
    <tr>
      <th scope="row">
        <ReportLink run={run}>
          <time dateTime={run.startedAt}>{secondText(run.startedAt)}</time>
        </ReportLink>
      </th>
      <td>{run.seed}</td>
      <td>{whole(run.requests)}</td>
      {([answers["2xx"], answers["4xx"], answers["5xx"], answers.noAnswer] as const).map((each) => (
        <td>{sent ? whole(each) : "–"}</td>
      ))}
      <td class="text">
        {run.accepts.replace("-", " ")}
        {run.record?.state === "damaged" ? (
          <span title={run.record.text}>, damaged</span>
        ) : (
          !run.complete && ", incomplete"
        )}
      </td>
      <td>{changes === undefined ? "–" : changesText(changes)}</td>
      <td>{load === undefined ? "–" : throughputText(load)}</td>
      <td>{load?.toPrevious === undefined ? "–" : runRatioText(load.toPrevious)}</td>
      <td>{load === undefined ? "–" : latencyText(load.p99Us)}</td>
    </tr>
  );
}

/** Its content as a link to the run's report, if there is one. The page is in the output folder. */
export function ReportLink({ run, children }: { run: HistoryRun; children: ComponentChildren }) {
  if (!run.hasReport) return <>{children}</>;
  const path = run.folder.split(/[/\\]/).map(encodeURIComponent).join("/");
  return <a href={`./${path}/report.html`}>{children}</a>;
}
