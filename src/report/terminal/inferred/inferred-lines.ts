import type { ContractSummary, InferredSummary } from "../../../model/index.ts";
import { counted } from "../../../text/index.ts";
import { contractSentences } from "../../contract-words.ts";
import type { Paint } from "../paint.ts";
import { declaredLines } from "./declared-lines.ts";
import { hangingText, wrapText } from "../wrap-text.ts";

/** The rules that experiments found, one sentence each. */
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

/** The document that was written, and what tested it. */
const contractLines = (proof: ContractSummary, paint: Paint, width: number): string[] => [
  paint("bold", "The contract as implemented"),
  ...contractSentences(proof).flatMap((sentence) => hangingText("  ", sentence, width)),
  "",
];
