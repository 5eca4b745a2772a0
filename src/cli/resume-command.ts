import { Command } from "commander";
import { buildRunView } from "../analyse/build-run-view.ts";
import { renderResult } from "../report/terminal/render-terminal.ts";
import { VERSION } from "../version.ts";
import { conductResume } from "./conduct-resume.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print } from "./output.ts";
import { duration } from "./parse-options.ts";
import { Progress } from "./progress.ts";
import { terminalJson } from "../text/terminal-text.ts";
import type { Conducted } from "./record-run.ts";

type Flags = { waitFor?: number; json?: true; quiet?: true };

/** `witness resume`: sends what is missing of a run that was killed or interrupted. */
export function resumeCommand(): Command {
  return new Command("resume")
    .description("continue a run, load or exploration that was killed or interrupted")
    .argument("<run>", "run folder")
    .option("--wait-for <time>", "keep trying until the target answers, e.g. 30s", duration)
    .option("--json", "print the summary as one JSON document")
    .option("-q, --quiet", "no progress")
    .action(async (run: string, flags: Flags) => {
      process.exitCode = await carryOut(run, flags);
    });
}

async function carryOut(run: string, flags: Flags): Promise<number> {
  const progress = new Progress({ quiet: flags.quiet === true });
  progress.say(`witness ${VERSION} · resuming ${run}`);
  const { waitFor } = flags;
  const conducted = await interruptible((signal) =>
    conductResume(run, waitFor === undefined ? {} : { waitFor }, {
      signal,
      events: progress.events(),
    }),
  );
  progress.clear();
  await printResult(conducted, flags.json === true);
  return exitCodeOf(conducted, conducted.summary.target);
}

async function printResult({ fold, summary, folder, report }: Conducted, json: boolean) {
  const view = buildRunView(fold, folder);
  if (json) await print(terminalJson(summary));
  else if (view !== undefined)
    await print(renderResult(view, painter(process.stdout), { report, run: folder }));
}
