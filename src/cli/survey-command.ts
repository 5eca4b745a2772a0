import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { loadCatalogue } from "../jobs/load-suites.ts";
import { surveyJob } from "../jobs/survey.ts";
import { comparedTargets } from "../jobs/targets.ts";
import type { Survey } from "../model/survey.ts";
import { renderSurvey } from "../report/terminal/survey-lines.ts";
import { terminalJson } from "../text/terminal-text.ts";
import { VERSION } from "../version.ts";
import { interruptedCode, interruptible } from "./interrupt.ts";
import { painter, print, stdoutWidth } from "./output.ts";
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
  const { survey, report } = await interruptible((signal) =>
    surveyJob(targets, catalogue, options, { signal, events: progress.events() }),
  );
  progress.clear();
  await print(
    flags.json
      ? terminalJson(survey)
      : renderSurvey(survey, report, painter(process.stdout), stdoutWidth()),
  );
  process.exitCode = survey.targets < targets.length ? interruptedCode() : surveyCode(survey);
}

/** 3 if a target was lost or not reached, else 1 if one does not hold what is stated, else 4 if one is not judged. */
function surveyCode({ clusters }: Survey): number {
  const all = clusters.flatMap(({ targets }) => targets);
  const some = (...words: string[]): boolean =>
    all.some(({ end, accepts }) => words.includes(end) || words.includes(accepts));
  if (some("unreachable", "target-lost", "no-samples")) return 3;
  if (some("not-held", "not-probed", "not-expected")) return 1;
  return some("not-judged", "not-measured") ? 4 : 0;
}
