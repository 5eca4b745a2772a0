import type { CheckFinding, OperationRun } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { counted } from "../text/index.ts";
import { type BlockCell, type BlockSection, sectionOf, sentences, tableBlock } from "./blocks.ts";
import { namesText, reportLink } from "./document-words.ts";

const MOST_CHECKS = 20;

/** What these checks have found is counted by cases. */
const BY_CASE: ReadonlySet<string> = new Set(["valid input refused", "undocumented refusal"]);

type Alike = readonly [CheckFinding, ...CheckFinding[]];

/** What was found alike: in which operations, what, and how often. */
export function findingText(alike: Alike): string {
  const [{ check, found }] = alike;
  const sum = alike.reduce((all, { count }) => all + count, 0);
  const what = BY_CASE.has(check) ? "case" : "response";
  const names = [...new Set(alike.map(({ operation }) => operation))];
  const often = sum > alike.length ? ` (${counted(sum, what)})` : "";
  const others = alike.reduce((all, each) => all + (each.others ?? 0), 0);
  const more = others > 0 ? `, and for ${counted(others, "more case")}` : "";
  return `${namesText(names)}: ${found}${more}${often}`;
}

/** What a mark means: only what the document states is part of the verdict. */
const CHECKS_EXPLAINED =
  "✗ is stated by the document, and part of the verdict. Everything else is observed: it fails nothing.";

export const findingMark = ({ source }: CheckFinding): string => (source === "stated" ? "✗" : "·");

/** Whether a finding in a sequence is one of the operation's own run, too. */
const isRepeated = (each: CheckFinding, all: readonly CheckFinding[]): boolean =>
  each.case === undefined &&
  all.some(
    ({ check, operation, found, ...other }) =>
      other.case !== undefined &&
      check === each.check &&
      operation === each.operation &&
      each.found.endsWith(`: ${found}`),
  );

/** What was found, the same of several operations once: first what the document states and the first of each check, last what is said twice. */
export function rankedFindings(checks: readonly CheckFinding[]): Alike[] {
  const isOwn = (each: CheckFinding): boolean => !isRepeated(each, checks);
  const keyOf = (each: CheckFinding): string =>
    JSON.stringify([each.check, each.source, each.found, isOwn(each)]);
  const known = new Set<string>();
  const rankOf = (each: CheckFinding): number => {
    if (!isOwn(each)) return 3;
    if (known.has(each.check)) return 2;
    known.add(each.check);
    return each.source === "stated" ? 0 : 1;
  };
  return [...groupBy(checks, keyOf).values()]
    .map((alike) => ({ alike, rank: rankOf(alike[0]) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ alike }) => alike);
}

export function checksSection(
  checks: readonly CheckFinding[],
  operations: readonly OperationRun[],
): BlockSection {
  const rows = rankedFindings(checks);
  const own = rows.filter(([first]) => !isRepeated(first, checks));
  const runs = new Map(operations.map(({ name, run }) => [name, run]));
  const caseCell = ({ case: id, operation }: CheckFinding): BlockCell => {
    const run = runs.get(operation);
    if (id === undefined) return { text: "sequence", href: "#sequences" };
    return { text: id, href: run === undefined ? undefined : reportLink(run) };
  };
  return sectionOf(
    "checks",
    "Checks",
    tableBlock(
      ["finding", "What the checks have found"],
      ["check", { title: "first case", isOnPages: true }, "found"],
      rows.map((alike) => {
        const [first] = alike;
        return [`${findingMark(first)} ${first.check}`, caseCell(first), findingText(alike)];
      }),
      { kept: [0, 1], shown: Math.min(MOST_CHECKS, own.length), most: 8000, wrapped: true },
    ),
    sentences(checks.length === 0 ? [] : [CHECKS_EXPLAINED], { quiet: true }),
  );
}
