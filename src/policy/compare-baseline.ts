import type { RunFold } from "../analyse/run-fold.ts";
import type { Baseline } from "../model/baseline.ts";
import { boundariesOf, casesOf } from "./baseline-of.ts";

/** One difference from a baseline: what was there, and what is here; `name` is a case's id or an axis. */
export type Drift = {
  kind: "changed" | "vanished" | "newly unstable" | "new" | "stable now";
  name: string;
  before: string;
  now: string;
};

/** What differs: `same` counts what does not. */
export type Drifts = { same: number; drifts: Drift[] };

/** The cases of a run beside those of a baseline. */
export function caseDrifts(baseline: Baseline, run: RunFold): Drifts {
  const now = casesOf(run);
  return drifts(baseline.cases, now, (id) => {
    const once = run.cases.get(id)?.signatures.length === 1;
    return caseDrift(id, baseline.cases[id], now[id], once);
  });
}

/** The axes of a run beside those of a baseline. */
export function axisDrifts(baseline: Baseline, run: RunFold): Drifts {
  const now = boundariesOf(run);
  return drifts(baseline.boundaries, now, (axis) => {
    const [one, other] = [baseline.boundaries[axis], now[axis]];
    const before = one?.join(", ") ?? "";
    const after = other?.join(", ") ?? "";
    if (one === undefined) return { kind: "new", name: axis, before, now: after };
    if (other === undefined) return { kind: "vanished", name: axis, before, now: "not walked" };
    return before === after ? undefined : { kind: "changed", name: axis, before, now: after };
  });
}

function drifts(
  before: Record<string, unknown>,
  now: Record<string, unknown>,
  drift: (name: string) => Drift | undefined,
): Drifts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const found = names.flatMap((name) => drift(name) ?? []);
  return { same: names.length - found.length, drifts: found };
}

type Entry = string | string[] | undefined;

function caseDrift(name: string, before: Entry, now: Entry, once: boolean): Drift | undefined {
  const texts = { name, before: entryText(before), now: entryText(now) };
  if (before === undefined) return { kind: "new", ...texts };
  if (now === undefined) return { kind: "vanished", ...texts };
  if (Array.isArray(before))
    return Array.isArray(now) ? undefined : { kind: "stable now", ...texts };
  if (Array.isArray(now)) return { kind: "newly unstable", ...texts };
  // Sent once, a case shows only the first of what it changes to.
  const same = before === now || (once && before.startsWith(`${now} then `));
  return same ? undefined : { kind: "changed", ...texts };
}

const entryText = (entry: Entry): string =>
  Array.isArray(entry) ? entry.join(" / ") : (entry ?? "not sent");
