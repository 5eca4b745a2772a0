import type { InferredPart, Remark, RequestCounts, Summary } from "../model/index.ts";
import { classOf, signatureWords, suiteOf } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";
import { sum } from "./exact-ranks.ts";

type Found = Pick<Summary, "deaths" | "growths" | "suites" | "remarks" | "exploration"> &
  Partial<Pick<Summary, "state">>;

/** A step between 2xx and another response: where the server begins to refuse. */
const isLimit = ({ kind, signatures = [] }: Remark): boolean =>
  kind === "step" && signatures.filter((each) => classOf(each) === "2xx").length === 1;

/** The findings of a run in counts: "3 crashes", "12 limits", "108 without response"; empty if there are none. */
export function foundCounts(found: Found): string[] {
  const { deaths = [], growths = [], state = [], suites, remarks, exploration } = found;
  const ended = deaths.filter(({ kind }) => kind === "ended").length;
  const boundaries = sum((exploration?.axes ?? []).map((axis) => axis.boundaries.length));
  const cases = (key: "5xx" | "noAnswer" | "unstable"): number =>
    sum(suites.map(({ classes }) => classes[key]));
  const parts: [count: number, one: string, many?: string][] = [
    [ended, "crash", "crashes"],
    [deaths.length - ended, "hang"],
    [growths.length, "with growing memory", "with growing memory"],
    [state.filter(({ code }) => code === "race").length, "race"],
    [cases("5xx"), "with 5xx", "with 5xx"],
    [remarks.filter(isLimit).length, "limit"],
    [boundaries, "boundary", "boundaries"],
    [exploration?.states?.states.length ?? 0, "state"],
    [exploration?.states?.varies === undefined ? 0 : 1, "sequence that varies"],
    [cases("noAnswer"), "without response", "without response"],
    [cases("unstable"), "unstable", "unstable"],
  ];
  return parts.filter(([count]) => count > 0).map((part) => counted(...part));
}

type Counted = Pick<Summary, "requests" | "suites" | "load" | "exploration">;

/** Counts beside the parts of a summary: requests of cut rounds, and checks; `confirmation` and `apart` are in no suite. */
type Beside = {
  loadSent?: number;
  checks?: number;
  confirmation?: number;
  apart?: number;
  against?: number;
  memory?: number;
};

