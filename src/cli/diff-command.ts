import type { Command } from "commander";
import { diffRuns } from "../jobs/diff.ts";
import { renderDiff } from "../report/terminal/render-diff.ts";
import { terminalJson } from "../text/terminal-text.ts";
import { painter, print, stdoutWidth, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness diff`: what changed from one stored run to another. */
export async function diffCommand(before: string, now: string, command: Command): Promise<void> {
  const { flags } = await readCommand("diff", command);
  const diff = await diffRuns(before, now, warn);
  await print(
    flags.json ? terminalJson(diff) : renderDiff(diff, painter(process.stdout), stdoutWidth()),
  );
}
