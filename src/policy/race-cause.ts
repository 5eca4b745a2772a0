import type { DriftCause } from "./difference.ts";
import { OPENED, type RuledState } from "./judge-state.ts";

const RACE = "race: ";
/** Concurrent duplicates of the catalogue: what a race changes. */
const DUPLICATES = /^repetition\/at-once-same/;

/** The causes of a drift with a race that opened as one of its own, first: its cases changed because of it. */
export function withRace(
  causes: readonly DriftCause[],
  ruled: RuledState | undefined,
): DriftCause[] {
  const breach = ruled?.breaches.find(({ observed }) => observed.startsWith(RACE));
  if (breach?.case === undefined) return [...causes];
  const ofRace = causes.flatMap(({ cases }) => cases).filter((id) => DUPLICATES.test(id));
  const left = causes.flatMap((cause): DriftCause[] => {
    const cases = cause.cases.filter((id) => !DUPLICATES.test(id));
    return cases.length === 0 ? [] : [{ ...cause, cases }];
  });
  const text = `${OPENED}: ${breach.observed.slice(RACE.length)}`;
  return [{ text, cases: [breach.case, ...ofRace] }, ...left];
}
