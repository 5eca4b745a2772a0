import { declaredRows } from "../analyse/declared/declared-rows.ts";
import type { RunFold } from "../analyse/run-fold.ts";
import type { Requests } from "../generate/requests.ts";
import type { DeclaredKeyword } from "../model/declared-summary.ts";
import type { KeywordChange } from "../model/keyword-change.ts";
import { keywordEvidence, FIGURES } from "./declared-schema.ts";

/** A keyword that differs, and the change of the document for it; without `change`, the document stays as it is. */
export type DifferingKeyword = { row: DeclaredKeyword; change?: KeywordChange };

/** Keywords that are removed if every value that breaks them is accepted; what else they could be is not known. */
const REMOVED = new Set(["pattern", "format", "enum", "multipleOf", "uniqueItems"]);

/** A limit of more characters or items is not written: it takes too long to prove. */
const LONGEST = 10_000;

/** The keywords of the request that differ from the document, with the changes that the evidence suffices for. */
export function differingKeywords(fold: RunFold, on: Requests): DifferingKeyword[] {
  const { fields, body } = on.layout;
  const slots = [...(body === undefined ? [] : [body]), ...fields.map(({ slot }) => slot)];
  const paths = new Map(slots.map(({ label, path }) => [label, path]));
  return (declaredRows(fold) ?? [])
    .filter(({ part, verdict }) => part !== "responses" && verdict !== "same")
    .filter(({ verdict }) => verdict !== "not decided")
    .map((row) => {
      const path = paths.get(row.part);
      const change = path === undefined ? undefined : changeOf(row, path);
      return { row, ...(change !== undefined && { change }) };
    });
}

function changeOf(row: DeclaredKeyword, path: string): KeywordChange | undefined {
  const { keyword, declared, implemented, verdict, seen } = row;
  const change = { path, keyword, evidence: [keywordEvidence(row)] };
  if (["required", "nullable", "additionalProperties"].includes(keyword))
    return { ...change, value: implemented === "true" };
  if (FIGURES.has(keyword) && keyword !== "multipleOf") {
    const isCount = !/imum$/i.test(keyword);
    if (isCount && Number(implemented) > LONGEST) return undefined;
    if (/^-?\d+$/.test(implemented)) return { ...change, value: figureOf(implemented) };
    const isGone = /^-?\d+$/.test(declared) && /^none (?:up|down) to /.test(implemented);
    return isGone ? { ...change, declared: figureOf(declared) } : undefined;
  }
  const isIgnored = verdict === "wider" && seen.accepted > 0 && seen.refused === 0;
  return REMOVED.has(keyword) && isIgnored ? change : undefined;
}

const figureOf = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
