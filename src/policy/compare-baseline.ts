import { shapeChanges, unrepeatedSignatures, type RunFold } from "../analyse/index.ts";
import { boundariesOf, snapshotOf, type Snapshot, baselineOf } from "./baseline.ts";
import { WitnessError } from "../errors.ts";
import type { Baseline, ComparedPart } from "../model/index.ts";
import { nearest } from "../text/index.ts";
import { globTest, isGlob } from "./match.ts";

/** One difference: the values before and now; `name` is a case's id or an axis. */
export type Drift = {
  kind: "changed" | "vanished" | "newly unstable" | "new" | "stable now";
  name: string;
  before: string;
  now: string;
  /** What changed, if it is not the status: `body $.code added (number)`. */
  change?: string;
};

export type Drifts = { same: string[]; drifts: Drift[] };

export function caseDrifts(before: Snapshot, run: RunFold): Drifts {
  const now = snapshotOf(run, before.compares);
  const unknown = new Set(repeatedCases(run));
  const comparable = Object.entries(before.cases).filter(([id]) => !unknown.has(id));
  return drifts(Object.fromEntries(comparable), now.cases, (id) => {
    const once = run.cases.get(id)?.signatures.length === 1;
    return (
      caseDrift(id, before.cases[id], now.cases[id], once) ??
      contentTypeDrift(id, before.contentTypes?.[id], now.contentTypes?.[id]) ??
      shapeDrift(id, before.shapes?.[id], now.shapes?.[id])
    );
  });
}

/** The cases of which every response was to a value that the target had already, and accepts once. */
export const repeatedCases = (run: RunFold): string[] =>
  [...run.cases].flatMap(([id, each]) =>
    each.signatures.length > 0 && unrepeatedSignatures(each).length === 0 ? [id] : [],
  );

export function axisDrifts({ boundaries }: Pick<Snapshot, "boundaries">, run: RunFold): Drifts {
  const now = boundariesOf(run);
  return drifts(boundaries, now, (axis) => {
    const [one, other] = [boundaries[axis], now[axis]];
    const before = one?.join(", ") ?? "";
    const after = other?.join(", ") ?? "";
    if (one === undefined) return { kind: "new", name: axis, before, now: after };
    if (other === undefined) return { kind: "vanished", name: axis, before, now: "not explored" };
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
  const differing = new Set(found.map(({ name }) => name));
  return { same: names.filter((name) => !differing.has(name)), drifts: found };
}

type Entry = string | string[] | undefined;

function caseDrift(name: string, before: Entry, now: Entry, once: boolean): Drift | undefined {
  const texts = { name, before: entryText(before), now: entryText(now) };
  if (before === undefined) return { kind: "new", ...texts };
  if (now === undefined) return { kind: "vanished", ...texts };
  if (Array.isArray(before))
    return Array.isArray(now) ? undefined : { kind: "stable now", ...texts };
  if (Array.isArray(now)) return { kind: "newly unstable", ...texts };
  // A case sent once shows only the first of its changing responses.
  const same = before === now || (once && before.startsWith(`${now} then `));
  return same ? undefined : { kind: "changed", ...texts };
}

const entryText = (entry: Entry): string =>
  Array.isArray(entry) ? entry.join(" / ") : (entry ?? "not sent");

/** The drift of the content type. None without a response: the status shows that. */
function contentTypeDrift(
  name: string,
  before: string | undefined,
  now: string | undefined,
): Drift | undefined {
  if (before === undefined || now === undefined) return undefined;
  // A case sent less often shows only some of its content types.
  const known = before.split(" / ");
  if (now.split(" / ").every((each) => known.includes(each))) return undefined;
  const [was, is] = [`content type ${before}`, `content type ${now}`];
  return { kind: "changed", name, before: was, now: is, change: `${was} became ${now}` };
}

const MOST_CHANGES = 3;

function shapeDrift(
  name: string,
  before: Record<string, string> | undefined,
  now: Record<string, string> | undefined,
): Drift | undefined {
  if (before === undefined || now === undefined) return undefined;
  const changes = shapeChanges(before, now);
  if (changes.length === 0) return undefined;
  const more = changes.length - MOST_CHANGES;
  const change = `body ${changes.slice(0, MOST_CHANGES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return { kind: "changed", name, before: "a body of the same shape", now: change, change };
}

/** A baseline updated to a run, and the changes. */
export type Update = { baseline: Baseline; changed: Drift[] };

/** The parts of responses that a baseline contains besides their status. */
const includedIn = ({ compares = [] }: Baseline): ComparedPart[] =>
  compares.filter((part) => part !== "status");

/** Accepts everything from the run. Earlier reasons stay, and so do axes and load that are not in this run. */
export function updateBaseline(before: Baseline, run: RunFold): Update {
  const now = baselineOf(run, { accepted: before.accepted, include: includedIn(before) });
  const axes = axisDrifts(before, run).drifts.filter(({ name }) => name in now.boundaries);
  const boundaries = Object.entries({ ...before.boundaries, ...now.boundaries });
  const load = now.load ?? before.load;
  return {
    baseline: {
      ...now,
      boundaries: Object.fromEntries(boundaries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ...(load !== undefined && { load }),
    },
    changed: [...caseDrifts(before, run).drifts, ...axes],
  };
}

/**
 * Accepts only cases and axes of the run that match one of the globs, with the reason. A glob that
 * matches no difference is a mistake.
 */
export function acceptDrift(
  before: Baseline,
  run: RunFold,
  globs: readonly string[],
  reason: string,
): Update {
  if (reason.trim() === "")
    throw new WitnessError("accept-reason", "accepting changes requires a reason", {
      hint: '--reason "why this is right now"',
    });
  const now = baselineOf(run, { include: includedIn(before) });
  const cases = caseDrifts(before, run).drifts;
  const axes = axisDrifts(before, run).drifts;
  const fits = globs.map((glob) => ({ glob, test: globTest(glob) }));
  const names = [...cases, ...axes].map(({ name }) => name);
  for (const { glob, test } of fits) if (!names.some(test)) throw fitsNothing(glob, names);
  const accepted = ({ name }: Drift): boolean => fits.some(({ test }) => test(name));
  const changed = [...cases, ...axes].filter(accepted);
  return {
    changed,
    baseline: {
      ...before,
      cases: patched(before.cases, now.cases, cases.filter(accepted)),
      ...(before.contentTypes && {
        contentTypes: patched(before.contentTypes, now.contentTypes, cases.filter(accepted)),
      }),
      ...(before.shapes && { shapes: patched(before.shapes, now.shapes, cases.filter(accepted)) }),
      boundaries: patched(before.boundaries, now.boundaries, axes.filter(accepted)),
      accepted: [
        ...before.accepted,
        { what: [...globs], reason: reason.trim(), changed: changed.length, run: now.run },
      ],
    },
  };
}

function patched<T>(
  before: Record<string, T>,
  now: Record<string, T> = {},
  drifts: readonly Drift[],
): Record<string, T> {
  const all = new Map(Object.entries(before));
  for (const { name } of drifts) {
    const entry = now[name];
    if (entry === undefined) all.delete(name);
    else all.set(name, entry);
  }
  return Object.fromEntries([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function fitsNothing(glob: string, names: readonly string[]): WitnessError {
  const near = isGlob(glob) ? undefined : nearest(glob, names);
  const some =
    names.length === 0 ? "nothing differs" : `differences: ${names.slice(0, 5).join(", ")}`;
  return new WitnessError("accept-glob", `no difference matches ${JSON.stringify(glob)}`, {
    hint: near === undefined ? some : `did you mean ${JSON.stringify(near)}?`,
  });
}
