import { join } from "node:path";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { comparedTargets, loadCatalogue, surveyJob } from "../jobs/index.ts";
import { renderSurvey } from "../report/index.ts";
import { noteOutputs } from "./step-outputs.ts";
import { VERSION } from "../version.ts";
import { exitCodeOfSurvey } from "./run-exit-codes.ts";
import { interruptedCode, interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth } from "./output.ts";
import { Progress } from "./progress.ts";
import { readCommand } from "./read-command.ts";

/** `witness survey`: one run for each target of a file, and one comparison. */
export async function surveyCommand(file: string, command: Command): Promise<void> {
  const { options, flags } = await readCommand("run", command);
  if (flags.list || flags.dryRun || flags.gate)
    throw new WitnessError("survey", "--list, --dry-run and --gate are for witness run", {
      hint: "leave them out",
    });
  const compared = comparedTargets([], file, 1);
  if (!("targets" in compared))
    throw new WitnessError("survey", `${file} names run folders`, {
      hint: "name servers, one a line: go=http://localhost:8080",
    });
  const { targets } = compared;
  const catalogue = await loadCatalogue(options);
  const progress = new Progress(flags);
  progress.say(`witness ${VERSION} · survey of ${targets.length} targets`);
  const { survey, folder, report } = await interruptible((signal) =>
    surveyJob(targets, catalogue, options, { signal, events: progress.events() }),
  );
  progress.clear();
  noteOutputs({
    verdict: survey.clusters
      .flatMap((each) => each.targets.map(({ accepts }) => accepts))
      .join("\n"),
    targets: survey.targets,
    clusters: survey.clusters.length,
    report,
    survey: join(folder, "survey.json"),
  });
  if (flags.json) await printDocument(survey);
  else await print(renderSurvey(survey, report, painter(process.stdout), stdoutWidth()));
  process.exitCode = survey.targets < targets.length ? interruptedCode() : exitCodeOfSurvey(survey);
}
