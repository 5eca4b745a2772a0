import type { CaseFold, RunFold } from "../analyse/index.ts";
import { compareDecimal, fillingOf, messageSizes, rungText } from "../analyse/index.ts";
import { escapedPattern, joinStarts, requestStarts } from "../generate/index.ts";
import type { AxisFinding, Baseline, Example } from "../model/index.ts";
import { classOf, signatureWords } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { parsedJson } from "../text/index.ts";
import { type Snapshot, keptStretches } from "./baseline.ts";
import { type Drift, axisVariants } from "./compare-baseline.ts";
import { type DriftCause, exampleIn, firstOf, isServerError, statusChange } from "./difference.ts";

const LONGEST = 2 * 1024 * 1024;

type Place = { id: string; at: string; before: string; now: string };

type Ladder = {
  name: string;
  word: "up to" | "down to";
  unit: string | undefined;
  places: Place[];
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
  const rungs = [...run.cases.values()].filter((fold) => fold.case.rung !== undefined);
  const moved = [...groupBy(rungs, (fold) => fold.case.rung?.axis ?? "")]
    .filter(([, folds]) => folds.some((fold) => changed.has(fold.case.id)))
    .map(([axis, folds]) => ladderOf(axis, folds, before, changed))
    .flatMap((ladder) => movesOf(ladder).map((move) => ({ ...move, name: ladder.name })));
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
  const ordered = new Set(Object.values(cases).filter((each) => typeof each === "string"));
  return new Map(
    drifts
      .filter(({ kind, change }) => kind === "changed" && change === undefined)
      .map((drift) => {
        const then = drift.now.replace(" / ", " then ");
        return [drift.name, ordered.has(then) ? { ...drift, now: then } : drift];
      }),
  );
}

const sizeOf = ({ own, within }: { own: Set<string>; within: string[] }): number =>
  own.size + within.length;

const isSameChange = (span: Span, was: string | undefined, now: string): boolean =>
  was === undefined
    ? signatureWords(now).includes(span.now)
    : changeOfFirst(was, now) === changeOfFirst(span.before, span.now);

/** Where the response to a first sending changed, the one to the same value again says nothing more: a rung repeats it, and other cases do not. */
function changeOfFirst(was: string, now: string): string {
  const [before, after] = [firstOf(was), firstOf(now)];
  return before === after ? statusChange(was, now) : statusChange(before, after);
}

/** Whether the limit of the body refuses it on the same side: then for its size, whatever it is to show and gets otherwise. */
const isOfBody = (span: Span, was: string | undefined, now: string): boolean =>
  classOf(span.now) === "2xx" ? was === span.before : signatureWords(now).includes(span.now);

