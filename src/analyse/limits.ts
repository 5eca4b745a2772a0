import type { Template } from "../template/index.ts";
import type { AxisSummary, BoundarySummary, ExploreSummary, LimitSummary } from "../model/index.ts";
import { classOf } from "../model/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { layoutOf, templateBytes } from "../generate/index.ts";
import { acceptedFigures } from "./declared/declared-rows.ts";
import { clockedFields, ofOrder } from "./clock-limits.ts";
import { noLimitRungs } from "./leniencies.ts";
import { groupBy } from "../stats/index.ts";
import { unitAfter } from "../text/index.ts";
import { compareDecimal, findSteps, rungText, type Step } from "./outliers.ts";
import type { RunFold } from "./run-fold.ts";
import { hasSeveralServers, repeatedIdResponses, saysAbsent, saysRepeated } from "./stability.ts";

/**
 * The limits of a run: those of explored axes, which are exact, then those of scales of the suites that no axis has; limits of the
 * body first. At the end what was looked for and not found, without `outcome`.
 */
export function runLimits(run: RunFold, exploration: ExploreSummary | undefined): LimitSummary[] {
  // Requests that differ may have met different servers.
  if (hasSeveralServers(run)) return [];
  const axes = exploration?.axes ?? [];
  const sizesIn = (id: string): Sizes => messageSizes(run.whole ?? run, id);
  const exact = axes.flatMap((axis) => limitOfAxis(axis, sizesIn));
  const repeated = repeatedIdResponses(run);
  const isOfStored = ({ case: id, signature }: Step["below"]): boolean => {
    const fold = run.cases.get(id);
    return (fold && saysRepeated(fold, signature, repeated)) || isOfStore(id, signature);
  };
  const steps = findSteps(run);
  const stepped = steps
    .filter((step) => !isWithin(step, steps) && !isPassed(run, step))
    .filter(({ below, above }) => !isOfStored(below) && !isOfStored(above))
    .flatMap((step) => limitOfStep(step, axes, sizesIn));
  const isExact = ({ limit: { of } }: Found): boolean =>
    exact.some(({ limit }) => limit.only === true && limit.of[0] === of[0]);
  const rungs = noLimitRungs(run);
  const known = new Set(rungs.map(({ axis }) => axis));
  const isOrder = ofOrder(run);
  const clocked = clockedFields(run).map(({ slot }) => `year of ${slot.label}`);
  // Its note has the limit; a year says when it was measured.
  const isOfClock = ({ of }: LimitSummary): boolean => of.some((title) => clocked.includes(title));
  const none = axes.flatMap((axis) => (known.has(axis.axis) ? [] : endless(axis)));
  return [
    ...inOrder(
      merged(
        partsFirst(
          ofWholeBody(
            [...exact, ...onlyOne(stepped).filter((each) => !isExact(each))]
              .filter(({ limit }) => !isOrder(limit) && !isOfClock(limit))
              .map(ofPart(run, sizesIn)),
          ),
        ),
      ),
    ),
    ...rungs.map(({ text, last, id }): LimitSummary => ({ of: [text], last, case: id })),
    ...none,
  ];
}

/** Without its way, which a limit says by `up to` or `down to`, and with what is before, inside or after. */
const scaleOf = (title: string): string =>
  title.replace(/,? (?:up|down)wards$/, "").replace(/(white space \w+) it$/, "$1 the document");

const NESTING = /^nest|^depth|^(?:extra|unknown) (?:keys|members)/;
const PLATFORM =
  /^(?:bytes of one (?:header|chunk|trailer)|number of headers|extra headers|value of an extra header|folded lines|request target|query parameters|length of a Bearer)/;

/** What developers ask for first: the body, then the values of fields, and last what the platform limits. */
const ORDER = [/^body/, undefined, NESTING, PLATFORM];

