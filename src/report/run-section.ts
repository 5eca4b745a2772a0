import { classOf, type OutcomeCounts, type Remark, type Summary } from "../model/index.ts";
import { groupBy, sum, sumBy } from "../stats/index.ts";
import { counted, escapeUnseen, shortList, textsOf, whole } from "../text/index.ts";
import { type BlockSection, sectionOf, sentences, tableBlock } from "./blocks.ts";
import { chosenRemarks } from "./run-words.ts";

/** Sentences that are open on a page. */
const MOST_CONCLUSIONS = 5;

/** The conclusions of a run. Exploration alone and load alone have sections of their own for that. */
export function inShortSection({ conclusions }: Summary): BlockSection {
  const items = conclusions.map(({ kind, text, case: id }) => ({
    text,
    case: id,
    href: kind === "limits" ? "#limits" : kind === "speed" ? "#load" : undefined,
  }));
  return sectionOf(
    "in-short",
    "In short",
    sentences(items, { lead: true, open: MOST_CONCLUSIONS }),
  );
}

const MOST_LIMITS = 8;

/** A row for each limit, and for each scale on which none was found. */
export function limitsSection({ limits }: Summary): BlockSection {
  const table = tableBlock(
    ["limit", "What is accepted, and the response to what is not"],
    ["what", "#accepted", "#then", "response", "also"],
    limits.map(({ of, last, next, outcome, lower, only, case: id }) => {
      const [first = "", ...others] = of;
      return [
        { text: first, case: id },
        `${only === true ? "only" : lower === true ? "down to" : "up to"} ${last}`,
        next ?? "none found",
        outcome === undefined ? "" : { text: outcome, responses: [outcome] },
        others.length === 0 ? "" : `met by ${others.join("; ")}`,
      ];
    }),
    { kept: [0, 1, 3], open: MOST_LIMITS, shown: MOST_LIMITS, wrapped: true },
  );
  return sectionOf("limits", "Limits", table);
}

const MOST_REMEMBERED = 4;

/** What the server remembers of earlier requests; a race comes first. */
export const rememberedSection = ({ state = [] }: Summary): BlockSection =>
  sectionOf(
    "remembered",
    "What the server remembers",
    sentences(
      state.map(({ text, case: id }) => ({ text, case: id })),
      { open: MOST_REMEMBERED },
    ),
  );

const KINDS: Record<Remark["kind"], string> = {
  "refused-by-client": "complete, but the ordinary client refuses it",
  "surplus-bytes": "bytes after a response",
  "valid-not-2xx": "valid, without 2xx",
  "no-answer": "no complete response",
  "server-error": "5xx",
  unstable: "different responses",
  "changes-on-repeat": "another response the second time",
  lenient: "accepted, though a standard calls it wrong",
  "no-limit": "no limit found",
  step: "changes along a scale",
  "odd-one-out": "unlike similar cases",
  "like-valid": "accepted, unlike similar cases",
  "rate-limited": "too many requests",
  protocol: "in the HTTP itself",
};

/** Noteworthy observations, never verdicts: a few of each kind first. What the table of limits has is left out. */
export function remarksSection({ remarks, limits, cases, suites }: Summary): BlockSection {
  const isLimit = ({ kind, signatures = [] }: Remark): boolean =>
    kind === "no-limit" ||
    (kind === "step" && signatures.filter((each) => classOf(each) === "2xx").length === 1);
  const others = limits.length === 0 ? remarks : remarks.filter((each) => !isLimit(each));
  const chosen = chosenRemarks(others);
  const rest = others.filter((each) => !chosen.includes(each));
  const twice = cases.filter(({ stability }) => stability !== "once").length;
  // Those that are due to the loss of the target are no remarks, but unstable as well.
  const unstable = sum(suites.map(({ classes }) => classes.unstable));
  const changed = `Unstable: ${unstable === 0 ? "none" : whole(unstable)} of ${counted(twice, "case")} that ${twice === 1 ? "was" : "were"} sent more than once.`;
  return sectionOf(
    "worth-a-look",
    "Worth a look",
    tableBlock(
      ["observation", "Observations, never verdicts"],
      ["case", "response", "what"],
      [...chosen, ...rest].map(remarkRow),
      { kept: [0, 1], open: chosen.length, shown: chosen.length, wrapped: true },
    ),
    sentences(
      textsOf(
        remarks.length === 0 && suites.length > 0 && "Nothing stands out in this run.",
        twice > 0 && changed,
      ),
    ),
  );
}

function remarkRow({ case: id, kind, signature, signatures, text, count }: Remark) {
  const more = count > 1 ? ` (and ${counted(count - 1, "more case")})` : "";
  return [
    { text: id ?? "the whole run", case: id },
    { text: signature, responses: signatures ?? [signature] },
    { text: text + more, about: KINDS[kind] },
  ];
}

type SuiteSummary = Summary["suites"][number];

const CLASSES: readonly (readonly [head: string, count: (suite: SuiteSummary) => number])[] = [
  ["cases", ({ cases }) => cases],
  ["requests", ({ requests }) => requests],
  ["2xx", ({ classes }) => classes["2xx"]],
  ["3xx", ({ classes }) => classes["3xx"]],
  ["2xx that refuses", ({ classes }) => classes.refusal],
  ["4xx", ({ classes }) => classes["4xx"]],
  ["5xx", ({ classes }) => classes["5xx"]],
  ["other", ({ classes }) => classes["1xx"] + classes.other],
  ["no response", ({ classes }) => classes.noAnswer],
  ["unstable", ({ classes }) => classes.unstable],
];

