import { DEPTHS, type Comparison, type ConstantDifference, type Depth } from "../../model/index.ts";
import { counted, whole } from "../../text/index.ts";

/** What equal means at each depth. */
export const depthWords: Record<Depth, string> = {
  accepted: "in whether 2xx comes back",
  class: "by class",
  exact: "by exact code",
};

const MOST_NAMES = 4;

type Behaviour = Pick<Comparison["behaviour"], "compared" | "depths" | "constant">;

/**
 * How many cases differ at each depth of equality, starting with the comparison's own: `1,399 of 1,854 cases differ by
 * class · 1,369 in whether 2xx comes back · 1,854 by exact code (fastapi, mojo say 200, the others mostly 201)`.
 */
export function depthHeadline(
  { compared, depths, constant }: Behaviour,
  depth: Depth,
  names: readonly string[],
): string {
  if (depths.exact.differ === 0)
    return `no difference in ${counted(compared, "case")}: every target gives the same exact responses`;
  const text = (each: Depth): string =>
    `${depthWords[each]}${each === "exact" ? constantText(constant, names) : ""}`;
  const { differ } = depths[depth];
  const verb = differ === 1 ? "differs" : "differ";
  return [
    `${whole(differ)} of ${counted(compared, "case")} ${verb} ${text(depth)}`,
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

/** How many cases were left out because a target responded differently when they were sent again. */
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
