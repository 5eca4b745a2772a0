import {
  constantDifferences,
  suiteClasses,
} from "../../../../src/analyse/comparison/group-cases.ts";
import { depthViews } from "../../../../src/analyse/comparison/depth-views.ts";
import type { Behaviour, Group } from "../../../../src/model/index.ts";

type Depths = Pick<Behaviour, "depths" | "constant" | "suites">;

/** The depths of these exact groups; a case is about the reason of its group. */
export function depthsOf(groups: readonly Group[], compared: number, targets: number): Depths {
  const reasons = new Map(
    groups.flatMap((group) => group.cases.map((id) => [id, group.reason] as const)),
  );
  const depths = depthViews({
    groups,
    compared,
    targets,
    caseOf: (id) => ({
      id,
      reason: reasons.get(id) ?? "",
      about: () => ({ parts: [], integers: [], changed: [] }),
      rank: 0,
    }),
  });
  const differing = groups.flatMap(({ cases, signatures }) =>
    cases.map((id) => ({ id, signatures })),
  );
  const alike = Array.from({ length: compared - differing.length }, (_, at) => ({
    id: `valid/case-${at}`,
    signatures: Array.from({ length: targets }, () => "201"),
  }));
  const suites = suiteClasses([...alike, ...differing]);
  return { depths, suites, constant: constantDifferences(groups) };
}
