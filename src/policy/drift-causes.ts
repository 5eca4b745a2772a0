import { type RunFold, originOf } from "../analyse/index.ts";
import { groupBy } from "../stats/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldAbout, fieldsApart, sentBytes } from "../generate/index.ts";
import { type RequestResult, isExplored, signatureWords, suiteOf } from "../model/index.ts";
import { counted, joinedWords, andMore } from "../text/index.ts";
import type { Snapshot } from "./baseline.ts";
import { type Drift, MOST_NAMED } from "./compare-baseline.ts";
import type { Difference, DriftCause, ExampleOf } from "./difference.ts";
import {
  closedAfter,
  exampleIn,
  isServerError,
  isServerStatus,
  statusChange,
} from "./difference.ts";
import { familyWords } from "./family-words.ts";
import { movedBoundaries } from "./moved-boundaries.ts";
import { orderCauses } from "./order-causes.ts";

/** `value`: the subject is one value of a field. */
type Group = { subject: string; change: string; cases: string[]; value?: string | undefined };

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

/** Connections that are closed now after a response, and those that are not any more, whatever was to follow. */
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

const bySubjectSize = (a: Group, b: Group): number => b.cases.length - a.cases.length;

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
  return joinGroups(joinBefores(groups), (change) => (isOfServer.has(change) ? 2 : mostSubjects));
}

/** Bodies with other keys are usual where a request is refused: only the kind of body and the software count. */
const shortOrigin = (answers: readonly RequestResult[] = []): string =>
  originOf(answers).replace(/^JSON.*\}/u, "JSON");

function groupDifferences(
  run: RunFold,
  found: readonly Difference[],
  changeOf: (each: Difference) => string,
): Group[] {
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
    };
  });
}

/** The same value has another response now: what it got before may depend on whether it was sent before. */
function joinBefores(groups: readonly Group[]): Group[] {
  const nowOf = ({ change }: Group): string => change.split(" became ")[1] ?? "";
  const keyOf = (group: Group): string =>
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

const LONGEST_VALUE = 40;
const MOST_VALUES = 2;
const LEAST_BEGINNING = 8;

/** Ways to write a value that a server accepts or refuses as a whole. */
const FORMS: [words: string, form: RegExp][] = [
  ["with an offset", /\dT.*[+-]\d\d(:?\d\d){0,2}"$/i],
  ["without Z or an offset", /^"\d{4}-.*T[\d:.,]+"$/],
  ["a number in a string", /^"-?\d+(\.\d+)?"$/],
];
const LEAST_OF_FORM = 3;

/** What the values of a field have in common in at least three cases: `with an offset`. */
function commonForm(
  { cases, header }: RunFold,
  field: string,
  ids: readonly string[],
): string | undefined {
  if (ids.length < LEAST_OF_FORM) return undefined;
  const from = interfaceOf(header ?? {});
  const values = new Set<string>();
  let forms = FORMS;
  for (const id of ids) {
    const request = cases.get(id)?.case.request;
    const text = (request && fieldsApart(request, from)?.get(field)) ?? "";
    const value = text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
    forms = forms.filter(([, form]) => form.test(value));
    if (forms.length === 0) return undefined;
    values.add(value);
  }
  return values.size > MOST_VALUES ? forms[0]?.[0] : undefined;
}

/** The field's value in all of these cases, its few values, or what they begin with: `0`; `"1970-01-01T00…"`. */
function commonValue(
  { cases, header }: RunFold,
  field: string,
  ids: readonly string[],
): string | undefined {
  const values = new Set<string>();
  for (const id of ids) {
    const request = cases.get(id)?.case.request;
    const text = request && fieldsApart(request, interfaceOf(header ?? {}))?.get(field);
    // A value that is made from a fresh one is not in the template.
    const literal = text && JSON.stringify(text.replaceAll(/^"|"$/g, "")).slice(1, -1);
    if (!text || !literal || !JSON.stringify(request).includes(literal)) return undefined;
    if (text.length > LONGEST_VALUE || /^[[{]/.test(text)) return undefined;
    const number = /^-?\d/.test(text) ? Number(text) + 0 : undefined;
    values.add(Number.isSafeInteger(number) ? String(number) : text);
  }
  if (values.size <= MOST_VALUES) return [...values].toSorted().join(" and ") || undefined;
  const [first = "", ...others] = values;
  let begin = first;
  while (others.some((each) => !each.startsWith(begin))) begin = begin.slice(0, -1);
  return begin.length >= LEAST_BEGINNING ? `${begin}…"` : undefined;
}

/** The method of all of these cases, if it is not the stated one. */
function commonMethod({ cases, header }: RunFold, ids: readonly string[]): string | undefined {
  const from = interfaceOf(header ?? {});
  const methodOf = (id: string): string | undefined => {
    const request = cases.get(id)?.case.request;
    const [bytes] = request === undefined ? [] : sentBytes(request, from).connections;
    return /^[A-Z]+(?= )/.exec(bytes?.subarray(0, LONGEST_VALUE).toString("latin1") ?? "")?.[0];
  };
  const [first = "", ...others] = ids;
  const method = methodOf(first);
  if (method === undefined || method === from.method) return undefined;
  return others.every((id) => methodOf(id) === method) ? method : undefined;
}

/** What several cases have in common, in the words of their suite: `key spelling`. */
function commonFamily({ cases }: RunFold, [first = "", ...others]: string[]): string | undefined {
  const family = cases.get(first)?.case.family;
  const isCommon = others.every((id) => cases.get(id)?.case.family === family);
  return isCommon && others.length > 0 && family !== undefined ? familyWords(family) : undefined;
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

/** Groups of the same change as one if so many suites and fields have it. */
function joinGroups(groups: readonly Group[], manyOf: (change: string) => number): DriftCause[] {
  return [...groupBy(groups, ({ change }) => change)].flatMap(([change, same]) => {
    if (same.length < manyOf(change))
      return same.map(({ subject, cases }) => ({ text: `${subject}: ${change}`, cases }));
    const sorted = same.toSorted(bySubjectSize);
    const text = `${subjectsText(sorted)}: ${change}`;
    return [{ text, cases: sorted.flatMap(({ cases }) => cases) }];
  });
}

/** Of cases of one suite, the suite: a rule selects by it. */
function subjectsText(groups: readonly Group[]): string {
  const suites = new Set(groups.flatMap(({ cases }) => cases.map(suiteOf)));
  const [suite = ""] = suites;
  if (groups.length > 1 && suites.size === 1 && suite !== "explore") return suite;
  return andMore(
    groups.map(({ subject }) => subject),
    MOST_NAMED,
  );
}
