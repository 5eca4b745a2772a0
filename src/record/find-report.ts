import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { RUN_FILE } from "./run-folder.ts";
import { foldersIn } from "./stored-runs.ts";

/** Name of the page in the folder of a run or comparison. */
export const REPORT_FILE = "report.html";

const HEAD_BYTES = 64 * 1024;

/** The page of the run or comparison in an output folder that was started last. */
export function lastReport(outputDir: string): string | undefined {
  const started = foldersIn(outputDir)
    .filter((folder) => existsSync(join(folder, REPORT_FILE)))
    .map((folder) => ({ folder, at: startOf(folder) }));
  const last = started.reduce<(typeof started)[number] | undefined>(
    (latest, each) => (latest === undefined || each.at >= latest.at ? each : latest),
    undefined,
  );
  return last && join(last.folder, REPORT_FILE);
}

/** The page of one run or comparison, by its folder, a file in it, or its name in the output folder. */
export function reportOf(wanted: string, outputDir: string): string | undefined {
  return [wanted, join(outputDir, wanted)]
    .filter((path) => existsSync(path))
    .map((path) => join(statSync(path).isDirectory() ? path : dirname(path), REPORT_FILE))
    .find((report) => existsSync(report));
}

/** When the run or comparison began, in milliseconds: as it says itself, else by the time of its page. */
function startOf(folder: string): number {
  const said = ["comparison.json", RUN_FILE].flatMap(
    (name) => startedAtIn(join(folder, name)) ?? [],
  );
  return said[0] ?? statSync(join(folder, REPORT_FILE)).mtimeMs;
}

/** The first `startedAt` near the beginning of a file: a comparison may be many megabytes long. */
function startedAtIn(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, "r");
  const bytes = Buffer.alloc(HEAD_BYTES);
  const head = bytes.toString("utf8", 0, readSync(file, bytes));
  closeSync(file);
  const at = Date.parse(/"startedAt":\s*"([^"\\]+)"/.exec(head)?.[1] ?? "");
  return Number.isNaN(at) ? undefined : at;
}
