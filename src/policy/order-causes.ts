import { interfaceOf } from "../contract/index.ts";
import { fieldsApart } from "../generate/index.ts";
import { groupBy } from "../stats/index.ts";
import type { RunFold } from "../analyse/index.ts";
import type { Baseline } from "../model/index.ts";
import { textsOf } from "../text/index.ts";
import type { Drift } from "./compare-baseline.ts";
import { type DriftCause, eachResponse, statusChange } from "./difference.ts";
import type { Ruled } from "./judged-run.ts";
import type { MessageCause } from "./judge-messages.ts";
import { OPENED } from "./judge-state.ts";

/** So many responses to cases about one field show how it is refused. */
const ENOUGH = 3;

/** Finds cases that are wrong in two fields, and now get the response of the other field: the server checks in another order. */
export function orderCauses(
  left: readonly Drift[],
  all: readonly Drift[],
  run: RunFold,
): DriftCause[] {
  const from = interfaceOf(run.header ?? {});
  const apartOf = (id: string): string[] => {
    const request = run.cases.get(id)?.case.request;
    return [...((request && fieldsApart(request, from)) ?? new Map()).keys()];
  };
  const plain = left.filter(({ kind, change }) => kind === "changed" && change === undefined);
  const several = plain
    .map((drift) => ({ drift, fields: apartOf(drift.name) }))
    .filter(({ fields }) => fields.length > 1);
  if (several.length === 0) return [];
  const refusals = refusalsOf(run, new Set(all.map(({ name }) => name)), apartOf);
  const groups = groupBy(several, ({ drift }) => statusChange(drift.before, drift.now));
  return [...groups].flatMap(([change, same]) => {
    const [was = "", is = ""] = change.split(" became ");
    const fields = same[0]?.fields ?? [];
    const isOfAll = (field: string): boolean => same.every((each) => each.fields.includes(field));
    const later = fields.find((field) => refusals.get(field) === was && isOfAll(field));
    const first = fields.find((field) => refusals.get(field) === is && isOfAll(field));
    if (later === undefined || first === undefined) return [];
    const cases = same.map(({ drift }) => drift.name);
    return [{ text: `order of checks: ${first} is checked before ${later} now: ${change}`, cases }];
  });
}

/** The usual refusal of a field: what most unchanged cases get that are wrong in this field alone. */
function refusalsOf(
  run: RunFold,
  changed: ReadonlySet<string>,
  apartOf: (id: string) => string[],
): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [id, { signatures }] of run.cases) {
    const [signature = ""] = signatures;
    if (changed.has(id) || !/^[345]\d\d$/.test(signature)) continue;
    const [only, second] = apartOf(id);
    if (only === undefined || second !== undefined) continue;
    const own = counts.get(only) ?? new Map<string, number>();
    counts.set(only, own.set(signature, (own.get(signature) ?? 0) + 1));
  }
  return new Map(
    [...counts].flatMap(([field, own]) => {
      const [most] = [...own].toSorted(([, a], [, b]) => b - a);
      return most === undefined || most[1] < ENOUGH ? [] : [[field, most[0]] as const];
    }),
  );
}

const RACE = "race: ";
/** Concurrent duplicates of the catalogue: what a race changes. */
const DUPLICATES = /^repetition\/at-once-same/;
/** The same ones, one after the other. */
const IN_ORDER = /^repetition\/same-/;

/** The causes of a drift with a race that opened as one of its own, first: its cases changed, or now vary, because of it. */
export function withRace(
  causes: readonly DriftCause[],
  ruled: Ruled | undefined,
  { failing, flaky }: Record<"failing" | "flaky", readonly { drift: Drift }[]>,
  before: Baseline["state"],
): DriftCause[] {
  const breach = ruled?.breaches.find(({ observed }) => observed.startsWith(RACE));
  const text =
    breach?.observed.slice(RACE.length) ??
    (before?.race === "none" ? racedText(failing.map(({ drift }) => drift)) : undefined);
  if (text === undefined) return [...causes];
  const varying = flaky.map(({ drift }) => drift.name);
  const all = [...causes.flatMap(({ cases }) => cases), ...varying];
  const ofRace = all.filter((id) => DUPLICATES.test(id));
  const left = causes.flatMap((cause): DriftCause[] => {
    const cases = cause.cases.filter((id) => !DUPLICATES.test(id));
    return cases.length === 0 ? [] : [{ ...cause, cases }];
  });
  const cases = [...new Set([...textsOf(breach?.case), ...ofRace])];
  return [{ text: `${OPENED}: ${text}`, cases }, ...left];
}

/** For a run with too few rounds to say so itself: of concurrent duplicates one was accepted before, and several are now, but not in order. */
function racedText(failing: readonly Drift[]): string | undefined {
  if (failing.some(({ name }) => IN_ORDER.test(name))) return undefined;
  const raced = failing.filter(({ name }) => DUPLICATES.test(name)).flatMap(acceptedIn);
  const [most] = raced.toSorted((a, b) => b.times / b.of - a.times / a.of);
  return most && `${most.times} of ${most.of} concurrent duplicates got ${most.word}; before, one`;
}

/** How many of concurrent duplicates get now what only the first one got before. */
function acceptedIn({ before, now }: Drift): { word: string; times: number; of: number }[] {
  const [word, again, ...more] = new Set(eachResponse(before));
  if (word === undefined || again === undefined || more.length > 0) return [];
  const times = now
    .split(" / ")
    .map((each) => eachResponse(each).filter((response) => response === word).length);
  const of = eachResponse(before).length;
  return Math.min(...times) > 1 ? [{ word, times: Math.max(...times), of }] : [];
}

/** Checks in another order explain another shape of the body, and a shape explains new words: the first cause that has a case counts. */
export function withMessages(
  drifts: readonly DriftCause[],
  messages: readonly MessageCause[] = [],
): DriftCause[] {
  const known = messages.filter(({ isKnown }) => isKnown);
  return [...known, ...drifts, ...messages.filter((each) => !known.includes(each))];
}
