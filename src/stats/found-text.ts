import type { InferredPart, RequestCounts, Summary } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";
import { sum } from "./exact-ranks.ts";

type Found = Pick<Summary, "deaths" | "growths" | "suites" | "limits" | "exploration"> &
  Partial<Pick<Summary, "state">>;

export function foundCounts(found: Found): string[] {
  const { deaths = [], growths = [], state = [], suites, limits, exploration } = found;
  const ended = deaths.filter(({ kind }) => kind === "ended").length;
  const boundaries = sum((exploration?.axes ?? []).map((axis) => axis.boundaries.length));
  const random = (exploration?.axes ?? []).filter((axis) => axis.unstable).length;
  const cases = (key: "5xx" | "noAnswer" | "unstable"): number =>
    sum(suites.map(({ classes }) => classes[key]));
  const parts: [count: number, one: string, many?: string][] = [
    [ended, "crash", "crashes"],
    [deaths.length - ended, "hang"],
    [growths.length, "with growing memory", "with growing memory"],
    [state.filter(({ code }) => code === "race").length, "race"],
    [cases("5xx"), "with 5xx", "with 5xx"],
    [limits.filter(({ outcome }) => outcome !== undefined).length, "limit"],
    [boundaries, "boundary", "boundaries"],
    [random, "axis with random responses", "axes with random responses"],
    [exploration?.states?.states.length ?? 0, "state"],
    [exploration?.states?.varies === undefined ? 0 : 1, "sequence that varies"],
    [cases("noAnswer"), "without response", "without response"],
    [cases("unstable"), "unstable", "unstable"],
  ];
  return parts.filter(([count]) => count > 0).map((part) => counted(...part));
}

const PURPOSES = [
  "catalogue",
  "checks",
  "state",
  "confirmation",
  "exploration",
  "load",
  "warmup",
  "against",
  "memory",
] as const;
type Purpose = (typeof PURPOSES)[number];

const WORDS: Partial<Record<Purpose, string>> = { warmup: "warm-up", against: "older build" };

/** The requests of a run, by purpose: those of the parts of its summary, and what is `beside` these. */
export function requestCounts(
  { suites, load, exploration }: Pick<Summary, "suites" | "load" | "exploration">,
  beside: Partial<Record<Purpose, number>>,
): RequestCounts {
  const counts: Partial<Record<Purpose, number>> = {
    exploration: exploration?.requests,
    load: sum((load?.rounds ?? []).map(({ sent }) => sent)),
    warmup: load?.warmup?.sent,
    ...beside,
  };
  const catalogue = sum(suites.map(({ requests }) => requests));
  const others = PURPOSES.flatMap((purpose) => {
    const { [purpose]: count = 0 } = counts;
    return count === 0 ? [] : [[purpose, count] as const];
  });
  const total = catalogue + sum(others.map(([, count]) => count));
  return { total, catalogue, ...Object.fromEntries(others) };
}

/** "8,512 requests" of one purpose, "20,131 requests (catalogue 8,512, load 11,619)" of several. */
export function requestCountsText(counts: RequestCounts): string {
  const parts = PURPOSES.flatMap((purpose) => {
    const { [purpose]: count = 0 } = counts;
    return count === 0 ? [] : `${WORDS[purpose] ?? purpose} ${whole(count)}`;
  });
  const total = counted(counts.total, "request");
  return parts.length < 2 ? total : `${total} (${parts.join(", ")})`;
}

/** A rule with what is sent to requests that break it: `digits only, else 400`, where `else` refers to the right thing. */
export function ruleWithRefusals({
  rule,
  refusals,
  state,
}: Pick<InferredPart, "rule" | "refusals" | "state">): string {
  const [only, ...others] = refusals;
  if (only === undefined || others.length > 0) return rule;
  if (rule === "refused") return `refused with ${only}`;
  const isOfRefusals = state === "none" || /\b(?:is|are) refused\b|\bmay be left out$/.test(rule);
  return isOfRefusals ? `${rule}; what is refused gets ${only}` : `${rule}, else ${only}`;
}
