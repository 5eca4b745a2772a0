import type { OperationRun } from "../../model/index.ts";
import { verdictText } from "../contract-words.ts";
import { coverageParts, differingKeywords, unseenResponses } from "../coverage-words.ts";
import { type Section, tableSection, textCell } from "./markdown-section.ts";

const MOST_CHARACTERS = 6_000;

/** The document against the implementation, and the documented responses that were never seen. */
export const documentTables = (operations: readonly OperationRun[]): Section[] => [
  tableSection(
    "### Declared and implemented",
    ["operation", "part", "keyword", "declared", "implemented", "verdict"],
    differingKeywords(operations).map(({ operation, row }) => [
      textCell(operation, 80),
      textCell(row.part, 60),
      row.keyword,
      textCell(row.declared),
      textCell(row.implemented, 200),
      verdictText(row),
    ]),
    { what: "keyword", most: MOST_CHARACTERS },
  ),
  tableSection(
    ["### Coverage", "", `Seen: ${coverageParts(operations).join("")}. Never seen:`, ""],
    ["operation", "response", "why"],
    unseenResponses(operations).map(({ operation, response, why }) => [
      textCell(operation, 80),
      textCell(response),
      why,
    ]),
    { what: "response", most: MOST_CHARACTERS },
  ),
];
