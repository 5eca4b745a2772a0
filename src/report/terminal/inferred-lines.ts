import type {
  ComparedKeyword,
  ContractSummary,
  DeclaredKeyword,
  InferredSummary,
} from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { contractSentences, differingRows, implementedText } from "../contract-words.ts";
import { hangingText, type Paint, wrapText } from "./screen-text.ts";

export function inferredLines(
  { parts, order, requests, declared, contract, echoed = [] }: InferredSummary,
  paint: Paint,
  width = Infinity,
): string[] {
  return [
    `${paint("bold", "Inferred")}  by ${counted(requests, "request")} beyond the run`,
    ...parts.flatMap(({ sentence }) => hangingText("  ", sentence, width)),
    ...(order === undefined ? [] : wrapText(`  order of checks: ${order}`, width)),
    ...echoed.flatMap((sentence) => hangingText("  in responses, ", sentence, width)),
    "",
    ...(declared === undefined ? [] : declaredLines(declared, paint, width)),
    ...(contract === undefined ? [] : contractLines(contract, paint, width)),
  ];
}

const contractLines = (proof: ContractSummary, paint: Paint, width: number): string[] => [
  paint("bold", "The contract as implemented"),
  ...contractSentences(proof).flatMap((sentence) => hangingText("  ", sentence, width)),
  "",
];

const MOST_SHOWN = 2;

/** Declared against implemented: the keywords that differ, and how many others there are. */
function declaredLines(
  declared: readonly DeclaredKeyword[],
  paint: Paint,
  width: number,
): string[] {
  const { differing, others } = differingRows(declared);
  return [
    paint("bold", "Declared and implemented"),
    ...differing.flatMap((row) => [
      `  ${row.part} ${row.keyword}: ${row.verdict}`,
      ...hangingText("    declared     ", row.declared, width),
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
