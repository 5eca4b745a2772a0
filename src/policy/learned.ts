import { type CaseFold, judgedSignatures, unrepeatedSignatures } from "../analyse/index.ts";
import { type Baseline, isUnread } from "../model/index.ts";

type Counts = ReadonlyMap<string, number>;

/** The outcomes of a case's first sending of a run, and of later ones; the same where order made no difference. */
export type Learned = { first: Counts; later: Counts };

type Entry = Baseline["cases"][string];
type Sent = Pick<Baseline, "runs" | "sent">;

/** Baselines of one run did not say how often a case was sent. */
const SENT_BEFORE = 2;

export function learnedOf(entry: Entry, { runs = [], sent = SENT_BEFORE }: Sent): Learned {
  if (Array.isArray(entry)) return pooled(new Map(entry.map((outcome) => [outcome, 1])));
  if (typeof entry !== "string") {
    if ("first" in entry && typeof entry["first"] === "object") {
      const { first, later } = entry as { first: object; later: object };
      return { first: new Map(Object.entries(first)), later: new Map(Object.entries(later)) };
    }
    return pooled(new Map(Object.entries(entry as Record<string, number>)));
  }
  const [once = "", then] = entry.split(" then ");
  if (then === undefined) return pooled(new Map([[once, sent]]));
  const firsts = Math.max(1, runs.length);
  return { first: new Map([[once, firsts]]), later: new Map([[then, Math.max(1, sent - firsts)]]) };
}

const pooled = (counts: Counts): Learned => ({ first: counts, later: counts });

/** From outcomes in the order of sending. `isOrdered`: the first sending of a run may be unlike later ones. */
export function learnedEntry(
  runs: readonly (readonly string[])[],
  { sent, isOrdered }: { sent: number; isOrdered: boolean },
): Entry {
  const first = countsOf(runs.flatMap((outcomes) => outcomes.slice(0, 1)));
  const later = countsOf(runs.flatMap((outcomes) => outcomes.slice(1)));
  const [once, then] = [only(first), only(later)];
  const firsts = sizeOf(first);
  const isWhole = firsts + sizeOf(later) === sent;
  if (!isOrdered || [...later.keys()].some((outcome) => first.has(outcome)) || later.size === 0) {
    const all = countsOf(runs.flat());
    const same = only(all);
    return same !== undefined && isWhole ? same : record(all);
  }
  if (once !== undefined && then !== undefined && isWhole && firsts === runs.length)
    return `${once} then ${then}`;
  return { first: record(first), later: record(later) };
}

export function explicitEntry(entry: Entry, sent: Sent): Entry {
  const { first, later } = learnedOf(entry, sent);
  return first === later ? record(later) : { first: record(first), later: record(later) };
}

/** Whether the target takes a request whose connection is reset before the response is chance, in each sending. */
const TAKEN_BY_CHANCE = /(?:^|\/)repetition\/after-reset-after$/;

/** An entry without the order that is chance: of requests in flight together, and of sendings that depend on one that was reset. */
export function withoutChance(id: string, entry: Entry, sent: Sent): Entry {
  const isTaken = TAKEN_BY_CHANCE.test(id);
  if (!isTaken && !isUnread(id)) return entry;
  const { first, later } = learnedOf(entry, sent);
  const sorted = (all: readonly Counts[]): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const [outcome, count] of all.flatMap((counts) => [...counts])) {
      const same = outcome.split(", ").toSorted().join(", ");
      sums[same] = (sums[same] ?? 0) + count;
    }
    return sums;
  };
  if (isTaken) return first === later ? entry : sorted([first, later]);
  return first === later ? sorted([later]) : { first: sorted([first]), later: sorted([later]) };
}

/** Whether the order of sending makes a difference: what remembers a request gives another response to the next one. */
export const dependsOnOrder = ({ first, later }: Learned): boolean => first !== later;

export const sizeOf = (counts: Counts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** An entry for people: `201`, `201 then 409`, `201 / 409`. */
export function entryText(entry: Entry | undefined): string {
  if (entry === undefined) return "not sent";
  const { first, later } = learnedOf(entry, {});
  const words = (counts: Counts): string => [...counts.keys()].join(" / ");
  return first === later ? words(first) : `${words(first)} then ${words(later)}`;
}

const only = (counts: Counts): string | undefined => {
  const [[outcome] = []] = counts;
  return counts.size === 1 ? outcome : undefined;
};

function countsOf(outcomes: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const outcome of outcomes.toSorted()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

const record = (counts: Counts): Record<string, number> => Object.fromEntries(counts);

/** The outcomes of a case in the order of sending, without what was due to witness itself. */
export function outcomesOf(fold: CaseFold): string[] {
  const judged = judgedSignatures(fold);
  return judged.length > 0 ? judged : unrepeatedSignatures(fold);
}
