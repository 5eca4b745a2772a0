import { groupBy } from "../stats/index.ts";
import type {
  ComparedKeyword,
  ContractSummary,
  DeclaredKeyword,
  DeclaredVerdict,
} from "../model/index.ts";
import { counted, whole } from "../text/index.ts";

/** The verdict of a row in words: a response is not wider than a document, it is documented or not. */
export function verdictText({ part, keyword, verdict }: DeclaredKeyword): string {
  if (part !== "responses" || verdict !== "wider") return verdict;
  return keyword.startsWith("status ") ? "not documented" : "not as documented";
}

/** The proof of a written document as sentences, the counts first. */
export function contractSentences(proof: ContractSummary): string[] {
  const { drawn, outside, changes, copied, refused, reason, cut } = proof;
  const of = (state: ContractSummary["changes"][number]["state"]) =>
    changes.filter((each) => each.state === state);
  const isChanged = outside.sent > 0;
  return [
    [
      drawn.sent === 0
        ? "no request drawn from it was sent"
        : `${whole(drawn.held)} of ${counted(drawn.sent, "request")} drawn from it got a documented success`,
      isChanged
        ? `${whole(outside.held)} of ${whole(outside.sent)} just outside its changed limits were refused`
        : "no changed limit to test from outside",
    ].join("; "),
    ...listed("changed", of("written").map(changeText)),
    ...listed(
      "withdrawn, the declared value stays",
      of("withdrawn").map((each) => {
        const { side, by, signature } = each.wrong ?? { side: "inside", by: "", signature: "" };
        return `${changeText(each)} (${by} is ${side}, and got ${signature})`;
      }),
    ),
    ...listed(
      "differs, and stays as declared because no other value is known, or could be tested",
      of("kept").map(({ part, keyword }) => `${part} ${keyword}`),
    ),
    ...listed(
      "not written, the document has no place of its own for it",
      of("no-place").map(({ part, keyword }) => `${part} ${keyword}`),
    ),
    ...listed("copied for this operation, because others use them", copied),
    ...(refused === undefined
      ? []
      : [
          `${/^2\d\d$/.test(refused.signature) ? "accepted, with a response that is not as documented" : "not accepted"}, and no changed keyword says why, first ${refused.case}: ${refused.by} got ${refused.signature}${reason === undefined ? "" : `, "${reason}"`}`,
        ]),
    ...(cut === undefined ? [] : [`the proof ended early: ${cut}`]),
  ];
}

/** The same in few words: how many requests it was tested with, and the keywords by what became of them. */
export function contractText({ drawn, outside, changes, refused, cut }: ContractSummary): string {
  const namesOf = (state: ContractSummary["changes"][number]["state"]): string[] =>
    changes.flatMap((each) => (each.state === state ? [`${each.part} ${each.keyword}`] : []));
  const outer =
    outside.sent === 0
      ? ""
      : `, and ${whole(outside.held)} of ${whole(outside.sent)} just outside were refused`;
  return [
    drawn.sent === 0
      ? "written without a test"
      : `written: ${whole(drawn.held)} of ${counted(drawn.sent, "request")} drawn from it got a documented success${outer}`,
    ...listed("changed", namesOf("written")),
    ...listed("withdrawn", namesOf("withdrawn")),
    ...listed("left as declared", [...namesOf("kept"), ...namesOf("no-place")]),
    ...(refused === undefined
      ? []
      : [`no keyword explains ${refused.signature} for ${refused.case}`]),
    ...(cut === undefined ? [] : [`the test ended early: ${cut}`]),
  ].join("; ");
}

const listed = (head: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${head}: ${items.join(", ")}`];

function changeText({
  part,
  keyword,
  declared,
  implemented,
}: ContractSummary["changes"][number]): string {
  if (keyword === "schema") return `${part} ${implemented}`;
  const isGone = /^none (?:up|down) to /.test(implemented);
  return isGone
    ? `${part} ${keyword} ${declared} removed`
    : `${part} ${keyword} ${declared} → ${implemented}`;
}

export const DECLARED_EXPLAINED =
  "Wider: the server accepts or sends more than the document declares. Narrower: it refuses what the document allows. Neither fails a run.";

const isDifferent = (verdict: DeclaredVerdict): boolean =>
  verdict !== "same" && verdict !== "not decided";

export function differingRows<Row extends DeclaredKeyword | ComparedKeyword>(
  rows: readonly Row[],
): { differing: Row[]; others: string } {
  const verdictsOf = (row: DeclaredKeyword | ComparedKeyword): DeclaredVerdict[] =>
    "targets" in row ? row.targets.map(({ verdict }) => verdict) : [row.verdict];
  const differing = rows.filter((row) => verdictsOf(row).some(isDifferent));
  const same = rows.filter((row) => verdictsOf(row).every((verdict) => verdict === "same"));
  const open = rows.filter((row) => !differing.includes(row) && !same.includes(row));
  const others = [
    `${counted(same.length, "keyword")} the same as declared`,
    ...(open.length === 0 ? [] : [`${open.length} not decided: ${openText(open)}`]),
  ].join("; ");
  return { differing, others };
}

/** Keywords that were not decided, the ones with the same reason together. */
function openText(rows: readonly (DeclaredKeyword | ComparedKeyword)[]): string {
  const byReason = groupBy(rows, (row) => {
    const own =
      "targets" in row ? row.targets.map(({ implemented }) => implemented) : [row.implemented];
    return [...new Set(own)].map(reasonText).join("; ");
  });
  return [...byReason]
    .map(([reason, own]) => {
      const names = own.map(({ part, keyword }) => `${part} ${keyword}`);
      return `${names.join(", ")} (${reason})`;
    })
    .join("; ");
}

const reasonText = (implemented: string): string =>
  implemented === "sometimes" ? "accepted sometimes" : implemented;

/** A target's behaviour with a keyword: `1000 (wider)`. */
export const implementedText = ({
  implemented,
  verdict,
}: Pick<DeclaredKeyword, "implemented" | "verdict">): string =>
  verdict === "same" ? "as declared" : `${implemented} (${verdict})`;