function inOrder(limits: readonly LimitSummary[]): LimitSummary[] {
  const rank = ({ of }: LimitSummary): number => {
    const found = ORDER.findIndex((words) => of.some((title) => words?.test(title)));
    return found < 0 ? ORDER.indexOf(undefined) : found;
  };
  return limits.toSorted((a, b) => rank(a) - rank(b));
}

/** Scales about framing, the way a number is written, or changes of an enum value. A step on one of them is not a limit of the server. */
const WRITTEN =
  /^(?:Content-Length of|exponent of|fraction digits of .* that end in 1$)|, cut or lengthened$| in the other case: /;

/** The ends of the calendar and of the clock, which no server has chosen: RFC 3339, 5.6. */
const CALENDAR: readonly (readonly [scale: RegExp, first: string, last: string])[] = [
  [/^month of /, "1", "12"],
  [/^day of January of /, "1", "31"],
  [/^hour of /, "0", "23"],
  [/^(?:minute|second) of /, "0", "59"],
  [/^offset hours of /, "0", "23"],
  [/^offset minutes of /, "0", "59"],
];

const isOfCalendar = (axis: string, near: string, isLower: boolean): boolean =>
  CALENDAR.some(([scale, first, last]) => scale.test(axis) && near === (isLower ? first : last));

/** Whether none is the most that is accepted: then the thing itself is refused, and its number has no limit. */
const isNone = (near: string, unit: string | undefined): boolean =>
  unit !== undefined && near === "0";

/** A limit; if it is one of bytes, between which numbers of bytes it lies; and the sizes of the messages on both sides of it. */
type Found = { limit: LimitSummary; bytes: number | undefined; until?: number } & Partial<Sides>;
type Sides = { accepted: Sizes; refused: Sizes };
type Sizes = { head: number; body: number };

/** The limit that a scale shows, unless an axis has found it exactly: between the same values, with the same response. */
function limitOfStep(
  { axis, unit, below, above }: Step,
  axes: readonly AxisSummary[],
  sizesIn: (id: string) => Sizes,
): Found[] {
  const [near, far] = isAccepted(below.signature) ? [below, above] : [above, below];
  if (!isAccepted(near.signature) || isAccepted(far.signature) || WRITTEN.test(axis)) return [];
  if (isOfCalendar(axis, near.at, near === above) || isNone(near.at, unit)) return [];
  const isBetween = ({ near: found }: BoundarySummary): boolean =>
    compareDecimal(found.at, below.at) >= 0 && compareDecimal(found.at, above.at) <= 0;
  const text = /^(?:characters|bytes) of (.+)$/.exec(axis)?.[1];
  const isKnown = axes.some(
    (each) =>
      // The length of the same text was explored: with other values of each length.
      (text !== undefined && each.title.startsWith(`length of ${text}, `)) ||
      (each.unit === unit &&
        each.boundaries.some((found) => found.far.signature === far.signature && isBetween(found))),
  );
  if (isKnown) return [];
  const limit: LimitSummary = {
    of: [scaleOf(axis)],
    last: rungText(near.at, unit),
    next: rungText(far.at, unit),
    ...(near === above && { lower: true as const }),
    outcome: far.signature,
    case: far.case,
  };
  const sides = { accepted: sizesIn(near.case), refused: sizesIn(far.case) };
  return unit === "bytes" && near === below
    ? [{ limit, bytes: Number(near.at), until: Number(far.at), ...sides }]
    : [{ limit, bytes: undefined, ...sides }];
}

/** Whether nothing has such a value: another resource, or a page after the last one. It shows what is stored, and no limit. */
const isOfStore = (id: string, signature: string): boolean =>
  /^(?:field-|explore\/(?:path|query)-)/.test(id) && saysAbsent(signature);

/** Whether values beyond the step are accepted again on the same scale: something else than their size decides. */
const isWithin = ({ axis, below, above }: Step, steps: readonly Step[]): boolean => {
  const isUpper = isAccepted(below.signature);
  const far = isUpper ? above : below;
  return steps.some((each) => {
    const near = isUpper ? each.above : each.below;
    const order = compareDecimal(near.at, far.at);
    return each.axis === axis && isAccepted(near.signature) && (isUpper ? order > 0 : order < 0);
  });
};

