import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { baselinesOf } from "../jobs/index.ts";
import { compressRecord, findOld, removeOld, storedRuns, type OldRuns } from "../record/index.ts";
import { sum } from "../stats/index.ts";
import { counted, size, terminalLines } from "../text/index.ts";
import { print, printDocument, tell, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

export async function cleanCommand(command: Command): Promise<void> {
  const { options, flags, loaded } = await readCommand("clean", command);
  const { outputDir, keep } = options;
  const found = await findOld(outputDir, keep, baselinesOf(loaded.config.options?.["baseline"]));
  const { old, spared } = found;
  for (const { folder, why } of spared) warn(`${folder} stays: ${why}`);
  for (const { content } of old)
    for (const other of content.others) warn(`${other} stays: witness did not write it`);
  const isRemoving = old.length === 0 || flags.yes || (await isAgreed(found));
  const removed = isRemoving ? old.map(({ folder }) => folder) : [];
  if (isRemoving) {
    removeOld(found);
    const count = counted(removed.length, "folder");
    await print(terminalLines([...removed, `${count} removed from ${outputDir}`]));
  }
  let compressed = 0;
  if (flags.compress && isRemoving)
    for (const folder of storedRuns(outputDir))
      if ((await compressRecord(folder)) !== undefined) compressed += 1;
  if (flags.compress) await print(terminalLines([`${counted(compressed, "record")} compressed`]));
  if (flags.json) await printDocument({ removed, compressed });
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
