import { dirname, join } from "node:path";
import type { Command } from "commander";
import { findRunFile } from "../record/index.ts";
import { renderResult } from "../report/index.ts";
import { documentLines } from "./document-lines.ts";
import { exitCodeOfStored } from "./run-exit-codes.ts";
import { readFold, writeReports } from "../jobs/index.ts";
import { painter, print, printDocument, stdoutWidth, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { requireReplaceable } from "./requested-file.ts";
import { saveHgrm } from "./save-hgrm.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";

/** `witness report`: derives everything from the record again, without sending. */
export async function reportCommand(path: string, command: Command): Promise<void> {
  const { flags } = await readCommand("report", command);
  requireReplaceable("--save-hgrm", flags.saveHgrm);
  const fold = await readFold(path, warn);
  const folder = join(dirname(findRunFile(path)));
  const { view, report: page } = writeReports(fold, folder);
  const { summary } = view;
  for (const line of documentLines(summary)) warn(line);
  noteOutputs(runOutputs([{ summary, folder, report: page }]));
  const places = { report: page, run: folder };
  if (flags.json) await printDocument(summary);
  else await print(renderResult(view, painter(process.stdout), places, stdoutWidth()));
  process.exitCode = exitCodeOfStored(summary);
  if (flags.saveHgrm !== undefined) warn(saveHgrm(fold, flags.saveHgrm));
}
