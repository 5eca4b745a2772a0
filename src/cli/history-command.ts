import { join } from "node:path";
import type { Command } from "commander";
import { buildHistory, type Headline } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/index.ts";
import { renderHistory, renderHistoryPage } from "../report/index.ts";
import { painter, print, printDocument, stdoutWidth } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { readHeadlines } from "./read-headlines.ts";

/** `witness history`: stored runs with their headline figures, and a page of what changed over time. */
export async function historyCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("history", command);
  const { outputDir } = options;
  const stored = buildHistory(chosen(await readHeadlines(outputDir), flags.target, outputDir));
  const page = writeReport(outputDir, "history.html", renderHistoryPage(stored));
  if (flags.json) return printDocument(stored);
  const places = { outputDir, page: join(page) };
  await print(renderHistory(stored, painter(process.stdout), places, stdoutWidth()));
}

function chosen(
  all: readonly Headline[],
  targets: readonly string[],
  outputDir: string,
): readonly Headline[] {
  if (all.length === 0)
    throw new WitnessError("no-runs", `there are no runs in ${outputDir}`, {
      hint: "create one with witness run <target>; --output-dir names another folder",
    });
  if (targets.length === 0) return all;
  const runs = all.filter(({ run }) => targets.includes(run.target));
  if (runs.length > 0) return runs;
  const known = [...new Set(all.map(({ run }) => run.target))].toSorted();
  throw new WitnessError(
    "target-name",
    `no run in ${outputDir} is of a target named ${targets.join(", ")}`,
    {
      hint: `there are runs of ${known.join(", ")}`,
    },
  );
}
