import type { RequestCounts, Summary } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";
import { sum } from "./spread.ts";

type Counted = Pick<Summary, "requests" | "suites" | "load" | "exploration">;

/**
 * Counts that the parts of a summary do not have: requests of load including rounds that were cut off, and checks,
 * which suites count too.
 */
type Beside = { loadSent?: number; checks?: number };

/** The requests of a run, by purpose: from its summary, or derived from the parts of an older one. */
export function requestCounts(
  { requests, suites, load, exploration }: Counted,
  { loadSent = sum((load?.rounds ?? []).map(({ sent }) => sent)), checks = 0 }: Beside = {},
): RequestCounts {
  if (requests !== undefined) return requests;
  const sentOfSuites = sum(suites.map(({ observations }) => observations));
  const explored = exploration?.requests ?? 0;
  const warmup = load?.warmup?.sent ?? 0;
  return {
    total: sentOfSuites + explored + loadSent + warmup,
    catalogue: sentOfSuites - checks,
    ...(checks > 0 && { checks }),
    ...(explored > 0 && { exploration: explored }),
    ...(loadSent > 0 && { load: loadSent }),
    ...(warmup > 0 && { warmup }),
  };
}

/** Each purpose with its count: `["catalogue", "8,512"]`, `["warm-up", "600"]`. */
export function countsByPurpose({
  catalogue,
  checks,
  exploration,
  load,
  warmup,
}: RequestCounts): [purpose: string, count: string][] {
  const parts: [string, number | undefined][] = [
    ["catalogue", catalogue],
    ["checks", checks],
    ["exploration", exploration],
    ["load", load],
    ["warm-up", warmup],
  ];
  return parts.flatMap(([purpose, count]): [string, string][] =>
    count === undefined || count === 0 ? [] : [[purpose, whole(count)]],
  );
}

/** "8,512 requests" of one purpose, "20,131 requests (catalogue 8,512, load 11,619)" of several. */
export function requestCountsText(counts: RequestCounts): string {
  const parts = countsByPurpose(counts);
  const words = parts.map((each) => each.join(" ")).join(", ");
  const total = counted(counts.total, "request");
  return parts.length < 2 ? total : `${total} (${words})`;
}
