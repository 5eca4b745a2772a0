import {
  classOf,
  type InferredPart,
  type Remark,
  type RequestCounts,
  type Summary,
} from "../model/index.ts";
import { counted, whole } from "../text/index.ts";
import { sum } from "./exact-ranks.ts";

type Found = Pick<Summary, "deaths" | "growths" | "suites" | "remarks" | "exploration">;

/** A step between 2xx and another response: where the server begins to refuse. */
export const isLimit = ({ kind, signatures = [] }: Remark): boolean =>
  kind === "step" && signatures.filter((each) => classOf(each) === "2xx").length === 1;

/** The findings of a run in counts: "3 crashes", "12 limits", "108 without response"; empty if there are none. */
export function foundCounts({
  deaths = [],
  growths = [],
  suites,
  remarks,
  exploration,
}: Found): string[] {
  const ended = deaths.filter(({ kind }) => kind === "ended").length;
  const boundaries = sum((exploration?.axes ?? []).map((axis) => axis.boundaries.length));
  const cases = (key: "5xx" | "noAnswer" | "unstable"): number =>
    sum(suites.map(({ classes }) => classes[key]));
  const parts: [number, (count: number) => string][] = [
    [ended, (count) => counted(count, "crash", "crashes")],
    [deaths.length - ended, (count) => counted(count, "hang")],
    [growths.length, (count) => `${whole(count)} with growing memory`],
    [cases("5xx"), (count) => `${whole(count)} with 5xx`],
    [remarks.filter(isLimit).length, (count) => counted(count, "limit")],
    [boundaries, (count) => counted(count, "boundary", "boundaries")],
    [cases("noAnswer"), (count) => `${whole(count)} without response`],
    [cases("unstable"), (count) => `${whole(count)} unstable`],
  ];
  return parts.filter(([count]) => count > 0).map(([count, words]) => words(count));
}

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

/**
 * A rule with what is sent to requests that break it: `digits only, else 400`. A rule for several responses names each
 * itself. Where a rule ends with what is refused, or there is none, `else` would have nothing to refer to.
 */
export function ruleWithRefusals({
  rule,
  refusals,
  state,
}: Pick<InferredPart, "rule" | "refusals" | "state">): string {
  const [only, ...others] = refusals;
  if (only === undefined || others.length > 0) return rule;
  const isOfRefusals = state === "none" || /\b(?:is|are) refused$/.test(rule);
  return isOfRefusals ? `${rule}; what is refused gets ${only}` : `${rule}, else ${only}`;
}
