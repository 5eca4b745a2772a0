import type { Changes, HistoryRun } from "../../../model/index.ts";
import { changesText, notComparedText } from "../../load-figures.ts";
import { chip } from "../chips.tsx";
import { cutText } from "../cut-text.tsx";
import { FigureTable } from "../load/figure-table.tsx";
import { momentText, whole } from "../../../text/index.ts";
import { ReportLink } from "./run-rows.tsx";

const CASES = 50;

/**
 * For every run that differs from the one before: the cases, and their responses before and after.
 */
export function WhatChanged({ runs }: { runs: readonly HistoryRun[] }) {
  const changed = runs.filter(({ changes }) => (changes?.changed.length ?? 0) > 0).toReversed();
  return (
    <>
      {changed.map((run) => (
        <ChangedRun run={run} changes={run.changes as Changes} />
      ))}
    </>
  );
}

function ChangedRun({ run, changes }: { run: HistoryRun; changes: Changes }) {
  const { changed, since, otherTool } = changes;
  const shown = changed.slice(0, CASES);
  const left = notComparedText(changes);
  return (
    <details class="more">
      <summary>
        {momentText(run.startedAt)}: {changesText(changes)} cases with a different response
      </summary>
      <p class="quiet">
        <ReportLink run={run}>{cutText(run.folder, 120)}</ReportLink> compared with{" "}
        {cutText(since, 120)}
        {left !== "" && `; ${left}`}
        {otherTool !== undefined && `; witness was ${otherTool} then and is ${run.tool} here`}.
      </p>
      <FigureTable
        label={`Cases with a different response in ${run.runId}`}
        head={["case", "then", "now"]}
        words={["then", "now"]}
      >
        {shown.map((each) => (
          <tr>
            <th scope="row">
              <code>{cutText(each.case, 120)}</code>
            </th>
            <td class="text">{chip(each.before)}</td>
            <td class="text">{chip(each.after)}</td>
          </tr>
        ))}
      </FigureTable>
      {changed.length > CASES && (
        <p class="cut">and {whole(changed.length - CASES)} more: witness history --json has them</p>
      )}
    </details>
  );
}
