import type { LoadCheck } from "../model/index.ts";
import type { JudgedRun } from "./judged-run.ts";
import type { Metric } from "./parse-threshold.ts";

/**
 * Doubts of the load's checks about a figure. `trust`: it may be completely wrong. `noise`: rounds
 * differ or are uneven, so that each must be checked. `limited`: the generator affected it, so the
 * target is at least as good.
 */
export type Doubts = { trust: string[]; noise: string[]; limited: string[] };

const NOISE: readonly LoadCheck["name"][] = ["stationary", "spread", "gaps"];
const LIMITED: readonly LoadCheck["name"][] = ["generator", "loop-delay", "lateness"];
/** Goodput counts only the usual statuses: others are already missing in it. */
const NOT_OF_GOODPUT: readonly LoadCheck["name"][] = ["status-mix", "unanswered"];
/** Checks of how responses are counted; the others are about time. */
const OF_COUNTS: readonly LoadCheck["name"][] = ["conservation"];

/** The doubts about a figure of this run's load. */
export function loadDoubts(metric: Metric, { gate, summary }: JudgedRun): Doubts {
  const failed = (summary.load?.pooled?.checks ?? []).filter(
    ({ name, held }) => !held && bearsOn(metric, name),
  );
  const textsOf = (names: readonly LoadCheck["name"][]): string[] =>
    failed.filter(({ name }) => names.includes(name)).map(({ text }) => text);
  const rest = failed.filter(({ name }) => !NOISE.includes(name) && !LIMITED.includes(name));
  const empty = gate.run.load.rounds.filter(({ tally }) => tally.counts.answered === 0);
  return {
    trust: [
      ...rest.map(({ text }) => text),
      ...(empty.length === 0 ? [] : [`${empty.length} of the rounds got no response at all`]),
    ],
    noise: textsOf(NOISE),
    limited: textsOf(LIMITED),
  };
}

function bearsOn(metric: Metric, name: LoadCheck["name"]): boolean {
  switch (metric.kind) {
    case "latency":
      // Gaps and late ends lower responses per second; latencies include the waiting.
      return name !== "gaps";
    case "throughput":
      return !["loop-delay", "lateness", "samples"].includes(name);
    case "goodput":
      return !["loop-delay", "lateness", "samples", ...NOT_OF_GOODPUT].includes(name);
    case "unanswered":
    case "status":
      return OF_COUNTS.includes(name);
  }
}
