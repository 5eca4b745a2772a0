import type { Remark, Summary } from "../model/index.ts";

const MOST_REMARKS = 10;

/** How many remarks terminal and Markdown show. */
export const shownRemarks = ({ remarks }: Pick<Summary, "remarks">): number =>
  chosenRemarks(remarks).length;

/** At most ten, each about another case: a few of each kind, and of each kind from many suites. No kind and no suite displaces the others. */
export function chosenRemarks(all: readonly Remark[]): Remark[] {
  const remarks = onePerCase(all);
  const kinds = [...new Set(remarks.map(({ kind }) => kind))];
  const share = Math.max(2, Math.floor(MOST_REMARKS / Math.max(1, kinds.length)));
  const turns = kinds.map((kind) => spread(remarks.filter((remark) => remark.kind === kind)));
  const first = turns.flatMap((each) => each.slice(0, share));
  const others = turns.flatMap((each) => each.slice(share));
  const chosen = new Set([...first, ...others].slice(0, MOST_REMARKS));
  return remarks.filter((remark) => chosen.has(remark));
}

const onePerCase = (remarks: readonly Remark[]): Remark[] => {
  const seen = new Set<string>();
  return remarks.filter(({ case: id }) => id === undefined || (!seen.has(id) && seen.add(id)));
};

/** The first of each suite, then the second of each, and so on. */
function spread(remarks: readonly Remark[]): Remark[] {
  const seen = new Map<string, number>();
  const ranked = remarks.map((remark) => {
    const suite = remark.case?.split("/", 1)[0] ?? "";
    const turn = seen.get(suite) ?? 0;
    seen.set(suite, turn + 1);
    return { remark, turn };
  });
  return ranked.toSorted((a, b) => a.turn - b.turn).map(({ remark }) => remark);
}
