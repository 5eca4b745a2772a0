import { dirname, join } from "node:path";
import { Command } from "commander";
import { findRunFile } from "../record/run-folder.ts";
import { renderResult } from "../report/terminal/render-terminal.ts";
import { exitCodeOfStored } from "./exit-codes.ts";
import { painter, print, tell } from "./output.ts";
import { readFold } from "./read-fold.ts";
import { saveHgrm } from "./save-hgrm.ts";
import { writeReports } from "./write-reports.ts";
import { terminalJson, terminalLines } from "../text/terminal-text.ts";

/** `witness report`: derive everything from the record again, without sending. */
export function reportCommand(): Command {
  return new Command("report")
    .description("write the reports of a stored run again, from its record")
    .argument("<run>", "run folder")
    .option("--save-hgrm <file>", "write the latencies of its load as HdrHistogram percentile text")
    .option("--json", "print the summary as one JSON document")
    .action(async (path: string, flags: { json?: true; saveHgrm?: string }) => {
      const fold = await readFold(path);
      const folder = join(dirname(findRunFile(path)));
      const { view, report } = writeReports(fold, folder);
      const { summary } = view;
      const text =
        flags.json === true
          ? terminalJson(summary)
          : renderResult(view, painter(process.stdout), { report, run: folder });
      await print(text);
      process.exitCode = exitCodeOfStored(summary);
      if (flags.saveHgrm !== undefined)
        tell(terminalLines([`  ${saveHgrm(fold, flags.saveHgrm)}`]));
    });
}
