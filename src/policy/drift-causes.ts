import {
  type CaseFold,
  type RunFold,
  compareDecimal,
  fillingOf,
  rungText,
} from "../analyse/index.ts";
import { groupBy } from "../stats/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldAbout, renderStart } from "../generate/index.ts";
import { suiteOf } from "../model/index.ts";
import { counted } from "../text/index.ts";
import type { Snapshot } from "./baseline.ts";
import type { Drift } from "./compare-baseline.ts";

/** Cases that changed in the same way: one finding, in a line. */
type DriftCause = { text: string; cases: string[] };

type Group = { subject: string; change: string; cases: string[] };

/** If one change has this many subjects, they are named in one line. */
const MANY_SUBJECTS = 4;
const SUBJECTS_NAMED = 3;

/**
 * Differences by their cause: a boundary between neighbouring cases that moved, or the same change of all
 * cases about a field or of a suite. Every difference belongs to one cause; the largest comes first.
 */
export function driftCauses(
  before: Snapshot,
  run: RunFold,
  drifts: readonly Drift[],
): DriftCause[] {
  const moved = movedBoundaries(before, run, drifts);
  const explained = new Set(moved.flatMap(({ cases }) => cases));
  const groups = groupDrifts(
    run,
    drifts.filter(({ name }) => !explained.has(name)),
  );
  const causes = [...moved, ...joinGroups(groups)];
  return causes
    .toSorted((a, b) => b.cases.length - a.cases.length)
    .map(({ text, cases }) => ({ text: `${text} (${counted(cases.length, "case")})`, cases }));
}

function groupDrifts(run: RunFold, drifts: readonly Drift[]): Group[] {
  const all = drifts.map(
    (drift) => [subjectOf(drift, run), changeText(drift), drift.name] as const,
  );
  const groups = groupBy(all, ([subject, change]) => JSON.stringify([subject, change]));
  return [...groups.values()].flatMap((group) => {
    const [[subject, change] = ["", ""]] = group;
    return { subject, change, cases: group.map(([, , name]) => name) };
  });
}

/** The field of a case that differs from the stated request only there; otherwise its suite. */
function subjectOf({ name }: Drift, run: RunFold): string {
  const sent = run.cases.get(name)?.case;
  const from = interfaceOf(run.header ?? {});
  const suite = suiteOf(name);
  const [field] = Object.entries(from.suites ?? {}).find(([, own]) => own === suite) ?? [];
  return field ?? (sent && fieldAbout(sent.request, from)) ?? suite;
}

function changeText({ kind, before, now, change }: Drift): string {
  if (change !== undefined) return change;
  if (kind === "vanished") return "no longer sent";
  if (kind === "new") return "not sent before";
  if (kind === "newly unstable") return `${before} became unstable: ${now}`;
  if (kind === "stable now") return `${before} (alternating) became ${now}`;
  return `${before} became ${now}`;
}

/** Groups of the same change, which many suites and fields have, as one. */
function joinGroups(groups: readonly Group[]): DriftCause[] {
  return [...groupBy(groups, ({ change }) => change)].flatMap(([change, same]) => {
    if (same.length < MANY_SUBJECTS)
      return same.map(({ subject, cases }) => ({ text: `${subject}: ${change}`, cases }));
    const sorted = same.toSorted((a, b) => b.cases.length - a.cases.length);
    const named = sorted.slice(0, SUBJECTS_NAMED).map(({ subject }) => subject);
    const more = sorted.length - named.length;
    const text = `${named.join(", ")} and ${more} more: ${change}`;
    return [{ text, cases: sorted.flatMap(({ cases }) => cases) }];
  });
}

/** Longer bodies are not about one value. */
const LONGEST = 64 * 1024;

type Place = { id: string; at: string; before: string; now: string };

type Ladder = {
  name: string;
  word: "up to" | "down to";
  unit: string | undefined;
  places: Place[];
};

