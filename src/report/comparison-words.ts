import { countEach, groupBy } from "../stats/index.ts";
import type { Comparison, ConstantDifference, Depth, Speed, SpeedRank } from "../model/index.ts";
import { DEPTHS } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";

export const depthWords: Record<Depth, string> = {
  accepted: "in whether 2xx comes back",
  class: "by class",
  exact: "by exact code",
};

const MOST_NAMES = 4;

type Behaviour = Pick<Comparison["behaviour"], "compared" | "depths" | "constant">;

/**
 * How many cases differ at each depth of equality, starting with the comparison's own: `1,399 of 1,854 cases differ by
 * class, 500 of them unconfirmed · 1,369 in whether 2xx comes back · 1,854 by exact code (fastapi, mojo say 200, the others mostly 201)`.
 */
export function depthHeadline(
  { compared, depths, constant }: Behaviour,
  depth: Depth,
  names: readonly string[],
): string {
  if (compared === 0) return "no case could be compared";
  if (depths.exact.differ === 0)
    return `no difference in ${counted(compared, "case")}: all targets give the same statuses`;
  const text = (each: Depth): string =>
    `${depthWords[each]}${each === "exact" ? constantText(constant, names) : ""}`;
  const { differ, unconfirmed } = depths[depth];
  const verb = differ === 1 ? "differs" : "differ";
  const doubt = unconfirmed === 0 ? "" : `, ${whole(unconfirmed)} of them unconfirmed`;
  return [
    `${whole(differ)} of ${counted(compared, "case")} ${verb} ${text(depth)}${doubt}`,
    ...DEPTHS.filter((each) => each !== depth).map(
      (each) => `${whole(depths[each].differ)} ${text(each)}`,
    ),
  ].join(" · ");
}

/** `12 groups of cases that differ by class, 3 of several exact codes (--depth exact separates them)`. */
export function groupsText({ depths }: Behaviour, depth: Depth): string {
  const { groups } = depths[depth];
  const mixed = depth === "exact" ? [] : groups.filter(({ parts }) => parts.length > 1);
  const text = `${counted(groups.length, "group")} of cases that differ ${depthWords[depth]}`;
  if (mixed.length === 0) return text;
  return `${text}, ${whole(mixed.length)} of several exact codes (--depth exact separates them)`;
}

/** What a reader has to know of a target first: its probable mistake, and what is not the requests' doing. */
export const firstWords = ({
  targets,
}: Pick<Comparison, "targets">): { at: number; name: string; text: string }[] =>
  targets.flatMap(({ name, hint, surroundings = [] }, at) =>
    [...(hint === undefined ? [] : [hint]), ...surroundings].map((text) => ({ at, name, text })),
  );

export function unstableText(count: number): string {
  if (count === 0) return "no case was unstable";
  return `${counted(count, "unstable case")} ${count === 1 ? "is" : "are"} not compared`;
}

function constantText(constant: readonly ConstantDifference[], names: readonly string[]): string {
  if (constant.length === 0) return "";
  return ` (${constant.map((each) => constantSentence(each, names)).join("; ")})`;
}

/** `fastapi, mojo say 200, the others mostly 201`. */
export function constantSentence({ usual }: ConstantDifference, names: readonly string[]): string {
  return usual
    .map(({ code, always, targets }, nth) => {
      const many = targets.length > MOST_NAMES;
      const who =
        nth === usual.length - 1 && usual.length > 1 && targets.length > 1
          ? "the others"
          : many
            ? `${whole(targets.length)} targets`
            : targets.map((at) => names[at] ?? "").join(", ");
      const says = nth > 0 ? "" : targets.length === 1 ? " says" : " say";
      return `${who}${says}${always ? "" : " mostly"} ${code}`;
    })
    .join(", ");
}

/** With more targets, a table counts their outcomes instead of a column for each. */
export const MOST_COLUMNS = 15;

const MOST_NAMED = 3;

/** `30 × 2xx, 20 × 4xx`: the most frequent outcome first. */
export function countsText(outcomes: readonly string[]): string {
  return [...countEach(outcomes)]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(", ");
}

/** `4xx from strict, 2xx from the others`: the rarest outcome first, because it tells most. */
export function outcomesByTarget(outcomes: readonly string[], names: readonly string[]): string {
  const places = groupBy(outcomes.keys(), (at) => outcomes[at] ?? "");
  const sets = [...places].toSorted(([, a], [, b]) => a.length - b.length);
  return sets
    .map(([outcome, targets], nth) => {
      const isRest = nth > 0 && nth === sets.length - 1 && targets.length > 1;
      return `${outcome} from ${isRest ? "the others" : named(targets, names)}`;
    })
    .join(", ");
}

const named = (targets: readonly number[], names: readonly string[]): string =>
  targets.length > MOST_NAMED
    ? `${whole(targets.length)} targets`
    : targets.map((at) => names[at] ?? "").join(", ");

/** The result of the paired rounds of two neighbours: `go, fastify: cannot tell ...`, or their ratio. */
export function rivalText(
  { pairs, rounds }: Speed,
  one: SpeedRank,
  next: SpeedRank,
  names: readonly string[],
): string {
  const [low, high] = [one.target, next.target].toSorted((a, b) => a - b);
  const pair = pairs.find(({ a, b }) => (a === low && b === high) || (a === high && b === low));
  const both = `${names[one.target]}, ${names[next.target]}`;
  if (pair?.throughput === undefined)
    return `${both}: not comparable: ${pair?.notComparable.join("; ") ?? "not measured"}`;
  const { text, verdict } = pair.throughput;
  const words = verdict === "cannot-tell" ? `${both}: ${text}` : text;
  if (pair.throughput.rounds < rounds) return `${words}; the rates are medians of all rounds`;
  // Told apart, and not as their medians: the paired rounds decide the rank.
  return verdict !== "cannot-tell" && one.perSecond < next.perSecond
    ? `${words}; ranked by these paired rounds, the rates are medians`
    : words;
}

/** Whether the targets do not all behave alike along an axis. */
export const isDifferingAxis = ({ cells }: Comparison["axes"][number]): boolean =>
  new Set(cells.flatMap(({ state, text }) => (isSure(state) ? [text] : []))).size > 1;

/** Neither at random, nor for want of time. */
const isSure = (state: string): boolean => state === "boundary" || state === "none";

const MOST_WHO = 6;
/** If no more than these are missing, they are named instead. */
const MOST_MISSING = 3;

/** Targets by their names, or by the names of the others. */
export function whoText(places: readonly number[], names: readonly string[]): string {
  if (places.length === names.length) return names.length === 2 ? "both" : `all ${names.length}`;
  const named = places.map((at) => names[at] ?? "");
  if (places.length <= MOST_WHO) return named.join(", ");
  const others = names.filter((_, at) => !places.includes(at));
  if (others.length <= MOST_MISSING) return `all but ${others.join(", ")}`;
  return `${named[0] ?? ""} and ${counted(places.length - 1, "other")}`;
}
