import type { LoadFigures, LoadSummary, RunEnd } from "../../model/index.ts";
import { doubtNames, offerText } from "../../stats/index.ts";
import { latencyText, signed, whole } from "../../text/index.ts";

/** A doubling that gains less than this is not worth its step. */
const WORTH = 0.05;
/** The knee is passed when p99 is this many times that of the first step. */
const P99_FACTOR = 3;

type Step = Pick<LoadFigures, "offered" | "goodput" | "latencyUs" | "checks">;
type Sweep = NonNullable<LoadSummary["sweep"]>;

/** Why a sweep ends with its last step, or undefined if it should continue. */
export function sweepEnd(steps: readonly Step[]): "goodput" | "p99" | undefined {
  const [first] = steps;
  const last = steps.at(-1);
  const before = steps.at(-2);
  if (first === undefined || last === undefined || before === undefined) return undefined;
  if (last.latencyUs.p99 > P99_FACTOR * first.latencyUs.p99) return "p99";
  return last.goodput < before.goodput * (1 + WORTH) ? "goodput" : undefined;
}

/** The knee of a sweep: the last worthwhile step. Undefined without steps. */
export function kneeOf(steps: readonly Step[], runEnd: RunEnd | undefined): Sweep | undefined {
  const end = sweepEnd(steps);
  const at = end === undefined ? steps.length - 1 : steps.length - 2;
  const knee = steps[at];
  if (knee === undefined) return undefined;
  const ended = end ?? endOfRun(runEnd);
  const failed = doubtNames(knee.checks);
  const doubts = failed.length === 0 ? "" : ` (! ${failed.join(", ")})`;
  const bound = knee.checks.some(({ name, held }) => name === "generator" && !held) ? "≥ " : "";
  const figures = `${offerText(knee.offered)}: ${bound}${whole(knee.goodput)}/s, p99 ${latencyText(knee.latencyUs.p99)}${doubts}`;
  return { knee: at + 1, ended, text: `${figures}; ${reason(ended, steps)}` };
}

const endOfRun = (end: RunEnd | undefined): Sweep["ended"] =>
  end === "no-samples" || end === "not-measured" || end === "interrupted" ? end : "rounds";

function reason(ended: Sweep["ended"], steps: readonly Step[]): string {
  const [first, last, before] = [steps[0], steps.at(-1), steps.at(-2)];
  if (first === undefined || last === undefined) return "";
  switch (ended) {
    case "p99":
      return `at ${offerText(last.offered)} p99 is ${latencyText(last.latencyUs.p99)}, over ${P99_FACTOR} times that of the first step (${latencyText(first.latencyUs.p99)})`;
    case "goodput":
      return `at ${offerText(last.offered)} goodput changes by ${signed(last.goodput / (before?.goodput ?? 1) - 1)}, less than ${signed(WORTH)}`;
    case "no-samples":
      return "the next step got no response at all";
    case "not-measured":
      return "the next step could not be measured: the knee may be higher";
    case "interrupted":
      return "the sweep was interrupted: the knee may be higher";
    case "rounds":
      return "that was the last step: the knee may be higher";
  }
}
