import type { CaseFold, RunFold } from "../analyse/index.ts";
import { compareDecimal, fillingOf, messageSizes, rungText } from "../analyse/index.ts";
import { escapedPattern, joinStarts, requestStarts } from "../generate/index.ts";
import { type Example, classOf, signatureWords } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { parsedJson } from "../text/index.ts";
import type { Snapshot } from "./baseline.ts";
import type { Drift } from "./compare-baseline.ts";
import { type DriftCause, exampleIn, firstOf, statusChange } from "./difference.ts";

const LONGEST = 2 * 1024 * 1024;

type Place = { id: string; at: string; before: string; now: string };

type Ladder = {
  name: string;
  word: "up to" | "down to";
  unit: string | undefined;
  places: Place[];
  /** The first place of the ladder that leads the other way from its beginning. */
  behind?: Place | undefined;
};

/** The change of a response, for values after `near` up to `last`, and maybe up to `far`, which got the same before. */
type Span = { before: string; now: string; near: string; last: string; far?: string | undefined };

/** Neighbours on a ladder that changed because a boundary moved across them: both its sides stayed. All such cases count. */
export function movedBoundaries(
  before: Snapshot,
  run: RunFold,
  drifts: readonly Drift[],
): DriftCause[] {
  const changed = changedIn(before, drifts);
  const moved = laddersOf(run, before, changed).flatMap((ladder) =>
    movesOf(ladder).map((move) => ({ ...move, name: ladder.name })),
  );
  const valuesOf = valuesIn(run);
  const exampleOf = exampleIn(run);
  // One limit on several ladders is one cause.
  const all = [...groupBy(moved, ({ change }) => change).values()].map((same) => {
    const own = new Set(same.flatMap(({ cases }) => cases));
    const explains = (example: Example | undefined, now: string, was?: string): boolean =>
      example !== undefined &&
      same.some(({ name, span }) =>
        name.startsWith("body bytes")
          ? isOfBody(span, was, now) &&
            isWithin(span, [String(messageSizes(run, example.case.id).body)])
          : isSameChange(span, was, now) && isWithin(span, valuesOf(example, name)),
      );
    const within = [...changed.values()].filter(
      (drift) => !own.has(drift.name) && explains(exampleOf(drift), drift.now, drift.before),
    );
    return { same, own, explains, within: within.map(({ name }) => name) };
  });
  // The boundary that explains cases of other ladders comes before theirs.
  const taken = new Set<string>();
  return all
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || b.same.length - a.same.length)
    .flatMap(({ same, own, explains, within }) => {
      const cases = [...own, ...within].filter((id) => !taken.has(id));
      if (![...own].some((id) => !taken.has(id))) return [];
      for (const id of cases) taken.add(id);
      const [first, ...more] = same;
      const limits = more.length === 0 ? "" : ` (and ${more.length} more with this limit)`;
      const text = `${first?.name}${limits}: ${first?.change}${notNext(same)}`;
      return [{ text, cases, explains: (...given) => explains(...given) }];
    });
}

/** Cases with another response. A value that is accepted now is refused when it is sent again, as others are in the baseline. */
function changedIn({ cases }: Snapshot, drifts: readonly Drift[]): Map<string, Drift> {
  const all = Object.values(cases).filter((each) => typeof each === "string");
  const ordered = new Map(all.map((each) => [each.split(" then ").toSorted().join(" / "), each]));
  return new Map(
    drifts
      .filter(({ kind, change }) => kind === "changed" && change === undefined)
      .map((drift) => [drift.name, { ...drift, now: ordered.get(drift.now) ?? drift.now }]),
  );
}

const sizeOf = ({ own, within }: { own: Set<string>; within: string[] }): number =>
  own.size + within.length;

function isSameChange({ before, now: after }: Span, was: string | undefined, now: string): boolean {
  if (was === undefined) return signatureWords(now).includes(after);
  if (changeOfFirst(was, now) === changeOfFirst(before, after)) return true;
  // A value that another case has sent before gets what it gets again.
  const [again, againNow] = [before, after].map((each) => each.split(" then ").at(-1));
  return was === again && now === againNow;
}

