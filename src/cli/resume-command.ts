import type { Command } from "commander";
import { buildRunView } from "../analyse/build-run-view.ts";
import { renderResult } from "../report/terminal/render-terminal.ts";
import { VERSION } from "../version.ts";
import type { FinishedRun } from "../jobs/open-run.ts";
import { resumeJob } from "../jobs/resume.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print, stdoutWidth } from "./output.ts";
import { Progress } from "./progress.ts";
import { terminalJson } from "../text/terminal-text.ts";
import { readCommand, type CommandInput } from "./read-command.ts";

/** `witness resume`: sends the missing requests of a run that was killed or interrupted. */
export async function resumeCommand(run: string, command: Command): Promise<void> {
  process.exitCode = await carryOut(run, await readCommand("resume", command));
}

async function carryOut(run: string, { options, flags }: CommandInput<"resume">): Promise<number> {
  const progress = new Progress(flags);
  progress.say(`witness ${VERSION} · resuming ${run}`);
  const finished = await interruptible((signal) =>
    resumeJob(run, options, { signal, events: progress.events() }),
  );
  progress.clear();
  await printResult(finished, flags.json);
  return exitCodeOf(finished, finished.summary.target);
}

async function printResult({ fold, summary, folder, report }: FinishedRun, json: boolean) {
  const view = buildRunView(fold, folder);
  if (json) await print(terminalJson(summary));
  else if (view !== undefined)
    await print(
      renderResult(view, painter(process.stdout), { report, run: folder }, stdoutWidth()),
    );
}
