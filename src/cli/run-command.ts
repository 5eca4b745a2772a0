import type { Command } from "commander";
import { parseBaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import {
  drawFirstId,
  loadCatalogue,
  planSuites,
  runJob,
  seedOf,
  type Catalogue,
  type FinishedRun,
} from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { renderTerminal } from "../report/index.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { givenTarget } from "./given-targets.ts";
import { checkSuites } from "./check-suites.ts";
import { documentLines } from "./document-lines.ts";
import { exitCodeOf, isWorthPrinting } from "./run-exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth, warn } from "./output.ts";
import { printDryRun, printList } from "./print-plan.ts";
import { openingLines } from "./opening-lines.ts";
import { Progress } from "./progress.ts";
import { readCommand, type CommandInput } from "./read-command.ts";

type Input = CommandInput<"run">;

/** `witness run`: the main job on one target. */
export async function runCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("run", command);
  const target = await givenTarget(text, input);
  refuseWithoutGate(input, command);
  if (input.flags.resumeRun !== undefined) {
    const { resumeWithFleet } = await import("./resume-command.ts");
    process.exitCode = await resumeWithFleet(input.flags.resumeRun, target, input);
    return;
  }
  const catalogue = await loadCatalogue(input.options);
  checkSuites(input, catalogue);
  if (input.flags.list || input.flags.dryRun) await printPlan(target, catalogue, input);
  else process.exitCode = await carryOut(target, catalogue, input);
}

/** A call without a gate must not look as if it judged anything. */
function refuseWithoutGate({ flags }: Input, run: Command): void {
  const named = ["baseline", "reporter", "inconclusive"].find(
    (name) => run.getOptionValueSource(name) === "cli",
  );
  if (flags.gate || named === undefined) return;
  throw new WitnessError("gate", `--${named} requires --gate`, {
    hint: "add --gate, or use witness gate",
  });
}

async function printPlan(
  target: GivenTarget,
  { suites, interface: from }: Catalogue,
  { options, flags }: Input,
): Promise<void> {
  const seed = seedOf(options);
  const planned = planSuites({ suites, interface: from }, options, seed);
  for (const line of documentLines(from)) warn(line);
  if (flags.list) await printList(planned, flags.json);
  else
    await printDryRun(planned, {
      interface: from,
      target: parseBaseUrl(target.baseUrl),
      firstId: options.firstId ?? drawFirstId(),
      seed,
      json: flags.json,
    });
}

async function carryOut(target: GivenTarget, catalogue: Catalogue, input: Input): Promise<number> {
  const { flags, loaded } = input;
  const gate = flags.gate ? await import("./judge-and-print.ts") : undefined;
  gate?.prepareGate(input, catalogue);
  const options = { ...input.options, seed: seedOf(input.options) };
  const progress = new Progress(flags);
  for (const line of openingLines([target], catalogue.interface, options.seed)) progress.say(line);
  const finished = await interruptible((signal) =>
    runJob(target, catalogue, options, { signal, events: progress.events() }),
  );
  progress.clear();
  await printResult(finished, flags.json);
  const code = exitCodeOf(finished, target);
  if (gate === undefined || code > 1) return code;
  return gate.judgeAndPrint([finished], loaded, options, { json: false, silent: flags.json });
}

async function printResult({ summary, folder, report, outcome }: FinishedRun, json: boolean) {
  noteOutputs(runOutputs([{ summary, folder, report }]));
  if (json) await printDocument(summary);
  else if (isWorthPrinting(outcome))
    await print(
      renderTerminal(summary, painter(process.stdout), { report, run: folder }, stdoutWidth()),
    );
}
