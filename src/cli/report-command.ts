import { dirname, join } from "node:path";
import { Command } from "commander";
import { findRunFile } from "../record/run-folder.ts";
import { renderTerminal } from "../report/terminal/render-terminal.ts";
import { painter, print } from "./output.ts";
import { readFold } from "./read-fold.ts";
import { writeReports } from "./write-reports.ts";

/** `witness report`: derive everything from the record again, without sending. */
export function reportCommand(): Command {
  return new Command("report")
    .description("write the reports of a stored run again, from its record")
    .argument("<run>", "run folder")
    .option("--json", "print the summary as one JSON document")
    .action(async (path: string, flags: { json?: true }) => {
      const fold = await readFold(path);
      const folder = join(dirname(findRunFile(path)));
      const { summary, report } = writeReports(fold, folder);
      const text =
        flags.json === true
          ? JSON.stringify(summary, null, 2)
          : renderTerminal(summary, painter(process.stdout), { report, run: folder });
      await print(`${text}\n`);
    });
}