/** Where the response to a first sending changed, the one to the same value again says nothing more: a rung repeats it, and other cases do not. */
function changeOfFirst(was: string, now: string): string {
  const [before, after] = [firstOf(was), firstOf(now)];
  return before === after ? statusChange(was, now) : statusChange(before, after);
}

/** Whether the limit of the body refuses it on the same side: then for its size, whatever it is to show and gets otherwise. */
const isOfBody = (span: Span, was: string | undefined, now: string): boolean =>
  classOf(span.now) === "2xx" ? was === span.before : signatureWords(now).includes(span.now);

function isWithin(span: Span, values: string[]): boolean {
  const order = (a: string, b: string): number => Math.sign(compareDecimal(a, b));
  const direction = order(span.last, span.near);
  return values.some(
    (value) =>
      order(value, span.near) === direction &&
      (order(value, span.last) !== direction ||
        (span.far !== undefined && order(value, span.far) === -direction)),
  );
}

/** The whole numbers that the requests of a case have in the field of this name, rounded toward zero; of `characters of name`, how many. */
function valuesIn({ header }: RunFold): (example: Example, field: string) => string[] {
  const texts = new Map<string, string>();
  return ({ case: { id, request }, observation }, field) => {
    if (header === undefined) return [];
    const filling = fillingOf(header, observation.fresh);
    const text =
      texts.get(id) ??
      // With letters in place of their escapes: a key may be written so.
      joinStarts(requestStarts(request, filling, LONGEST), LONGEST)
        .start.toString("latin1")
        .replaceAll(/\\u00[46][1-9a-f]|\\u00[57][0-9a]/gi, (escape) =>
          String.fromCharCode(Number.parseInt(escape.slice(2), 16)),
        );
    texts.set(id, text);
    const [, ofText] = /^characters of (.+)$/.exec(field) ?? [];
    if (ofText !== undefined) return lengthsIn(text, ofText);
    const found = text.matchAll(
      new RegExp(
        String.raw`${escapedPattern(JSON.stringify(field))}\s*:\s*(-?\d[\d.]*(?:[eE][+-]?\d+)?)`,
        "g",
      ),
    );
    return [...found].flatMap(([, number]) => {
      const value = Math.trunc(Number(number));
      return Number.isFinite(value) ? String(BigInt(value)) : [];
    });
  };
}

/** How many characters the texts have that a request gives a member, in both of the usual counts. */
function lengthsIn(request: string, member: string): string[] {
  const name = escapedPattern(JSON.stringify(member));
  const found = request.matchAll(new RegExp(String.raw`${name}\s*:\s*("(?:[^"\\]|\\.)*")`, "g"));
  return [...found].flatMap(([, json = ""]) => {
    const text = parsedJson(Buffer.from(json, "latin1").toString("utf8"));
    return typeof text === "string" ? [String(Array.from(text).length), String(text.length)] : [];
  });
}

function laddersOf(run: RunFold, before: Snapshot, changed: ReadonlyMap<string, Drift>): Ladder[] {
  const rungs = [...run.cases.values()].filter((fold) => fold.case.rung !== undefined);
  const all = groupBy(rungs, (fold) => fold.case.rung?.axis ?? "");
  return [...all]
    .filter(([, folds]) => folds.some((fold) => changed.has(fold.case.id)))
    .map(([axis, folds]) => {
      const ladder = ladderOf(axis, folds, before, changed);
      const [, way] = / (up|down)wards$/.exec(axis) ?? [];
      const other = axis.replace(/ \w+wards$/, way === "up" ? " downwards" : " upwards");
      const { places } = ladderOf(
        other,
        way === undefined ? [] : (all.get(other) ?? []),
        before,
        changed,
      );
      return { ...ladder, behind: places.find(({ at }) => at !== ladder.places[0]?.at) };
    });
}

function ladderOf(
  axis: string,
  folds: readonly CaseFold[],
  before: Snapshot,
  changed: ReadonlyMap<string, Drift>,
): Ladder {
  const places = folds.flatMap(({ case: { id, rung } }): Place[] => {
    const was = before.cases[id];
    const now = changed.get(id)?.now ?? was;
    return typeof was !== "string" || typeof now !== "string" || rung === undefined
      ? []
      : [{ id, at: rung.at, before: was, now }];
  });
  const sorted = places.toSorted((a, b) => compareDecimal(a.at, b.at));
  const isDown = axis.endsWith(" downwards");
  return {
    name: axis.replace(/ (?:up|down)wards$/, ""),
    word: isDown ? "down to" : "up to",
    unit: folds[0]?.case.rung?.unit,
    places: isDown ? sorted.toReversed() : sorted,
  };
}

