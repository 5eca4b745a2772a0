import type { ComparedKeyword, DeclaredKeyword, DeclaredVerdict } from "../model/index.ts";
import { counted } from "../text/index.ts";

/** Said once, above every table of keywords. */
export const DECLARED_EXPLAINED =
  "Wider: the server accepts or sends more than the document declares. Narrower: it refuses what the document allows. Neither fails a run.";

const isDifferent = (verdict: DeclaredVerdict): boolean =>
  verdict !== "same" && verdict !== "not decided";

/** The verdict of a row in words: a response is not wider than a document, it is documented or not. */
export function verdictText({ part, keyword, verdict }: DeclaredKeyword): string {
  if (part !== "responses" || verdict !== "wider") return verdict;
  return keyword.startsWith("status ") ? "not documented" : "not as documented";
}

/** Rows that differ from the document, and how many others there are, in words. */
export function differingRows<Row extends DeclaredKeyword | ComparedKeyword>(
  rows: readonly Row[],
): { differing: Row[]; others: string } {
  const verdictsOf = (row: DeclaredKeyword | ComparedKeyword): DeclaredVerdict[] =>
    "targets" in row ? row.targets.map(({ verdict }) => verdict) : [row.verdict];
  const differing = rows.filter((row) => verdictsOf(row).some(isDifferent));
  const same = rows.filter((row) => verdictsOf(row).every((verdict) => verdict === "same"));
  const open = rows.filter((row) => !differing.includes(row) && !same.includes(row));
  const others = [
    `${counted(same.length, "keyword")} the same as declared`,
    ...(open.length === 0 ? [] : [`${open.length} not decided: ${openText(open)}`]),
  ].join("; ");
  return { differing, others };
}

/** Keywords that were not decided, the ones with the same reason together. */
function openText(rows: readonly (DeclaredKeyword | ComparedKeyword)[]): string {
  const byReason = new Map<string, string[]>();
  for (const row of rows) {
    const own =
      "targets" in row ? row.targets.map(({ implemented }) => implemented) : [row.implemented];
    const reason = [...new Set(own)].map(reasonText).join("; ");
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${row.part} ${row.keyword}`]);
  }
  return [...byReason].map(([reason, names]) => `${names.join(", ")} (${reason})`).join("; ");
}

const reasonText = (implemented: string): string =>
  implemented === "sometimes" ? "accepted sometimes" : implemented;

/** A target's behaviour with a keyword: `1000 (wider)`. */
export const implementedText = ({
  implemented,
  verdict,
}: Pick<DeclaredKeyword, "implemented" | "verdict">): string =>
  verdict === "same" ? "as declared" : `${implemented} (${verdict})`;
