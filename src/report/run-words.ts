import type { Integrity, Remark, Summary } from "../model/index.ts";
import { counted, durationText, groupDigits, textsOf, whole } from "../text/index.ts";
import { inTurns, sum } from "../stats/index.ts";

const MOST_NAMED = 6;
/** Of more records that were cut off at different places, one sentence has the range. */
const MOST_APART = 2;

type WithRecord = { name: string; record?: Integrity | undefined };
type Doubt = { names: string[]; record: Integrity };

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

export type Life = Pick<Summary, "deaths" | "growths" | "startsMs">;

/** `ended 3 times, hung 1 time`; empty if it did neither. */
export function diedText({ deaths = [] }: Life): string {
  const times = (["ended", "hung"] as const).map((kind) => {
    const count = sum(deaths.map((death) => (death.kind === kind ? death.count : 0)));
    return count > 0 && `${kind} ${counted(count, "time")}`;
  });
  return textsOf(...times).join(", ");
}

export function startText({ startsMs = [] }: Life): string {
  const [first] = startsMs;
  if (first === undefined) return "";
  if (startsMs.length === 1) return `first response ${durationText(first)} after the start`;
  const [least, most] = [Math.min(...startsMs), Math.max(...startsMs)];
  return `first response ${durationText(least)} to ${durationText(most)} after each of ${startsMs.length} starts`;
}

/** ` 413/413` after the verdict; where it is not held although every valid request got a response, why not. */
export function statedCounts(summary: Pick<Summary, "accepts" | "stated"> & Life): string {
  const { valid, answered, breaches = [] } = summary.stated;
  if (valid === 0) return "";
  const counts = `${whole(answered)}/${whole(valid)}`;
  if (summary.accepts !== "not-held" || answered < valid) return ` ${counts}`;
  const died = diedText(summary);
  if (died !== "") return `: the server ${died} (${counts} while it ran)`;
  const differing = sum(breaches.map(({ count }) => count));
  return differing === 0
    ? `: the server was lost (${counts} until then)`
    : `: ${counted(differing, "response")} not as documented`;
}

const MOST_REMARKS = 10;

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
const spread = (remarks: readonly Remark[]): Remark[] =>
  inTurns(remarks, (remark) => remark.case?.split("/", 1)[0] ?? "");

/** The verdict on what is stated, in a word or two, with its colour and its mark. */
export const STATED_WORDS: Record<
  Summary["accepts"],
  [word: string, colour: "green" | "yellow" | "red" | "dim", mark: string]
> = {
  held: ["held", "green", "✓"],
  "not-held": ["not held", "red", "✗"],
  "not-judged": ["not judged", "yellow", "–"],
  "not-shown": ["not shown", "yellow", "–"],
  unreachable: ["target not reached", "red", "✗"],
  "not-probed": ["not probed", "dim", "–"],
};
