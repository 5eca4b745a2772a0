import { interfaceOf } from "../../contract/index.ts";
import type { Divergence, ExploreSummary, Finding, Unstable } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { axisView } from "./axis-view.ts";
import { cutShort } from "./cut-short.ts";
import { exampleGroups } from "./example-groups.ts";
import { requestText } from "./request-text.ts";

/** The exploration part of a report. */
export type ExploreView = ExploreSummary;

/** The findings of exploration, in words; undefined if nothing was explored. */
export function buildExploreView(run: RunFold): ExploreView | undefined {
  const { exploration, findings } = run;
  if (exploration === undefined && findings.every(isInferred)) return undefined;
  const from = interfaceOf(run.header ?? {});
  return {
    ...(exploration !== undefined && {
      requests: exploration.requests,
      durationMs: exploration.durationMs,
    }),
    ...(exploration?.compared !== undefined && { compared: exploration.compared }),
    targets: exploration?.targets.map(({ name }) => name) ?? [],
    cutShort: cutShort(run),
    examples: exampleGroups(run, ofKind(findings, "smallest")),
    axes: ofKind(findings, "axis").map((each) => axisView(each, from)),
    divergences: ofKind(findings, "divergence").map((each) => divergenceView(run, each)),
    unstable: ofKind(findings, "unstable").map((each) => unstableView(run, each)),
  };
}

/** The findings of experiments have a part of their own. */
const isInferred = ({ kind }: Finding): boolean =>
  kind === "rule" || kind === "check-order" || kind === "unseen" || kind === "contract-proof";

function ofKind<K extends Finding["kind"]>(findings: readonly Finding[], kind: K) {
  return findings.filter((each): each is Extract<Finding, { kind: K }> => each.kind === kind);
}

function divergenceView(run: RunFold, finding: Divergence): ExploreView["divergences"][number] {
  const { family, signatures, met, from, cut } = finding;
  return {
    family,
    signatures,
    ...requestText(run, finding.case),
    case: finding.case,
    met,
    from,
    ...(cut !== undefined && { cut }),
  };
}

function unstableView(run: RunFold, finding: Unstable): ExploreView["unstable"][number] {
  const { where, signatures, count } = finding;
  const axis = ofKind(run.findings, "axis").find((each) => each.axis === where);
  return {
    // The name of the stated request itself.
    where: where === "valid" ? "the stated request" : (axis?.title ?? where),
    signatures,
    ...requestText(run, finding.case),
    case: finding.case,
    count,
  };
}
