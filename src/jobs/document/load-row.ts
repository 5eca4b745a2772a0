import type { LoadFigures, LoadPlan } from "../../model/index.ts";
import { counted, durationText } from "../../text/index.ts";
import type { PartRun } from "../conclude-run.ts";
import type { TurnResult } from "./operation-turns.ts";
import { rowOfRun, shownOf } from "./run-row.ts";

export const roundsText = ({ rounds, durationMs, warmupMs }: LoadPlan): string => {
  const warmText = warmupMs > 0 ? ` after ${durationText(warmupMs)} of warm-up` : "";
  return `${counted(rounds, "round")} of ${durationText(durationMs)}${warmText}`;
};

const latencyColumn = (key: string, about: string) => ({
  key,
  title: key,
  about,
  unit: "us" as const,
});

export const LATENCY_COLUMNS = [
  latencyColumn("p50", "half of the responses took at most this long"),
  latencyColumn("p99", "99 of 100 responses took at most this long"),
];

export const unansweredOf = ({ unanswered }: LoadFigures): number =>
  Object.values(unanswered).reduce((total, count) => total + count, 0);

export const doubtsOf = ({ checks }: LoadFigures): string[] =>
  checks.filter(({ held }) => !held).map(({ text }) => text);

/** Only the first request of the load would name something that exists. */
const deletesOne = ({ method, path }: { method: string; path: string }): string | undefined =>
  method === "DELETE" && path.includes("{")
    ? "all its requests would delete one resource"
    : undefined;

export function loadRow(part: PartRun): TurnResult {
  const { pooled, expectedStatuses = [] } = part.summary.load ?? {};
  if (pooled === undefined) {
    const word = part.end === "interrupted" ? "interrupted" : "no load";
    const row = rowOfRun(part, {}, [part.reason ?? ""].filter(Boolean), word);
    return row.state === "fine" ? { ...row, state: "doubt" } : row;
  }
  const others = Object.entries(pooled.statuses).filter(
    ([status]) => !expectedStatuses.includes(status),
  );
  const figures = {
    rate: pooled.perSecond,
    p50: pooled.latencyUs.p50,
    p99: pooled.latencyUs.p99,
    other: others.reduce((total, [, { count }]) => total + count, 0),
    none: unansweredOf(pooled),
  };
  const doubts = doubtsOf(pooled);
  const texts = [
    ...others.map(([status, { count }]) => `${status} for ${counted(count, "request")}`),
    ...shownOf(doubts),
  ];
  const row = rowOfRun(part, figures, texts, doubts.length > 0 ? "in doubt" : "measured");
  const isDoubtful = doubts.length > 0 || figures.other + figures.none > 0;
  return isDoubtful && row.state === "fine" ? { ...row, state: "doubt" } : row;
}

export const LOAD_EXCLUSIONS = {
  needsValues: true,
  leftOut: deletesOne,
  noVersions: "each of its requests needs the ETag after the one before (If-Match)",
};
