import { z } from "zod";
import { isUserSubmission, userSubmission, type ClauseId } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { rowsInto } from "../template/index.ts";
import { whole } from "../text/index.ts";
import { Suite, Case, type CaseRequest, type Interface, type Property } from "../model/index.ts";
import { identityUse } from "./identity-use.ts";
import { perInterface } from "./layout.ts";
import type { Requests } from "./requests.ts";
import { isValidRequest } from "./valid-request.ts";
import { oncePer } from "../remember.ts";

/** One case as a suite's author writes it: `defineSuite` adds its id and its clauses. */
export type CaseDefinition = Omit<Case, "id" | "clauses" | "generated"> & {
  /** Unique within the suite; the id becomes `<suite>/<name>`. */
  name: string;
  /** Replaces the clauses of the suite. */
  clauses?: ClauseId[];
};

/** One property as a suite's author writes it; without `clauses`, it probes the clauses of the suite. */
export type PropertyDefinition = Omit<Property, "clauses"> & { clauses?: ClauseId[] };

/** The input of `defineSuite`: `clauses` is what every case and property probes by default. */
export type SuiteDefinition = {
  name: string;
  about: string;
  clauses: ClauseId[];
  cases?: CaseDefinition[];
  properties?: PropertyDefinition[];
};

/** Makes and checks a suite, by default for the built-in interface. @throws WitnessError `suite` that names the path inside the definition. */
export function defineSuite(definition: SuiteDefinition, from: Interface = userSubmission): Suite {
  const parsed = Suite.safeParse(composed(definition));
  if (!parsed.success) throw refused(definition.name, z.prettifyError(parsed.error));
  checkNames(parsed.data, from);
  return parsed.data;
}

const clauseIds = perInterface((from) => new Set<string>(from.clauses.map(({ id }) => id)));

export function ownClauses(from: Interface, ids: readonly ClauseId[]): ClauseId[] {
  const known = clauseIds(from);
  const kept = ids.filter((id) => known.has(id));
  // A document that states the statuses has its own clause for them.
  return kept.length > 0 ? kept : [known.has("response-status") ? "response-status" : "accepts"];
}

/** The same for a suite for any interface: its cases are made when they are first read. */
export type LazyDefinition = Omit<SuiteDefinition, "cases" | "properties"> & {
  cases: () => CaseDefinition[];
  properties?: () => PropertyDefinition[];
};

/** A built-in suite for any interface. Its cases are made when they are first read; tests check them, because that takes longer than making them. */
export function suiteFor(from: Interface, definition: LazyDefinition): Suite {
  const { name, about, cases, properties } = definition;
  const clauses = ownClauses(from, definition.clauses);
  const ofEntry = <T extends { clauses?: ClauseId[] }>(entry: T): T =>
    entry.clauses === undefined ? entry : { ...entry, clauses: ownClauses(from, entry.clauses) };
  const isBuiltIn = isUserSubmission(from);
  const plain = lazySuite(
    { name, about },
    {
      cases: () => {
        const all = isBuiltIn ? cases() : numbered(cases());
        return composed({ name, about, clauses, cases: all.map(ofEntry) }).cases;
      },
      properties: () => {
        const all = (properties?.() ?? []).map((each) => ({
          ...ofEntry(each),
          mayShareIdentity: (request: CaseRequest) => identityUse(request, from) === "may",
        }));
        return composed({ name, about, clauses, properties: all }).properties;
      },
    },
  );
  return withMarks(plain, from, (each) => marked(markShared(each, from), from));
}

/** Has a case say that a server may read the identity of another request in it. */
const markShared = (each: Case, from: Interface): Case =>
  each.sameIdentity === undefined && identityUse(each.request, from) === "may"
    ? { ...each, sameIdentity: "may" }
    : each;

/** Fields with similar names may lead to the same name: the later one gets a number. */
function numbered(cases: readonly CaseDefinition[]): CaseDefinition[] {
  const taken = new Set<string>();
  return cases.map((each) => {
    let { name } = each;
    for (let nth = 2; taken.has(name); nth += 1) name = `${each.name}-${nth}`;
    taken.add(name);
    return { ...each, name };
  });
}

function composed({ name, about, clauses, cases = [], properties = [] }: SuiteDefinition): Suite {
  return {
    name,
    about,
    cases: cases.map(({ name: caseName, ...rest }) => ({
      clauses,
      ...rest,
      id: `${name}/${caseName}`,
    })),
    properties: properties.map((entry) => ({ clauses, ...entry })),
  };
}

function checkNames(suite: Suite, from: Interface): void {
  const seen = new Set<string>();
  for (const [index, { id, clauses: named }] of suite.cases.entries()) {
    if (seen.has(id)) throw refused(suite.name, `cases[${index}].name: ${id} occurs twice`);
    seen.add(id);
    checkClauses(suite.name, `cases[${index}].clauses`, named, from);
  }
  for (const [index, property] of suite.properties.entries())
    checkClauses(suite.name, `properties[${index}].clauses`, property.clauses, from);
}

function checkClauses(suite: string, path: string, named: string[], from: Interface): void {
  const known = from.clauses.map(({ id }) => id);
  const unknown = named.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw refused(suite, `${path}: no clause "${unknown}"; use one of ${known.join(", ")}`);
}

const refused = (suite: string, what: string): WitnessError =>
  new WitnessError("suite", `suite ${JSON.stringify(suite)} does not match its schema: ${what}`);

/** Marks the valid requests, when they are first read. A case that repeats an identity is none: whether its responses may differ is not stated. */
export const withValid = (suite: Suite, from: Interface): Suite =>
  withMarks(suite, from, (each) => marked(each, from));

