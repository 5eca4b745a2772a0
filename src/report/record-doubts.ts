import type { Integrity } from "../model/index.ts";
import { counted, groupDigits } from "../text/index.ts";

/** More targets are counted, and not named. */
const MOST_NAMED = 6;
/** Of more records that were cut off at different places, one sentence has the range. */
const MOST_APART = 2;

type WithRecord = { name: string; record?: Integrity | undefined };
type Doubt = { names: string[]; record: Integrity };

/** The doubts about the records of a comparison, each once, with its targets. */
export function recordDoubts(targets: readonly WithRecord[]): { of: string; record: Integrity }[] {
  const doubts = grouped(targets, ({ text }) => text);
  const [cut, others] = [
    doubts.filter(({ record }) => record.state === "incomplete"),
    doubts.filter(({ record }) => record.state !== "incomplete"),
  ];
  const merged = cut.length > MOST_APART ? mergedByNumbers(targets) : cut;
  return [...others, ...merged].map(({ names, record }) => ({
    of: names.length > MOST_NAMED ? counted(names.length, "target") : names.join(", "),
    record,
  }));
}

function grouped(targets: readonly WithRecord[], keyOf: (record: Integrity) => string): Doubt[] {
  const known = new Map<string, Doubt>();
  for (const { name, record } of targets) {
    if (record === undefined) continue;
    const key = keyOf(record);
    const doubt = known.get(key) ?? { names: [], record };
    known.set(key, doubt);
    doubt.names.push(name);
  }
  return [...known.values()];
}

const NUMBER = /\d[\d,]*/g;

/** Incomplete records whose sentences differ only in their numbers: one sentence, with the range of each number. */
function mergedByNumbers(targets: readonly WithRecord[]): Doubt[] {
  const cut = targets.filter(({ record }) => record?.state === "incomplete");
  const shapeOf = ({ text }: Integrity): string => text.replaceAll(NUMBER, "#");
  return grouped(cut, shapeOf).map(({ names, record }) => {
    const rows = cut.flatMap((each) =>
      each.record !== undefined && shapeOf(each.record) === shapeOf(record)
        ? [numbersIn(each.record.text)]
        : [],
    );
    let nth = -1;
    const text = record.text.replaceAll(NUMBER, () => {
      nth += 1;
      return rangeOf(rows.map((row) => row[nth] ?? 0));
    });
    return { names, record: { ...record, text } };
  });
}

const numbersIn = (text: string): number[] =>
  (text.match(NUMBER) ?? []).map((each) => Number(each.replaceAll(",", "")));

function rangeOf(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((each) =>
    groupDigits(String(each)),
  );
  return least === most ? `${least}` : `${least} to ${most}`;
}
