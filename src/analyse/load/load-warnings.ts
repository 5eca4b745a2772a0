import type { LoadCheck, LoadFigures, LoadSummary, Round } from "../../model/index.ts";
import { outcomesText } from "../../stats/index.ts";
import { whole } from "../../text/index.ts";
import type { LoadFold } from "./load-fold.ts";

/**
 * The warnings about a load, each once: rounds without figures, failed checks, and a target that shares the machine with the
 * generator.
 */
export function loadWarnings(
  load: LoadFold,
  rounds: LoadSummary["rounds"],
  pooled: LoadFigures | undefined,
  slot: "round" | "step",
): string[] {
  const failed = (figures: LoadFigures): LoadCheck[] => figures.checks.filter(({ held }) => !held);
  const site = load.site;
  return [
    ...load.rounds.flatMap((round) => nothingIn(round, slot)),
    ...(pooled === undefined
      ? rounds.flatMap((round) => failed(round).map(({ text }) => `${slot} ${round.nth}: ${text}`))
      : failed(pooled).map(({ text }) => text)),
    ...(site?.local === true
      ? [`the target is on this machine: it shares ${site.cores} cores with the generator`]
      : []),
  ];
}

/** A round without responses has no figures: this is the reason. */
function nothingIn(
  { nth, tally: { counts, connections } }: Round,
  slot: "round" | "step",
): string[] {
  if (counts.answered > 0) return [];
  const { sent, inFlight, unanswered } = counts;
  const waiting =
    inFlight > 0
      ? `, ${whole(inFlight)} still waiting at the end (a longer --duration waits for them)`
      : "";
  const parts = [
    `${whole(sent)} requests sent${waiting}`,
    ...[outcomesText(unanswered)].filter((text) => text !== ""),
    ...[outcomesText(connections.failed)]
      .filter((text) => text !== "")
      .map((text) => `connections: ${text}`),
  ];
  return [`${slot} ${nth} got no response at all: ${parts.join("; ")}`];
}
