import type { BodyFold, RunFold } from "../analyse/index.ts";
import { compareDecimal, elementsOf, explainedByClock, shapeChanges } from "../analyse/index.ts";
import { unrepeatedSignatures } from "../analyse/index.ts";
import { boundariesOf, partsOf, snapshotOf, type Snapshot } from "./baseline.ts";
import { type Baseline, signatureWords } from "../model/index.ts";
import { isAtOtherPlace, mayBeStored, namesOther } from "./named-resources.ts";
import { dependsOnOrder, entryText, type Learned, learnedOf, outcomesOf } from "./learned.ts";
import { andMore } from "../text/index.ts";
import { oncePer } from "../remember.ts";

/** One difference: the values before and now; `name` is a case's id or an axis. */
export type Drift = {
  kind: "changed" | "vanished" | "newly unstable" | "new" | "stable now";
  name: string;
  before: string;
  now: string;
  /** What changed, if it is not the status: `body $.code added (number)`. */
  change?: string;
  /** How many sendings of the case had an outcome that the baseline does not have for it, and of how many. */
  news?: { count: number; of: number; outcomes: readonly string[]; isFirstOnly: boolean };
};

export type Drifts = { same: string[]; drifts: Drift[] };

type Known = Snapshot & Pick<Baseline, "runs" | "bodyBytes">;

export function caseDrifts(before: Known, run: RunFold): Drifts {
  const now = snapshotOf([run], before.compares);
  const unknown = new Set(repeatedCases(run));
  const isElsewhere = isAtOtherPlace(before, run);
  const comparable = Object.entries(before.cases).filter(([id]) => !unknown.has(id));
  const isOfClock = explainedByClock(run, begunMs(before));
  const isOther = namesOther(run);
  return drifts(Object.fromEntries(comparable), now.cases, (id) => {
    if (isElsewhere(id)) return undefined;
    const drift = outcomeDrift(id, before, run) ?? partDrift(id, before, now);
    if (drift !== undefined && isOther(id) && isOfStore(drift, before)) return undefined;
    return drift !== undefined && isOfClock(id) ? undefined : drift;
  });
}

/** Whether a difference says only that another store has something else of the same name. */
function isOfStore({ kind, name, change, news }: Drift, before: Known): boolean {
  if (change !== undefined) return true;
  const { first, later } = learnedOf(before.cases[name] ?? "", before);
  const outcomes = [...first.keys(), ...later.keys(), ...(news?.outcomes ?? [])];
  return kind === "changed" && mayBeStored(outcomes);
}

/** The day on which the first of these runs began, by its name; now where no name has one. */
const begunMs = ({ runs = [] }: Pick<Baseline, "runs">): number =>
  Math.min(
    Date.now(),
    ...runs.flatMap((id) => {
      const ms = Date.parse(/(?:^|\/)(\d{4}-\d\d-\d\d)-/.exec(id)?.[1] ?? "");
      return Number.isNaN(ms) ? [] : [ms];
    }),
  );

/** The cases whose responses are all about a value that the target accepts once, and had already. */
export const repeatedCases = (run: RunFold): string[] =>
  [...run.cases].flatMap(([id, each]) =>
    each.signatures.length > 0 && unrepeatedSignatures(each).length === 0 ? [id] : [],
  );

export function axisDrifts({ boundaries }: Pick<Snapshot, "boundaries">, run: RunFold): Drifts {
  const now = boundariesOf([run]);
  const isOfClock = explainedByClock(run, Date.now());
  return drifts(boundaries, now, (axis) => {
    const variants = axisVariants(boundaries[axis]);
    const [after = []] = axisVariants(now[axis]);
    const texts = { name: axis, before: textOf(variants[0]), now: textOf(after) };
    if (variants.length === 0) return { kind: "new", ...texts };
    if (after.length === 0) return { kind: "vanished", ...texts, now: "not explored" };
    const isKnown =
      variants.some((variant) => textOf(variant) === texts.now) || isBetween(variants, after);
    return isKnown || isOfClock(axis) ? undefined : { kind: "changed", ...texts };
  });
}

