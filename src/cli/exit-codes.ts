import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import type { Target } from "../model/target.ts";
import type { Conducted } from "./record-run.ts";

/** 0 done and held · 1 what is stated did not hold · 3 the target was lost · 130 interrupted. Throws where it was never reached. */
export function exitCodeOf({ outcome, summary }: Conducted, target: Target): number {
  switch (outcome.end) {
    case "interrupted":
      return 130;
    case "target-lost":
    case "no-samples":
    case "load-failed":
      return 3;
    case "unreachable":
      throw unreachable(target, outcome.reason ?? "no reason known");
    case "not-answering":
      return 1;
    case "done":
      return summary.accepts === "held" ? 0 : 1;
  }
}

/** The worst of several runs; one that was given up because of another counts for nothing. */
export function exitCodeOfAll(runs: readonly Conducted[], targets: readonly Target[]): number {
  const codes = runs.map((run, index) => exitCodeOf(run, targets[index] as Target));
  const ownFault = codes.filter((_, index) => runs[index]?.outcome.end !== "interrupted");
  const worst = Math.max(0, ...ownFault);
  return worst > 0 ? worst : Math.max(...codes);
}

function unreachable({ baseUrl }: Target, reason: string): WitnessError {
  const { hostname, port } = parseBaseUrl(baseUrl);
  const hint = reason.startsWith("TLS")
    ? "--insecure takes any certificate; a server without TLS wants http://"
    : "is it running? --wait-for 30s keeps trying while it starts";
  return new WitnessError("unreachable", `cannot reach ${hostname} port ${port}: ${reason}`, {
    hint,
    exitCode: 3,
  });
}
