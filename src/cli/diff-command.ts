import type { Command } from "commander";
import { diffRuns } from "../jobs/index.ts";
import { renderDiff } from "../report/index.ts";
import { painter, print, printDocument, stdoutWidth, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness diff`: what changed from one stored run to another. */
export async function diffCommand(before: string, now: string, command: Command): Promise<void> {
  const { flags } = await readCommand("diff", command);
  const diff = await diffRuns(before, now, warn);
  if (flags.json) await printDocument(diff);
  else await print(renderDiff(diff, painter(process.stdout), stdoutWidth()));
}