/** Whether the boundary moved across one of these values. */
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
      withoutEscapes(
        joinStarts(requestStarts(request, filling, LONGEST), LONGEST).start.toString("latin1"),
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

/** With letters in place of their escapes: a key may be written so. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/\\u00[46][1-9a-f]|\\u00[57][0-9a]/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(2), 16)),
  );

/** How many characters the texts have that a request gives a member, in both of the usual counts. */
function lengthsIn(request: string, member: string): string[] {
  const name = escapedPattern(JSON.stringify(member));
  const found = request.matchAll(new RegExp(String.raw`${name}\s*:\s*("(?:[^"\\]|\\.)*")`, "g"));
  return [...found].flatMap(([, json = ""]) => {
    const text = parsedJson(Buffer.from(json, "latin1").toString("utf8"));
    return typeof text === "string" ? [String(Array.from(text).length), String(text.length)] : [];
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

/** Every series of neighbours that changed in the same way, from an unchanged side to a place that never got its response. */
function movesOf({ places, word, unit }: Ladder): Move[] {
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
    from = to;
  }
  return moves;
}

/** The first range of an axis that differs from the baseline, and what ends the range before it now. */
export function axisChange(
  run: RunFold,
  name: string,
  { boundaries }: Pick<Baseline, "boundaries">,
) {
  const finding = run.findings
    .filter((each) => each.kind === "axis")
    .find(({ axis }) => axis === name);
  const [was = []] = axisVariants(boundaries[name]);
  const is = finding === undefined ? [] : keptStretches(finding);
  const at = was.findIndex((text, index) => text !== is[index]?.text);
  const from = is[at]?.from;
  const sides = finding?.boundaries.find((each) =>
    [each.near.at, each.far.at].includes(from ?? ""),
  );
  return { finding, was, is, at, sides };
}

/** The axes that meet the limit of the body that another one shows, by name; with the name of that one. */
export function axesOfBody(
  run: RunFold,
  drifts: readonly Drift[],
  baseline: Explained["baseline"],
): Map<string, string> {
  const changes = drifts.flatMap(({ name }) => shownChange(run, name, baseline));
  return new Map(
    byLimit(run, changes).flatMap(([lead, ...more]) =>
      more.map(({ finding }) => [finding.axis, lead.finding.axis] as const),
    ),
  );
}

export function withAxes(run: RunFold, drifts: readonly Drift[], given: Explained): DriftCause[] {
  const exampleOf = exampleIn(run);
  const isExplained = ({ sides: { far } }: AxisChange): boolean => {
    const example = exampleOf({ name: far.case, now: far.signature });
    const { causes } = given;
    return example !== undefined && causes.some((each) => each.explains?.(example, far.signature));
  };
  const changes = drifts
    .filter(({ kind }) => kind === "changed")
    .flatMap(({ name }) => shownChange(run, name, given.baseline))
    .filter((each) => !isServerError({ now: each.sides.far.signature }) && !isExplained(each));
  return [...given.causes, ...movedAxes(run, changes)];
}

/** The change of an axis, if this run shows the boundary where it is now. */
function shownChange(run: RunFold, name: string, baseline: Explained["baseline"]): AxisChange[] {
  const { finding, was, is, at, sides } = axisChange(run, name, baseline);
  return finding === undefined || sides === undefined
    ? []
    : [{ finding, was: was[at], is: is[at]?.text ?? "", sides }];
}

type Explained = { baseline: Pick<Baseline, "boundaries">; causes: readonly DriftCause[] };

/** An explored axis that changed since the baseline: its first range that differs, and the sides of the boundary there now. */
type AxisChange = {
  finding: AxisFinding;
  was: string | undefined;
  is: string;
  sides: AxisFinding["boundaries"][number];
};

/** A limit of the body that several axes meet is one. */
function byLimit(run: RunFold, changes: readonly AxisChange[]): [AxisChange, ...AxisChange[]][] {
  const isOfBody = ({ finding: { title, unit } }: AxisChange): boolean =>
    unit === "bytes" && title.startsWith("body");
  const groups: [AxisChange, ...AxisChange[]][] = [];
  for (const change of changes.toSorted((a, b) => Number(isOfBody(b)) - Number(isOfBody(a)))) {
    const { near, far } = change.sides;
    const [accepted, refused] = [near, far].map((side) => messageSizes(run, side.case).body);
    const isMet = ({ sides }: AxisChange): boolean =>
      sides.far.signature === far.signature &&
      (accepted ?? 0) < Number(sides.far.at) &&
      (refused ?? 0) >= Number(sides.far.at);
    const known = groups.find(([lead]) => isOfBody(lead) && isMet(lead));
    if (known === undefined) groups.push([change]);
    else known.push(change);
  }
  return groups;
}

function movedAxes(run: RunFold, changes: readonly AxisChange[]): DriftCause[] {
  return byLimit(run, changes).map(([lead, ...more]) => {
    const { title } = lead.finding;
    const name = more.length === 0 ? title : title.replace(/, by .*/, "");
    const cases = [lead, ...more].map(({ sides }) => sides.far.case);
    return { text: `${name.replace(/,? (?:up|down)wards$/, "")}: ${axisChangeText(lead)}`, cases };
  });
}

/** `201 up to 65,536 bytes before, up to 65,537 bytes now`, if the same two responses meet elsewhere. */
function axisChangeText({ finding: { unit }, was = "", is, sides: { near, far } }: AxisChange) {
  const [before, at] = was.split(" from ");
  if (before !== far.signature || !/^-?\d+$/.test(at ?? "")) return `${was} before, ${is} now`;
  const isDown = compareDecimal(far.at, near.at) < 0;
  const last = String(BigInt(at ?? 0) + (isDown ? 1n : -1n));
  const word = isDown ? "down to" : "up to";
  return `${near.signature} ${word} ${rungText(last, unit)} before, ${word} ${rungText(near.at, unit)} now`;
}
