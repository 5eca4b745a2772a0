import type { LimitSummary } from "../model/index.ts";
import { classOf } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { rungText } from "./outliers.ts";
import type { RunFold } from "./run-fold.ts";

/** A limit; if it is one of bytes, between which numbers of bytes it lies; and the sizes of the messages on both sides of it. */
export type LimitWithSizes = {
  limit: LimitSummary;
  bytes: number | undefined;
  until?: number;
} & Partial<Sides>;
type Sides = { accepted: Sizes; refused: Sizes };
export type Sizes = { head: number; body: number };

/**
 * Joins what one limit explains: one number that was varied in several ways, the size of the body or of the head. Each scale that
 * meets a limit is named in it.
 */
export const joinLimits = (
  found: readonly LimitWithSizes[],
  run: RunFold,
  sizesIn: (id: string) => Sizes,
): LimitSummary[] => merged(partsFirst(ofWholeBody(ofOneCount(found).map(ofPart(run, sizesIn)))));

/** Axes of bytes count a header's value, a target or a whole body: one limit is at most this share apart on them. */
const APART = 0.02;

/** Which part of the message a limit of bytes is about. */
function partOf({ limit: { of }, bytes }: LimitWithSizes): keyof Sizes | undefined {
  if (bytes === undefined) return undefined;
  if (of.some((title) => title.startsWith("body"))) return "body";
  return of.some((title) => /header|request target/.test(title)) ? "head" : undefined;
}

const OF_BODY = /^body (?:bytes, by (.+)|size \(by (.+)\))$/;

/** Where a larger body is accepted, what a body of this size is made of is refused, and not the size. */
function ofPart(
  run: RunFold,
  sizesIn: (id: string) => Sizes,
): (found: LimitWithSizes) => LimitWithSizes {
  let largest: number | undefined;
  const largestAccepted = (): number =>
    (largest ??= Math.max(
      0,
      ...[...run.cases.values()]
        .filter(
          ({ case: { id }, signatures: [first = ""] }) =>
            OF_SIZE.test(id) && isAcceptedResponse(first),
        )
        .map(({ case: { id } }) => sizesIn(id).body),
    ));
  return (found) => {
    const isOfBody = partOf(found) === "body" && found.refused !== undefined;
    if (!isOfBody || largestAccepted() < (found.refused?.body ?? 0)) return found;
    if (!found.limit.of.every((title) => OF_BODY.test(title))) return found;
    const of = found.limit.of.map((title) => title.replace(OF_BODY, "$1$2"));
    return { ...found, bytes: undefined, limit: { ...found.limit, of } };
  };
}

const OF_SIZE = /^(?:size|explore\/body)/;

/** What a scale counts; after that, a scale may say by what it is varied. */
export const countedBy = (title: string): string => title.split(", by ", 1)[0] ?? title;

/** Limits of one number that is varied in several ways are one, with the nearest values, if one number can explain all of them. */
function ofOneCount(all: readonly LimitWithSizes[]): LimitWithSizes[] {
  const keyOf = ({ limit: { of, outcome, lower } }: LimitWithSizes): string =>
    [countedBy(of[0] ?? ""), outcome, lower].join();
  return [...groupBy(all, keyOf).values()].flatMap((same) => {
    const isOther = ({ limit: { only }, bytes }: LimitWithSizes): boolean =>
      only === true || bytes !== undefined;
    const isLower = same[0]?.limit.lower === true;
    const order = (a: string | undefined, b: string | undefined): number =>
      (leadingNumber(a) - leadingNumber(b)) * (isLower ? -1 : 1);
    const last = same.toSorted((a, b) => order(b.limit.last, a.limit.last))[0];
    const next = same.toSorted((a, b) => order(a.limit.next, b.limit.next))[0];
    if (last === undefined || next === undefined || same.length < 2 || same.some(isOther))
      return same;
    if (order(last.limit.last, next.limit.next) >= 0) return same;
    const of = same.flatMap(({ limit }) => limit.of);
    return [{ ...next, limit: { ...next.limit, of, last: last.limit.last } }];
  });
}

