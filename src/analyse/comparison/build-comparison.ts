import { lifeOf } from "../deaths.ts";
import { interfaceName, interfaceOf } from "../../contract/index.ts";
import type {
  AcceptedRequests,
  Behaviour,
  Comparison,
  ComparisonView,
  Depth,
  ExploreSummary,
  LimitSummary,
  GroupEvidence,
} from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { VERSION } from "../../version.ts";
import { runLimits } from "../limits.ts";
import { buildExploreView } from "../explore/explore-view.ts";
import { isRunComplete, type RunFold, withoutExplored } from "../run-fold.ts";
import { firstWordOf } from "../misconfiguration-hint.ts";
import { surroundingTexts } from "../summarise.ts";
import { statedVerdict } from "../verdict.ts";
import { axesByClause } from "../explore/axis-view.ts";
import { ledgerOf } from "../ledger.ts";
import type { ComparedRun, NamedRun, Shared, SharedCase } from "./share-cases.ts";
import { nameRuns, casesOfRuns, shareCases } from "./share-cases.ts";
import { compareDeclared, compareRules, compareState } from "./compare-rules.ts";
import { conclude } from "./conclude.ts";
import { migrationOf, standingsOf, acceptedOf } from "./standings.ts";
import { compareSpeed } from "./compare-speed.ts";
import { comparedStates } from "../machine/compare-machines.ts";
import { constantDifferences, rankOf, groupCases, suiteClasses, classesOf } from "./group-cases.ts";
import { depthViews, type MemberCase, overloadedTargets } from "./depth-views.ts";
import { explainLeft, notComparedOf } from "./not-compared.ts";
import type { Shown } from "./join-findings.ts";
import { ExploredCases, joinAxes, joinDivergences, joinExamples } from "./join-findings.ts";
import { gatherEvidence } from "./gather-evidence.ts";

export const COMPARISON_SCHEMA_ID = "urn:api-witness:comparison:1";

/**
 * Puts folded runs side by side, in order. Generated cases are compared if the folds kept them
 * (`keepGenerated`). Reports begin with this depth of equality.
 */
export function buildComparison(
  compared: readonly ComparedRun[],
  depth: Depth = "class",
): ComparisonView & { accepted: AcceptedRequests } {
  const runs = nameRuns(compared);
  const shared = shareCases(casesOfRuns(runs.map(({ fold }) => fold)));
  const cases = new ExploredCases(runs);
  const views = runs.map(({ fold }) => buildExploreView(fold));
  const { divergences, elsewhere } = joinDivergences(runs, views, cases);
  const inferred = compareRules(runs);
  const axes = joinAxes(runs, views, cases);
  const { notExpressed } = interfaceOf(runs[0]?.header ?? {});
  const limits = runs.map(({ fold }, at) => limitsFound(fold, views[at]));
  const comparison = {
    $schema: COMPARISON_SCHEMA_ID,
    schemaVersion: 1 as const,
    tool: { name: "api-witness", version: VERSION },
    startedAt: runs.map(({ header }) => header.startedAt).toSorted()[0] ?? "",
    interface: interfaceName(runs[0]?.header ?? {}),
    notExpressed,
    ...targetsOf(runs, shared, limits),
    inferred,
    declared: inferred && compareDeclared(runs),
    state: compareState(runs),
    states: comparedStates(runs.map(({ header, fold }) => ({ name: header.target.name, fold }))),
    behaviour: {
      ...behaviourOf(shared, runs.length),
      depth,
      notCompared: notComparedOf(runs, shared, axes),
      left: [...explainLeft(runs, shared), ...foundElsewhere(elsewhere)],
    },
    axes,
    examples: joinExamples(views, cases),
    divergences,
    speed: compareSpeed(runs),
    ledger: joinLedgers(runs),
  };
  const shown = [...clearestOf(comparison.behaviour.groups, runs), ...cases.shown];
  return {
    accepted: acceptedOf(runs, shared),
    comparison: { ...comparison, conclusions: conclude(comparison, limits) },
    evidence: evidenceOf(runs, shown),
  };
}

/** As the report of the run has them. */
const limitsFound = (fold: RunFold, explored: ExploreSummary | undefined): LimitSummary[] =>
  runLimits(withoutExplored(fold), explored).filter(({ outcome }) => outcome !== undefined);

