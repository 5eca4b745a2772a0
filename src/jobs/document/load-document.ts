import type { GivenTarget, OperationFigures } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted, durationText, whole } from "../../text/index.ts";
import { loadPart, planLoad } from "../load.ts";
import type { Control } from "../open-run.ts";
import type { PartRun } from "../conclude-run.ts";
import {
  eachOperation,
  type FinishedTable,
  type TurnResult,
  type WholeDocument,
} from "./each-operation.ts";
import { refuseOptions } from "./choose-operations.ts";
import { countColumn, rowOfRun, shownOf } from "./run-row.ts";

/**
 * `witness load` of a whole document: throughput and latency of each operation by itself, one after the other, with values in
 * paths that exist. @throws WitnessError `load-options`, `openapi` for --sweep, and as `eachOperation`.
 */
export async function loadDocument(
  target: GivenTarget,
  document: WholeDocument,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedTable> {
  refuseOptions({ "--sweep": options.sweep });
  const { rounds, durationMs, warmupMs } = planLoad(options);
  const warmText = warmupMs > 0 ? ` after ${durationText(warmupMs)} of warm-up` : "";
  const eachText = `each operation by itself: ${counted(rounds, "round")} of ${durationText(durationMs)}${warmText}`;
  const sharing: string[] = [];
  const verb = {
    verb: "load" as const,
    targets: [target],
    columns: [
      { key: "rate", title: "responses/s", about: "over all rounds", unit: "per-second" as const },
      latencyColumn("p50", "half of the responses took at most this long"),
      latencyColumn("p99", "99 of 100 responses took at most this long"),
      countColumn("other", "responses with another status than before the load"),
      countColumn("none", "requests without a response"),
    ],
    found: (rows: readonly OperationFigures[]) => [`${eachText}; ${rangeText(rows)}`, ...sharing],
    needsValues: true,
    leftOut: deletesOne,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, sending, inside } = turn;
    const own = { ...options, ...sending };
    const part = await loadPart(target, catalogues[0], own, turn.control, inside);
    const { site } = part.summary.load ?? {};
    if (site?.local === true)
      sharing[0] = `the target shares ${counted(site.cores, "core")} with the generator`;
    return rowFor(part);
  });
}

const latencyColumn = (key: string, about: string) => ({
  key,
  title: key,
  about,
  unit: "us" as const,
});

/** Only the first request of the load would name something that exists. */
const deletesOne = ({ method, path }: { method: string; path: string }): string | undefined =>
  method === "DELETE" && path.includes("{")
    ? "all its requests would delete one resource"
    : undefined;

function rowFor(part: PartRun): TurnResult {
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
    none: Object.values(pooled.unanswered).reduce((total, count) => total + count, 0),
  };
  const doubts = pooled.checks.filter(({ held }) => !held).map(({ text }) => text);
  const texts = [
    ...others.map(([status, { count }]) => `${status} for ${counted(count, "request")}`),
    ...shownOf(doubts),
  ];
  const row = rowOfRun(part, figures, texts, doubts.length > 0 ? "in doubt" : "measured");
  const isDoubtful = doubts.length > 0 || figures.other + figures.none > 0;
  return isDoubtful && row.state === "fine" ? { ...row, state: "doubt" } : row;
}

/** The fastest and the slowest operation. */
function rangeText(rows: readonly OperationFigures[]): string {
  const known = rows
    .flatMap(({ name, figures: { rate } }) => (rate === undefined ? [] : [{ name, rate }]))
    .toSorted((a, b) => b.rate - a.rate);
  const [fastest, slowest] = [known[0], known.at(-1)];
  if (fastest === undefined || slowest === undefined) return "none was measured";
  const textOf = ({ name, rate }: typeof fastest): string =>
    `${whole(rate)} responses/s of ${name}`;
  return known.length === 1 ? textOf(fastest) : `from ${textOf(slowest)} to ${textOf(fastest)}`;
}