/** Cases that changed because one boundary moved, and its old and new place. */
type MovedBoundary = { text: string; cases: string[] };

/** The change of a response, for values after `near` up to `last`. */
type Span = { before: string; now: string; near: string; last: string };

/**
 * Neighbours on a ladder of cases that changed because a boundary moved across them: the responses on both sides of
 * them did not change.
 */
function movedBoundaries(
  before: Snapshot,
  run: RunFold,
  drifts: readonly Drift[],
): MovedBoundary[] {
  const changed = new Map(
    drifts
      .filter(({ kind, change }) => kind === "changed" && change === undefined)
      .map((drift) => [drift.name, drift]),
  );
  const rungs = [...run.cases.values()].filter((fold) => fold.case.rung !== undefined);
  const moved = [...groupBy(rungs, (fold) => fold.case.rung?.axis ?? "")]
    .filter(([, folds]) => folds.some((fold) => changed.has(fold.case.id)))
    .map(([axis, folds]) => ladderOf(axis, folds, before, changed))
    .flatMap((ladder) => movesOf(ladder).map((move) => ({ ...move, name: ladder.name })));
  // One limit on several ladders is one cause.
  const onLadder = new Set(rungs.map((fold) => fold.case.id));
  const others = [...changed.values()].filter(({ name }) => !onLadder.has(name));
  return [...groupBy(moved, ({ change }) => change)].map(([change, same]) => {
    const [first, ...more] = same.map(({ name }) => name);
    const limits = more.length === 0 ? "" : ` (and ${more.length} more with this limit)`;
    const within = others.filter((drift) =>
      same.some(({ name, span }) => isWithin(span, drift, integerOf(run, drift.name, name))),
    );
    const cases = [...same.flatMap((move) => move.cases), ...within.map(({ name }) => name)];
    return { text: `${first}${limits}: ${change}`, cases };
  });
}

/** Whether the boundary moved across this value, which is not on the ladder because it is made from a fresh value. */
function isWithin(span: Span, { before, now }: Drift, value: string | undefined): boolean {
  if (value === undefined || before !== span.before || now !== span.now) return false;
  const order = (a: string, b: string): number => Math.sign(compareDecimal(a, b));
  const direction = order(span.last, span.near);
  return order(value, span.near) === direction && order(value, span.last) !== direction;
}

function integerOf({ header, cases }: RunFold, id: string, field: string): string | undefined {
  const fold = cases.get(id);
  const [observation] = fold?.first.values() ?? [];
  if (header === undefined || fold?.case.request.sender !== "client") return undefined;
  const filling = fillingOf(header, observation?.fresh ?? 0);
  try {
    const { start } = renderStart(fold.case.request.body, filling, LONGEST);
    const value: unknown = (JSON.parse(start.toString("utf8")) as Record<string, unknown>)[field];
    return Number.isSafeInteger(value) ? String(value) : undefined;
  } catch {
    return undefined;
  }
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

type Move = { change: string; cases: string[]; span: Span };

/** Every series of neighbours that changed in the same way, between two unchanged sides. */
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
    const other = side === first.before ? first.now : first.before;
    const isBetween =
      (side === first.before || side === first.now) &&
      (far === undefined || (far.before === far.now && far.now === other));
    if (isBetween && near !== undefined) {
      const whole = places
        .slice(0, from)
        .every(({ before, now }) => before === side && now === side);
      const every = whole ? "for every value" : `${word} the last value`;
      const end = far === undefined ? every : `${word} ${rungText(last, unit)}`;
      const begin = `${word} ${rungText(near.at, unit)}`;
      const [was, is] = side === first.before ? [end, begin] : [begin, end];
      const change = `${side} ${was} before, ${is} now`;
      const span = { before: first.before, now: first.now, near: near.at, last };
      moves.push({ change, cases: places.slice(from, to + 1).map(({ id }) => id), span });
    }
    from = to;
  }
  return moves;
}
