import { join } from "node:path";
import { Command } from "commander";
import { buildHistory } from "../analyse/history/build-history.ts";
import type { Headline } from "../analyse/history/headline.ts";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/run-folder.ts";
import { renderHistoryPage } from "../report/html/history/history-page.tsx";
import { renderHistory } from "../report/terminal/history/render-history.ts";
import { painter, print } from "./output.ts";
import { readHeadlines } from "./read-headlines.ts";
import { terminalJson } from "../text/terminal-text.ts";

type Flags = { target?: string; outputDir: string; json?: true };

/** `witness history`: stored runs with their headline figures, and a page of what changed over time. */
export function historyCommand(): Command {
  return new Command("history")
    .description("list stored runs with their headline figures, and draw what changed over time")
    .option("--target <name>", "only runs of this target")
    .option("--output-dir <folder>", "where the runs are, and history.html goes", "reports")
    .option("--json", "print one JSON document")
    .action(async (flags: Flags) => {
      const { outputDir } = flags;
      const history = buildHistory(chosen(await readHeadlines(outputDir), flags));
      const page = writeReport(outputDir, "history.html", renderHistoryPage(history));
      const text =
        flags.json === true
          ? terminalJson(history)
          : renderHistory(history, painter(process.stdout), { outputDir, page: join(page) });
      await print(text);
    });
}

function chosen(all: readonly Headline[], { target, outputDir }: Flags): readonly Headline[] {
  if (all.length === 0)
    throw new WitnessError("no-runs", `there are no runs in ${outputDir}`, {
      hint: "witness run <target> makes one; --output-dir names another folder",
    });
  if (target === undefined) return all;
  const runs = all.filter(({ run }) => run.target === target);
  if (runs.length > 0) return runs;
  const known = [...new Set(all.map(({ run }) => run.target))].toSorted();
  throw new WitnessError("target-name", `no run in ${outputDir} is of a target named ${target}`, {
    hint: `there are runs of ${known.join(", ")}`,
  });
}
