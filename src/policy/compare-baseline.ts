import { shapeChanges, type RunFold } from "../analyse/index.ts";
import { boundariesOf, snapshotOf, type Snapshot } from "./baseline-of.ts";

/** One difference: the values before and now; `name` is a case's id or an axis. */
export type Drift = {
  kind: "changed" | "vanished" | "newly unstable" | "new" | "stable now";
  name: string;
  before: string;
  now: string;
  /** What changed, if it is not the status: `body $.code added (number)`. */
  change?: string;
};

/** The differences, and the names without one. */
export type Drifts = { same: string[]; drifts: Drift[] };

/** Compares the cases of a run with the cases of a baseline, or of an earlier run. */
export function caseDrifts(before: Snapshot, run: RunFold): Drifts {
  const now = snapshotOf(run, before.compares);
  return drifts(before.cases, now.cases, (id) => {
    const once = run.cases.get(id)?.signatures.length === 1;
    return (
      caseDrift(id, before.cases[id], now.cases[id], once) ??
      contentTypeDrift(id, before.contentTypes?.[id], now.contentTypes?.[id]) ??
      shapeDrift(id, before.shapes?.[id], now.shapes?.[id])
    );
  });
}

/** Compares the axes of a run with the axes of a baseline, or of an earlier run. */
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
  const change = `content type ${before} became ${now}`;
  return {
    kind: "changed",
    name,
    before: `content type ${before}`,
    now: `content type ${now}`,
    change,
  };
}

/** How many changes of one body are named. */
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
