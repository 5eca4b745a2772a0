import { type RunFold, compareDecimal, messageSizes, rungText } from "../analyse/index.ts";
import type { AxisFinding, Baseline } from "../model/index.ts";
import { keptStretches } from "./baseline.ts";
import { type Drift, axisVariants } from "./compare-baseline.ts";
import { type DriftCause, exampleIn, isServerError } from "./difference.ts";

/** The first range of an axis that differs from the baseline, and what ends the range before it now. */
export function axisChange(
  run: RunFold,
  name: string,
  { boundaries }: Pick<Baseline, "boundaries">,
) {
  const finding = run.findings
    .filter((each) => each.kind === "axis")
    .find(({ axis }) => axis === name);
  const [was = []] = axisVariants(boundaries[name]);
  const is = finding === undefined ? [] : keptStretches(finding);
  const at = was.findIndex((text, index) => text !== is[index]?.text);
  const from = is[at]?.from;
  const sides = finding?.boundaries.find((each) =>
    [each.near.at, each.far.at].includes(from ?? ""),
  );
  return { finding, was, is, at, sides };
}

/** The axes that meet the limit of the body that another one shows, by name; with the name of that one. */
export function axesOfBody(
  run: RunFold,
  drifts: readonly Drift[],
  baseline: Explained["baseline"],
): Map<string, string> {
  const changes = drifts.flatMap(({ name }) => shownChange(run, name, baseline));
  return new Map(
    byLimit(run, changes).flatMap(([lead, ...more]) =>
      more.map(({ finding }) => [finding.axis, lead.finding.axis] as const),
    ),
  );
}

export function withAxes(run: RunFold, drifts: readonly Drift[], given: Explained): DriftCause[] {
  const exampleOf = exampleIn(run);
  const isExplained = ({ sides: { far } }: AxisChange): boolean => {
    const example = exampleOf({ name: far.case, now: far.signature });
    const { causes } = given;
    return example !== undefined && causes.some((each) => each.explains?.(example, far.signature));
  };
  const changes = drifts
    .filter(({ kind }) => kind === "changed")
    .flatMap(({ name }) => shownChange(run, name, given.baseline))
    .filter((each) => !isServerError({ now: each.sides.far.signature }) && !isExplained(each));
  return [...given.causes, ...movedAxes(run, changes)];
}

/** The change of an axis, if this run shows the boundary where it is now. */
function shownChange(run: RunFold, name: string, baseline: Explained["baseline"]): AxisChange[] {
  const { finding, was, is, at, sides } = axisChange(run, name, baseline);
  return finding === undefined || sides === undefined
    ? []
    : [{ finding, was: was[at], is: is[at]?.text ?? "", sides }];
}

type Explained = { baseline: Pick<Baseline, "boundaries">; causes: readonly DriftCause[] };

/** An explored axis that changed since the baseline: its first range that differs, and the sides of the boundary there now. */
type AxisChange = {
  finding: AxisFinding;
  was: string | undefined;
  is: string;
  sides: AxisFinding["boundaries"][number];
};

/** A limit of the body that several axes meet is one. */
function byLimit(run: RunFold, changes: readonly AxisChange[]): [AxisChange, ...AxisChange[]][] {
  const isOfBody = ({ finding: { title, unit } }: AxisChange): boolean =>
    unit === "bytes" && title.startsWith("body");
  const groups: [AxisChange, ...AxisChange[]][] = [];
  for (const change of changes.toSorted((a, b) => Number(isOfBody(b)) - Number(isOfBody(a)))) {
    const { near, far } = change.sides;
    const [accepted, refused] = [near, far].map((side) => messageSizes(run, side.case).body);
    const isMet = ({ sides }: AxisChange): boolean =>
      sides.far.signature === far.signature &&
      (accepted ?? 0) < Number(sides.far.at) &&
      (refused ?? 0) >= Number(sides.far.at);
    const known = groups.find(([lead]) => isOfBody(lead) && isMet(lead));
    if (known === undefined) groups.push([change]);
    else known.push(change);
  }
  return groups;
}

function movedAxes(run: RunFold, changes: readonly AxisChange[]): DriftCause[] {
  return byLimit(run, changes).map(([lead, ...more]) => {
    const { title } = lead.finding;
    const name = more.length === 0 ? title : title.replace(/, by .*/, "");
    const cases = [lead, ...more].map(({ sides }) => sides.far.case);
    return { text: `${name.replace(/,? (?:up|down)wards$/, "")}: ${axisChangeText(lead)}`, cases };
  });
}

/** `201 up to 65,536 bytes before, up to 65,537 bytes now`, if the same two responses meet elsewhere. */
function axisChangeText({ finding: { unit }, was = "", is, sides: { near, far } }: AxisChange) {
  const [before, at] = was.split(" from ");
  if (before !== far.signature || !/^-?\d+$/.test(at ?? "")) return `${was} before, ${is} now`;
  const isDown = compareDecimal(far.at, near.at) < 0;
  const last = String(BigInt(at ?? 0) + (isDown ? 1n : -1n));
  const word = isDown ? "down to" : "up to";
  return `${near.signature} ${word} ${rungText(last, unit)} before, ${word} ${rungText(near.at, unit)} now`;
}
