import type { DeclaredKeyword, InferredSummary, Summary } from "../model/index.ts";
import { ruleWithRefusals } from "../stats/index.ts";
import { counted } from "../text/index.ts";
import { type BlockSection, type TableBlock, sectionOf, sentences, tableBlock } from "./blocks.ts";
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

const FOLDED = { open: 0, isOnPage: true };

const textTable = (
  what: string,
  titles: readonly string[],
  rows: Parameters<typeof tableBlock>[2],
  block: Partial<TableBlock> = {},
): TableBlock =>
  tableBlock([what, `Table of each ${what}`], titles, rows, {
    kept: [0, 1],
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
  return {
    id: "inferred",
    title: `Inferred rules, by ${counted(requests, "further request")}`,
    about: "Nothing here is promised by the server.",
    blocks: [
      textTable("part", ["part", "rule"], rules),
      textTable(
        "kind of values",
        ["part", "responses to a kind of values"],
        parts.flatMap(({ name, families }) => families.map((family) => [name, family])),
        FOLDED,
      ),
      textTable(
        "refuted rule",
        ["part", "refuted rule", "by", "response"],
        parts.flatMap(({ name, refuted }) =>
          refuted.map(({ rule, by, signature, case: id }) => [
            name,
            { text: rule, case: id },
            by,
            { text: signature, responses: [signature] },
          ]),
        ),
        FOLDED,
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
            `${row.part} ${row.keyword}`,
            row.declared,
            verdictText(row),
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
          at === 0 ? {} : FOLDED,
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
