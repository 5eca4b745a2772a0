import { type RunFold, originOf } from "../analyse/index.ts";
import { groupBy } from "../stats/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldAbout } from "../generate/index.ts";
import type { RequestResult } from "../model/index.ts";
import { isExplored, isStated, signatureWords, suiteOf } from "../model/index.ts";
import { counted, joinedWords, andMore } from "../text/index.ts";
import type { Snapshot } from "./baseline.ts";
import { type Drift, MOST_NAMED } from "./compare-baseline.ts";
import type { Difference, DriftCause, ExampleOf } from "./difference.ts";
import { closedAfter, exampleIn, isServerError, isServerStatus } from "./difference.ts";
import { statusChange } from "./difference.ts";
import { commonFamily, commonForm, commonMethod, commonValue } from "./common-words.ts";
import { type ChangeGroup, withCombinations } from "./combinations.ts";
import { movedBoundaries } from "./moved-boundaries.ts";
import { orderCauses } from "./order-causes.ts";

/** If one change has this many subjects, they are named in one line. */
const MANY_SUBJECTS = 4;

/** By cause: server errors of one origin, a moved boundary, the same change of a field or a suite. The largest comes first. */
export function driftCauses(
  before: Snapshot,
  run: RunFold,
  drifts: readonly Drift[],
): DriftCause[] {
  const exampleOf = exampleIn(run);
  const moved = movedBoundaries(before, run, drifts);
  const isOfMove = new Set(moved.flatMap(({ cases }) => cases));
  const errors = errorCauses(drifts, run, exampleOf).map((cause): DriftCause => {
    // If all of them are beyond one boundary, it says more.
    const whole = moved.find(({ cases }) => cause.cases.every((id) => cases.includes(id)));
    return whole === undefined ? cause : { ...cause, text: whole.text };
  });
  const isError = new Set(errors.flatMap(({ cases }) => cases));
  const boundaries = moved.flatMap((move): DriftCause[] => {
    const cases = move.cases.filter((id) => !isError.has(id));
    return cases.length === 0 ? [] : [{ ...move, cases }];
  });
  const left = drifts.filter(({ name }) => !isError.has(name) && !isOfMove.has(name));
  const orders = orderCauses(left, drifts, run);
  const isOfOrder = new Set(orders.flatMap(({ cases }) => cases));
  const others = left.filter(({ name }) => !isOfOrder.has(name));
  const ends = endCauses(others, run);
  const isOfEnd = new Set(ends.flatMap(({ cases }) => cases));
  const rest = others.filter(({ name }) => !isOfEnd.has(name));
  return [
    ...errors,
    ...boundaries,
    ...orders,
    ...ends,
    ...likeCauses(rest, run, exampleOf),
  ].toSorted(bySize);
}

/** The causes of differences of which it is not known what was before: server errors by origin, then like ones. */
export function breachCauses(
  run: RunFold,
  found: readonly Difference[],
  exampleOf: ExampleOf,
): DriftCause[] {
  const errors = errorCauses(found, run, exampleOf);
  const isError = new Set(errors.flatMap(({ cases }) => cases));
  const others = found.filter(({ name }) => !isError.has(name));
  return [...errors, ...likeCauses(others, run, exampleOf, 1)].toSorted(bySize);
}

const bySize = (a: DriftCause, b: DriftCause): number => b.cases.length - a.cases.length;

export const withCount = ({ text, cases }: DriftCause): string =>
  `${text} (${counted(cases.length, "case")})`;

/** Server errors by their origin, whatever the status: a proxy's 502 and 504 have one cause, and its own 500 another. */
function errorCauses(
  found: readonly Difference[],
  run: RunFold,
  exampleOf: ExampleOf,
): DriftCause[] {
  const errors = found
    .filter((each) => isServerError(each))
    .map((each) => ({ each, origin: originOf(exampleOf(each)?.observation.answers ?? []) }));
  return [...groupBy(errors, ({ origin }) => origin)].map(([origin, same]) => {
    const all = same.map(({ each }) => each);
    const subjects = groupDifferences(run, all, () => "").toSorted(bySubjectSize);
    const text = `${subjectsText(subjects)}: ${errorChange(all)}`;
    const cases = subjects.flatMap((group) => group.cases);
    return { text: origin === "" ? text : `${text} · ${origin}`, cases, origin };
  });
}

