import type { MemorySpan } from "../model/index.ts";
import { counted, durationText } from "../text/index.ts";

type Age = NonNullable<MemorySpan["held"]>;

/** A busy server may handle a request late: less than this shows no change. */
const FACTOR = 2;
const LATE_MS = 500;
/** Requests that were in progress together may be counted in another order: some long sequences at a time. */
const NUMBER_FACTOR = 1.25;
const UNDER_WAY = 200;

/**
 * Whether no rule explains that the first identity is known and the other one is not, if a server forgets older ones sooner, by their
 * age, by how many requests came after them (all, or those that were accepted), or by both: the known one is older, and more came after it.
 */
const contradicts = (held: Age | undefined, lost: Age | undefined): boolean =>
  held !== undefined &&
  lost !== undefined &&
  held.ms >= FACTOR * lost.ms + LATE_MS &&
  isMore(held.accepted, lost.accepted) &&
  isMore(held.requests, lost.requests);

const isMore = (one: number, other: number): boolean => one >= NUMBER_FACTOR * other + UNDER_WAY;

/** Of several runs the oldest identity that was known, and the youngest that was not. Undefined where they contradict each other. */
export function commonMemory(spans: readonly (MemorySpan | undefined)[]): MemorySpan | undefined {
  const ages = (of: "held" | "lost"): Age[] =>
    spans.flatMap((span) => span?.[of] ?? []).toSorted((a, b) => a.ms - b.ms);
  const held = ages("held").at(-1);
  const [lost] = ages("lost");
  if ((held ?? lost) === undefined || contradicts(held, lost)) return undefined;
  return { ...(held && { held }), ...(lost && { lost }) };
}

/** How long an identity is remembered, where that is certainly another time than before. */
export function memoryDrift(
  before: MemorySpan | undefined,
  now: MemorySpan | undefined,
): { was: string; is: string } | undefined {
  const known = (age: Age | undefined): string => `still known after ${ageText(age)}`;
  const gone = (age: Age | undefined): string => `forgotten after ${ageText(age)}`;
  if (contradicts(before?.held, now?.lost))
    return { was: known(before?.held), is: gone(now?.lost) };
  if (contradicts(now?.held, before?.lost))
    return { was: gone(before?.lost), is: known(now?.held) };
  return undefined;
}

const ageText = ({ ms, accepted }: Age = { ms: 0, accepted: 0, requests: 0 }): string =>
  `${durationText(ms)} and ${counted(accepted, "accepted request")}`;
