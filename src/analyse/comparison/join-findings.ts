import type {
  AxisSummary,
  ComparedAxis,
  Comparison,
  DivergenceSummary,
  ExploreSummary,
} from "../../model/index.ts";
import type { NamedRun } from "./name-runs.ts";
import { axisCells, unwalkedReason } from "./axis-cells.ts";
import type { ExploredCases } from "./explored-cases.ts";

/** The findings of exploration in each run, in the order of runs. */
export type Views = readonly (ExploreSummary | undefined)[];

/** Axes by name, in the order of their first appearance, each with all targets that it was explored on. */
export function joinAxes(
  runs: readonly NamedRun[],
  views: Views,
  cases: ExploredCases,
): ComparedAxis[] {
  const axes = new Map<string, ComparedAxis>();
  for (const [target, view] of views.entries())
    for (const found of view?.axes ?? []) {
      const { axis, title, unit, scale } = found;
      const joined = axes.get(axis) ?? {
        axis,
        title,
        ...(unit !== undefined && { unit }),
        scale,
        targets: [],
        cells: [],
      };
      joined.targets.push(onTarget(found, target, cases));
      axes.set(axis, joined);
    }
  const reasons = runs.map(unwalkedReason);
  return [...axes.values()].map((axis) => ({ ...axis, cells: axisCells(axis, reasons) }));
}

function onTarget(
  { stretches, sentence, unstable, capped, cut, boundaries }: AxisSummary,
  target: number,
  cases: ExploredCases,
): ComparedAxis["targets"][number] {
  return {
    target,
    stretches,
    sentence,
    unstable,
    capped,
    ...(cut !== undefined && { cut }),
    boundaries: boundaries.map(({ near, far, ...rest }) => ({
      near: { ...near, case: cases.refer(target, near.case) },
      far: { ...far, case: cases.refer(target, far.case) },
      ...rest,
    })),
  };
}

/** The smallest examples of each explored target. */
export function joinExamples(views: Views, cases: ExploredCases): Comparison["examples"] {
  return views.flatMap((view, target) => {
    if (view === undefined || view.examples.length === 0) return [];
    const groups = view.examples.map((group) => ({
      ...group,
      entries: group.entries.map((entry) => ({ ...entry, case: cases.refer(target, entry.case) })),
    }));
    return [{ target, groups }];
  });
}

/**
 * Differences between targets of this comparison, each once, though the record of each target has
 * it; and how many are left out because they involve another target.
 */
export function joinDivergences(
  runs: readonly NamedRun[],
  views: Views,
  cases: ExploredCases,
): { divergences: DivergenceSummary[]; elsewhere: number } {
  const names = new Map(runs.map(({ header, name }) => [header.runId, name]));
  const known = new Map<string, DivergenceSummary>();
  const elsewhere = new Set<string>();
  for (const [target, view] of views.entries()) {
    const explored = runs[target]?.fold.exploration?.targets ?? [];
    for (const found of view?.divergences ?? []) {
      const signatures = found.signatures.map((each) => {
        const runId = explored.find(({ name }) => name === each.target)?.runId ?? "";
        return { ...each, target: names.get(runId) ?? each.target, known: names.has(runId) };
      });
      const { family, from } = found;
      const key = JSON.stringify([family, from, signatures]);
      if (signatures.some((each) => !each.known)) elsewhere.add(key);
      else if (!known.has(key))
        known.set(key, {
          ...found,
          signatures: signatures.map((each) => ({
            target: each.target,
            signature: each.signature,
          })),
          case: cases.refer(target, found.case),
        });
    }
  }
  return { divergences: [...known.values()], elsewhere: elsewhere.size };
}
