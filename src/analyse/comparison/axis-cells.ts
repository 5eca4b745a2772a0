import type { AxisCell, ComparedAxis, Cut, Stretch } from "../../model/index.ts";
import type { NamedRun } from "./name-runs.ts";

/** More changes along an axis are only counted. */
const MOST_CHANGES = 2;

const briefCuts: Record<Cut, string> = {
  "max-time": "time",
  "max-requests": "requests",
  interrupted: "interrupted",
  "target-lost": "target lost",
  "rate-limited": "rate limit",
  "too-slow": "witness too slow",
};

/** One cell for each target, also without a boundary: `10 → 400`, `none`, `not walked (time)`. */
export function axisCells(
  { targets }: Pick<ComparedAxis, "targets">,
  reasons: readonly string[],
): AxisCell[] {
  return reasons.map((reason, at) => {
    const line = targets.find(({ target }) => target === at);
    if (line === undefined) return { state: "not-walked", text: `not walked (${reason})` };
    const [first, ...others] = line.stretches;
    if (first === undefined) {
      const why = line.cut === undefined ? reason : briefCuts[line.cut];
      return { state: "not-walked", text: `not walked (${why})` };
    }
    if (others.length === 0) return alongOf(first);
    const shown = others.slice(0, MOST_CHANGES);
    const rest = others.length - shown.length;
    const changes = shown.map((after, nth) => change(line.stretches[nth] ?? first, after));
    const isRandom = shown.some(({ signatures }) => signatures.length > 1);
    return {
      state: isRandom ? "random" : "boundary",
      text: [...changes, ...(rest > 0 ? [`${rest} more`] : [])].join(", "),
      outcome: others[0]?.signatures[0] ?? "",
    };
  });
}

/** The last value before a change, and the response after it. */
const change = (before: Stretch, after: Stretch): string =>
  `${before.to.text} → ${after.signatures.length > 1 ? "at random" : (after.signatures[0] ?? "")}`;

const alongOf = ({ signatures }: Stretch): AxisCell =>
  signatures.length > 1
    ? { state: "random", text: "at random", outcome: signatures[0] ?? "" }
    : { state: "none", text: `none: ${signatures[0] ?? ""}`, outcome: signatures[0] ?? "" };

/** Why a run did not walk an axis that another one walked. */
export function unwalkedReason({ fold }: NamedRun): string {
  const { exploration } = fold;
  if (exploration === undefined) return "not explored";
  return exploration.cut === undefined ? "not in this run" : briefCuts[exploration.cut];
}
