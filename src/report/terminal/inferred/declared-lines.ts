import type { ComparedKeyword, DeclaredKeyword } from "../../../model/index.ts";
import { differingRows, implementedText, verdictText } from "../../declared-words.ts";
import type { Paint } from "../paint.ts";
import { hangingText, wrapText } from "../wrap-text.ts";

/** Cases that are named as evidence. */
const MOST_SHOWN = 2;

/** Declared against implemented: the keywords that differ, and how many others there are. */
export function declaredLines(
  declared: readonly DeclaredKeyword[],
  paint: Paint,
  width: number,
): string[] {
  const { differing, others } = differingRows(declared);
  return [
    paint("bold", "Declared and implemented"),
    ...differing.flatMap((row) => [
      `  ${row.part} ${row.keyword}: ${verdictText(row)}`,
      ...(row.declared === verdictText(row)
        ? []
        : hangingText("    declared     ", row.declared, width)),
      ...hangingText("    implemented  ", `${row.implemented}${shownText(row)}`, width),
    ]),
    ...wrapText(`  ${others}`, width),
    "",
  ];
}

function shownText({ evidence, part }: DeclaredKeyword): string {
  if (evidence.length === 0) return "";
  const shown = evidence
    .slice(0, MOST_SHOWN)
    .map(({ by, signature, case: id }) => (part === "responses" ? id : `${by} got ${signature}`));
  return ` (${shown.join(", ")})`;
}

/**
 * The same for several targets: each keyword that differs somewhere, with its declaration and the behaviour of each
 * target.
 */
export function comparedDeclaredLines(
  declared: readonly ComparedKeyword[],
  names: readonly string[],
  { paint, width }: { paint: Paint; width: number },
): string[] {
  const { differing, others } = differingRows(declared);
  return [
    paint("bold", "Declared and implemented"),
    ...differing.flatMap(({ part, keyword, declared: stated, targets }) => [
      ...hangingText("  ", `${part} ${keyword}: ${stated} declared`, width),
      ...targets.flatMap((target, at) =>
        hangingText(`    ${names[at] ?? ""}: `, implementedText(target), width),
      ),
    ]),
    ...wrapText(`  ${others}`, width),
    "",
  ];
}