/** `201 or 400 became 502`; what was before only if it is known of all. */
function errorChange(all: readonly Difference[]): string {
  const [only = "", ...more] = groupBy(all, changeText).keys();
  if (more.length === 0) return only;
  const words = all.flatMap(({ now }) => now.split(/ \/ |, | then /).flatMap(signatureWords));
  const now = listText([...new Set(words.filter(isServerStatus))].toSorted());
  const befores = all.map(({ before, now }) =>
    before === undefined ? undefined : statusChange(before, now).split(" became ", 1)[0],
  );
  const known = [...new Set(befores)].filter((each) => each !== undefined);
  return befores.includes(undefined) ? now : `${listText(known)} became ${now}`;
}

/** Connections that are now closed after a response, and those that are no longer closed. */
function endCauses(drifts: readonly Drift[], run: RunFold): DriftCause[] {
  const ends = drifts.flatMap((each) => {
    const closed = closedAfter(each.before, each.now);
    const after = closed ?? closedAfter(each.now, each.before);
    return after === undefined
      ? []
      : [{ each, after, is: closed === undefined ? "kept" : "closed" }];
  });
  return [...groupBy(ends, ({ is }) => is)].map(([is, same]) => {
    const all = same.map(({ each }) => each);
    const subjects = groupDifferences(run, all, () => "").toSorted(bySubjectSize);
    const statuses = [...new Set(same.map(({ after }) => after))].toSorted();
    return {
      text: `${subjectsText(subjects)}: connection ${is} after ${listText(statuses)}`,
      cases: subjects.flatMap(({ cases }) => cases),
    };
  });
}

const listText = (words: readonly string[]): string =>
  words.length > MOST_NAMED ? andMore(words, MOST_NAMED) : joinedWords(words, "or");

const bySubjectSize = (a: ChangeGroup, b: ChangeGroup): number => b.cases.length - a.cases.length;

/** The same change of cases about one subject; of different origins if there are some. */
function likeCauses(
  found: readonly Difference[],
  run: RunFold,
  exampleOf: ExampleOf,
  mostSubjects = MANY_SUBJECTS,
): DriftCause[] {
  const originBy = new Map(
    found.map((each) => [each, shortOrigin(exampleOf(each)?.observation.answers)] as const),
  );
  const origins = new Map<string, Set<string>>();
  for (const [each, origin] of originBy) {
    const change = changeText(each);
    origins.set(change, (origins.get(change) ?? new Set()).add(origin));
  }
  const groups = groupDifferences(run, found, (each) => {
    const change = changeText(each);
    const origin = originBy.get(each) ?? "";
    const isSplit = each.change === undefined && (origins.get(change)?.size ?? 0) > 1;
    return isSplit && origin !== "" ? `${change} · ${origin}` : change;
  });
  // Another header or shape of body is one change of the server, whatever is sent.
  const isOfServer = new Set(found.flatMap(({ change }) => change ?? []));
  const manyOf = (change: string): number => (isOfServer.has(change) ? 2 : mostSubjects);
  return [
    ...groupBy(
      joinStated(joinShapes(withCombinations(joinBefores(groups), run))),
      ({ change }) => change,
    ),
  ].flatMap(([change, same]) => {
    const isWhole =
      same.length > 1 &&
      STATUS_CHANGE.test(change) &&
      same.some(({ cases }) => cases.some(isStated));
    if (same.length < manyOf(change) && !isWhole)
      return same.map(({ subject, cases }) => ({ text: `${subject}: ${change}`, cases }));
    const sorted = same.toSorted(bySubjectSize);
    const all = sorted.flatMap(({ cases }) => cases);
    return isWhole
      ? [{ text: `the stated request: ${change}${lengthText(run)}`, cases: all }]
      : [{ text: `${subjectsText(sorted)}: ${change}`, cases: all }];
  });
}

/** Bodies with other keys are usual where a request is refused: only the kind of body and the software count. */
const shortOrigin = (answers: readonly RequestResult[] = []): string =>
  originOf(answers).replace(/^JSON.*\}/u, "JSON");

function groupDifferences(
  run: RunFold,
  found: readonly Difference[],
  changeOf: (each: Difference) => string,
): ChangeGroup[] {
  const all = found.map((each) => [subjectOf(each, run), changeOf(each), each.name] as const);
  const groups = groupBy(all, ([subject, change]) => JSON.stringify([subject, change]));
  return [...groups.values()].flatMap((group) => {
    const [[subject, change] = ["", ""]] = group;
    const cases = group.map(([, , name]) => name);
    const form = commonForm(run, subject, cases);
    const value = form === undefined ? commonValue(run, subject, cases) : undefined;
    const family =
      value === undefined
        ? (form ?? commonMethod(run, cases) ?? commonFamily(run, cases))
        : undefined;
    const more = family === undefined ? "" : ` (${family})`;
    return {
      subject: value === undefined ? `${subject}${more}` : `${subject} ${value}`,
      change,
      cases,
      value,
      about: subject,
    };
  });
}

