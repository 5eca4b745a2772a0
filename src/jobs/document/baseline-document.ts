import { join } from "node:path";
import type { BodiesFold, RunFold } from "../../analyse/index.ts";
import { WitnessError } from "../../errors.ts";
import type { Baseline, ComparedPart, DocumentBaseline, DocumentRun } from "../../model/index.ts";
import type { OperationRuns, Update } from "../../policy/index.ts";
import * as policy from "../../policy/index.ts";
import { readFold, type Warn } from "../read-stored.ts";
import { readDocumentRun } from "./report-document.ts";

/** An operation that was not sent to its end in a run has no baseline: a warning. @throws WitnessError `baseline-run` */
export async function baselineOfDocuments(
  folders: readonly string[],
  include: readonly ComparedPart[],
  warn: Warn,
): Promise<DocumentBaseline> {
  const documents = folders.map(readDocumentRun);
  const [first, ...others] = documents;
  if (first === undefined || others.some(({ document }) => document !== first.document))
    throw new WitnessError("baseline-run", "these runs are of several documents", {
      hint: "save a baseline from runs of one",
    });
  const operations = operationRuns(folders, documents, warn);
  return policy.documentBaselineOf([first, ...others], operations, include);
}

type Accepted = { globs: readonly string[]; reason: string };

/** Accepts all changes of a stored run, or what the globs match in any operation. @throws WitnessError `accept-glob` */
export async function updatedDocument(
  before: DocumentBaseline,
  folder: string,
  accepted: Accepted | undefined,
  warn: Warn,
): Promise<{ baseline: DocumentBaseline; changed: Update["changed"] }> {
  const document = readDocumentRun(folder);
  const { compares = [] } = Object.values(before.operations)[0] ?? {};
  const include = compares.filter((part) => part !== "status");
  const now = await policy.documentBaselineOf(
    [document],
    operationRuns([folder], [document], warn),
    include,
  );
  const found = { ...before, tool: now.tool, operations: { ...before.operations } };
  const changed: Update["changed"] = [];
  const names: string[] = [];
  for (const { name, run, end } of document.operations) {
    const own = before.operations[name];
    const saved = now.operations[name];
    if (own === undefined && saved !== undefined && accepted === undefined) {
      found.operations[name] = saved;
      changed.push({ kind: "new", name, before: "no operation", now: "an operation" });
    }
    if (own === undefined || end !== "done") continue;
    const fold = await readFold(join(folder, run), warn, { keepBodies: true, byStatus: true });
    const all = policy.updateBaseline(own, fold);
    names.push(...all.changed.map((each) => each.name));
    const updated = accepted === undefined ? all : acceptFitting(own, fold, all, accepted);
    if (updated === undefined) continue;
    found.operations[name] = updated.baseline;
    changed.push(...updated.changed.map((each) => ({ ...each, name: `${name} ${each.name}` })));
  }
  const missed = accepted?.globs.find((glob) => !names.some(policy.globTest(glob)));
  if (missed !== undefined) throw policy.globWithoutMatch(missed, names);
  if (accepted !== undefined) return { baseline: found, changed };
  const sequences = sequenceChanges(before, now);
  const taken = Object.fromEntries(sequences.map(({ name, now: steps }) => [name, [steps]]));
  return {
    baseline: { ...found, sequences: { ...before.sequences, ...taken } },
    changed: [...changed, ...sequences],
  };
}

/** What the globs accept of the changes of an operation; undefined if none of them matches one. */
function acceptFitting(
  before: Baseline,
  fold: RunFold,
  { changed }: Update,
  { globs, reason }: Accepted,
): Update | undefined {
  const fitting = globs.filter((glob) => changed.some(({ name }) => policy.globTest(glob)(name)));
  return fitting.length === 0 ? undefined : policy.acceptDrift(before, fold, fitting, reason);
}

const sequenceChanges = (before: DocumentBaseline, now: DocumentBaseline): Update["changed"] =>
  Object.entries(now.sequences).flatMap(([name, [steps = ""]]) => {
    const known = before.sequences[name] ?? [];
    const kind = known.length === 0 ? ("new" as const) : ("changed" as const);
    return known.includes(steps) ? [] : [{ kind, name, before: known.join(" or "), now: steps }];
  });

async function* operationRuns(
  folders: readonly string[],
  documents: readonly DocumentRun[],
  warn: Warn,
): AsyncGenerator<OperationRuns> {
  const names = new Set(documents.flatMap(({ operations }) => operations.map(({ name }) => name)));
  for (const name of names) {
    const rows = documents.map(({ operations }) => operations.find((row) => row.name === name));
    const runs = rows.flatMap((row, at) =>
      row?.end === "done" ? join(folders[at] ?? "", row.run) : [],
    );
    if (runs.length < rows.length) {
      warn(
        `${name} is not in the baseline: it was sent to its end in ${runs.length} of ${rows.length} runs`,
      );
      continue;
    }
    const bodies: BodiesFold = new Map();
    const folds: RunFold[] = [];
    for (const run of runs)
      folds.push(
        await readFold(run, warn, { keepBodies: bodies, byStatus: true, beside: folds[0] }),
      );
    const [fold, ...more] = folds;
    if (fold !== undefined) yield { name, folds: [fold, ...more] };
  }
}
