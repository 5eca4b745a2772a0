import type { Command } from "commander";
import { buildRunView } from "../analyse/index.ts";
import { renderResult } from "../report/index.ts";
import { VERSION } from "../version.ts";
import { WitnessError } from "../errors.ts";
import type { Target } from "../model/index.ts";
import { findResumePoint, findRunFile } from "../record/index.ts";
import { resumeJob, type FinishedRun } from "../jobs/index.ts";
import { exitCodeOf } from "./run-exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth } from "./output.ts";
import { Progress } from "./progress.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { readCommand, type CommandInput } from "./read-command.ts";
import { shellWord } from "../text/index.ts";

/** `witness resume`: sends the missing requests of a run that was killed or interrupted. */
export async function resumeCommand(run: string, command: Command): Promise<void> {
  process.exitCode = await carryOut(run, await readCommand("resume", command));
}

/** `witness run --fleet --resume`: the same, for the target that the run has. */
export async function resumeWithFleet(
  run: string,
  { baseUrl }: Target,
  { options, flags }: Pick<CommandInput<"run">, "options" | "flags">,
): Promise<number> {
  if (options.fleet === undefined)
    throw new WitnessError("fleet", "--resume requires --fleet", {
      hint: `without a fleet: witness resume ${shellWord(run)}`,
    });
  const { header } = await findResumePoint(findRunFile(run));
  if (header.target.baseUrl !== baseUrl)
    throw new WitnessError("resume", `this run has another target: ${header.target.baseUrl}`, {
      hint: "name its target, or start a new run",
    });
  return carryOut(run, { options, flags });
}

type Given = Pick<CommandInput<"resume">, "options" | "flags">;

async function carryOut(run: string, { options, flags }: Given): Promise<number> {
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
  noteOutputs(runOutputs([{ summary, folder, report }]));
  if (json) await printDocument(summary);
  else if (view !== undefined)
    await print(
      renderResult(view, painter(process.stdout), { report, run: folder }, stdoutWidth()),
    );
}
