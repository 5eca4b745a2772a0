import { createInterface } from "node:readline/promises";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { baselinesOf } from "../jobs/index.ts";
import {
  compressRecord,
  findOld,
  lastReport,
  type OldRuns,
  removeOld,
  reportOf,
  storedRuns,
} from "../record/index.ts";
import { sum } from "../stats/index.ts";
import { counted, shellWord, size, terminalLines } from "../text/index.ts";
import { print, printDocument, printResult, tell, warn } from "./output.ts";
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

/** `witness show`: prints the path of the last report, or that of a given run; opens it on request. */
export async function showCommand(run: string | undefined, command: Command): Promise<void> {
  const { options, flags } = await readCommand("show", command);
  const { outputDir } = options;
  const report = run === undefined ? lastReport(outputDir) : reportOf(run, outputDir);
  if (report === undefined) throw noReport(run, outputDir);
  await printResult(flags.json, { report }, () => terminalLines([report]));
  if (flags.open) await openFile(report);
}

function noReport(run: string | undefined, outputDir: string): WitnessError {
  if (run === undefined)
    return new WitnessError("no-runs", `there is no report in ${outputDir}`, {
      hint: "create one with witness run <target>; --output-dir names another folder",
    });
  const isThere = existsSync(run) || existsSync(join(outputDir, run));
  return isThere
    ? new WitnessError("run-folder", `${run} has no report`, {
        hint: `witness report ${shellWord(run)} writes it from the record of a run`,
      })
    : new WitnessError("run-folder", `there is no run or comparison ${run}`, {
        hint: `give its folder, or its name in ${outputDir}`,
      });
}

/** The programs that open a file. On Windows `start` is a shell command, so it is not used. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer.exe" };

/** Opens a file like a double click, without a shell, and does not wait for the opener. */
function openFile(path: string, platform = process.platform): Promise<void> {
  const opener = OPENERS[platform] ?? "xdg-open";
  const child = spawn(opener, [resolve(path)], { detached: true, stdio: "ignore" });
  return new Promise((opened, refused) => {
    child.once("spawn", () => {
      child.unref();
      opened();
    });
    child.once("error", (error) => {
      const hint = "open the path yourself";
      refused(new WitnessError("open", `cannot start ${opener}: ${error.message}`, { hint }));
    });
  });
}