/** The requests of a run, by purpose: from its summary, or derived from the parts of an older one. */
export function requestCounts(
  { requests, suites, load, exploration }: Counted,
  {
    loadSent = sum((load?.rounds ?? []).map(({ sent }) => sent)),
    checks = 0,
    confirmation = 0,
    apart = 0,
    against = 0,
    memory = 0,
  }: Beside = {},
): RequestCounts {
  if (requests !== undefined) return requests;
  const sentOfSuites = sum(suites.map(({ observations }) => observations)) + apart;
  const explored = exploration?.requests ?? 0;
  const warmup = load?.warmup?.sent ?? 0;
  return {
    total: sentOfSuites + confirmation + explored + loadSent + warmup + against + memory,
    catalogue: sentOfSuites - checks,
    checks: checks || undefined,
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

/** Each purpose with its count: `["catalogue", "8,512"]`, `["warm-up", "600"]`. */
export const countsByPurpose = (counts: RequestCounts): [purpose: string, count: string][] =>
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

type TellingSentence = { text: string; case?: string | undefined };

const MOST = 5;

type Told = Pick<Summary, "deaths" | "growths" | "remarks" | "exploration"> &
  Partial<Pick<Summary, "notes" | "state">>;

/** The five most telling sentences, crashes first. What waits for the rest of a request comes last: most servers do. */
export function tellingSentences(told: Told): TellingSentence[] {
  const { remarks, exploration } = told;
  const of = (...kinds: Remark["kind"][]): Remark[] =>
    remarks.filter(({ kind }) => kinds.includes(kind));
  // Valid requests have remarks of their own, whatever they got.
  const crashing = of("valid-not-2xx", "server-error").filter(
    ({ kind, signature }) => kind === "server-error" || classOf(signature) === "5xx",
  );
  const refused = of("valid-not-2xx").filter(({ signature }) => classOf(signature) === "4xx");
  const silent = of("valid-not-2xx", "no-answer")
    .filter(({ signature }) => signatureWords(signature).includes("timed-out"))
    .toSorted((a, b) => b.count - a.count);
  const hanging = silent.filter(({ unfinished }) => unfinished !== true);
  const waiting = silent.filter(({ unfinished }) => unfinished === true);
  return [
    ...gravest(told),
    ...first(crashing, countedWith("case", "5xx")),
    ...first(hanging, ({ kind, text, count, case: id = "" }) =>
      exampleOf(
        `${counted(count, "case")}${kind === "no-answer" ? ` of ${suiteOf(id)}` : ""} without a response until the time-out`,
        count,
        text,
      ),
    ),
    ...first(refused, countedWith("valid request", "4xx")),
    ...first(of("lenient"), lenientText),
    ...limitSentence(remarks.filter(isLimit), exploration),
    ...first(of("no-limit"), ({ text }) => text),
    ...first(of("like-valid"), ({ text }, { length }) =>
      exampleOf(`${counted(length, "case")} accepted unlike similar ones`, length, text),
    ),
    ...first(of("odd-one-out"), ({ text }, { length }) =>
      exampleOf(`${counted(length, "case")} with a response unlike similar ones`, length, text),
    ),
    ...first(waiting, ({ text, count, case: id = "" }) =>
      exampleOf(
        `${counted(count, "incomplete request")} of ${suiteOf(id)} without a response until the time-out`,
        count,
        text,
      ),
    ),
  ].slice(0, MOST);
}

/** What ended the server or makes its memory grow, and races. */
const gravest = ({
  deaths = [],
  growths = [],
  notes = [],
  state = [],
}: Told): TellingSentence[] => [
  ...deaths.map(({ text, cases }) => ({ text, case: cases.at(-1) })),
  ...notes.flatMap(({ kind, text, cases = [] }) =>
    kind === "culprit" ? [{ text, case: cases[0] }] : [],
  ),
  ...growths.map(({ text, case: id }) => ({ text, case: id })),
  ...state.flatMap(({ code, text, case: id }) => (code === "race" ? [{ text, case: id }] : [])),
];

/** Limits of the body's size first; the searched one is exact. */
function limitSentence(
  limits: readonly Remark[],
  exploration: Told["exploration"],
): TellingSentence[] {
  const [lead] = limits.toSorted((a, b) => Number(isOfSize(b)) - Number(isOfSize(a)));
  if (lead === undefined) return [];
  const { text, case: id } = exactLimit(exploration) ?? lead;
  return [{ text: exampleOf(counted(limits.length, "limit"), limits.length, text), case: id }];
}

/** The limit of the body's size where it was searched: exact, and what developers ask first. */
function exactLimit(exploration: Told["exploration"]): TellingSentence | undefined {
  const axis = exploration?.axes.find((each) => each.axis === "body-space");
  const end = axis?.boundaries.find(
    ({ near, far }) => classOf(near.signature) === "2xx" && classOf(far.signature) !== "2xx",
  );
  if (axis?.sentence === undefined || end === undefined) return undefined;
  return { text: `${axis.title}: ${axis.sentence}`, case: end.far.case };
}

const isOfSize = ({ case: id = "" }: Remark): boolean => suiteOf(id) === "size";

/** "63 cases with 5xx, e.g. ...": all that the remarks count. */
const countedWith =
  (what: string, statuses: string) =>
  ({ text }: Remark, all: readonly Remark[]): string => {
    const count = sum(all.map((each) => each.count));
    return exampleOf(`${counted(count, what)} with ${statuses}`, count, text);
  };

const lenientText = ({ text }: Remark, { length }: readonly Remark[]): string =>
  length === 1
    ? `accepts ${text}`
    : `accepts ${text}; and ${counted(length - 1, "more form")} that a standard calls wrong`;

/** "1 limit: ...", "20 limits, e.g. ...". */
const exampleOf = (what: string, count: number, text: string): string =>
  `${what}${count === 1 ? ":" : ", e.g."} ${text}`;

function first(
  remarks: readonly Remark[],
  words: (remark: Remark, all: readonly Remark[]) => string,
): TellingSentence[] {
  const [lead] = remarks;
  return lead === undefined ? [] : [{ text: words(lead, remarks), case: lead.case }];
}