function behaviourOf(
  shared: Shared,
  targets: number,
): Omit<Behaviour, "depth" | "left" | "notCompared"> {
  const { compared, unstable } = shared;
  const groups = groupCases(compared);
  const caseOf = memberCases(compared, unconfirmedIn(shared));
  const overloaded = overloadedTargets({ unstable });
  const depths = depthViews({ groups, compared: compared.length, targets, caseOf, overloaded });
  return {
    compared: compared.length,
    agree: depths.exact.agree,
    differ: depths.exact.differ,
    groups,
    unstable,
    depths,
    constant: constantDifferences(groups),
    suites: suiteClasses(compared),
  };
}

/** Differences that no further sending of them or of their kind has confirmed; none if nothing was sent again. */
const unconfirmedIn = ({ states }: Shared): ReadonlySet<string> =>
  new Set(
    [...states].flatMap(([id, state]) =>
      state === "confirmed" || state === "as-others" ? [] : [id],
    ),
  );

function memberCases(
  compared: readonly SharedCase[],
  unconfirmed: ReadonlySet<string> = new Set(),
): (id: string) => MemberCase {
  const byId = new Map(
    compared.map((each) => {
      const member = memberOf(each);
      return [each.id, unconfirmed.has(each.id) ? { ...member, unconfirmed: true } : member];
    }),
  );
  return (id) => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`${id} is in a group, and was not compared`);
    return found;
  };
}

/** What a request is about is worked out once, for every depth. */
function memberOf(each: SharedCase): MemberCase {
  let known: ReturnType<SharedCase["about"]> | undefined;
  const { id, reason, once, generated } = each;
  return { id, reason, about: () => (known ??= each.about()), once, rank: rankOf(each), generated };
}

function targetsOf(
  runs: readonly NamedRun[],
  { compared }: Shared,
  limits: readonly (readonly LimitSummary[])[],
): Pick<Comparison, "targets" | "migration"> {
  const standing = standingsOf(compared, runs.length);
  return {
    targets: runs.map((run, at) => ({
      ...targetOf(run, classesOf(compared, at)),
      ...standing(at),
      limits: limits[at]?.length ?? 0,
    })),
    ...(runs.length === 2 && { migration: migrationOf(compared, memberCases(compared)) }),
  };
}

function targetOf({ fold, header, name, run }: NamedRun, classes: Record<string, number>) {
  const { accepts, stated } = statedVerdict(withoutExplored(fold));
  const surroundings = surroundingTexts(fold);
  return {
    name,
    baseUrl: header.target.baseUrl,
    runId: header.runId,
    run,
    startedAt: header.startedAt,
    seed: header.seed,
    complete: isRunComplete(fold),
    ...(fold.integrity !== undefined &&
      fold.integrity.state !== "intact" && { record: fold.integrity }),
    accepts,
    stated: stated.text,
    ...firstWordOf(fold),
    ...(surroundings.length > 0 && { surroundings }),
    ...lifeOf(fold),
    classes,
  };
}

const clearestOf = (groups: readonly { case: string }[], runs: readonly NamedRun[]) =>
  groups.map(({ case: id }): [string, Shown] => [id, { id, runs: [...runs.keys()] }]);

function evidenceOf(
  runs: readonly NamedRun[],
  wanted: readonly [name: string, shown: Shown][],
): Map<string, GroupEvidence> {
  return new Map(
    wanted.flatMap(([name, shown]) => {
      const evidence = gatherEvidence(runs, name, shown);
      return evidence === undefined ? [] : [[name, evidence]];
    }),
  );
}

function foundElsewhere(count: number): string[] {
  const text = `${counted(count, "difference")} found by exploring with targets that are not part of this comparison`;
  return count === 0 ? [] : [text];
}

/**
 * Every clause of the specification with the behaviour of each target, in the order of runs. Of explored axes only the
 * titles: the comparison has their boundaries side by side.
 */
function joinLedgers(runs: readonly ComparedRun[]): Comparison["ledger"] {
  const ledgers = runs.map(({ fold }) => ledgerOf(withoutExplored(fold)));
  const axes = runs.map(({ fold }) => axesByClause(fold));
  return (ledgers[0] ?? []).map(({ id, kind, text, at: place }, at) => ({
    id,
    kind,
    text,
    ...(place !== undefined && { at: place }),
    observed: ledgers.map((ledger) => ledger[at]?.observed ?? []),
    axes: [...new Set(axes.flatMap((own) => (own.get(id) ?? []).map(({ title }) => title)))],
  }));
}