/** The same value has another response now: what it got before may depend on whether it was sent before. */
function joinBefores(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const nowOf = ({ change }: ChangeGroup): string => change.split(" became ")[1] ?? "";
  const keyOf = (group: ChangeGroup): string =>
    group.value === undefined || nowOf(group) === ""
      ? `${groups.indexOf(group)}`
      : JSON.stringify([group.subject, nowOf(group)]);
  return [...groupBy(groups, keyOf).values()].flatMap((same) => {
    const [largest, ...others] = same.toSorted(bySubjectSize);
    if (largest === undefined || others.length === 0) return same;
    const befores = [largest, ...others].map(({ change }) => change.split(" became ", 1)[0] ?? "");
    const cases = [largest, ...others].flatMap((each) => each.cases);
    return [{ ...largest, change: `${listText(befores)} became ${nowOf(largest)}`, cases }];
  });
}

/** Joins groups whose bodies changed: what some responses of a case show may be a part of what changed for all. */
function joinShapes(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const changes = new Set(groups.map(({ change }) => change).filter((each) => SHAPE.test(each)));
  const wholeOf = (change: string): string =>
    [...changes].find((each) => each !== change && isPartOf(change, each)) ?? change;
  return groups.map((group) =>
    changes.has(group.change) ? { ...group, change: wholeOf(group.change) } : group,
  );
}

/** Joins groups with that of the stated request: a case that had several responses, and now only its one, has the same cause. */
function joinStated(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const stated = groups.find(({ cases }) => cases.some(isStated))?.change ?? "";
  const [, now] = STATUS_CHANGE.exec(stated) ?? [];
  const isSame = ({ change }: ChangeGroup): boolean =>
    change.split(", ").every((part) => part.endsWith(` became ${now}`));
  return groups.map((each) =>
    now !== undefined && isSame(each) ? { ...each, change: stated } : each,
  );
}

const STATUS_CHANGE = /^\S+ became (\S+)$/;

const SHAPE = /^body \$/;
const placesOf = (change: string): string[] => change.match(/\$\S* (?:added|removed)/g) ?? [];

function isPartOf(change: string, whole: string): boolean {
  const [own, all] = [placesOf(change), placesOf(whole)];
  const isShorter = own.length < all.length || change.length > whole.length;
  return own.length > 0 && isShorter && own.every((place) => all.includes(place));
}

/** The axis of an explored place; the field of a case that differs from the stated request only there; its suite. */
function subjectOf({ name }: Difference, run: RunFold): string {
  const sent = run.cases.get(name)?.case;
  const from = interfaceOf(run.header ?? {});
  const suite = suiteOf(name);
  if (isExplored(name)) return name.split("/")[1]?.replace("ends-the-server", suite) ?? suite;
  const [field] = Object.entries(from.suites ?? {}).find(([, own]) => own === suite) ?? [];
  return field ?? (sent && fieldAbout(sent.request, from)) ?? suite;
}

function changeText({ kind, before, now, change }: Difference): string {
  if (change !== undefined) return change;
  if (before === undefined) return now;
  if (kind === "vanished") return "no longer sent";
  if (kind === "new") return "not sent before";
  if (kind === "newly unstable") return `${before} became unstable: ${now}`;
  if (kind === "stable now") return `${before} (alternating) became ${now}`;
  return statusChange(before, now);
}

/** What the calibration found out about new numbers that are too long now. */
function lengthText({ notes }: RunFold): string {
  const note = notes.find((each) => each.code === "shorter-numbers");
  return note?.kept === true
    ? `, ${joinedWords(note.fields, "and")} with at most ${counted(note.digits, "digit")} ${note.accepted}`
    : "";
}

/** Of cases of one suite, the suite: a rule selects by it. */
function subjectsText(groups: readonly ChangeGroup[]): string {
  const suites = new Set(groups.flatMap(({ cases }) => cases.map(suiteOf)));
  const [suite = ""] = suites;
  if (groups.length > 1 && suites.size === 1 && suite !== "explore") return suite;
  return andMore([...new Set(groups.map(({ subject }) => subject))], MOST_NAMED);
}
