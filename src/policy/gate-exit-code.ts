import type { GateResult, Judgement } from "../model/index.ts";

const ORDER = ["fail", "error", "inconclusive", "pass"] as const;

/** The verdict of a gate from its judgements: failures come first. A gate without any judgement has judged nothing. */
export const gateVerdict = (verdicts: readonly Judgement["verdict"][]): GateResult["verdict"] =>
  ORDER.find((verdict) => verdicts.includes(verdict)) ?? "error";

const EXIT_CODES: Record<GateResult["verdict"], number> = {
  pass: 0,
  fail: 1,
  error: 2,
  inconclusive: 4,
};

/** The exit code of a gate. `inconclusive`: the user's decision to treat that as pass or fail. */
export function gateExitCode(
  verdict: GateResult["verdict"],
  inconclusive: "pass" | "fail" | undefined,
): number {
  return EXIT_CODES[verdict === "inconclusive" && inconclusive ? inconclusive : verdict];
}
