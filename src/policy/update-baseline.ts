import type { RunFold } from "../analyse/index.ts";
import { baselineOf, byKey } from "./baseline.ts";
import { PARTS } from "./baseline-file.ts";
import { WitnessError } from "../errors.ts";
import type { Baseline, ComparedPart, StatedValue } from "../model/index.ts";
import { nearest } from "../text/index.ts";
import { explicitEntry } from "./learned.ts";
import { globTest, isGlob } from "./match.ts";
import { statedDrifts, statedName } from "./judge-allowed.ts";
import { axisDrifts, caseDrifts, type Drift } from "./compare-baseline.ts";

export type Update = { baseline: Baseline; changed: Drift[] };

const includedIn = ({ compares = [] }: Baseline): ComparedPart[] =>
  compares.filter((part) => part !== "status");

/** Accepts everything from the run. Earlier reasons stay, and so do axes, state machine and load that are not in this run. */
export function updateBaseline(before: Baseline, run: RunFold): Update {
  const now = baselineOf([run], { accepted: before.accepted, include: includedIn(before) });
  const axes = axisDrifts(before, run).drifts.filter(({ name }) => name in now.boundaries);
  const boundaries = Object.entries({ ...before.boundaries, ...now.boundaries });
  const load = now.load ?? before.load;
  const machine = now.machine ?? before.machine;
  return {
    baseline: {
      ...now,
      boundaries: Object.fromEntries(boundaries.toSorted(byKey)),
      ...(machine !== undefined && { machine }),
      ...(load !== undefined && { load }),
    },
    changed: [
      ...caseDrifts(before, run).drifts,
      ...axes,
      ...statedDrifts(before.stated, now.stated),
    ],
  };
}

/** Accepts what one of the globs matches, with the reason. A glob without a difference is a mistake. */
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
  const now = baselineOf([run], { include: includedIn(before) });
  const cases = caseDrifts(before, run).drifts;
  const axes = axisDrifts(before, run).drifts;
  const stated = statedDrifts(before.stated, now.stated);
  const all = [...cases, ...axes, ...stated];
  const fits = globs.map((glob) => ({ glob, test: globTest(glob) }));
  const names = all.map(({ name }) => name);
  for (const { glob, test } of fits) if (!names.some(test)) throw globWithoutMatch(glob, names);
  const isAccepted = (name: string): boolean => fits.some(({ test }) => test(name));
  const accepted = ({ name }: Drift): boolean => isAccepted(name);
  const changed = all.filter(accepted);
  return {
    changed,
    baseline: {
      ...before,
      cases: patched(before.cases, countedAs(before, now), cases.filter(accepted)),
      ...Object.fromEntries(
        PARTS.flatMap((part) => {
          const own = before[part] as Record<string, unknown> | undefined;
          return own ? [[part, patched(own, now[part], cases.filter(accepted))]] : [];
        }),
      ),
      boundaries: patched(before.boundaries, now.boundaries, axes.filter(accepted)),
      ...(before.stated && { stated: acceptedValues(before.stated, now.stated, isAccepted) }),
      accepted: [
        ...before.accepted,
        { what: [...globs], reason: reason.trim(), changed: changed.length, run: now.run },
      ],
    },
  };
}

/** The outcomes with their counts where the other cases of the baseline were sent more or less often. */
const countedAs = (before: Baseline, now: Baseline): Baseline["cases"] =>
  (before.sent ?? now.sent) === now.sent && before.runs?.length === now.runs?.length
    ? now.cases
    : Object.fromEntries(
        Object.entries(now.cases).map(([id, entry]) => [id, explicitEntry(entry, now)]),
      );

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
  return Object.fromEntries([...all].toSorted(byKey));
}

const acceptedValues = (
  before: Record<string, StatedValue>,
  now: Record<string, StatedValue> = {},
  isAccepted: (name: string) => boolean,
): Record<string, StatedValue> =>
  Object.fromEntries(
    Object.keys({ ...before, ...now }).flatMap((path) => {
      const value = (isAccepted(statedName(path)) ? now : before)[path];
      return value === undefined ? [] : [[path, value] as const];
    }),
  );

export function globWithoutMatch(glob: string, names: readonly string[]): WitnessError {
  const near = isGlob(glob) ? undefined : nearest(glob, names);
  const some =
    names.length === 0 ? "nothing differs" : `differences: ${names.slice(0, 5).join(", ")}`;
  return new WitnessError("accept-glob", `no difference matches ${JSON.stringify(glob)}`, {
    hint: near === undefined ? some : `did you mean ${JSON.stringify(near)}?`,
  });
}
