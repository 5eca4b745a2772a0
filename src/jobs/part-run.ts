import { basename, relative } from "node:path";
import type { RunFold } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { RunEnd, Summary } from "../model/index.ts";
import type { RunOutcome } from "../observe/index.ts";
import { concludeAndExport, shorter } from "./conclude-run.ts";
import type { ExportOptions } from "./export-run.ts";
import type { OpenRun } from "./open-run.ts";

/** A run in a folder of several, with its reports written. `run` is its folder inside of that one. */
export type PartRun = {
  run: string;
  summary: Summary;
  fold: RunFold;
  end: RunEnd;
  reason?: string | undefined;
};

/** The finished run of a folder that has several, with its reports written. @throws what ended it, unless it was not reached. */
export async function partRunOf(
  opened: OpenRun,
  outcome: RunOutcome,
  folder: string,
  options: ExportOptions = {},
): Promise<PartRun> {
  const { end, reason } = endOfOutcome(outcome);
  const { summary, folder: own, fold } = await concludeAndExport(opened, outcome, options);
  return { run: relative(shorter(folder), own) || basename(own), summary, fold, end, reason };
}

/** How a run ended; not reached, also if only its agent cannot reach it. @throws any other error of the run. */
export function endOfOutcome({
  end,
  reason,
  failure,
}: RunOutcome): Pick<RunOutcome, "end" | "reason"> {
  if (end !== "failed" || failure === undefined)
    return { end, ...(reason !== undefined && { reason }) };
  if (!(failure instanceof WitnessError) || failure.exitCode !== 3) throw failure;
  return { end: "unreachable", reason: failure.message };
}
