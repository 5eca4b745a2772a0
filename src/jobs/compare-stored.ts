import { dirname, join, relative } from "node:path";
import { axisView, buildComparison, endOf, type RunFold } from "../analyse/index.ts";
import { interfaceOf, withoutGiven } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { AcceptedRequests, ComparisonView, Depth, RunDiff } from "../model/index.ts";
import { Interface } from "../model/index.ts";
import { createRunFolder, findRunFile, writeReport } from "../record/index.ts";
import { comparisonMarkdown, renderComparisonPage } from "../report/index.ts";
import { type FinishedRun, shownPath } from "./conclude-run.ts";
import { readFold, readFolds, type Warn } from "./read-stored.ts";
import * as policy from "../policy/index.ts";
import type { Drift } from "../policy/index.ts";

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
    folder: shownPath(dirname(findRunFile(paths[index] ?? ""))),
  }));
  const { path } = createRunFolder(outputDir, {
    startedAt: new Date(),
    target: "comparison",
    seed: folds[0]?.header?.seed ?? 0,
  });
  const folder = shownPath(path);
  return { runs: [], folds, ...writeComparison(stored, folder, depth), folder };
}

/** Which fields are fresh, and which one is the identity, may differ between targets: one keeps them unique. */
const OF_TARGET = new Set(["fresh", "identity"]);

/** Runs of different interfaces cannot be compared. */
function requireOneInterface(folds: readonly RunFold[]): void {
  const sent = folds.map(({ header }) => interfaceOf(header ?? {}));
  const [first, ...others] = sent.map((each) =>
    // The clauses follow from the rest.
    JSON.stringify(Interface.parse({ ...withoutGiven(each), clauses: [] }), (key, value: unknown) =>
      OF_TARGET.has(key) ? undefined : value,
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

export function writeComparison(
  runs: readonly { fold: RunFold; folder: string }[],
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

const COMPARES = ["status" as const, "content-type" as const, "shape" as const];

/** `witness diff`: sends nothing, judges nothing. @throws WitnessError `run-folder`, or `compare` for different interfaces. */
export async function diffRuns(before: string, now: string, warn: Warn): Promise<RunDiff> {
  const [old, new_] = [await folded(before, warn), await folded(now, warn)];
  requireOneInterface([old, new_]);
  const snapshot = policy.snapshotOf([old], COMPARES);
  const cases = policy.caseDrifts(snapshot, new_);
  const axes = policy.axisDrifts(snapshot, new_).drifts.filter(({ kind }) => kind === "changed");
  const ofBody = policy.axesOfBody(new_, axes, snapshot);
  return {
    before: nameRun(before, old),
    now: nameRun(now, new_),
    compared: policy.comparedParts({ compares: COMPARES }),
    findings: policy.driftCauses(snapshot, new_, cases.drifts).map((cause) => ({
      text: policy.withCount(cause),
      cases: cause.cases,
    })),
    cases: cases.drifts,
    boundaries: axes.map((drift) => ({
      ...drift,
      ...boundaryWords(drift, old, new_),
      limit: ofBody.get(drift.name),
    })),
    same: cases.same.length,
  };
}

/** A moved boundary as `explore` words it; as a baseline words it if both sides would read the same. */
function boundaryWords(
  { name, ...drift }: Drift,
  ...[old, new_]: [RunFold, RunFold]
): Pick<RunDiff["boundaries"][number], "title" | "sentences"> {
  const [before, now] = [old, new_].map((run) => {
    const finding = run.findings.find((each) => each.kind === "axis" && each.axis === name);
    return finding?.kind === "axis" ? axisView(finding, interfaceOf(run.header ?? {})) : undefined;
  });
  const title = now?.title ?? name;
  if (before === undefined || now === undefined || before.sentence === now.sentence)
    return { title, sentences: { before: drift.before, now: drift.now } };
  return { title, sentences: { before: before.sentence, now: now.sentence } };
}

const folded = (path: string, warn: Warn): Promise<RunFold> =>
  readFold(path, warn, { keepBodies: true });

function nameRun(path: string, run: RunFold): RunDiff["before"] {
  const { header } = run;
  if (header === undefined)
    throw new WitnessError("run-folder", `the run at ${path} has no header: nothing to compare`);
  const { target, startedAt } = header;
  const end = endOf(run);
  return {
    run: shownPath(dirname(findRunFile(path))),
    target: target.name,
    baseUrl: target.baseUrl,
    startedAt,
    end: end === "done" ? undefined : end,
  };
}