/** What a baseline has of an axis: a list of its ranges, for each way in which the runs saw it. */
export function axisVariants(entry: Baseline["boundaries"][string] | undefined): string[][] {
  if (entry === undefined) return [];
  return entry.every((each) => typeof each === "string")
    ? [entry as string[]]
    : (entry as string[][]);
}

/** Where the runs of the baseline differ among themselves, another may be anywhere between; beyond that, only responses are compared. */
function isBetween(all: string[][], now: readonly string[]): boolean {
  const [first = []] = all;
  const longest = Math.max(...all.map(({ length }) => length));
  const differsAt = (at: number): boolean => all.some((each) => each[at] !== first[at]);
  const at = Array.from({ length: longest }, (_, nth) => nth).find(differsAt);
  if (at === undefined || textOf(now.slice(0, at)) !== textOf(first.slice(0, at))) return false;
  const known = new Set(all.flatMap((each) => each.slice(at).map(responseOf)));
  if (!now.slice(at).every((range) => known.has(responseOf(range)))) return false;
  const begins = all
    .flatMap((each) => beginOf(each[at]) ?? [])
    .toSorted((a, b) => compareDecimal(a, b));
  const begin = beginOf(now[at]);
  const isOpen = begins.length < all.length;
  if (begin === undefined) return isOpen;
  return (
    compareDecimal(begin, begins[0] ?? begin) >= 0 &&
    (isOpen || compareDecimal(begin, begins.at(-1) ?? begin) <= 0)
  );
}

/** `400` of `400 from 2048 to 4096`. */
const responseOf = (range: string): string => range.replace(/ (?:from|to) .*/, "");

/** `2048` of `unstable from 2048 to 4096`. */
const beginOf = (range = ""): string | undefined => /(?<= from )-?\d+/.exec(range)?.[0];

const textOf = (ranges: readonly string[] = []): string => ranges.join(", ");

function drifts(
  before: Record<string, unknown>,
  now: Record<string, unknown>,
  drift: (name: string) => Drift | undefined,
): Drifts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const found = names.flatMap((name) => drift(name) ?? []);
  const differing = new Set(found.map(({ name }) => name));
  return { same: names.filter((name) => !differing.has(name)), drifts: found };
}

/** A server that has met the fixed values of a case before treats its first sending like a later one: that is no difference. */
function outcomeDrift(name: string, before: Known, run: RunFold): Drift | undefined {
  const entry = before.cases[name];
  const fold = run.cases.get(name);
  const outcomes = fold === undefined ? [] : outcomesOf(fold);
  const learned = learnedOf(entry ?? "", before);
  const now = nowText(outcomes, dependsOnOrder(learned));
  if (entry === undefined)
    return outcomes.length === 0 ? undefined : { kind: "new", name, before: "not sent", now };
  const texts = { name, before: entryText(entry), now };
  if (outcomes.length === 0) return { kind: "vanished", ...texts, now: "not sent" };
  const news = newOutcomes(learned, outcomes, true);
  if (news.length === 0) {
    // Several runs show how it varies: that one run has the same response each time says nothing.
    const { runs: { length } = { length: 1 } } = before;
    const varied = !dependsOnOrder(learned) && learned.later.size > 1;
    const isStable = length === 1 && varied && outcomes.length > 1 && new Set(outcomes).size === 1;
    return isStable ? { kind: "stable now", ...texts } : undefined;
  }
  const [, ...later] = outcomes;
  const isOrdered = dependsOnOrder(learned);
  const isFirstOnly = isOrdered && newOutcomes(learned, later, false).length === 0;
  // Each later sending gets another response than before, and all of them the same.
  const isLaterOnly = isOrdered && later.every((each) => each === later[0]);
  // A server that told a first sending from a later one, and does not any more.
  const isAlike = new Set(outcomes).size === 1;
  const isAsBefore = isFirstOnly || isLaterOnly || isAlike;
  return {
    kind: news.length < outcomes.length && !isAsBefore ? "newly unstable" : "changed",
    ...texts,
    news: { count: news.length, of: outcomes.length, outcomes: [...new Set(news)], isFirstOnly },
  };
}

