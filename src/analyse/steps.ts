import { groupDigits, shortNumber, unitAfter } from "../text/index.ts";
import type { RunFold } from "./run-fold.ts";
import { judgedSignatures, repeatedIdResponses, stabilityOf } from "./stability.ts";
import { isTurnedAway } from "./turned-away.ts";

/** Two neighbours on a ladder of cases that get different responses. */
export type Step = {
  axis: string;
  unit: string | undefined;
  below: { at: string; signature: string };
  above: { at: string; signature: string; case: string };
};

type Place = { at: string; signature: string; case: string };

/**
 * Every place on every ladder where neighbours got different responses, in ladder order. Cases that change on repeat
 * count with their first response. A case that met a rate limit is skipped: the response was not to the request.
 */
export function findSteps(run: RunFold): Step[] {
  const axes = new Map<string, { unit: string | undefined; places: Place[] }>();
  const repeated = repeatedIdResponses(run);
  for (const fold of run.cases.values()) {
    const { case: each } = fold;
    const [signature] = judgedSignatures(fold);
    if (each.rung === undefined || signature === undefined) continue;
    if (stabilityOf(fold, repeated) === "unstable") continue;
    if (isTurnedAway(fold.first.get(signature))) continue;
    const axis = axes.get(each.rung.axis) ?? { unit: each.rung.unit, places: [] };
    axis.places.push({ at: each.rung.at, signature, case: each.id });
    axes.set(each.rung.axis, axis);
  }
  return [...axes].flatMap(([axis, { unit, places }]) => flips(axis, unit, places));
}

function flips(axis: string, unit: string | undefined, places: Place[]): Step[] {
  const sorted = places.toSorted((a, b) => compareDecimal(a.at, b.at));
  return sorted.slice(1).flatMap((above, index): Step[] => {
    const below = sorted[index];
    if (below === undefined || below.signature === above.signature) return [];
    return [{ axis, unit, below, above }];
  });
}

/** Exact order of decimal texts; integers may have any length. */
export function compareDecimal(a: string, b: string): number {
  if (/\./.test(a + b)) return Number(a) - Number(b);
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A place with its unit. A count has separators; a value such as an id has neither a unit nor separators. */
export function rungText(at: string, unit: string | undefined): string {
  const shown = unit !== undefined && /^\d{1,22}$/.test(at) ? groupDigits(at) : shortNumber(at);
  return shown + unitAfter(at, unit);
}

/** A step in one line: "fraction digits of date: 201 at 9, 400 at 10". */
export function stepText({ axis, unit, below, above }: Step): string {
  const of = (at: string): string => rungText(at, unit);
  return `${axis}: ${below.signature} at ${of(below.at)}, ${above.signature} at ${of(above.at)}`;
}
