import type { Command } from "commander";
import { removeOld } from "../record/stored-runs.ts";
import { counted } from "../text/numbers.ts";
import { terminalLines } from "../text/terminal-text.ts";
import { print } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness clean`: removes old runs and comparisons from the output folder. */
export async function cleanCommand(command: Command): Promise<void> {
  const { outputDir, keep } = (await readCommand("clean", command)).options;
  const removed = removeOld(outputDir, keep);
  await print(
    terminalLines([...removed, `${counted(removed.length, "folder")} removed from ${outputDir}`]),
  );
}