/** Limits of the body, then those of the head, the largest first: it is the nearest to the limit of the whole head. */
function partsFirst(all: readonly LimitWithSizes[]): LimitWithSizes[] {
  const rank = (found: LimitWithSizes): number =>
    ["body", "head", undefined].indexOf(partOf(found));
  return all.toSorted(
    (a, b) => rank(a) - rank(b) || (partOf(a) === "head" ? (b.bytes ?? 0) - (a.bytes ?? 0) : 0),
  );
}

/** Several refusals with 413 that one size of the body explains are its limit, whatever made the body so large (RFC 9110, 15.5.14). */
function ofWholeBody(all: readonly LimitWithSizes[]): LimitWithSizes[] {
  const isTooLarge = ({ limit: { outcome, lower } }: LimitWithSizes): boolean =>
    outcome === "413" && lower !== true;
  const large = all.filter(isTooLarge);
  const [lead] = large.toSorted((a, b) => (a.refused?.body ?? 0) - (b.refused?.body ?? 0));
  const from = Math.max(...large.map(({ accepted }) => accepted?.body ?? 0));
  const until = Math.min(...large.map(({ refused }) => refused?.body ?? 0));
  const isKnown = large.some((each) => partOf(each) === "body");
  if (lead === undefined || large.length < 2 || isKnown || from >= until) return [...all];
  const [last = "", next = ""] = [from, until].map((at) => rungText(String(at), "bytes"));
  const of = ["body", ...large.flatMap(({ limit }) => limit.of)];
  const limit = { ...lead.limit, of, last, next };
  return [{ ...lead, limit, bytes: from, until }, ...all.filter((each) => !isTooLarge(each))];
}

/**
 * Joins limits of bytes that nearly agree. Each line of a head meets the limit of the head. Any other request that is larger than a known
 * limit, and is refused in the same way, met that limit too, unless a larger one was accepted.
 */
function merged(all: readonly LimitWithSizes[]): LimitSummary[] {
  const limits: LimitWithSizes[] = [];
  for (const found of all) {
    const { limit, bytes, accepted, refused } = found;
    const isMet = (each: LimitWithSizes): boolean => {
      const part = partOf(each);
      if (part === undefined || accepted === undefined || refused === undefined) return false;
      return refused[part] > (each.bytes ?? 0) && accepted[part] < (each.until ?? 0);
    };
    const known = limits.find(
      (each) => each.limit.outcome === limit.outcome && (isNear(each.bytes, bytes) || isMet(each)),
    );
    if (known === undefined) limits.push({ ...found, limit: { ...limit, of: [...limit.of] } });
    else known.limit.of.push(...limit.of);
  }
  return limits.map(withHead).map((limit) => ({ ...limit, of: withWays(limit.of) }));
}

/** A number of headers that no limit of bytes explains may still have met one of the whole head: its size is said, too. */
function withHead({ limit, accepted, refused }: LimitWithSizes): LimitSummary {
  const { of, last, next } = limit;
  if (accepted === undefined || refused === undefined || of.join() !== "number of headers")
    return limit;
  const sizeOf = ({ head }: Sizes): string => `(head of ${rungText(String(head), "bytes")})`;
  return { ...limit, last: `${last} ${sizeOf(accepted)}`, next: `${next} ${sizeOf(refused)}` };
}

/** What is counted, then by what it was varied, where that was several things: `body`, `spaces`, `a string`. */
function withWays(of: readonly string[]): string[] {
  const [first = ""] = of;
  const counts = countedBy(first);
  const same = of.filter((title) => countedBy(title) === counts);
  if (same.length < 2) return [...of];
  const ways = same.map((title) => title.replace(/^.*?, by /, "")).filter((way) => way !== counts);
  const isOther = (title: string): boolean => !same.includes(title) && title !== counts;
  return [counts.replace(/^body (?:bytes|size)$/, "body"), ...ways, ...of.filter(isOther)];
}

export const leadingNumber = (text = ""): number =>
  Number(text.replaceAll(",", "").split(" ", 1)[0]);

export const isAcceptedResponse = (signature: string): boolean => classOf(signature) === "2xx";

const isNear = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && Math.abs(one - other) <= APART * Math.max(one, other);
