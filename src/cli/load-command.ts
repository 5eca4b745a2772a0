import { loadCatalogue, loadJob, planLoad, type FinishedRun } from "../jobs/index.ts";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import type { GivenTarget } from "../model/index.ts";
import { renderLoad } from "../report/index.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { givenTarget } from "./given-targets.ts";
import { exitCodeOf, isWorthPrinting } from "./run-exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth, warn } from "./output.ts";
import { openingLines } from "./opening-lines.ts";
import { Progress } from "./progress.ts";
import { readCommand, type CommandInput } from "./read-command.ts";
import { requireReplaceable } from "./requested-file.ts";
import { saveHgrm } from "./save-hgrm.ts";

type Input = CommandInput<"load">;

/** `witness load`: throughput and latency of one target, with doubts about them. */
export async function loadCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("load", command);
  if (input.options.sweep && input.flags.saveHgrm !== undefined)
    throw new WitnessError(
      "load-options",
      "--save-hgrm cannot be combined with --sweep: a sweep has no single latency distribution to save",
    );
  requireReplaceable("--save-hgrm", input.flags.saveHgrm);
  const target = await givenTarget(text, input);
  // Contradicting options are refused before anything is printed.
  planLoad(input.options);
  process.exitCode = await carryOut(target, input);
}

async function carryOut(target: GivenTarget, { options, flags }: Input): Promise<number> {
  const catalogue = await loadCatalogue(options);
  const progress = new Progress(flags);
  for (const line of openingLines([target], catalogue.interface)) progress.say(line);
  const finished = await interruptible((signal) =>
    loadJob(target, catalogue, options, { signal, events: progress.events() }),
  );
  progress.clear();
  await printResult(finished, flags);
  return exitCodeOf(finished, target);
}

async function printResult(finished: FinishedRun, flags: Input["flags"]): Promise<void> {
  const { fold, summary, load, report, outcome } = finished;
  noteOutputs(runOutputs([finished]));
  if (flags.json) await printDocument(summary);
  else if (isWorthPrinting(outcome))
    await print(renderLoad(summary, load, painter(process.stdout), { report }, stdoutWidth()));
  if (flags.saveHgrm === undefined || !isWorthPrinting(outcome)) return;
  warn(saveHgrm(fold, flags.saveHgrm));
}
