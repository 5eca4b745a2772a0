import {
  type AxisSummary,
  type ComparedAxis,
  type Comparison,
  type DivergenceSummary,
  type ExploreSummary,
  isExplored,
  type AxisCell,
  type Cut,
  type Stretch,
} from "../../model/index.ts";
import type { NamedRun } from "./share-cases.ts";
import { requestKey } from "../generated-fold.ts";
import { shortList } from "../../text/index.ts";

type Views = readonly (ExploreSummary | undefined)[];

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
      const joined = axes.get(axis) ?? { axis, title, unit, scale, targets: [], cells: [] };
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
  const referred = boundaries.map(({ near, far, ...rest }) => ({
    near: { ...near, case: cases.refer(target, near.case) },
    far: { ...far, case: cases.refer(target, far.case) },
    ...rest,
  }));
  return { target, stretches, sentence, unstable, capped, cut, boundaries: referred };
}

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
          signatures: signatures.map(({ target: name, signature }) => ({
            target: name,
            signature,
          })),
          case: cases.refer(target, found.case),
        });
    }
  }
  return { divergences: [...known.values()], elsewhere: elsewhere.size };
}

/** A case with evidence: its id in the records, and the runs in which it is the same request. */
export type Shown = { id: string; runs: number[] };

/**
 * Names for the evidence of findings. Exploring uses the same id in every run, possibly for different
 * requests: those of later runs are named `<id> (<name of the run>)`.
 */
export class ExploredCases {
  readonly #runs: readonly NamedRun[];
  readonly shown = new Map<string, Shown>();

  constructor(runs: readonly NamedRun[]) {
    this.#runs = runs;
  }

  refer(run: number, id: string): string {
    if (!isExplored(id)) return id;
    const alike = this.#alike(id);
    const isFirst = alike.includes(run);
    const name = isFirst ? id : `${id} (${this.#runs[run]?.name})`;
    if (!this.shown.has(name)) this.shown.set(name, { id, runs: isFirst ? alike : [run] });
    return name;
  }

  /** The runs in which the case has the same request as in the first. */
  #alike(id: string): number[] {
    const keys = this.#runs.map(({ fold }) => {
      const found = fold.cases.get(id);
      return found && requestKey(found.case.request);
    });
    const first = keys.find((key) => key !== undefined);
    return keys.flatMap((key, at) => (key !== undefined && key === first ? [at] : []));
  }
}

const MOST_CHANGES = 2;

const briefCuts: Record<Cut, string> = {
  "max-time": "time",
  "max-requests": "requests",
  interrupted: "interrupted",
  "target-lost": "target lost",
  "rate-limited": "rate limit",
  "turned-away": "turned away",
  "too-slow": "witness too slow",
};

/** One cell for each target, also without a boundary: `10 → 400`, `none`, `not walked (time)`. */
export function axisCells(
  { targets }: Pick<ComparedAxis, "targets">,
  reasons: readonly string[],
): AxisCell[] {
  return reasons.map((reason, at) => {
    const line = targets.find(({ target }) => target === at);
    if (line === undefined) return { state: "not-walked", text: `not walked (${reason})` };
    const [first, ...others] = line.stretches;
    if (first === undefined) {
      const why = line.cut === undefined ? reason : briefCuts[line.cut];
      return { state: "not-walked", text: `not walked (${why})` };
    }
    if (others.length === 0) return alongOf(first);
    const shown = others.slice(0, MOST_CHANGES);
    const changes = shortList(others, MOST_CHANGES, (after, nth) =>
      changeText(line.stretches[nth] ?? first, after),
    );
    const isRandom = shown.some(({ signatures }) => signatures.length > 1);
    const outcome = others[0]?.signatures[0] ?? "";
    return { state: isRandom ? "random" : "boundary", text: changes.join(", "), outcome };
  });
}

const changeText = (before: Stretch, after: Stretch): string =>
  `${before.to.text} → ${after.signatures.length > 1 ? "at random" : (after.signatures[0] ?? "")}`;

const alongOf = ({ signatures: [outcome = "", ...others] }: Stretch): AxisCell =>
  others.length > 0
    ? { state: "random", text: "at random", outcome }
    : { state: "none", text: `none: ${outcome}`, outcome };

/** Why a run did not walk an axis that another one walked. */
function unwalkedReason({ fold }: NamedRun): string {
  const { exploration } = fold;
  if (exploration === undefined) return "not explored";
  return exploration.cut === undefined ? "not in this run" : briefCuts[exploration.cut];
}
