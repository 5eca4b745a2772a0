import type { Survey } from "../../model/survey.ts";
import { counted, whole } from "../../text/numbers.ts";
import { terminalLines, type TerminalText } from "../../text/terminal-text.ts";

/** Clusters with lines of their own, and targets that each of them names. */
const CLUSTERS = 12;
const NAMES = 6;

/** A survey on the terminal: clusters of equal behaviour, the largest first. */
export function renderSurvey({ clusters, targets }: Survey, report: string): TerminalText {
  const lines = clusters.slice(0, CLUSTERS).flatMap(({ targets: own, cases }) => {
    const names = own.slice(0, NAMES).map(({ name }) => name);
    const more = own.length > NAMES ? `, … ${own.length - NAMES} more` : "";
    const [first] = own;
    const about =
      first?.end === "done"
        ? Object.entries(cases)
            .map(([outcome, count]) => `${outcome} ×${whole(count)}`)
            .join("  ")
        : (first?.reason ?? first?.end ?? "");
    return [`${String(own.length).padStart(5)}  ${about}`, `       ${names.join(", ")}${more}`];
  });
  const rest = clusters.length - CLUSTERS;
  return terminalLines([
    `${counted(targets, "target")}, ${counted(clusters.length, "cluster")} of equal behaviour`,
    "",
    ...lines,
    ...(rest > 0 ? [`       … ${counted(rest, "more cluster")} in the report`] : []),
    "",
    `report   ${report}`,
  ]);
}
