import { dirname, join, relative } from "node:path";
import { buildComparison, type RunFold } from "../analyse/index.ts";
import { interfaceOf, withoutGiven } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { AcceptedRequests, ComparisonView, Depth } from "../model/index.ts";
import { Interface } from "../model/index.ts";
import { createRunFolder, findRunFile, writeReport } from "../record/index.ts";
import { comparisonMarkdown, renderComparisonPage } from "../report/index.ts";
import { type FinishedRun, shorter } from "./conclude-run.ts";
import { readFolds, type Warn } from "./read-stored.ts";

/** A finished comparison; `runs` are in the order of the targets, empty if stored runs were compared. */
export type FinishedComparison = {
  runs: FinishedRun[];
  view: ComparisonView;
  accepted: AcceptedRequests;
  folder: string;
  report: string;
};

/** Compares stored runs without sending; `folds` are their contents. @throws WitnessError if one cannot be read. */
export async function compareStored(
  paths: readonly string[],
  outputDir: string,
  depth: Depth,
  warn: Warn,
): Promise<FinishedComparison & { folds: RunFold[] }> {
  const folds = await readFolds(paths, warn);
  requireOneInterface(folds);
  const stored = folds.map((fold, index) => ({
    fold,
    folder: shorter(dirname(findRunFile(paths[index] ?? ""))),
  }));
  const { path } = createRunFolder(outputDir, {
    startedAt: new Date(),
    target: "comparison",
    seed: folds[0]?.header?.seed ?? 0,
  });
  const folder = shorter(path);
  return { runs: [], folds, ...writeComparison(stored, folder, depth), folder };
}

/** Runs of different interfaces cannot be compared. Which fields are fresh may differ: one target keeps them unique. */
export function requireOneInterface(folds: readonly RunFold[]): void {
  const sent = folds.map(({ header }) => interfaceOf(header ?? {}));
  const [first, ...others] = sent.map((each) =>
    JSON.stringify(Interface.parse(withoutGiven(each)), (key, value: unknown) =>
      key === "fresh" ? undefined : value,
    ),
  );
  const other = others.findIndex((each) => each !== first) + 1;
  if (other === 0) return;
  const nameOne = (at: number): string =>
    `${folds[at]?.header?.target.name ?? ""} was sent ${sent[at]?.name ?? ""} (${sent[at]?.method ?? ""} ${sent[at]?.path ?? ""})`;
  throw new WitnessError("compare", `different interfaces: ${nameOne(0)}, ${nameOne(other)}`, {
    hint: "compare runs of one interface",
  });
}

type FoldedRun = { fold: RunFold; folder: string };

export function writeComparison(
  runs: readonly FoldedRun[],
  folder: string,
  depth: Depth,
): Pick<FinishedComparison, "view" | "accepted" | "report"> {
  const { accepted, ...view } = buildComparison(
    runs.map(({ fold, folder: own }) => ({ fold, run: relative(folder, own) || ".", path: own })),
    depth,
  );
  writeReport(folder, "comparison.json", `${JSON.stringify(view.comparison, null, 2)}\n`);
  writeReport(folder, "comparison.md", comparisonMarkdown(view, { report: "report.html" }));
  const report = writeReport(folder, "report.html", renderComparisonPage(view));
  return { view, accepted, report: join(report) };
}
