import type { ContractSummary } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";

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
    ...listed("others share them, so this operation has its own copy", copied),
    ...(refused === undefined
      ? []
      : [
          `others were refused, and no keyword says why: ${refused.signature}${reason === undefined ? "" : `, "${reason}",`} for ${refused.by} (${refused.case})`,
        ]),
    ...(cut === undefined ? [] : [`the proof ended early: ${cut}`]),
  ];
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
