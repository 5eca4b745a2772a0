import type { LoadView, Summary } from "../../../model/index.ts";
import { offerText } from "../../../stats/index.ts";
import { counted, durationText, terminalLines, type TerminalText } from "../../../text/index.ts";
import type { Paint } from "../paint.ts";
import { agentLines } from "../agent-lines.ts";
import { deathLines, startLine } from "../death-lines.ts";
import { recordLines } from "../record-lines.ts";
import { statedAfter } from "../stated-lines.ts";
import { summaryBox } from "../summary-box.ts";
import { loadLines } from "./load-lines.ts";

/** The result of `witness load` for a terminal. */
export function renderLoad(
  summary: Summary,
  view: LoadView | undefined,
  paint: Paint,
  { report }: { report: string; run: string },
  width?: number,
): TerminalText {
  const box = summaryBox(summary, paint, { report, width });
  const { load, target, end } = summary;
  if (load === undefined || load.rounds.length === 0)
    return terminalLines([
      ...recordLines(summary.record, paint),
      ...deathLines(summary, paint, { width }),
      ...summary.notes.map(({ text }) => text),
      nothing[end] ?? "no round was completed",
      ...(load?.warnings ?? []),
      "",
      ...statedAfter(summary, paint, width),
      ...box,
    ]);
  const { options } = load;
  const rounds = options.sweep
    ? `steps of ${durationText(options.durationMs)}`
    : `${counted(load.rounds.length, "round")} of ${durationText(options.durationMs)}`;
  const processes = options.processes > 1 ? `, ${options.processes} processes` : "";
  const isCut = !summary.complete && end !== "done";
  const state = isCut ? `   incomplete: ${ends[end] ?? end}` : "";
  return terminalLines([
    ...recordLines(summary.record, paint),
    ...deathLines(summary, paint, { width }),
    `${paint("bold", target.name)}  ${target.baseUrl}   ${offerText(options.offered)}${processes}, ${rounds}${state}`,
    "",
    ...loadLines(load, view, paint, width),
    ...startLine(summary),
    "",
    ...agentLines(summary, paint, width),
    ...statedAfter(summary, paint, width),
    ...box,
  ]);
}

const ends: Partial<Record<Summary["end"], string>> = {
  interrupted: "interrupted",
  "no-samples": "a round got no response",
  "not-measured": "a round could not be measured",
  "load-failed": "the load could not continue",
  failed: "witness could not continue",
  "cut-off": "the record is cut off",
};

const nothing: Partial<Record<Summary["end"], string>> = {
  "not-answering": "no load was sent: a valid request gets no response",
  interrupted: "interrupted before a round was completed",
  "no-samples": "no response came back under load: there is nothing to measure",
  "not-measured":
    "nothing was measured: responses came after the end of the round or over the size limit, or witness itself was too slow",
};
