import { join } from "node:path";
import type { Command } from "commander";
import { checkSuites, givenTarget, givenTargets } from "./given-targets.ts";
import { interruptedCode } from "./interrupt.ts";
import { tabled, wholeDocument } from "./document-table.ts";
import { surveyDocument, runDocument } from "./run-document.ts";
import { openingLines, withProgress } from "./opening-lines.ts";
import { printResult, warn } from "./output.ts";
import { requireReplaceable, saveHgrm, sayExported, writeContract } from "./output-files.ts";
import { printPlan } from "./print-plan.ts";
import { type CommandInput, readCommand } from "./read-command.ts";
import { exitCodeOf, exitCodeOfAll, exitCodeOfSurvey, isWorthPrinting } from "./run-exit-codes.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { buildRunView } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { Catalogue, ContractFile, FinishedRun } from "../jobs/index.ts";
import * as jobs from "../jobs/index.ts";
import type { GivenTarget, Target } from "../model/index.ts";
import { findResumePoint, findRunFile } from "../record/index.ts";
import { renderExplored, renderLoad, renderResult, renderSurvey } from "../report/index.ts";
import { renderTerminal, Screen } from "../report/index.ts";
import { shellWord } from "../text/index.ts";
import { VERSION } from "../version.ts";

export async function runCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("run", command);
  const target = await givenTarget(text, input);
  refuseWithoutGate(input, command);
  const whole = await wholeDocument([target], input);
  if (input.flags.resumeRun !== undefined && whole === undefined) {
    process.exitCode = await resumeWithFleet(input.flags.resumeRun, target, input);
    return;
  }
  if (whole !== undefined) return runDocument(target, whole, input);
  const catalogue = await jobs.loadCatalogue({ ...input.options, sentTo: [target.baseUrl] });
  checkSuites(input, catalogue);
  if (input.flags.list || input.flags.dryRun) await printPlan(target, catalogue, input);
  else process.exitCode = await runOne(target, catalogue, input);
}

/** A call without a gate must not look as if it judged anything. */
function refuseWithoutGate({ flags }: CommandInput<"run">, run: Command): void {
  const named = ["baseline", "reporter", "inconclusive", "strict", "warn"].find(
    (name) => run.getOptionValueSource(name) === "cli",
  );
  if (flags.gate || named === undefined) return;
  throw new WitnessError("gate", `--${named} requires --gate`, {
    hint: "add --gate, or use witness gate",
  });
}

async function runOne(
  target: GivenTarget,
  catalogue: Catalogue,
  input: CommandInput<"run">,
): Promise<number> {
  const { flags, loaded } = input;
  const gate = flags.gate ? await import("./gate-command.ts") : undefined;
  gate?.prepareGate(input, [catalogue]);
  const options = { ...input.options, seed: jobs.seedOf(input.options) };
  const opening = openingLines([target], catalogue.interface, options.seed);
  if (!flags.gate) await jobs.requireReachable([target], options);
  const finished = await withProgress(flags, opening, (control) =>
    jobs.runJob(target, catalogue, options, control),
  );
  await printRun(finished, flags.json);
  const code = exitCodeOf(finished, target);
  if (gate === undefined || code > 1) return code;
  return gate.judgeAndPrint([finished], loaded, options, { json: false, silent: flags.json });
}

async function printRun(finished: FinishedRun, json: boolean): Promise<void> {
  const { summary, folder, report, outcome } = finished;
  noteOutputs(runOutputs([finished]));
  if (json || isWorthPrinting(outcome))
    await printResult(json, summary, (...how) =>
      renderTerminal(summary, new Screen(...how), { report, run: folder }),
    );
  sayExported(finished.exported);
}

export async function inferCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("infer", command);
  const { flags } = input;
  const { openapi, operation } = input.options;
  requireReplaceable("--write-openapi", flags.writeOpenapi, openapi);
  const target = await givenTarget(text, input);
  const options = { ...input.options, seed: jobs.seedOf(input.options) };
  const file = flags.writeOpenapi;
  const whole = await wholeDocument([target], input);
  const contract: ContractFile | undefined =
    file === undefined ? undefined : { file, openapi, operation };
  if (whole !== undefined) {
    await tabled([target], whole, { options, flags }, (control) =>
      jobs.inferDocument(target, whole, options, control, contract),
    );
    return writeContract(contract, flags, "of no operation");
  }
  const catalogue = await jobs.loadCatalogue({ ...input.options, sentTo: [target.baseUrl] });
  const opening = openingLines([target], catalogue.interface, options.seed);
  await jobs.requireReachable([target], options);
  const finished = await withProgress(flags, opening, (control) =>
    jobs.inferJob(target, catalogue, options, control, contract),
  );
  if (contract?.text !== undefined || isWorthPrinting(finished.outcome))
    writeContract(
      contract,
      flags,
      finished.outcome.end === "done"
        ? "because the stated request is refused"
        : "because the run ended early",
    );
  await printRun(finished, flags.json);
  process.exitCode = exitCodeOf(finished, target);
}

