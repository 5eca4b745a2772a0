import type { Command } from "commander";
import { compressRecord } from "../record/compress-record.ts";
import { removeOld, storedRuns } from "../record/stored-runs.ts";
import { counted } from "../text/numbers.ts";
import { terminalLines } from "../text/terminal-text.ts";
import { print } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness clean`: removes old runs and comparisons from the output folder. */
export async function cleanCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("clean", command);
  const { outputDir, keep } = options;
  const removed = removeOld(outputDir, keep);
  await print(
    terminalLines([...removed, `${counted(removed.length, "folder")} removed from ${outputDir}`]),
  );
  if (!flags.compress) return;
  let compressed = 0;
  for (const folder of storedRuns(outputDir))
    if ((await compressRecord(folder)) !== undefined) compressed += 1;
  await print(terminalLines([`${counted(compressed, "record")} compressed`]));
}