/** Whether the server accepts values of the same field beyond the limit: something else is refused than the size. */
function isPassed(run: RunFold, { axis, below, above }: Step): boolean {
  const isUpper = isAccepted(below.signature);
  const far = Number((isUpper ? above : below).at);
  return acceptedFigures(run, axis).some((each) => (isUpper ? each >= far : each <= far));
}

/** An axis that was accepted up to its cap. */
function endless({ title, unit, stretches, capped, cut, axis }: AxisSummary): LimitSummary[] {
  const [only, ...others] = stretches;
  const isAll = only?.signatures.length === 1 && isAccepted(only.signatures[0] ?? "");
  if (only === undefined || others.length > 0 || !isAll || !capped || cut !== undefined) return [];
  return [
    {
      of: [scaleOf(title)],
      ...(title.endsWith("downwards") && { lower: true as const }),
      last: only.to.text + unitAfter(only.to.text, unit),
      case: `explore/${axis}/${only.to.at}`,
    },
  ];
}

/** Whether the values before and after the accepted one are its neighbours: rungs of a suite may be far apart. */
function isBetween({ limit: lower }: Found, { limit: upper }: Found): boolean {
  const [before, at, after] = [lower.next, upper.last, upper.next].map((text = "") =>
    Number(text.replaceAll(",", "").split(" ", 1)[0]),
  ) as [number, number, number];
  return before + 1 === at && at + 1 === after;
}

/** What is refused on both sides of one value, as one limit. */
function onlyOne(found: readonly Found[]): Found[] {
  const keyOf = ({ limit: { of, last, outcome } }: Found): string => [of[0], last, outcome].join();
  return [...groupBy(found, keyOf).values()].flatMap((all): Found[] => {
    const lower = all.find(({ limit }) => limit.lower === true);
    const upper = all.find(({ limit }) => limit.lower !== true);
    if (lower === undefined || upper === undefined || !isBetween(lower, upper)) return all;
    const next = `${lower.limit.next} or ${upper.limit.next}`;
    return [{ ...upper, limit: { ...upper.limit, next, only: true } }];
  });
}

type Axis = Pick<AxisSummary, "title" | "unit"> & { boundaries: readonly BoundarySummary[] };

/** Axes of bytes count a header's value, a target or a whole body: one limit is at most this share apart on them. */
const APART = 0.02;

function limitOfAxis({ title, unit, boundaries }: Axis, sizesIn?: (id: string) => Sizes): Found[] {
  const end = boundaries.find(isEnd);
  // Where the size alone does not decide, another limit does: four digits are not the limit of a number up to 10000.
  if (end === undefined || end.ofValues === true || WRITTEN.test(title)) return [];
  if (isOfStore(end.far.case, end.far.signature)) return [];
  const isLower = compareDecimal(end.far.at, end.near.at) < 0;
  if (isOfCalendar(title, end.near.at, isLower) || isNone(end.near.at, unit)) return [];
  const begin = boundaries.find(
    ({ near, far }) => far.at === end.near.at && near.signature === end.far.signature,
  );
  const next = end.far.text + unitAfter(end.far.text, unit);
  const limit: LimitSummary = {
    of: [scaleOf(title)],
    last: end.near.text + unitAfter(end.near.text, unit),
    next: begin === undefined ? next : `${begin.near.text} or ${next}`,
    ...(begin !== undefined && { only: true as const }),
    ...(isLower && begin === undefined && { lower: true as const }),
    outcome: end.far.signature,
    case: end.far.case,
  };
  const sides = sizesIn && { accepted: sizesIn(end.near.case), refused: sizesIn(end.far.case) };
  if (unit !== "bytes") return [{ limit, bytes: undefined, ...sides }];
  return [{ limit, bytes: Number(end.near.at), until: Number(end.far.at), ...sides }];
}