/** `next`: the nearest value that was sent beyond the limit, where values between the two were not. */
type Move = { change: string; cases: string[]; span: Span; next?: string | undefined };

/** `, not 10`, where no ladder has the value next to the limit as it is now. */
function notNext(same: readonly Move[]): string {
  const [first, ...others] = same.map(({ next }) => next);
  return first === undefined || others.includes(undefined) ? "" : `, not ${first}`;
}

function beyond(near: string, next: Place | undefined, unit: string | undefined) {
  if (next === undefined || ![near, next.at].every((at) => /^-?\d+$/.test(at))) return undefined;
  const apart = BigInt(next.at) - BigInt(near);
  return apart === 1n || apart === -1n ? undefined : rungText(next.at, unit);
}

/** The limit on the other side of a ladder, which moved across its first places: 0 is refused now as -1 was, and 1 is accepted as before. */
function moveBehind(
  { word, unit, behind }: Ladder,
  all: readonly [first: Place, ...others: Place[]],
  far: Place | undefined,
): Move[] {
  const [first] = all;
  const last = all.at(-1) ?? first;
  if (behind === undefined || far === undefined) return [];
  const isKept = [behind, far].every(({ before, now }) => before === now);
  const isLess = far.now === first.before && behind.now === first.now;
  const isMore = far.now === first.now && behind.now === first.before;
  if (!isKept || classOf(firstOf(far.now)) !== "2xx" || !(isLess || isMore)) return [];
  const way = word === "up to" ? "down to" : "up to";
  const [most, least] = [first.at, far.at].map((at) => `${way} ${rungText(at, unit)}`);
  const change = `${firstOf(far.now)} ${isLess ? most : least} before, ${isLess ? least : most} now`;
  const span = {
    before: first.before,
    now: first.now,
    near: far.at,
    last: first.at,
    far: behind.at,
  };
  const next = isLess ? beyond(far.at, last, unit) : beyond(first.at, behind, unit);
  return [{ change, cases: all.map(({ id }) => id), span, next }];
}

/** Every series of neighbours that changed in the same way, from an unchanged side to a place that never got its response. */
function movesOf(ladder: Ladder): Move[] {
  const { places, word, unit } = ladder;
  const moves: Move[] = [];
  for (let from = 0; from < places.length; from += 1) {
    const first = places[from];
    if (first === undefined || first.before === first.now) continue;
    let to = from;
    while (places[to + 1]?.before === first.before && places[to + 1]?.now === first.now) to += 1;
    const near = places[from - 1];
    const far = places[to + 1];
    const last = places[to]?.at ?? first.at;
    const side = near === undefined || near.before !== near.now ? undefined : near.now;
    const isOfFirst = firstOf(first.before) !== firstOf(first.now);
    const shown = (outcome: string): string => (isOfFirst ? firstOf(outcome) : outcome);
    const isMoved =
      (side === first.before || side === first.now) &&
      // Beyond it, other limits may give other responses.
      ![far?.before, far?.now].some((each) => each !== undefined && shown(each) === shown(side));
    if (isMoved && near !== undefined) {
      const whole = places
        .slice(0, from)
        .every(({ before, now }) => before === side && now === side);
      const every = whole ? "for every value" : `${word} the last value`;
      const end = far === undefined ? every : `${word} ${rungText(last, unit)}`;
      const begin = `${word} ${rungText(near.at, unit)}`;
      const [was, is] = side === first.before ? [end, begin] : [begin, end];
      const change = `${shown(side)} ${was} before, ${is} now`;
      const span = { before: first.before, now: first.now, near: near.at, last, far: far?.at };
      const next = side === first.before ? beyond(near.at, first, unit) : beyond(last, far, unit);
      moves.push({ change, cases: places.slice(from, to + 1).map(({ id }) => id), span, next });
    }
    if (near === undefined)
      moves.push(...moveBehind(ladder, [first, ...places.slice(from + 1, to + 1)], far));
    from = to;
  }
  return moves;
}
