import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { headlineOf, summarise, type Headline } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { Summary } from "../model/index.ts";
import { findRunFile, readRun, storedRuns } from "../record/index.ts";
import { readFold } from "../jobs/index.ts";
import { warn } from "./output.ts";

/**
 * Headline figures of every run in an output folder. An unreadable run is reported on stderr and
 * skipped.
 */
export async function readHeadlines(outputDir: string): Promise<Headline[]> {
  const headlines: Headline[] = [];
  for (const path of storedRuns(outputDir)) {
    const summary = await summaryOf(path);
    if (summary === undefined) continue;
    const hasReport = existsSync(join(path, "report.html"));
    headlines.push(headlineOf(summary, { folder: relative(outputDir, path), hasReport }));
  }
  return headlines;
}

/** From `summary.json` if the record has not changed since; else from the record. */
async function summaryOf(path: string): Promise<Summary | undefined> {
  const stored = storedSummary(path);
  if (stored === undefined) return foldedSummary(path);
  try {
    const { state } = await readRun(findRunFile(path), () => "enough");
    return state === "intact" || state === "unchecked" ? stored : await foldedSummary(path);
  } catch (error) {
    return passOver(error);
  }
}

/** `summary.json`, if it exists and this version can read it. */
function storedSummary(path: string): Summary | undefined {
  try {
    return Summary.safeParse(JSON.parse(readFileSync(join(path, "summary.json"), "utf8"))).data;
  } catch {
    return undefined;
  }
}

async function foldedSummary(path: string): Promise<Summary | undefined> {
  try {
    return summarise(await readFold(path, warn));
  } catch (error) {
    return passOver(error);
  }
}

function passOver(error: unknown): undefined {
  if (!(error instanceof WitnessError)) throw error;
  warn(`passed over: ${error.message}`);
}
