import { compareDecimal, rungText, type CaseFold, type RunFold } from "../analyse/index.ts";
import { interfaceOf, parseBaseUrl } from "../contract/index.ts";
import { renderStart } from "../generate/index.ts";
import type { Snapshot } from "./baseline-of.ts";
import type { Drift } from "./compare-baseline.ts";
import { groupBy } from "./group-by.ts";

/** Longer bodies are not about one value. */
const LONGEST = 64 * 1024;

/** A place on a ladder: its response before and now. */
type Place = { id: string; at: string; before: string; now: string };

/** A ladder of cases, its start, and how its places are named. */
type Ladder = {
  name: string;
  word: "up to" | "down to";
  unit: string | undefined;
  places: Place[];
};

/** Cases that changed because one boundary moved, and its old and new place. */
export type MovedBoundary = { text: string; cases: string[] };

/** The change of a response, for values after `near` up to `last`. */
type Span = { before: string; now: string; near: string; last: string };

/**
 * Neighbours on a ladder of cases that changed because a boundary moved across them: the responses on both sides of
 * them did not change.
 */
export function movedBoundaries(
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

/** The whole number that a case sent as this field of the body. */
function integerOf({ header, cases }: RunFold, id: string, field: string): string | undefined {
  const fold = cases.get(id);
  const [observation] = fold?.first.values() ?? [];
  if (header === undefined || fold?.case.request.sender !== "client") return undefined;
  const filling = {
    interface: interfaceOf(header),
    target: parseBaseUrl(header.target.baseUrl),
    firstId: header.firstId,
    fresh: observation?.fresh ?? 0,
  };
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
