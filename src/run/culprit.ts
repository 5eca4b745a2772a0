import { setTimeout as sleep } from "node:timers/promises";
import { hasResponded } from "../analyse/completeness.ts";
import { hazardOf } from "../generate/hazard.ts";
import type { Case } from "../model/case.ts";
import type { Observation } from "../model/observation.ts";
import type { Note } from "../model/run.ts";

/** A sent case, in the order of sending, with the data for the search. */
export type Sent = {
  case: Case;
  atMs: number;
  /** When that was over. */
  endMs: number;
  fate: "answered" | "refused" | "reset" | "cut-off";
};

/** Keeps the case, not the observation: a run has thousands of these. */
export function sentOf(sent: Case, { atMs, answers, resent }: Observation): Sent {
  const endMs = atMs + answers.reduce((sum, { totalUs }) => Math.max(sum, totalUs), 0) / 1000;
  if (hasResponded(answers.at(-1))) return { case: sent, atMs, endMs, fate: "answered" };
  // A request that was started on a kept connection before it was refused on a new one has reached
  // the target.
  const refused = resent === undefined && answers.every(({ outcome }) => outcome === "refused");
  if (refused) return { case: sent, atMs, endMs, fate: "refused" };
  const isReset = answers.at(-1)?.outcome === "reset";
  return { case: sent, atMs, endMs, fate: isReset ? "reset" : "cut-off" };
}

/**
 * The cases that may still be the cause after a check at that time got a response: cases without a response that ended
 * so late that the target may have been ending already.
 */
export const stillSuspect = (sent: readonly Sent[], checkMs: number): Sent[] =>
  sent.filter(({ fate, endMs }) => fate !== "answered" && endMs >= checkMs - AT_DEATH_MS);

/**
 * Functions for the search: sending a case (true if it got a response), and checking whether the target responds to a valid
 * request.
 */
export type CulpritProbe = {
  send: (sent: Case) => Promise<boolean>;
  alive: () => Promise<boolean>;
  /** How long to wait for the target to come back; 5 s by default. */
  reviveMs?: number;
  /** After how long no further case is sent; 2 min by default. */
  searchMs?: number;
};

/**
 * `found`: replaying this case stopped the target twice. `suspected`: only `why` is known. `unknown`: no case that was
 * sent again stopped it, of all, or of those that the time was enough for.
 */
export type Culprit =
  | { kind: "found"; case: Case }
  | { kind: "suspected"; cases: Case[]; why: "stayed-away" | "stopped-once" | "out-of-time" }
  | { kind: "unknown"; why: "replayed" | "out-of-time" };

export const REVIVE_MS = 5000;
const REVIVE_STEP_MS = 200;
/** Replaying against a target that hangs takes a timeout each: the search ends after this. */
const SEARCH_MS = 120_000;
/** Cases that the target's end cut off ended within this time. */
const AT_DEATH_MS = 500;
/** What had waited for longer then is less suspicious. */
const BRIEF_MS = 500;
/** How many suspects are named, or replayed one by one. */
const SUSPECTS = 12;

/**
 * Finds the case after which the target stopped responding. If the target comes back (a supervisor
 * restarts it), by replay: first the cases whose own connection was cut, then by bisection of all
 * cases since it last responded. If it stays away, from the record.
 */
export async function findCulprit(sent: Sent[], probe: CulpritProbe): Promise<Culprit> {
  const deadlineMs = performance.now() + (probe.searchMs ?? SEARCH_MS);
  const suspects = cutOff(sent);
  if (!(await revived(probe))) {
    const cases = suspects.length > 0 ? suspects : lastResponded(sent);
    return { kind: "suspected", cases, why: "stayed-away" };
  }
  for (const [at, suspect] of suspects.entries()) {
    const stopped = await stops([suspect], probe, deadlineMs);
    if (stopped === true) return confirmed(suspect, probe);
    if (stopped === undefined)
      return { kind: "suspected", cases: suspects.slice(at), why: "out-of-time" };
  }
  const all = sent.map((each) => each.case);
  const stopped = await stops(all, probe, deadlineMs);
  if (stopped === undefined) return { kind: "unknown", why: "out-of-time" };
  if (!stopped) return { kind: "unknown", why: "replayed" };
  const left = await bisect(all, probe, deadlineMs);
  const [single] = left;
  if (left.length === 1 && single !== undefined) return confirmed(single, probe);
  return { kind: "suspected", cases: left.slice(0, SUSPECTS), why: "out-of-time" };
}

/**
 * Cases that reached the target and got no response, without the ones that were sent too late. First the cases that
 * ended together with the target and had begun shortly before, reset ones before cut-off ones; then cases that had
 * waited for longer and were reset; then the others, the latest first.
 */