const MOST_CODES = 6;

/** A row for each suite: cases by the class of the last response, and by exact responses. Columns without a count are left out. */
export function suitesSection(summary: Summary): BlockSection {
  const suites = summary.suites.filter(({ observations }) => observations > 0);
  const shown = CLASSES.filter(([, count]) => suites.some((suite) => count(suite) > 0));
  const codes = codesBySuite(summary);
  const figures = shown.map(([title]) => `#${title}`);
  return sectionOf(
    "behaviour",
    "Suites",
    tableBlock(
      ["suite", "Cases by suite and response"],
      ["suite", ...figures, "cases by response"],
      suites.map((suite) => [
        { text: suite.name, href: `#suite=${encodeURIComponent(escapeUnseen(suite.name))}` },
        ...shown.map(([, count]) => {
          const value = count(suite);
          return { text: value === 0 ? "" : whole(value), sort: value };
        }),
        codesText(codes.get(suite.name) ?? {}),
      ]),
      { kept: [0, ...shown.map((_, at) => at + 1)], open: 0, shown: suites.length, wrapped: true },
    ),
    sentences(lastOnly(summary)),
  );
}

/** By suite, how many cases got each signature; one with several is a group of its own, so that the counts add up. Those without one are left out. */
function codesBySuite({ cases, properties }: Summary): Map<string, OutcomeCounts> {
  const own = [
    ...cases
      .map(({ id, outcomes }) => ({ id, signature: bothOf(outcomes), count: 1 }))
      .filter(({ signature }) => signature !== ""),
    ...properties.flatMap(({ id, outcomes }) =>
      Object.entries(outcomes).map(([signature, count]) => ({
        id,
        signature: grouped(signature),
        count,
      })),
    ),
  ];
  const bySuite = groupBy(own, ({ id }) => id.split("/", 1)[0] ?? id);
  return new Map(
    [...bySuite].map(([suite, all]) => [
      suite,
      Object.fromEntries(sumBy(all.map(({ signature, count }) => [signature, count]))),
    ]),
  );
}

const bothOf = (outcomes: OutcomeCounts): string => Object.keys(outcomes).map(grouped).join(" / ");

function codesText(counts: OutcomeCounts): string {
  const ranked = Object.entries(counts).toSorted((a, b) => b[1] - a[1]);
  const textOf = ([signature, count]: [string, number]): string => `${signature} ×${whole(count)}`;
  return shortList(ranked, MOST_CODES, textOf, (more) => `… ${whole(more)} more`).join("  ");
}

/** A signature of several responses stays together before a count. */
const grouped = (signature: string): string =>
  /[,×]/.test(signature) ? `(${signature})` : signature;

/** A sequence counts by its last response: the earlier requests of such a case did get one. */
function lastOnly({ cases }: Summary): string[] {
  const mixed = cases
    .flatMap(({ outcomes }) => Object.keys(outcomes))
    .find((signature) => classOf(signature) === "noAnswer" && /\b\d{3}\b/.test(signature));
  const text = `No response: the last request of a case got none; in (${mixed ?? ""}), earlier requests got a response.`;
  return mixed === undefined ? [] : [text];
}

export const breachesSection = ({ stated: { breaches = [] } }: Summary): BlockSection =>
  sectionOf(
    "breaches",
    "Responses that differ from the document",
    tableBlock(
      ["place", "Responses that differ from the document"],
      ["where", "expected", "#responses", "first case", "observed"],
      breaches.map(({ clause, at, expected, observed, count, case: id }) => [
        at ?? clause,
        expected,
        { text: whole(count), sort: count },
        { text: id, case: id },
        observed,
      ]),
      { most: 6000, wrapped: true },
    ),
  );

export function clausesSection({ ledger, stated }: Summary): BlockSection {
  const items = ledger
    .filter(({ id }) => stated.clauses.includes(id))
    .map(({ text, at }) => ({ text, below: textsOf(at) }));
  const block = { open: 0, what: "underlying clause", most: 4000 };
  return sectionOf("clauses", "What the verdict depends on", sentences(items, block));
}

const NOTE_TITLES: Record<Summary["notes"][number]["kind"], string> = {
  check: "Before sending",
  capacity: "Capacity",
  "target-lost": "Server lost",
  culprit: "Server lost",
  memory: "Too much memory",
  load: "Load",
  explore: "Exploration",
  failure: "Could not continue",
  time: "Out of time",
  confirm: "Sent again",
  fleet: "Agents",
  surroundings: "Not the request",
};

const MOST_NOTE_CASES = 12;

/** The notes of a run, and why there is no estimate of unseen behaviour. */
export const notesSection = ({ notes, unseen }: Summary): BlockSection =>
  sectionOf(
    "notes",
    "About this run",
    sentences([
      ...notes.map(({ kind, text, cases = [] }) => ({
        text: `${NOTE_TITLES[kind]}: ${text}`,
        cases: cases.slice(0, MOST_NOTE_CASES),
      })),
      ...textsOf(unseen?.estimates.length === 0 && `Unseen behaviour: ${unseen.text}`),
    ]),
  );
