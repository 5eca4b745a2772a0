import type { RunFold } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldAbout } from "../generate/index.ts";
import { suiteOf } from "../model/index.ts";
import { counted } from "../text/index.ts";
import type { Snapshot } from "./baseline-of.ts";
import type { Drift } from "./compare-baseline.ts";
import { groupBy } from "./group-by.ts";
import { movedBoundaries } from "./moved-boundaries.ts";

/** Cases that changed in the same way: one finding, in a line. */
export type DriftCause = { text: string; cases: string[] };

/** The common properties of a group's cases, before they are put into words. */
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
  const groups = groupsOf(
    run,
    drifts.filter(({ name }) => !explained.has(name)),
  );
  const causes = [...moved, ...joined(groups)];
  return causes
    .toSorted((a, b) => b.cases.length - a.cases.length)
    .map(({ text, cases }) => ({ text: `${text} (${counted(cases.length, "case")})`, cases }));
}

function groupsOf(run: RunFold, drifts: readonly Drift[]): Group[] {
  const groups = new Map<string, Group>();
  for (const drift of drifts) {
    const [subject, change] = [subjectOf(drift, run), changeText(drift)];
    const key = JSON.stringify([subject, change]);
    const group = groups.get(key) ?? { subject, change, cases: [] };
    groups.set(key, group);
    group.cases.push(drift.name);
  }
  return [...groups.values()];
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
function joined(groups: readonly Group[]): DriftCause[] {
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
