import { rankSpeed } from "../../../../src/analyse/comparison/compare-speed.ts";
import type { ComparisonView, Group } from "../../../../src/model/index.ts";
import { depthsOf } from "./depths.ts";
import { evidenceOf } from "./evidence.ts";
import { fourTargets } from "./four-targets.ts";

const outcomes = ["201", "400", "422", "500", "timed-out", "400, closed"];

/** This many targets and differing cases, `each` of them per group. */
export function manyTargets(targets: number, cases: number, each: number): ComparisonView {
  const { comparison } = fourTargets();
  const [first] = comparison.targets;
  if (first === undefined) throw new Error("the fixture has no targets");
  const names = Array.from({ length: targets }, (_, at) => `server-${at + 1}`);
  const groups = Array.from({ length: Math.ceil(cases / each) }, (_, at): Group => {
    const ids = Array.from(
      { length: each },
      (__, n) => `malformed-json/rather-long-name-${at}-${n}`,
    );
    const signatures = names.map(
      (___, target) => outcomes[Math.floor(at / (target + 1)) % 6] ?? "",
    );
    return {
      signatures,
      size: ids.length,
      distinct: new Set(signatures).size,
      case: ids[0] ?? "",
      reason: `the document is followed by ${at} other bytes, and they are no white space`,
      suites: { "malformed-json": ids.length },
      cases: ids,
    };
  });
  return {
    comparison: {
      ...comparison,
      targets: names.map((name) => ({ ...first, name, run: `runs/${name}` })),
      behaviour: {
        ...comparison.behaviour,
        compared: cases + 40,
        agree: 40,
        differ: cases,
        groups,
        unstable: [],
        notCompared: names.map((_, at) => (at % 7 === 3 ? "2 axes not walked (time)" : "")),
        ...depthsOf(groups, cases + 40, targets),
      },
      axes: comparison.axes.map((axis) => ({
        ...axis,
        targets: names.map((_, target) => ({ ...axis.targets[target % 4]!, target })),
        cells: names.map((_, target) => axis.cells[target % 4]!),
      })),
      examples: names.map((_, target) => ({
        target,
        groups: comparison.examples[target % 4]!.groups,
      })),
      divergences: [],
      ...(comparison.speed && { speed: speedOfMany(comparison.speed, targets) }),
      ledger: comparison.ledger.map((entry) => ({
        ...entry,
        observed: names.map((_, target) => entry.observed[target % 4] ?? []),
      })),
    },
    evidence: new Map(
      groups.map((group) => [group.case, evidenceOf(group.case, names, group.signatures)]),
    ),
  };
}

type Speed = NonNullable<ComparisonView["comparison"]["speed"]>;

function speedOfMany(speed: Speed, count: number): Speed {
  const numbers = Array.from({ length: count }, (_, at) => at);
  const targets = numbers.map((target) => {
    const like = speed.targets[target % 4]!;
    const more = 1 + target / 9;
    return {
      ...like,
      target,
      perSecond: like.perSecond * more,
      eachPerSecond: like.eachPerSecond.map((each) => each * more),
    };
  });
  const pairs = numbers.flatMap((a) =>
    numbers.slice(a + 1).map((b) => ({ ...speed.pairs[(a + b) % 6]!, a, b })),
  );
  return { ...speed, targets, pairs, ...rankSpeed(targets, pairs) };
}
