import type { Command } from "commander";
import {
  drawSeed,
  exploreJob,
  loadCatalogue,
  planExploration,
  type FinishedRun,
} from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { renderExplored } from "../report/index.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { givenTargets } from "./given-targets.ts";
import { exitCodeOfAll, isWorthPrinting } from "./run-exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth } from "./output.ts";
import { openingLines } from "./opening-lines.ts";
import { Progress } from "./progress.ts";
import { readCommand, type CommandInput } from "./read-command.ts";

/** `witness explore`: smallest examples and boundaries of one target, differences between several. */
export async function exploreCommand(texts: string[], command: Command): Promise<void> {
  const input = await readCommand("explore", command);
  const targets = await givenTargets(texts, input);
  process.exitCode = await carryOut(targets, input);
}

async function carryOut(targets: GivenTarget[], input: CommandInput<"explore">): Promise<number> {
  const { flags } = input;
  const options = { ...input.options, seed: input.options.seed ?? drawSeed() };
  const catalogue = await loadCatalogue(options);
  // Wrong combinations of options and targets are refused before anything is printed.
  planExploration(catalogue.interface, targets.length, options);
  const progress = new Progress(flags);
  for (const line of openingLines(targets, catalogue.interface, options.seed)) progress.say(line);
  const finished = await interruptible((signal) =>
    exploreJob(targets, catalogue, options, { signal, events: progress.events() }),
  );
  progress.clear();
  await printResult(finished, flags.json);
  return exitCodeOfAll(finished, targets);
}

async function printResult(finished: FinishedRun[], json: boolean): Promise<void> {
  const summaries = finished.map(({ summary }) => summary);
  noteOutputs(runOutputs(finished));
  if (json) {
    const [only, second] = summaries;
    await printDocument(second === undefined ? only : summaries);
  } else if (finished.every(({ outcome }) => isWorthPrinting(outcome)))
    await print(
      renderExplored(
        finished.map(({ summary, report, folder }) => ({ summary, report, run: folder })),
        painter(process.stdout),
        stdoutWidth(),
      ),
    );
}