const withMarks = (suite: Suite, from: Interface, mark: (each: Case) => Case): Suite =>
  markedSuite(
    suite,
    {
      cases: () => suite.cases,
      properties: () =>
        suite.properties.map((each) => ({
          ...each,
          valid: each.valid === true || ((request: CaseRequest) => isValidRequest(request, from)),
        })),
    },
    (each) => inOrder(mark(each)),
  );

function marked(each: Case, from: Interface): Case {
  const isValid = each.sameIdentity !== true && isValidRequest(each.request, from);
  return isValid ? { ...each, valid: true } : each;
}

const MEMBERS = Object.keys(Case.shape) as (keyof Case)[];

/** A case with its members in the order of its schema, as in records and their hashes. */
const inOrder = (each: Case): Case =>
  Object.fromEntries(
    MEMBERS.filter((name) => each[name] !== undefined).map((name) => [name, each[name]]),
  ) as Case;

/** The clauses that requests probe which a server may refuse. */
export const ERRORS: ClauseId[] = [
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

/** A case as a row of a table: what differs from the cases of the others. */
export type CaseRow<Value> = [name: string, reason: string, value: Value];

type Row = [name: string, reason: string, ...values: unknown[]];
type ValuesOf<Of> = Of extends [name: string, reason: string, ...values: infer Values]
  ? Values
  : never;

/** A case for each row; its family, unless `more` has another, stands before its name. */
export const casesOf = <Of extends Row>(
  family: string,
  entries: readonly Of[],
  request: (...values: ValuesOf<Of>) => CaseDefinition["request"],
  more: Partial<CaseDefinition> = {},
): CaseDefinition[] =>
  entries.map(([name, reason, ...values]) => ({
    name: family === "" ? name : `${family}-${name}`,
    reason,
    request: request(...(values as ValuesOf<Of>)),
    ...(family !== "" && { family }),
    ...more,
  }));

/** A case for each value of a header; null leaves it out. */
export const headerCases = (
  on: Requests,
  family: string,
  entries: readonly [name: string, header: string, value: string | null][],
  more: Partial<CaseDefinition> = {},
): CaseDefinition[] =>
  casesOf(
    family,
    entries.map(([name, header, value]) => [name, `${header} is ${shown(value)}`, header, value]),
    on.withHeader,
    more,
  );

const shown = (value: string | null): string => {
  if (value === null) return "absent";
  if (value === "") return "empty";
  return value.length > 80 ? `${value.length} bytes long` : value;
};

type Ladder = [
  name: string,
  reason: string | ((at: number) => string),
  family: string,
  axis: string,
  unit: string,
  rungs: number[],
  request: (at: number) => CaseDefinition["request"],
];

/** Cases of each row by its numbers. In a text of a reason the last N is the number, and # the number with its commas. */
export const ladderRows = (more: Partial<CaseDefinition> = {}) =>
  rowsInto((ladders: Ladder[]) =>
    ladders.flatMap(([name, reason, family, axis, unit, rungs, request]) =>
      rungs.map((at): CaseDefinition => ({
        name: `${name}-${at}`,
        reason:
          typeof reason === "string"
            ? reason.replace(/N(?=[^N]*$)/, String(at)).replace("#", whole(at))
            : reason(at),
        family,
        rung: { axis, at: String(at), ...(unit !== "" && { unit }) },
        request: request(at),
        ...more,
      })),
    ),
  );

/** The cases of a suite as they are written, and what says of one how its identity is read and whether it is valid. */
type Unmarked = { cases: () => readonly Case[]; mark: (each: Case) => Case };

const unmarked = new WeakMap<Suite, Unmarked>();

const unmarkedOf = (suite: Suite): Unmarked =>
  unmarked.get(suite) ?? { cases: () => suite.cases, mark: (each) => each };

function lazySuite(
  { name, about }: Pick<Suite, "name" | "about">,
  { cases, properties }: { cases: () => Case[]; properties: () => Property[] },
): Suite {
  const made: Partial<Suite> = {};
  return {
    name,
    about,
    get cases() {
      return (made.cases ??= cases());
    },
    get properties() {
      return (made.properties ??= properties());
    },
  };
}

/** Cases are marked when they are first read, which takes longer than making them: not all readers need all of them. */
function markedSuite(
  named: Pick<Suite, "name" | "about">,
  { cases, properties }: { cases: () => readonly Case[]; properties: () => Property[] },
  mark: (each: Case) => Case,
): Suite {
  let made: readonly Case[] | undefined;
  const plain = { cases: () => (made ??= cases()), mark: oncePer(mark) };
  const suite = lazySuite(named, { cases: () => plain.cases().map(plain.mark), properties });
  unmarked.set(suite, plain);
  return suite;
}

/** A part of a suite, by what needs no marks. */
export function partOfSuite(
  suite: Suite,
  isWanted: (each: Case) => boolean,
  properties: () => Property[],
): Suite {
  const { cases, mark } = unmarkedOf(suite);
  return markedSuite(suite, { cases: () => cases().filter(isWanted), properties }, mark);
}

/** The wanted cases of a suite, by what needs no marks. */
export const casesWhere = (suite: Suite, isWanted: (each: Case) => boolean): Case[] => {
  const { cases, mark } = unmarkedOf(suite);
  return cases().filter(isWanted).map(mark);
};

/** The cases of a suite without the marks: their names, clauses and requests. */
export const unmarkedCases = (suite: Suite): readonly Case[] => unmarkedOf(suite).cases();
