import { dirname } from "node:path";
import { axisView, endOf, type RunFold } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { RunDiff } from "../model/index.ts";
import {
  axisDrifts,
  caseDrifts,
  comparedParts,
  driftCauses,
  snapshotOf,
  withCount,
  type Drift,
} from "../policy/index.ts";
import { findRunFile } from "../record/index.ts";
import { requireOneInterface } from "./compare-stored.ts";
import { shorter } from "./conclude-run.ts";
import { readFold, type Warn } from "./read-stored.ts";

const COMPARES = ["status" as const, "content-type" as const, "shape" as const];

/** `witness diff`: sends nothing, judges nothing. @throws WitnessError `run-folder`, or `compare` for different interfaces. */
export async function diffRuns(before: string, now: string, warn: Warn): Promise<RunDiff> {
  const [old, new_] = [await folded(before, warn), await folded(now, warn)];
  requireOneInterface([old, new_]);
  const snapshot = snapshotOf([old], COMPARES);
  const cases = caseDrifts(snapshot, new_);
  const axes = axisDrifts(snapshot, new_).drifts.filter(({ kind }) => kind === "changed");
  return {
    before: nameRun(before, old),
    now: nameRun(now, new_),
    compared: comparedParts({ compares: COMPARES }),
    findings: driftCauses(snapshot, new_, cases.drifts).map((cause) => ({
      text: withCount(cause),
      cases: cause.cases,
    })),
    cases: cases.drifts,
    boundaries: axes.map((drift) => ({ ...drift, ...boundaryWords(drift, old, new_) })),
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
    run: shorter(dirname(findRunFile(path))),
    target: target.name,
    baseUrl: target.baseUrl,
    startedAt,
    end: end === "done" ? undefined : end,
  };
}
