import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { printResult } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { WitnessError } from "../errors.ts";
import { lastReport, reportOf } from "../record/index.ts";
import { shellWord, terminalLines } from "../text/index.ts";

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
function openFile(path: string): Promise<void> {
  const opener = OPENERS[process.platform] ?? "xdg-open";
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
