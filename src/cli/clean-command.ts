import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { baselinesOf } from "../jobs/keep-runs.ts";
import { compressRecord } from "../record/compress-record.ts";
import { findOld, removeOld, storedRuns, type OldRuns } from "../record/stored-runs.ts";
import { sum } from "../stats/spread.ts";
import { counted, size } from "../text/numbers.ts";
import { terminalLines } from "../text/terminal-text.ts";
import { print, tell, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness clean`: removes old runs and comparisons from the output folder, with `--yes` or a yes on the terminal. */
export async function cleanCommand(command: Command): Promise<void> {
  const { options, flags, loaded } = await readCommand("clean", command);
  const { outputDir, keep } = options;
  const found = await findOld(outputDir, keep, baselinesOf(loaded.config.options?.["baseline"]));
  const { old, spared } = found;
  for (const { folder, why } of spared) warn(`${folder} stays: ${why}`);
  for (const { content } of old)
    for (const other of content.others) warn(`${other} stays: witness did not write it`);
  if (old.length > 0 && !flags.yes && !(await isAgreed(found))) return;
  removeOld(found);
  await print(
    terminalLines([
      ...old.map(({ folder }) => folder),
      `${counted(old.length, "folder")} removed from ${outputDir}`,
    ]),
  );
  if (!flags.compress) return;
  let compressed = 0;
  for (const folder of storedRuns(outputDir))
    if ((await compressRecord(folder)) !== undefined) compressed += 1;
  await print(terminalLines([`${counted(compressed, "record")} compressed`]));
}

/** Shows what would be removed, and asks. @throws WitnessError `clean` if there is no terminal to ask on. */
async function isAgreed({ old }: OldRuns): Promise<boolean> {
  const bytes = sum(old.map(({ content }) => content.bytes));
  const what = `${counted(old.length, "folder")}, ${size(bytes)}`;
  await print(
    terminalLines([
      ...old.map(({ folder, content }) => `${folder}  ${size(content.bytes)}`),
      `${what} to remove`,
    ]),
  );
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new WitnessError("clean", "nothing was removed: there is no terminal to ask on", {
      hint: "--yes removes without asking",
    });
  tell(terminalLines(["remove them? [y/N]"]));
  const terminal = createInterface({ input: process.stdin });
  try {
    const [answer = ""] = [(await terminal[Symbol.asyncIterator]().next()).value as string];
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
