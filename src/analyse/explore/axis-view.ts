import { interfaceOf } from "../../contract/index.ts";
import type {
  AxisFinding,
  Cut,
  AxisSummary,
  Interface,
  Place,
  Stretch,
} from "../../model/index.ts";
import { counted, unitAfter, groupDigits, shortNumber, shortList } from "../../text/index.ts";
import type { RunFold } from "../run-fold.ts";
import { axisNamed } from "../../generate/index.ts";

/** Why exploring ended early, as the end of a sentence. */
export const cutWords: Record<Cut, string> = {
  "max-requests": "the requests allowed by --max-requests were used up",
  "max-time": "no time was left",
  interrupted: "it was interrupted",
  "target-lost": "the server no longer responded",
  "rate-limited": "the server still reported too many requests after waits",
  "turned-away": "the server turned every request away, whatever it was",
  "too-slow": "witness was too busy to send a request and read its response within --timeout",
};

/** Said of a boundary that is not one of the size alone. */
const OF_VALUES = "the size alone does not decide";

export function axisView(finding: AxisFinding, from: Interface): AxisSummary {
  const { axis, title, unit, scale, capped, cut } = finding;
  const place = (at: string): Place => ({ at, text: placeText(at, unit) });
  const down = goesDown(finding);
  const stretches = disjoint(finding, down).map(({ from, to, signatures }) => ({
    from: place(from),
    to: place(to),
    signatures,
  }));
  const boundaries = finding.boundaries.map(({ near, far, ofValues }) => ({
    near: { ...near, ...place(near.at) },
    far: { ...far, ...place(far.at) },
    known: knownValue(from, axis, near.at, far.at),
    ...(ofValues === true && { ofValues }),
  }));
  const shared = { unit, stretches, capped, cut };
  return {
    axis,
    title,
    scale,
    ...shared,
    boundaries,
    ...sentenceOfAxis({ ...shared, down, ofValues: isOfValues(finding) }),
    unstable: finding.unstable.length > 0,
  };
}

/** Whether a boundary of the axis is not one of the size alone. */
const isOfValues = ({ boundaries }: AxisFinding): boolean =>
  boundaries.some(({ ofValues }) => ofValues === true);

type Range = AxisFinding["unstable"][number];

/** All ranges in order. A stable range ends where an unstable one begins, and goes on where that ends. */
function disjoint({ stretches, unstable }: AxisFinding, down: boolean): Range[] {
  const order = (a: string, b: string): number => compare({ at: a }, { at: b }) * (down ? -1 : 1);
  const random = joined(
    unstable.toSorted((a, b) => order(a.from, b.from)),
    order,
  );
  const stable = stretches.flatMap(({ from, to, signature }) =>
    random.reduce<Range[]>(
      (parts, hole) => parts.flatMap((part) => without(part, hole, order)),
      [{ from, to, signatures: [signature] }],
    ),
  );
  return [...stable, ...random].toSorted(
    (a, b) =>
      order(a.from, b.from) || order(a.to, b.to) || a.signatures.length - b.signatures.length,
  );
}

type Order = (a: string, b: string) => number;

/** The parts of a range outside another. The common ends belong to both. */
function without(range: Range, hole: Range, order: Order): Range[] {
  if (order(range.to, hole.from) <= 0 || order(hole.to, range.from) <= 0) return [range];
  return [
    ...(order(range.from, hole.from) <= 0 ? [{ ...range, to: hole.from }] : []),
    ...(order(hole.to, range.to) <= 0 ? [{ ...range, from: hole.to }] : []),
  ];
}

/** Unstable ranges in order, those that touch or overlap as one. */
function joined(ranges: readonly Range[], order: Order): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last === undefined || order(last.to, range.from) < 0) all.push({ ...range });
    else {
      if (order(last.to, range.to) < 0) last.to = range.to;
      last.signatures = [...new Set([...last.signatures, ...range.signatures])];
    }
  }
  return all;
}

/** Whether it was explored downwards: decided by the first range with two ends, else by their order. */
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

const MOST_TOLD = 10;

type Walk = Pick<AxisSummary, "stretches" | "unit" | "capped" | "cut"> & {
  down: boolean;
  ofValues: boolean;
};

/** The findings along an axis, without its title: `201 up to 2147483647, 400 from 2147483648`. Says if places between two ranges were not tried. */
function sentenceOfAxis(walk: Walk): Pick<AxisSummary, "sentence" | "along"> {
  const { stretches, cut } = walk;
  const [first, second] = stretches;
  if (first === undefined)
    return {
      sentence: cut === undefined ? "no place was tried" : `not explored: ${cutWords[cut]}`,
    };
  if (second !== undefined)
    return { sentence: partsOf(walk) + (walk.ofValues ? ` (${OF_VALUES})` : "") };
  if (isUnstable(first)) return { sentence: `${wordsOf(first)}: no boundary` };
  const along = alongOf(walk, first);
  return { sentence: `${wordsOf(first)} ${along}`, along };
}

