import { endOf } from "../analyse/index.ts";
import { addressText } from "../contract/index.ts";
import type { Command } from "commander";
import * as jobs from "../jobs/index.ts";
import type { FinishedComparison } from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { renderComparison, Screen } from "../report/index.ts";
import { VERSION } from "../version.ts";
import { tabled, wholeDocument } from "./document-table.ts";
import { documentLines, withProgress } from "./opening-lines.ts";
import { checkSuites, configuredTargets, configuredTexts, withServe } from "./given-targets.ts";
import { exitCodeOfAll, exitCodeOfStored } from "./run-exit-codes.ts";
import { printResult, warn } from "./output.ts";
import { comparisonOutputs, noteOutputs } from "./step-outputs.ts";
import { readCommand, type CommandInput } from "./read-command.ts";

type Input = CommandInput<"compare">;

export async function compareCommand(texts: string[], command: Command): Promise<void> {
  const input = await readCommand("compare", command);
  const named = texts.length > 0 || input.flags.targets !== undefined;
  const given = named ? texts : configuredTargets(input);
  const compared = jobs.comparedTargets(configuredTexts(given, input), input.flags.targets);
  if ("runs" in compared) return compareRuns(compared.runs, input);
  return compareServers(await withServe(compared.targets, given, input), input);
}

async function compareServers(targets: GivenTarget[], input: Input): Promise<void> {
  const { flags } = input;
  const options = { ...input.options, seed: input.options.seed ?? jobs.drawSeed() };
  const whole = await wholeDocument(targets, input);
  if (whole !== undefined)
    return tabled(targets, whole, { options, flags }, (control) =>
      jobs.compareDocument(targets, whole, options, control),
    );
  const sentTo = targets.map(({ baseUrl }) => baseUrl);
  const catalogue = await jobs.loadCatalogue({ ...options, sentTo });
  checkSuites(input, catalogue);
  const { interface: from } = catalogue;
  const opening = [
    `witness ${VERSION} · seed ${options.seed} · the same requests to each of`,
    ...targets.map(({ name, baseUrl }) => `  ${name}  ${addressText(from, baseUrl)}`),
    ...documentLines(from),
  ];
  await jobs.requireReachable(targets, options);
  const finished = await withProgress(flags, opening, (control) =>
    jobs.compareJob(targets, catalogue, options, control),
  );
  await printComparison(finished, flags.json);
  process.exitCode = exitCodeOfAll(finished.runs, targets);
}

async function compareRuns(paths: string[], { options, flags }: Input): Promise<void> {
  const finished = await jobs.compareStored(paths, options.outputDir, options.depth, warn);
  for (const line of documentLines(finished.view.comparison)) warn(line);
  await printComparison(finished, flags.json);
  const codes = finished.folds.map((fold) =>
    // Nothing of it can be compared.
    endOf(fold) === "unreachable"
      ? 3
      : exitCodeOfStored({ record: fold.integrity, end: endOf(fold) }),
  );
  process.exitCode = Math.max(...codes);
}

export async function printComparison(
  { view, folder, report }: Pick<FinishedComparison, "view" | "folder" | "report">,
  json: boolean,
): Promise<void> {
  noteOutputs(comparisonOutputs(view.comparison, { folder, report }));
  await printResult(json, view.comparison, (...how) =>
    renderComparison(view, new Screen(...how), { report }),
  );
}
