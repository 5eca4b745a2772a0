import type { DeclaredKeyword, InferredSummary, Summary } from "../model/index.ts";
import { ruleWithRefusals } from "../stats/index.ts";
import { counted } from "../text/index.ts";
import { type BlockSection, columnsOf, type TableBlock, sentences, sectionOf } from "./blocks.ts";
import {
  contractSentences,
  DECLARED_EXPLAINED,
  differingRows,
  verdictText,
} from "./contract-words.ts";

const MOST_SHOWN = 2;

/** The rules that were found by experiment, the declared keywords against them, and the contract as implemented. */
export const inferredSections = ({ inferred }: Summary): BlockSection[] =>
  inferred === undefined
    ? []
    : [
        rulesSection(inferred),
        declaredSection(inferred),
        sectionOf(
          "contract",
          "The contract as implemented",
          sentences(inferred.contract === undefined ? [] : contractSentences(inferred.contract)),
        ),
      ];

const textTable = (
  what: string,
  titles: readonly string[],
  rows: TableBlock["rows"],
  block: Partial<TableBlock> = {},
): TableBlock => ({
  kind: "table",
  label: `Table of each ${what}`,
  columns: columnsOf(...titles),
  rows,
  kept: [0, 1],
  what,
  wrapped: true,
  shown: Infinity,
  ...block,
});

function rulesSection({ parts, order, requests, echoed = [] }: InferredSummary): BlockSection {
  const rules = [
    ...parts.map((part) => {
      const open = part.state === "open" ? "; some of these rules could not be distinguished" : "";
      return [part.name, `${ruleWithRefusals(part)}${open}`];
    }),
    ...(order === undefined ? [] : [["order of checks", order]]),
    ...echoed.map((sentence) => ["in responses", sentence]),
  ];
  const cellsOf = (row: readonly string[]) => row.map((text) => ({ text }));
  return {
    id: "inferred",
    title: `Inferred rules, by ${counted(requests, "further request")}`,
    about: "Nothing here is promised by the server.",
    blocks: [
      textTable("part", ["part", "rule"], rules.map(cellsOf)),
      textTable(
        "kind of values",
        ["part", "responses to a kind of values"],
        parts.flatMap(({ name, families }) => families.map((family) => cellsOf([name, family]))),
        { open: 0, isOnPage: true },
      ),
      textTable(
        "refuted rule",
        ["part", "refuted rule", "by", "response"],
        parts.flatMap(({ name, refuted }) =>
          refuted.map(({ rule, by, signature, case: id }) => [
            { text: name },
            { text: rule, case: id },
            { text: by },
            { text: signature, responses: [signature] },
          ]),
        ),
        { open: 0, isOnPage: true },
      ),
    ],
  };
}

/** Declared against implemented: the keywords that differ, then the others. */
function declaredSection({ declared = [] }: InferredSummary): BlockSection {
  const { differing, others } = differingRows(declared);
  const rest = declared.filter((row) => !differing.includes(row));
  return {
    id: "declared",
    title: "Declared and implemented",
    about: DECLARED_EXPLAINED,
    blocks: [
      ...[differing, rest].map((rows, at) =>
        textTable(
          "keyword",
          ["keyword", "declared", "verdict", "implemented"],
          rows.map((row) => [
            { text: `${row.part} ${row.keyword}` },
            { text: row.declared },
            { text: verdictText(row) },
            {
              text: `${row.implemented}${shownText(row)}`,
              lines: [
                row.implemented,
                ...row.evidence.map(
                  ({ by, signature, case: id }) => `${by} got ${signature} (${id})`,
                ),
              ],
              case: row.evidence[0]?.case,
            },
          ]),
          at === 0 ? {} : { open: 0, isOnPage: true },
        ),
      ),
      sentences(declared.length === 0 ? [] : [others]),
    ],
  };
}

function shownText({ evidence, part }: DeclaredKeyword): string {
  if (evidence.length === 0) return "";
  const shown = evidence
    .slice(0, MOST_SHOWN)
    .map(({ by, signature, case: id }) => (part === "responses" ? id : `${by} got ${signature}`));
  return ` (${shown.join(", ")})`;
}
