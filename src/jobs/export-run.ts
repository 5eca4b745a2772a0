import { fillingOf, type RunFold, summarise } from "../analyse/index.ts";
import type { Observed } from "./exports.lazy.ts";
import type { Case, Summary } from "../model/index.ts";
import type { ExportFormat } from "../options/index.ts";
import { parseSelector } from "../policy/index.ts";
import type { Settings } from "./settings.ts";
import { findRunFile, readRun, writeReport } from "../record/index.ts";

type Exports = typeof import("./exports.lazy.ts");
type Exported = { summary: Summary; observed: readonly Observed[]; from: Exports };

/** The files of each format; the names of files do not depend on options. */
const FILES: Record<ExportFormat, Record<string, (run: Exported) => string | Uint8Array>> = {
  openmetrics: { "metrics.txt": ({ summary, from }) => from.openMetrics(from.metricsOf(summary)) },
  otlp: {
    "metrics.otlp.json": ({ summary, from }) => from.otlpMetrics(summary, from.metricsOf(summary)),
    "traces.otlp.jsonl": ({ observed, from }) => from.otlpSpans(observed),
  },
  csv: { "observations.csv": ({ observed, from }) => from.observationsCsv(observed) },
  parquet: { "observations.parquet": ({ observed, from }) => from.observationsParquet(observed) },
  har: { "cases.har": ({ observed, from }) => from.harText(observed) },
};

export type ExportedRun = { files: string[]; observations: number };

/** Writes what `--export` names. @throws WitnessError `output-dir` if a file cannot be written. */
export async function exportRun(
  fold: RunFold,
  folder: string,
  { export: formats = [], exportCases = [] }: Partial<Settings>,
): Promise<ExportedRun | undefined> {
  const summary = formats.length === 0 ? undefined : summarise(fold);
  if (summary === undefined) return undefined;
  const observed = await readObserved(fold, folder, exportCases);
  const run = { summary, observed, from: await import("./exports.lazy.ts") };
  const files = formats.flatMap((format) =>
    Object.entries(FILES[format]).map(([name, make]) => writeReport(folder, name, make(run))),
  );
  return { files, observations: observed.length };
}

async function readObserved(
  { header }: RunFold,
  folder: string,
  globs: readonly string[],
): Promise<Observed[]> {
  if (header === undefined) return [];
  const selectors = globs.map(parseSelector);
  const cases = new Map<string, Case>();
  const observed: Observed[] = [];
  const common = fillingOf(header, 0);
  await readRun(findRunFile(folder), (record) => {
    if (record.type === "case") cases.set(record.case.id, record.case);
    if (record.type !== "observation") return;
    const sent = cases.get(record.case);
    if (sent === undefined) return;
    if (selectors.length > 0 && !selectors.some(({ picks }) => picks(sent))) return;
    const filling = { ...common, fresh: record.fresh };
    observed.push({ header, case: sent, observation: record, filling });
  });
  return observed;
}
