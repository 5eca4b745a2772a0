import type { ComparedKeyword, DeclaredKeyword } from "../../model/index.ts";
import { declaredRows } from "../declared/declared-rows.ts";
import type { NamedRun } from "./name-runs.ts";

type Cell = ComparedKeyword["targets"][number];

const NOT_SEEN: Cell = { implemented: "not seen", verdict: "not decided", evidence: [] };

/**
 * Compares the declared with the implemented keywords at each target, one row for each keyword; undefined without a
 * document.
 */
export function compareDeclared(runs: readonly NamedRun[]): ComparedKeyword[] | undefined {
  const all = runs.map(({ fold }) => declaredRows(fold) ?? []);
  const rows = new Map<string, DeclaredKeyword>();
  for (const row of all.flat()) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  if (rows.size === 0) return undefined;
  return [...rows].map(([key, { part, keyword, declared }]) => {
    const targets = all.map((own): Cell => {
      const found = own.find((row) => keyOf(row) === key);
      if (found === undefined) return NOT_SEEN;
      const { implemented, verdict, evidence } = found;
      return { implemented, verdict, evidence };
    });
    const cells = new Set(targets.map(({ implemented, verdict }) => `${verdict} ${implemented}`));
    return { part, keyword, declared, targets, same: cells.size === 1 };
  });
}

const keyOf = ({ part, keyword }: DeclaredKeyword): string => `${part} ${keyword}`;