/** The sizes of head and body of a case's first message, in bytes; headers of the client's own are not in them. */
export function messageSizes({ cases, header }: RunFold, id: string): Sizes {
  const request = cases.get(id)?.case.request;
  const { freshBytes } = layoutOf(interfaceOf(header ?? {}));
  const bytesOf = (template: Template | undefined): number =>
    templateBytes(template ?? [], freshBytes);
  if (request?.sender === "client") {
    const { path, headers = [], body } = request;
    const lines = headers.flatMap(([name, value]) => [name, value]);
    return { head: bytesOf([...lines, ...(path ?? "")]), body: bytesOf(body) };
  }
  const sent = request?.steps.find((step) => step.do === "send");
  return { head: bytesOf(sent?.head), body: sent?.head === undefined ? 0 : bytesOf(sent.body) };
}

/** Which part of the message a limit of bytes is about. */
function partOf({ limit: { of }, bytes }: Found): keyof Sizes | undefined {
  if (bytes === undefined) return undefined;
  if (of.some((title) => title.startsWith("body"))) return "body";
  return of.some((title) => /header|request target/.test(title)) ? "head" : undefined;
}

const OF_BODY = /^body (?:bytes, by (.+)|size \(by (.+)\))$/;

/** Where a larger body is accepted, what a body of this size is made of is refused, and not the size. */
function ofPart(run: RunFold, sizesIn: (id: string) => Sizes): (found: Found) => Found {
  let largest: number | undefined;
  const largestAccepted = (): number =>
    (largest ??= Math.max(
      0,
      ...[...run.cases.values()]
        .filter(
          ({ case: { id }, signatures: [first = ""] }) => OF_SIZE.test(id) && isAccepted(first),
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

/** Limits of the body, then those of the head, the largest first: it is the nearest to the limit of the whole head. */
function partsFirst(all: readonly Found[]): Found[] {
  const rank = (found: Found): number => ["body", "head", undefined].indexOf(partOf(found));
  return all.toSorted(
    (a, b) => rank(a) - rank(b) || (partOf(a) === "head" ? (b.bytes ?? 0) - (a.bytes ?? 0) : 0),
  );
}

/** Several refusals with 413 that one size of the body explains are its limit, whatever made the body so large (RFC 9110, 15.5.14). */
function ofWholeBody(all: readonly Found[]): Found[] {
  const isTooLarge = ({ limit: { outcome, lower } }: Found): boolean =>
    outcome === "413" && lower !== true;
  const large = all.filter(isTooLarge);
  const [lead] = large.toSorted((a, b) => (a.refused?.body ?? 0) - (b.refused?.body ?? 0));
  const from = Math.max(...large.map(({ accepted }) => accepted?.body ?? 0));
  const until = Math.min(...large.map(({ refused }) => refused?.body ?? 0));
  const isKnown = large.some((each) => partOf(each) === "body");
  if (lead === undefined || large.length < 2 || isKnown || from >= until) return [...all];
  const [last = "", next = ""] = [from, until].map((at) => rungText(String(at), "bytes"));
  const of = ["body bytes", ...large.flatMap(({ limit }) => limit.of)];
  const limit = { ...lead.limit, of, last, next };
  return [{ ...lead, limit, bytes: from, until }, ...all.filter((each) => !isTooLarge(each))];
}

/**
 * Joins limits of bytes that nearly agree. Each line of a head meets the limit of the head. Any other request that is larger than a known
 * limit, and is refused in the same way, met that limit too, unless a larger one was accepted.
 */
function merged(all: readonly Found[]): LimitSummary[] {
  const limits: Found[] = [];
  for (const found of all) {
    const { limit, bytes, accepted, refused } = found;
    const isMet = (each: Found): boolean => {
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
  return limits.map(({ limit }) => limit);
}

const isAccepted = (signature: string): boolean => classOf(signature) === "2xx";

const isEnd = ({ near, far }: BoundarySummary): boolean =>
  isAccepted(near.signature) && !isAccepted(far.signature);

const isNear = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && Math.abs(one - other) <= APART * Math.max(one, other);
