import type { Template } from "../template/index.ts";
import type { AxisSummary, BoundarySummary, ExploreSummary, LimitSummary } from "../model/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { layoutOf, templateBytes } from "../generate/index.ts";
import { acceptedFigures } from "./declared/declared-rows.ts";
import { clockedFields, ofOrder } from "./clock-limits.ts";
import type { LimitWithSizes, Sizes } from "./join-limits.ts";
import { leadingNumber, isAcceptedResponse, joinLimits } from "./join-limits.ts";
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
  const isLimit = (step: Step): boolean =>
    !isWithin(step, steps) && !isPassed(run, step) && ![step.below, step.above].some(isOfStored);
  const stepped = [
    ...steps.filter((step) => isLimit(step) && !isExplored(step, axes)),
    ...axes.flatMap(firstAccepted).filter(isLimit),
  ].flatMap((step) => limitOfStep(step, sizesIn));
  const isExact = ({ limit: { of } }: LimitWithSizes): boolean =>
    exact.some(({ limit }) => limit.only === true && limit.of[0] === of[0]);
  const rungs = noLimitRungs(run);
  const known = new Set(rungs.map(({ axis }) => axis));
  const isOrder = ofOrder(run);
  const clocked = clockedFields(run).map(({ slot }) => `year of ${slot.label}`);
  // Its note has the limit; a year says when it was measured.
  const isOfClock = ({ of }: LimitSummary): boolean => of.some((title) => clocked.includes(title));
  const none = axes.flatMap((axis) => (known.has(axis.axis) ? [] : endless(axis)));
  const found = [...exact, ...onlyOne(stepped).filter((each) => !isExact(each))].filter(
    ({ limit }) => !isOrder(limit) && !isOfClock(limit),
  );
  return [
    ...inOrder(joinLimits(found, run, sizesIn)),
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
  // What limits one thing in both directions stands together.
  const firstAt = (limit: LimitSummary): number =>
    limits.findIndex(({ of }) => of[0] === limit.of[0]);
  return limits.toSorted((a, b) => rank(a) - rank(b) || firstAt(a) - firstAt(b));
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

/** Whether a step is where it has to be: at the end of the calendar, or of the body that `Content-Length` counts. */
export function isExpectedStep({ axis, below, above }: Step): boolean {
  const near = isAcceptedResponse(below.signature) ? below : above;
  const isEnd =
    isOfCalendar(axis, near.at, near === above) ||
    axis === `Content-Length of a ${near.at}-byte body`;
  return isEnd && isAcceptedResponse(near.signature);
}

/** Whether none is the most that is accepted: then the thing itself is refused, and its number has no limit. */
const isNone = (near: string, unit: string | undefined): boolean =>
  unit !== undefined && near === "0";

/** Whether an axis has found exactly where this step is: between the same values, with the same response. */
function isExplored({ axis, unit, below, above }: Step, axes: readonly AxisSummary[]): boolean {
  const { signature } = isAcceptedResponse(below.signature) ? above : below;
  const isBetween = ({ at }: BoundarySummary["near"]): boolean =>
    compareDecimal(at, below.at) >= 0 && compareDecimal(at, above.at) <= 0;
  const text = /^(?:characters|bytes) of (.+)$/.exec(axis)?.[1];
  return axes.some(
    (each) =>
      // The length of the same text was explored: with other values of each length.
      (text !== undefined && each.title.startsWith(`length of ${text}, `)) ||
      (each.unit === unit &&
        // Plain numbers count many things: years, exponents, hours.
        (unit !== undefined || scaleOf(each.title) === scaleOf(axis)) &&
        [...each.boundaries, ...firstOf(each)].some(
          ({ near, far }) => far.signature === signature && isBetween(near),
        )),
  );
}

/** The limit that a scale shows. */
function limitOfStep(
  { axis, unit, below, above }: Step,
  sizesIn: (id: string) => Sizes,
): LimitWithSizes[] {
  const [near, far] = isAcceptedResponse(below.signature) ? [below, above] : [above, below];
  if (
    !isAcceptedResponse(near.signature) ||
    isAcceptedResponse(far.signature) ||
    WRITTEN.test(axis)
  )
    return [];
  if (isOfCalendar(axis, near.at, near === above) || isNone(near.at, unit)) return [];
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

/** Where an axis upwards begins with refused values: `near` is the first accepted one. */
const firstOf = ({ title, boundaries: [first] }: AxisSummary): BoundarySummary[] =>
  first !== undefined && title.endsWith(" upwards") && !isAcceptedResponse(first.near.signature)
    ? [{ ...first, near: first.far, far: first.near }]
    : [];

/** The step from those refused values to the accepted ones. */
const firstAccepted = (axis: AxisSummary): Step[] =>
  firstOf(axis).flatMap(({ near: above, far: below, ofValues }) =>
    ofValues === true ? [] : [{ axis: scaleOf(axis.title), unit: axis.unit, below, above }],
  );

/** Whether nothing has such a value: another resource, or a page after the last one. It shows what is stored, and no limit. */
const isOfStore = (id: string, signature: string): boolean =>
  /^(?:field-|explore\/(?:path|query)-)/.test(id) && saysAbsent(signature);

/** Whether values beyond the step are accepted again on the same scale: something else than their size decides. */
const isWithin = ({ axis, below, above }: Step, steps: readonly Step[]): boolean => {
  const isUpper = isAcceptedResponse(below.signature);
  const far = isUpper ? above : below;
  return steps.some((each) => {
    const near = isUpper ? each.above : each.below;
    const order = compareDecimal(near.at, far.at);
    return (
      each.axis === axis && isAcceptedResponse(near.signature) && (isUpper ? order > 0 : order < 0)
    );
  });
};

/** Whether the server accepts values of the same field beyond the limit: something else is refused than the size. */
function isPassed(run: RunFold, { axis, below, above }: Step): boolean {
  const isUpper = isAcceptedResponse(below.signature);
  const far = Number((isUpper ? above : below).at);
  return acceptedFigures(run, axis).some((each) => (isUpper ? each >= far : each <= far));
}

function endless({ title, unit, stretches, capped, cut, axis }: AxisSummary): LimitSummary[] {
  const [only, ...others] = stretches;
  const isAll = only?.signatures.length === 1 && isAcceptedResponse(only.signatures[0] ?? "");
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
function isBetween({ limit: lower }: LimitWithSizes, { limit: upper }: LimitWithSizes): boolean {
  const at = leadingNumber(upper.last);
  return leadingNumber(lower.next) + 1 === at && at + 1 === leadingNumber(upper.next);
}

/** What is refused on both sides of one value, as one limit. */
function onlyOne(found: readonly LimitWithSizes[]): LimitWithSizes[] {
  const keyOf = ({ limit: { of, last, outcome } }: LimitWithSizes): string =>
    [of[0], last, outcome].join();
  return [...groupBy(found, keyOf).values()].flatMap((all): LimitWithSizes[] => {
    const lower = all.find(({ limit }) => limit.lower === true);
    const upper = all.find(({ limit }) => limit.lower !== true);
    if (lower === undefined || upper === undefined || !isBetween(lower, upper)) return all;
    const next = `${lower.limit.next} or ${upper.limit.next}`;
    return [{ ...upper, limit: { ...upper.limit, next, only: true } }];
  });
}

type Axis = Pick<AxisSummary, "title" | "unit"> & { boundaries: readonly BoundarySummary[] };

function limitOfAxis(
  { title, unit, boundaries }: Axis,
  sizesIn?: (id: string) => Sizes,
): LimitWithSizes[] {
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

const isEnd = ({ near, far }: BoundarySummary): boolean =>
  isAcceptedResponse(near.signature) && !isAcceptedResponse(far.signature);
