import { groupBy } from "../../stats/index.ts";
import type { CaseView, RunView } from "../../analyse/index.ts";
import { EXPLORE_SUITE, isExplored, type Summary } from "../../model/index.ts";
import { type Classes, markOfSignature } from "./status-class.tsx";

export type SuiteView = {
  name: string;
  about: string;
  total: number;
  classes: Classes | undefined;
  /** The clauses that most of its cases probe. */
  clauses: readonly string[];
  cases: readonly CaseView[];
  properties: readonly Summary["properties"][number][];
};

/** Suites in the summary's order, then suites that only occur in cases. */
export function suiteViews({ summary, cases }: RunView): SuiteView[] {
  const bySuite = groupBy(cases, ({ suite }) => suite);
  const known = new Map(summary.suites.map((suite) => [suite.name, suite]));
  return [...new Set([...known.keys(), ...bySuite.keys()])].map((name) => ({
    name,
    about: known.get(name)?.about ?? (name === EXPLORE_SUITE.name ? EXPLORE_SUITE.about : ""),
    total: known.get(name)?.cases ?? bySuite.get(name)?.length ?? 0,
    classes: known.get(name)?.classes,
    clauses: usualClauses(bySuite.get(name) ?? []),
    cases: bySuite.get(name) ?? [],
    properties: summary.properties.filter(({ id }) => id.startsWith(`${name}/`)),
  }));
}

function usualClauses(cases: readonly CaseView[]): readonly string[] {
  const counts = new Map<string, { clauses: readonly string[]; times: number }>();
  for (const { clauses } of cases) {
    const key = clauses.join(" ");
    counts.set(key, { clauses, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.times - a.times)[0]?.clauses ?? [];
}

/** By clause, the suites whose cases probe it; explored axes have their own sentences. */
export function suitesByClause(cases: readonly CaseView[]): Map<string, ReadonlySet<string>> {
  const suites = new Map<string, Set<string>>();
  for (const { suite, clauses } of cases.filter(({ id }) => !isExplored(id)))
    for (const clause of clauses) {
      const some = suites.get(clause) ?? new Set();
      suites.set(clause, some.add(suite));
    }
  return suites;
}

/** Remarkable cases: those in remarks, and all that changed, got 5xx or no complete response. */
export function notableCases({ summary, cases }: RunView): ReadonlySet<string> {
  const moving = new Set<CaseView["stability"]>([
    "unstable",
    "differs-by-server",
    "changes-on-repeat",
    "depends-on-state",
  ]);
  const telling = new Set(["k5", "kn", "ko"]);
  const striking = cases.filter(
    ({ stability, outcomes }) =>
      moving.has(stability) ||
      Object.keys(outcomes).some((signature) => telling.has(markOfSignature(signature))),
  );
  return new Set([
    ...summary.remarks.flatMap((remark) => remark.case ?? []),
    ...striking.map(({ id }) => id),
  ]);
}
