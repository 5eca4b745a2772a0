import type { Comparison } from "../../model/comparison.ts";
import type { ConstantDifference, Depth } from "../../model/comparison-depth.ts";
import { whole } from "../../text/numbers.ts";

/** What is alike at each depth. */
export const depthWords: Record<Depth, string> = {
  accepted: "in whether 2xx comes back",
  class: "by class",
  exact: "by exact code",
};

const MOST_NAMES = 4;

type Behaviour = Pick<Comparison["behaviour"], "compared" | "depths" | "constant">;

/**
 * All depths of equality in one line: `1,369 differ in whether 2xx comes back · 485 alike by class ·
 * 0 by exact code (fastapi, mojo say 200, the others mostly 201)`.
 */
export function depthHeadline(
  { compared, depths, constant }: Behaviour,
  names: readonly string[],
): string {
  if (depths.exact.differ === 0) return `all ${whole(compared)} alike by exact code`;
  const { accepted, class: byClass, exact } = depths;
  const classOnly = byClass.differ - accepted.differ;
  return [
    `${whole(accepted.differ)} ${accepted.differ === 1 ? "differs" : "differ"} in whether 2xx comes back`,
    ...(classOnly > 0 ? [`${whole(classOnly)} only in the class`] : []),
    `${whole(byClass.agree)} alike by class`,
    `${whole(exact.agree)} by exact code${constantText(constant, names)}`,
  ].join(" · ");
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
