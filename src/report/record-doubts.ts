import type { Integrity } from "../model/integrity.ts";
import { counted } from "../text/numbers.ts";

/** More targets are counted, and not named. */
const MOST_NAMED = 6;

type WithRecord = { name: string; record?: Integrity | undefined };

/** What is wrong with the records of a comparison: each once, with the targets of which it is true. */
export function recordDoubts(targets: readonly WithRecord[]): { of: string; record: Integrity }[] {
  const known = new Map<string, { names: string[]; record: Integrity }>();
  for (const { name, record } of targets) {
    if (record === undefined) continue;
    const doubt = known.get(record.text) ?? { names: [], record };
    known.set(record.text, doubt);
    doubt.names.push(name);
  }
  return [...known.values()].map(({ names, record }) => ({
    of: names.length > MOST_NAMED ? counted(names.length, "target") : names.join(", "),
    record,
  }));
}
