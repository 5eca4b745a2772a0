import type { InferredPart, RequestCounts, Summary } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";
import { sum } from "./exact-ranks.ts";

type Found = Pick<Summary, "deaths" | "growths" | "suites" | "limits" | "exploration"> &
  Partial<Pick<Summary, "state">>;

export function foundCounts(found: Found): string[] {
  const { deaths = [], growths = [], state = [], suites, limits = [], exploration } = found;
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

type Counted = Pick<Summary, "requests" | "suites" | "load" | "exploration">;

/** Counts beside the parts of a summary: requests of cut rounds, and checks; none of them is in a suite. */
type Beside = {
  loadSent?: number;
  checks?: number;
  state?: number;
  confirmation?: number;
  against?: number;
  memory?: number;
};

/** The requests of a run, by purpose: from its summary, or derived from the parts of an older one. */
export function requestCounts(
  { requests, suites, load, exploration }: Counted,
  {
    loadSent = sum((load?.rounds ?? []).map(({ sent }) => sent)),
    checks = 0,
    state = 0,
    confirmation = 0,
    against = 0,
    memory = 0,
  }: Beside = {},
): RequestCounts {
  if (requests !== undefined) return requests;
  const catalogue = sum(suites.map((suite) => suite.requests ?? suite.observations));
  const explored = exploration?.requests ?? 0;
  const warmup = load?.warmup?.sent ?? 0;
  return {
    total:
      catalogue + checks + state + confirmation + explored + loadSent + warmup + against + memory,
    catalogue,
    checks: checks || undefined,
    state: state || undefined,
    confirmation: confirmation || undefined,
    exploration: explored || undefined,
    load: loadSent || undefined,
    warmup: warmup || undefined,
    against: against || undefined,
    memory: memory || undefined,
  };
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

const WORDS: Partial<Record<(typeof PURPOSES)[number], string>> = {
  warmup: "warm-up",
  against: "older build",
};

const countsByPurpose = (counts: RequestCounts): [purpose: string, count: string][] =>
  PURPOSES.flatMap((purpose): [string, string][] => {
    const { [purpose]: count = 0 } = counts;
    return count === 0 ? [] : [[WORDS[purpose] ?? purpose, whole(count)]];
  });

/** "8,512 requests" of one purpose, "20,131 requests (catalogue 8,512, load 11,619)" of several. */
export function requestCountsText(counts: RequestCounts): string {
  const parts = countsByPurpose(counts);
  const words = parts.map((each) => each.join(" ")).join(", ");
  const total = counted(counts.total, "request");
  return parts.length < 2 ? total : `${total} (${words})`;
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
