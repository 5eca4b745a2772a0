import {
  contractSentences,
  differingRows,
  implementedText,
  verdictText,
} from "../contract-words.ts";
import type {
  ComparedKeyword,
  ContractSummary,
  DeclaredKeyword,
  InferredSummary,
} from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import type { Screen } from "./screen-text.ts";

export function inferredLines(
  { parts, order, requests, declared, contract, echoed = [] }: InferredSummary,
  screen: Screen,
): string[] {
  return [
    `${screen.bold("Inferred")}  by ${counted(requests, "further request")}`,
    ...parts.flatMap(({ sentence }) => screen.hang("  ", sentence)),
    ...(order === undefined ? [] : screen.wrap(`  order of checks: ${order}`)),
    ...echoed.flatMap((sentence) => screen.hang("  in responses, ", sentence)),
    "",
    ...(declared === undefined ? [] : declaredLines(declared, screen)),
    ...(contract === undefined ? [] : contractLines(contract, screen)),
  ];
}

const contractLines = (proof: ContractSummary, screen: Screen): string[] => [
  screen.bold("The contract as implemented"),
  ...contractSentences(proof).flatMap((sentence) => screen.hang("  ", sentence)),
  "",
];

const MOST_SHOWN = 2;

/** Declared against implemented: the keywords that differ, and how many others there are. */
function declaredLines(declared: readonly DeclaredKeyword[], screen: Screen): string[] {
  const { differing, others } = differingRows(declared);
  return [
    screen.bold("Declared and implemented"),
    ...differing.flatMap((row) => [
      `  ${row.part} ${row.keyword}: ${verdictText(row)}`,
      ...(row.declared === verdictText(row) ? [] : screen.hang("    declared     ", row.declared)),
      ...screen.hang("    implemented  ", `${row.implemented}${shownText(row)}`),
    ]),
    ...screen.wrap(`  ${others}`),
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
  screen: Screen,
): string[] {
  const { differing, others } = differingRows(declared);
  return [
    screen.bold("Declared and implemented"),
    ...differing.flatMap(({ part, keyword, declared: stated, targets }) => [
      ...screen.hang("  ", `${part} ${keyword}: ${stated} declared`),
      ...targets.flatMap((target, at) =>
        screen.hang(`    ${names[at] ?? ""}: `, implementedText(target)),
      ),
    ]),
    ...screen.wrap(`  ${others}`),
    "",
  ];
}
