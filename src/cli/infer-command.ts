import type { Command } from "commander";
import { inferJob, loadCatalogue, seedOf, type ContractFile } from "../jobs/index.ts";
import { writeText } from "../record/index.ts";
import { renderTerminal } from "../report/index.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { exitCodeOf, isWorthPrinting } from "./run-exit-codes.ts";
import { givenTarget } from "./given-targets.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth } from "./output.ts";
import { openingLines } from "./opening-lines.ts";
import { Progress } from "./progress.ts";
import { readCommand } from "./read-command.ts";
import { requireReplaceable } from "./requested-file.ts";

/** `witness infer`: the rules by which one target reads requests. */
export async function inferCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("infer", command);
  const { flags } = input;
  requireReplaceable("--write-openapi", flags.writeOpenapi, input.options.openapi);
  const target = await givenTarget(text, input);
  const catalogue = await loadCatalogue(input.options);
  const options = { ...input.options, seed: seedOf(input.options) };
  const progress = new Progress(flags);
  for (const line of openingLines([target], catalogue.interface, options.seed)) progress.say(line);
  const { openapi, operation } = input.options;
  const contract: ContractFile | undefined =
    flags.writeOpenapi === undefined
      ? undefined
      : {
          file: flags.writeOpenapi,
          ...(openapi !== undefined && { openapi }),
          ...(operation !== undefined && { operation }),
        };
  const finished = await interruptible((signal) =>
    inferJob(target, catalogue, options, { signal, events: progress.events() }, contract),
  );
  progress.clear();
  const { summary, folder, report, outcome } = finished;
  if (contract?.text !== undefined) {
    writeText(contract.file, contract.text);
    progress.say(`the contract as implemented: ${contract.file}`);
  } else if (contract !== undefined && isWorthPrinting(outcome))
    progress.say(
      `${contract.file} is not written: nothing was inferred, because the stated request is refused`,
    );
  noteOutputs(runOutputs([finished]));
  if (flags.json) await printDocument(summary);
  else if (isWorthPrinting(outcome))
    await print(
      renderTerminal(summary, painter(process.stdout), { report, run: folder }, stdoutWidth()),
    );
  process.exitCode = exitCodeOf(finished, target);
}
