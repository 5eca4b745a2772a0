import type { AxisSummary, Place, Stretch } from "../../model/explore-summary.ts";
import type { AxisFinding } from "../../model/finding.ts";
import { axisSentence, wholeOf } from "./axis-sentence.ts";
import { knownValue, placeText } from "./known-values.ts";

/** What was found along one axis, in the words of a report. */
export function axisView(finding: AxisFinding): AxisSummary {
  const { axis, title, unit, scale, capped, cut } = finding;
  const place = (at: string): Place => ({ at, text: placeText(at, unit) });
  const down = goesDown(finding);
  const stable = finding.stretches.map((each) => ({ ...each, signatures: [each.signature] }));
  const stretches = [...stable, ...joined(finding.unstable)]
    .map(({ from, to, signatures }) => ({ from: place(from), to: place(to), signatures }))
    .toSorted((a, b) => compare(a.from, b.from) * (down ? -1 : 1));
  const boundaries = finding.boundaries.map(({ near, far }) => {
    const known = knownValue(axis, near.at, far.at);
    return {
      near: { ...near, ...place(near.at) },
      far: { ...far, ...place(far.at) },
      ...(known !== undefined && { known }),
    };
  });
  const shared = {
    ...(unit !== undefined && { unit }),
    stretches,
    capped,
    ...(cut !== undefined && { cut }),
  };
  return {
    axis,
    title,
    scale,
    ...shared,
    boundaries,
    sentence: axisSentence({ ...shared, down }),
    unstable: finding.unstable.length > 0,
  };
}

type Range = AxisFinding["unstable"][number];

/** Unstable ranges that touch are one. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last === undefined || last.to !== range.from) all.push({ ...range });
    else {
      last.to = range.to;
      last.signatures = [...new Set([...last.signatures, ...range.signatures])];
    }
  }
  return all;
}

/** Whether it was walked downwards: the first range that has two ends tells, or else their order. */
function goesDown({ stretches, unstable }: AxisFinding): boolean {
  const ranges = [...stretches, ...unstable];
  const wide = ranges.find(({ from, to }) => from !== to);
  const { from, to } = wide ?? { from: ranges[0]?.from ?? "", to: stretches.at(-1)?.to ?? "" };
  return compare({ at: from }, { at: to }) > 0;
}

type At = Pick<Stretch["from"], "at">;

function compare(a: At, b: At): number {
  const [one, other] = [wholeOf(a), wholeOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
