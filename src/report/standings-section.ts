import type { ComparedTarget, Comparison, MigrationCause, Share } from "../model/index.ts";
import { intervalText, rateText } from "../stats/index.ts";
import { counted, latencyText, momentText, sharePercent, textsOf, whole } from "../text/index.ts";
import type { BlockCell, BlockSection, TableBlock } from "./blocks.ts";
import { diedText, startText, STATED_WORDS } from "./run-words.ts";
import { sectionOf, sentences, tableBlock } from "./blocks.ts";

const MOST_REASONS = 15;
const PLACES = {
  outlier: "#agreement",
  alike: "#agreement",
  fastest: "#speed",
  migration: "#migration",
  states: "#states",
};
const NONE: BlockCell = { text: "–" };
/** Runs that began within this time, in ms, began together. */
const ONE_START = 10 * 60_000;

export function standingsSection(comparison: Comparison, names: readonly string[]): BlockSection {
  const { conclusions, targets } = comparison;
  return sectionOf(
    "targets",
    "In short",
    sentences(
      conclusions.map(({ kind, text }) => ({ text, href: PLACES[kind] })),
      { lead: true },
    ),
    standings(comparison, names),
    sentences(
      targets.flatMap((target, at) => whyNot(target, names[at] ?? "")),
      { open: MOST_REASONS },
    ),
  );
}

const HEADS =
  "target|stated|#valid accepted|#malformed accepted|#5xx|#no response|#limits|#as most do|#median responses/s|#p99".split(
    "|",
  );

/** The columns that any target has a figure in. */
function standings(comparison: Comparison, names: readonly string[]): TableBlock {
  const rows = comparison.targets.map((target, at) =>
    rowOf(comparison, target, names[at] ?? "", at),
  );
  const used = HEADS.flatMap((_, at) => (rows.some((row) => row[at] !== NONE) ? [at] : []));
  return tableBlock(
    ["target", "A row for each target"],
    used.map((at) => HEADS[at] ?? ""),
    rows.map((row) => used.map((at) => row[at] ?? NONE)),
    { kept: [0, 1, 2] },
  );
}

function rowOf(
  { speed }: Comparison,
  target: ComparedTarget,
  name: string,
  at: number,
): BlockCell[] {
  const { accepts, accepted, usual, limits, classes, baseUrl, run } = target;
  const [word, , mark] = STATED_WORDS[accepts];
  const ranked = speed?.ranking.find((each) => each.target === at);
  const figures = speed?.targets.find((each) => each.target === at);
  return [
    { text: name, href: runPageHref(run), about: baseUrl },
    { text: `${mark} ${word}` },
    shareCell(accepted.valid),
    shareCell(accepted.malformed),
    countCell(classes["5xx"] ?? 0),
    countCell(classes["noAnswer"] ?? 0),
    countCell(limits),
    shareCell(usual, ({ cases, of }) => sharePercent(cases / of)),
    ranked === undefined
      ? NONE
      : {
          text: [rateText(ranked), intervalText(ranked)].filter(Boolean).join(" "),
          sort: ranked.perSecond,
        },
    figures === undefined
      ? NONE
      : { text: latencyText(figures.latencyUs.p99), sort: figures.latencyUs.p99 },
  ];
}

const countCell = (count: number): BlockCell => ({ text: whole(count), sort: count });

const countsOf = ({ cases, of }: Share): string => `${whole(cases)} of ${whole(of)}`;

const shareCell = (share: Share | undefined, textOf = countsOf): BlockCell =>
  share === undefined || share.of === 0
    ? NONE
    : { text: textOf(share), sort: share.cases / share.of };

/** Why a target does not hold what is stated, and what became of its process. */
function whyNot(target: ComparedTarget, name: string): string[] {
  const { accepts, stated, complete } = target;
  const word = STATED_WORDS[accepts][0].replace(/^target /, "");
  const parts = textsOf(
    accepts !== "held" && `${word}; ${stated}`,
    diedText(target),
    startText(target),
    !complete && "the run is incomplete",
  );
  return parts.length === 0 ? [] : [`${name}: ${parts.join("; ")}`];
}

/** Start and seed of the runs, of each where they are not those of one comparison. */
export function startsText({ targets }: Comparison, names: readonly string[]): string {
  const [first] = targets;
  const isOne = targets.every(
    ({ startedAt, seed }) =>
      seed === first?.seed &&
      Math.abs(Date.parse(startedAt) - Date.parse(first.startedAt)) <= ONE_START,
  );
  const textOf = ({ startedAt, seed }: ComparedTarget): string =>
    `started ${momentText(startedAt)}, seed ${seed}`;
  if (isOne && first !== undefined) return textOf(first);
  return targets.map((target, at) => `${names[at] ?? ""}: ${textOf(target)}`).join("; ");
}

/**
 * The path of the report of a run, relative to the comparison. Only for plain relative paths: a
 * folder's name comes from outside, and must not become an address.
 */
export function runPageHref(run: string): string | undefined {
  const plain = /^(?:[\w.-]+\/)*[\w.-]+$/.test(run);
  return plain ? `${run}/report.html` : undefined;
}

const RISK_WORDS: Record<Exclude<MigrationCause["risk"], "errors">, string> = {
  breaks: "valid, fails",
  refuses: "now refused",
  accepts: "now accepted",
};

const riskText = ({ risk, after }: MigrationCause): string =>
  risk !== "errors" ? RISK_WORDS[risk] : after === "5xx" ? "server error" : after;
const MOST_CAUSES = 15;

/** What changes for a client that moves from the first of two targets to the second, by cause and risk. */
export function migrationSection(
  { migration = [] }: Comparison,
  names: readonly string[],
  toCase: (id: string) => string | undefined = () => undefined,
): BlockSection {
  const [from = "", to = ""] = names;
  const table = tableBlock(
    ["cause", `Requests to which ${to} responds differently from ${from}`],
    ["risk", "#cases", "suite", { title: from }, { title: to }, "cause"],
    migration.map((each) => causeRow(each, toCase)),
    { kept: [0, 1, 5], open: MOST_CAUSES, wrapped: true },
  );
  return sectionOf("migration", `From ${from} to ${to}`, table);
}

function causeRow(cause: MigrationCause, toCase: (id: string) => string | undefined) {
  const { suite, name, example, case: id, cases, before, after } = cause;
  return [
    riskText(cause),
    countCell(cases),
    suite,
    before,
    after,
    {
      // The suite has a column of its own.
      text: (example && cases > 1
        ? `${name}, and ${counted(cases - 1, "more case")}`
        : name
      ).replace(`${suite}, for`, "for"),
      href: toCase(id),
    },
  ];
}