export async function loadCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("load", command);
  const { options, flags } = input;
  if (options.sweep && flags.saveHgrm !== undefined)
    throw new WitnessError(
      "load-options",
      "--save-hgrm cannot be combined with --sweep: a sweep has no single latency distribution to save",
    );
  requireReplaceable("--save-hgrm", flags.saveHgrm);
  const target = await givenTarget(text, input);
  // Contradicting options are refused before anything is printed.
  jobs.planLoad(options);
  const whole = await wholeDocument([target], input);
  if (whole !== undefined) {
    jobs.refuseOptions({ "--save-hgrm": flags.saveHgrm !== undefined });
    const seeded = { ...options, seed: jobs.seedOf(options) };
    return tabled([target], whole, { options: seeded, flags }, (control) =>
      jobs.loadDocument(target, whole, seeded, control),
    );
  }
  const catalogue = await jobs.loadCatalogue({ ...options, sentTo: [target.baseUrl] });
  const opening = openingLines([target], catalogue.interface);
  await jobs.requireReachable([target], options);
  const finished = await withProgress(flags, opening, (control) =>
    jobs.loadJob(target, catalogue, options, control),
  );
  const { fold, summary, load, report, outcome } = finished;
  noteOutputs(runOutputs([finished]));
  if (flags.json || isWorthPrinting(outcome))
    await printResult(flags.json, summary, (...how) =>
      renderLoad(summary, load, new Screen(...how), { report }),
    );
  if (flags.saveHgrm !== undefined && isWorthPrinting(outcome))
    warn(saveHgrm(fold, flags.saveHgrm));
  sayExported(finished.exported);
  process.exitCode = exitCodeOf(finished, target);
}

export async function exploreCommand(texts: string[], command: Command): Promise<void> {
  const input = await readCommand("explore", command);
  const { flags } = input;
  const targets = await givenTargets(texts, input);
  const options = { ...input.options, seed: input.options.seed ?? jobs.drawSeed() };
  const whole = await wholeDocument(targets, input);
  if (whole !== undefined)
    return tabled(targets, whole, { options, flags }, (control) =>
      jobs.exploreDocument(targets, whole, options, control),
    );
  const sentTo = targets.map(({ baseUrl }) => baseUrl);
  const catalogue = await jobs.loadCatalogue({ ...options, sentTo });
  // Wrong combinations of options and targets are refused before anything is printed.
  jobs.planExploration(catalogue.interface, targets.length, options);
  const opening = openingLines(targets, catalogue.interface, options.seed);
  await jobs.requireReachable(targets, options);
  const finished = await withProgress(flags, opening, (control) =>
    jobs.exploreJob(targets, catalogue, options, control),
  );
  noteOutputs(runOutputs(finished));
  const summaries = finished.map(({ summary }) => summary);
  const runs = finished.map(({ summary, report, folder }) => ({ summary, report, run: folder }));
  if (flags.json || finished.every(({ outcome }) => isWorthPrinting(outcome)))
    await printResult(flags.json, summaries.length === 1 ? summaries[0] : summaries, (...how) =>
      renderExplored(runs, new Screen(...how)),
    );
  process.exitCode = exitCodeOfAll(finished, targets);
}

export async function resumeCommand(run: string, command: Command): Promise<void> {
  process.exitCode = await resumeRun(run, await readCommand("resume", command));
}

/** `witness run --fleet --resume`: the same, for the target that the run has. */
async function resumeWithFleet(
  run: string,
  { baseUrl }: Target,
  input: CommandInput<"run">,
): Promise<number> {
  if (input.options.fleet === undefined)
    throw new WitnessError("fleet", "--resume requires --fleet or a whole document", {
      hint: `otherwise: witness resume ${shellWord(run)}`,
    });
  const { header } = await findResumePoint(findRunFile(run));
  if (header.target.baseUrl !== baseUrl)
    throw new WitnessError("resume", `this run has another target: ${header.target.baseUrl}`, {
      hint: "name its target, or start a new run",
    });
  return resumeRun(run, input);
}

type Resumed = Pick<CommandInput<"resume">, "options" | "flags">;

async function resumeRun(run: string, { options, flags }: Resumed): Promise<number> {
  const opening = [`witness ${VERSION} · resuming ${run}`];
  const finished = await withProgress(flags, opening, (control) =>
    jobs.resumeJob(run, options, control),
  );
  const { fold, summary, folder, report } = finished;
  const view = buildRunView(fold, folder);
  noteOutputs(runOutputs([finished]));
  if (view !== undefined)
    await printResult(flags.json, summary, (...how) =>
      renderResult(view, new Screen(...how), { report, run: folder }),
    );
  return exitCodeOf(finished, summary.target);
}

export async function surveyCommand(file: string, command: Command): Promise<void> {
  const input = await readCommand("run", command);
  const { options, flags } = input;
  if (flags.list || flags.dryRun || flags.gate)
    throw new WitnessError("survey", "--list, --dry-run and --gate are for witness run", {
      hint: "leave them out",
    });
  const compared = jobs.comparedTargets([], file, 1);
  if (!("targets" in compared))
    throw new WitnessError("survey", `${file} names run folders`, {
      hint: "name servers, one a line: go=http://localhost:8080",
    });
  const { targets } = compared;
  const whole = await wholeDocument(targets, input);
  if (whole !== undefined) return surveyDocument(targets, whole, input);
  const sentTo = targets.map(({ baseUrl }) => baseUrl);
  const catalogue = await jobs.loadCatalogue({ ...options, sentTo });
  const opening = [`witness ${VERSION} · survey of ${targets.length} targets`];
  const { survey, folder, report } = await withProgress(flags, opening, (control) =>
    jobs.surveyJob(targets, catalogue, options, control),
  );
  const surveyed = survey.clusters.flatMap((each) => each.targets);
  noteOutputs({
    verdict: surveyed.map(({ accepts }) => accepts).join("\n"),
    targets: survey.targets,
    clusters: survey.clusters.length,
    report,
    survey: join(folder, "survey.json"),
  });
  await printResult(flags.json, survey, (...how) =>
    renderSurvey(survey, report, new Screen(...how)),
  );
  process.exitCode = survey.targets < targets.length ? interruptedCode() : exitCodeOfSurvey(survey);
}