function nowText(outcomes: readonly string[], isOrdered: boolean): string {
  const [first = "", ...later] = outcomes;
  if (later.every((each) => each === first)) return first;
  const isThen = isOrdered && later.every((each) => each === later[0]);
  return isThen ? `${first} then ${later[0]}` : [...new Set(outcomes)].toSorted().join(" / ");
}

export function isNewOutcome(
  before: Known,
  name: string,
  {
    signature,
    body,
    isFirst,
  }: { signature: string; body?: BodyFold | undefined; isFirst: boolean },
): boolean {
  const entry = before.cases[name];
  if (entry === undefined) return true;
  if (newOutcomes(learnedOf(entry, before), [signature], isFirst).length > 0) return true;
  if (body === undefined) return false;
  const now = partsOf(new Map([[name, body]]), before.compares);
  return partDrift(name, before, now) !== undefined;
}

/** The outcomes that the baseline does not have: where it has several, other counts of the same are known. */
function newOutcomes(
  { first, later }: Learned,
  outcomes: readonly string[],
  beginsRun: boolean,
): string[] {
  const words = new Set([...first.keys(), ...later.keys()].flatMap(signatureWords));
  const isKnownMix = (outcome: string): boolean =>
    later.size > 1 && signatureWords(outcome).every((word) => words.has(word));
  return outcomes.filter(
    (outcome, at) =>
      !later.has(outcome) && !(beginsRun && at === 0 && first.has(outcome)) && !isKnownMix(outcome),
  );
}

type Parts = Pick<Snapshot, "contentTypes" | "headers" | "shapes">;

type Texts = Pick<Drift, "before" | "now" | "change">;

/** The first part of the responses to a case that differs, if their status does not. */
function partDrift(id: string, before: Parts, now: Parts): Drift | undefined {
  const texts =
    inBoth(before.contentTypes?.[id], now.contentTypes?.[id], contentTypeTexts) ??
    inBoth(before.headers?.[id], now.headers?.[id], headersTexts) ??
    inBoth(before.shapes?.[id], now.shapes?.[id], (old, shape) =>
      shapeTexts(shapeChanges(old, shape, elementsIn(before.shapes ?? {}))),
    );
  return texts && { kind: "changed", name: id, ...texts };
}

const inBoth = <T>(
  before: T | null | undefined,
  now: T | null | undefined,
  texts: (before: T, now: T) => Texts | undefined,
): Texts | undefined => (before == null || now == null ? undefined : texts(before, now));

function headersTexts(before: string, now: string): Texts | undefined {
  const [always = [], some = []] = namesIn(before);
  const [stillAlways = [], stillSome = []] = namesIn(now);
  const changes = [
    ...always
      .filter((each) => !stillAlways.includes(each))
      .map((each) => `${each} ${stillSome.includes(each) ? "sometimes " : ""}missing`),
    ...[...stillAlways, ...stillSome]
      .filter((each) => !always.includes(each) && !some.includes(each))
      .map((each) => `${each} added`),
  ];
  if (changes.length === 0) return undefined;
  const change = `header ${andMore(changes, MOST_NAMED)}`;
  return { before: "the same headers", now: change, change };
}

const namesIn = (text: string): string[][] =>
  text.split(" / ").map((part) => part.split(", ").filter((name) => name !== ""));

function contentTypeTexts(before: string, now: string): Texts | undefined {
  // A case sent less often shows only some of its content types.
  const known = before.split(" / ");
  if (now.split(" / ").every((each) => known.includes(each))) return undefined;
  const [was, is] = [`content type ${before}`, `content type ${now}`];
  return { before: was, now: is, change: `${was} became ${now}` };
}

export const MOST_NAMED = 3;

const elementsIn = oncePer((shapes: NonNullable<Parts["shapes"]>) =>
  elementsOf(Object.values(shapes)),
);

function shapeTexts(changes: readonly string[]): Texts | undefined {
  if (changes.length === 0) return undefined;
  const change = `body ${andMore(changes, MOST_NAMED)}`;
  return { before: "a body of the same shape", now: change, change };
}
