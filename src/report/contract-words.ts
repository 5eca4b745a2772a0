import { groupBy } from "../stats/index.ts";
import type {
  ComparedKeyword,
  ContractSummary,
  DeclaredKeyword,
  DeclaredVerdict,
} from "../model/index.ts";
import { counted, textsOf, whole } from "../text/index.ts";

/** The verdict of a row in words: a response is not wider than a document, it is documented or not. */
export function verdictText({ part, keyword, verdict }: DeclaredKeyword): string {
  if (part !== "responses" || verdict !== "wider") return verdict;
  return keyword.startsWith("status ") ? "not documented" : "not as documented";
}

/** The proof of a written document as sentences, the counts first. */
export function contractSentences(proof: ContractSummary): string[] {
  const { drawn, outside, changes, copied, refused, reason, cut } = proof;
  const of = (state: Change["state"]) => changes.filter((each) => each.state === state);
  const isChanged = outside.sent > 0;
  const held =
    drawn.sent === 0
      ? "no request drawn from it was sent"
      : `${whole(drawn.held)} of ${counted(drawn.sent, "request")} drawn from it got a documented success`;
  const outer = isChanged
    ? `${whole(outside.held)} of ${whole(outside.sent)} just outside its changed limits were refused`
    : "no changed limit to test from outside";
  return textsOf(
    `${held}; ${outer}`,
    listed("changed", of("written").map(changeText)),
    listed(
      "withdrawn, the declared value stays",
      of("withdrawn").map((each) => {
        const { side, by, signature } = each.wrong ?? { side: "inside", by: "", signature: "" };
        return `${changeText(each)} (${by} is ${side}, and got ${signature})`;
      }),
    ),
    listed(
      "differs, and stays as declared because no other value is known, or could be tested",
      of("kept").map(nameOf),
    ),
    listed("not written, the document has no place of its own for it", of("no-place").map(nameOf)),
    listed("copied for this operation, because others use them", copied),
    refused &&
      `${/^2\d\d$/.test(refused.signature) ? "accepted, with a response that is not as documented" : "not accepted"}, and no changed keyword says why, first ${refused.case}: ${refused.by} got ${refused.signature}${reason === undefined ? "" : `, "${reason}"`}`,
    cut && `the proof ended early: ${cut}`,
  );
}

/** The same in few words: how many requests it was tested with, and the keywords by what became of them. */
export function contractText({ drawn, outside, changes, refused, cut }: ContractSummary): string {
  const namesOf = (state: Change["state"]): string[] =>
    changes.filter((each) => each.state === state).map(nameOf);
  const outer =
    outside.sent === 0
      ? ""
      : `, and ${whole(outside.held)} of ${whole(outside.sent)} just outside were refused`;
  return textsOf(
    drawn.sent === 0
      ? "written without a test"
      : `written: ${whole(drawn.held)} of ${counted(drawn.sent, "request")} drawn from it got a documented success${outer}`,
    listed("changed", namesOf("written")),
    listed("withdrawn", namesOf("withdrawn")),
    listed("left as declared", [...namesOf("kept"), ...namesOf("no-place")]),
    refused && `no keyword explains ${refused.signature} for ${refused.case}`,
    cut && `the test ended early: ${cut}`,
  ).join("; ");
}

type Change = ContractSummary["changes"][number];

const listed = (head: string, items: readonly string[]): string | false =>
  items.length > 0 && `${head}: ${items.join(", ")}`;

const nameOf = ({ part, keyword }: Pick<Change, "part" | "keyword">): string =>
  `${part} ${keyword}`;

function changeText({ part, keyword, declared, implemented }: Change): string {
  if (keyword === "schema") return `${part} ${implemented}`;
  const isGone = /^none (?:up|down) to /.test(implemented);
  return `${part} ${keyword} ${declared} ${isGone ? "removed" : `→ ${implemented}`}`;
}

export const DECLARED_EXPLAINED =
  "Wider: the server accepts or sends more than the document declares. Narrower: it refuses what the document allows. Neither fails a run.";

const isDifferent = (verdict: DeclaredVerdict): boolean =>
  verdict !== "same" && verdict !== "not decided";

/** What each target does, or the only one. */
const seenIn = (row: DeclaredKeyword | ComparedKeyword): Seen[] =>
  "targets" in row ? row.targets : [row];

type Seen = Pick<DeclaredKeyword, "implemented" | "verdict">;

export function differingRows<Row extends DeclaredKeyword | ComparedKeyword>(
  rows: readonly Row[],
): { differing: Row[]; others: string } {
  const differing = rows.filter((row) => seenIn(row).some(({ verdict }) => isDifferent(verdict)));
  const same = rows.filter((row) => seenIn(row).every(({ verdict }) => verdict === "same"));
  const open = rows.filter((row) => !differing.includes(row) && !same.includes(row));
  const others = textsOf(
    `${counted(same.length, "keyword")} the same as declared`,
    open.length > 0 && `${open.length} not decided: ${openText(open)}`,
  ).join("; ");
  return { differing, others };
}

/** Keywords that were not decided, the ones with the same reason together. */
function openText(rows: readonly (DeclaredKeyword | ComparedKeyword)[]): string {
  const byReason = groupBy(rows, (row) => {
    const own = seenIn(row).map(({ implemented }) => implemented);
    return [...new Set(own)].map(reasonText).join("; ");
  });
  return [...byReason]
    .map(([reason, own]) => `${own.map(nameOf).join(", ")} (${reason})`)
    .join("; ");
}

const reasonText = (implemented: string): string =>
  implemented === "sometimes" ? "accepted sometimes" : implemented;

/** A target's behaviour with a keyword: `1000 (wider)`. */
export const implementedText = ({ implemented, verdict }: Seen): string =>
  verdict === "same" ? "as declared" : `${implemented} (${verdict})`;