function partsOf(walk: Walk): string {
  const { stretches } = walk;
  const rest = (more: number): string => `and ${counted(more, "more range")}`;
  return shortList(stretches, MOST_TOLD, (_, at) => part(walk, at), rest).join(", ");
}

function part({ stretches, down, unit }: Walk, index: number): string {
  const [before, stretch, after] = [stretches[index - 1], stretches[index], stretches[index + 1]];
  if (stretch === undefined) return "";
  const from = amount(stretch.from, unit);
  const to = amount(stretch.to, unit);
  if (isUnstable(stretch)) return `${wordsOf(stretch)} between ${stretch.from.text} and ${to}`;
  const signature = wordsOf(stretch);
  const end = after === undefined || adjoin(stretch, after) ? "" : " at least";
  if (before === undefined) return `${signature} ${down ? "down" : "up"} to ${to}${end}`;
  const begin = adjoin(before, stretch) ? "" : " at the latest";
  if (after === undefined) return `${signature} from ${from}${begin}`;
  if (stretch.from.at === stretch.to.at) return `${signature} at ${from}`;
  return `${signature} from ${begin === "" ? stretch.from.text : `${from}${begin}`} to ${to}${end}`;
}

function alongOf({ down, unit, capped, cut }: Walk, { from, to }: Stretch): string {
  const last = amount(to, unit);
  if (from.at === to.at) return `at ${last}`;
  if (capped && cut === undefined) return `${down ? "down" : "up"} to the cap of ${last}`;
  return `for every value from ${from.text} to ${last}`;
}

const isUnstable = ({ signatures }: Stretch): boolean => signatures.length > 1;

const wordsOf = (stretch: Stretch): string =>
  isUnstable(stretch) ? variedText(stretch.signatures) : (stretch.signatures[0] ?? "");

/** A response that is late at times may be due to the load of a machine. */
function variedText(signatures: readonly string[]): string {
  const others = signatures.filter((signature) => signature !== "timed-out");
  return others.length < signatures.length
    ? `${others.join(" or ")}, at times not within the time-out`
    : `responds at random (${others.join(" or ")})`;
}

/** A place with its unit: `1 byte`, `1,048,576 bytes`. */
const amount = ({ at, text }: Place, unit: string | undefined): string =>
  text + unitAfter(at, unit);

function adjoin(before: Stretch, after: Stretch): boolean {
  const gap = wholeOf(before.to) - wholeOf(after.from);
  return gap >= -1n && gap <= 1n;
}

const wholeOf = ({ at }: Pick<Place, "at">): bigint => (/^-?\d+$/.test(at) ? BigInt(at) : 0n);

/** Clauses of every axis: left out here, because they would hide all others. */
const COMMON = new Set(["error-conditions", "response-status"]);

/** By clause of the specification, the axes with a boundary that probe it: the title, and the sentence about it. */
export function axesByClause(run: RunFold): Map<string, { title: string; sentence: string }[]> {
  const axes = new Map<string, { title: string; sentence: string }[]>();
  for (const finding of run.findings) {
    if (finding.kind !== "axis" || finding.boundaries.length === 0) continue;
    const { title, sentence } = axisView(finding, interfaceOf(run.header ?? {}));
    const [boundary] = finding.boundaries;
    const clauses = boundary && run.cases.get(boundary.near.case)?.case.clauses;
    for (const id of (clauses ?? []).filter((each) => !COMMON.has(each)))
      axes.set(id, [...(axes.get(id) ?? []), { title, sentence }]);
  }
  return axes;
}

/**
 * The well-known value at a boundary, in words: `the largest signed 32-bit integer`. It is the end
 * of the near side, unless the words say that it is the first value after the change. Only a hint.
 */
export function knownValue(
  from: Interface,
  axis: string,
  near: string,
  far: string,
): string | undefined {
  const { known } = axisNamed(from, axis) ?? {};
  const before = known?.(BigInt(near));
  if (before !== undefined) return before;
  const beyond = known?.(BigInt(far));
  return beyond && `${beyond}, the first value after the change`;
}

/** How many last digits distinguish long neighbours. */
const LAST_DIGITS = 6;

/** A place as text without its unit: `102,400` for counts, plain digits for ids and years, `10^400` and `179769…497791 (309 digits)` if long. */
export function placeText(at: string, unit?: string): string {
  const text = shortNumber(at, LAST_DIGITS);
  return unit === undefined || text !== at ? text : groupDigits(text);
}