function cutOff(sent: Sent[]): Case[] {
  const responded = sent.filter(({ fate }) => fate === "answered");
  // A check may have been the last response: then all of these were sent around it.
  const lastResponseMs =
    responded.length === 0 ? Infinity : Math.max(...responded.map(({ atMs }) => atMs));
  const cut = sent.filter(
    ({ fate, atMs }) =>
      (fate === "reset" || fate === "cut-off") &&
      // The target was already gone when these were sent.
      atMs <= lastResponseMs + 1000,
  );
  const deathMs = Math.max(0, ...cut.map(({ endMs }) => endMs));
  const atDeath = cut.filter(({ endMs }) => endMs >= deathMs - AT_DEATH_MS);
  const [brief, long] = parted(atDeath, ({ atMs, endMs }) => endMs - atMs <= BRIEF_MS);
  const [briefReset, briefCut] = parted(brief, isReset);
  const first = [
    ...hazardsFirst(briefReset),
    ...hazardsFirst(briefCut),
    ...long.filter(isReset).toReversed(),
  ];
  const ranked = [...first, ...cut.filter((each) => !first.includes(each)).toReversed()];
  return [...new Set(ranked.map((each) => each.case))].slice(0, SUSPECTS);
}

const isReset = ({ fate }: Sent): boolean => fate === "reset";

/** In the order of time, except for hazards: of these, the latest ones are the first. */
function hazardsFirst(sent: Sent[]): Sent[] {
  const [hazards, others] = parted(sent, (each) => hazardOf(each.case) !== undefined);
  return [...hazards.toReversed(), ...others];
}

/** Splits a list: the items for which it is true, and the others. */
const parted = <T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter((each) => !is(each)),
];

/** The target may have responded before it stopped. */
function lastResponded(sent: Sent[]): Case[] {
  const responded = sent.filter(({ fate }) => fate === "answered");
  return [...new Set(responded.slice(-SUSPECTS).map((each) => each.case))];
}

async function revived(probe: CulpritProbe): Promise<boolean> {
  const deadline = performance.now() + (probe.reviveMs ?? REVIVE_MS);
  while (performance.now() < deadline) {
    if (await probe.alive()) return true;
    await sleep(REVIVE_STEP_MS);
  }
  return false;
}

/**
 * Sends the cases in sequence: true if the target has stopped responding after one of them, undefined if the time was
 * over before the last one.
 */
async function stops(
  cases: Case[],
  probe: CulpritProbe,
  deadlineMs = Infinity,
): Promise<boolean | undefined> {
  if (!(await revived(probe))) return false;
  for (const each of cases) {
    if (performance.now() >= deadlineMs) return undefined;
    if (!(await probe.send(each)) && !(await probe.alive())) return true;
  }
  return !(await probe.alive());
}

/** Bisects the cases while there is time, keeping the half that makes the target stop. */
async function bisect(cases: Case[], probe: CulpritProbe, deadlineMs: number): Promise<Case[]> {
  let range = cases;
  while (range.length > 1) {
    const half = Math.ceil(range.length / 2);
    const first = range.slice(0, half);
    const stopped = await stops(first, probe, deadlineMs);
    if (stopped === undefined) break;
    range = stopped ? first : range.slice(half);
  }
  return range;
}

async function confirmed(suspect: Case, probe: CulpritProbe): Promise<Culprit> {
  const again = await stops([suspect], probe);
  if (again === true) return { kind: "found", case: suspect };
  return { kind: "suspected", cases: [suspect], why: "stopped-once" };
}

const LOST = "the target has stopped responding to valid requests";
const WHY_SUSPECTED = {
  "stayed-away": "it did not come back, so this is from the record: cut off, or the last response",
  "stopped-once": "sent again alone, this case made it stop once more, but not a third time",
  "out-of-time": "it came back, and the time for sending cases again was over with these left",
};

const WHY_UNKNOWN = {
  replayed: "it came back, and replay did not make it stop again",
  "out-of-time":
    "it came back, and no case that was sent again, while there was time, made it stop",
};

/** The note for the record. */
export function culpritNote(culprit: Culprit): Note {
  switch (culprit.kind) {
    case "found": {
      const { id, reason } = culprit.case;
      const text = `${LOST} after ${id} (${reason}): sent again alone, it made the target stop again, 2 of 2`;
      return { type: "note", kind: "culprit", text, cases: [id] };
    }
    case "suspected": {
      const text = `${LOST}; ${WHY_SUSPECTED[culprit.why]}`;
      return { type: "note", kind: "target-lost", text, cases: culprit.cases.map(({ id }) => id) };
    }
    case "unknown": {
      const text = `${LOST}; ${WHY_UNKNOWN[culprit.why]}`;
      return { type: "note", kind: "target-lost", text };
    }
  }
}
