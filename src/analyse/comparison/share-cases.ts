import { WitnessError } from "../../errors.ts";
import type { Behaviour, CaseRequest, RunHeader } from "../../model/index.ts";
import { classOf, isExplored } from "../../model/index.ts";
import { clockText, dayText, fullDateText } from "../../text/index.ts";
import type { RunFold } from "../run-fold.ts";
import { interfaceOf } from "../../contract/index.ts";
import {
  furtherSignatures,
  hasSeveralServers,
  isTaken,
  repeatedIdResponses,
  stabilityOf,
  unrepeatedSignatures,
  unsettledAgain,
  type Stability,
  varies,
} from "../stability.ts";
import { countEach, groupBy } from "../../stats/index.ts";
import { requestSize } from "../../generate/index.ts";
import { requestKey } from "../generated-fold.ts";
import { isNotJson } from "../leniencies.ts";
import type { Differing, DifferenceState } from "./confirm-differences.ts";
import { isCommon, judgeDifferences, allOutcomes, shownSignatures } from "./confirm-differences.ts";
import { aboutRequest, type NamedCase } from "./name-group.ts";
import { haveOwnValues, isAboutStore, namesAll, resourceValuesOf } from "./own-values.ts";

/** A folded run to compare, and its folder, relative to that of the comparison; `path` is as a user types it. */
export type ComparedRun = { fold: RunFold; run: string; path?: string };

export type NamedRun = ComparedRun & { name: string; header: RunHeader };

function headerOf({ fold, run }: ComparedRun): RunHeader {
  if (fold.header === undefined)
    throw new WitnessError("run-folder", `the run at ${run} has no header: it cannot be compared`);
  return fold.header;
}

/**
 * Names each run after its target. If several have the same name, the day or more is added: `go (20
 * Nov)`, `go (20 Nov 2026)`, `go (20 Nov 2026 14:05)`, `go (2)`.
 */
export function nameRuns(runs: readonly ComparedRun[]): NamedRun[] {
  const named = runs.map((each) => ({ ...each, header: headerOf(each) }));
  return named.map((each) => {
    const { name } = each.header.target;
    const alike = named.filter(({ header }) => header.target.name === name);
    return { ...each, name: alike.length > 1 ? distinctText(alike, alike.indexOf(each)) : name };
  });
}

function distinctText(alike: { header: RunHeader }[], nth: number): string {
  const name = alike[nth]?.header.target.name ?? "";
  for (const write of [dayText, fullDateText, timeText]) {
    const texts = alike.map(({ header }) => write(header.startedAt));
    if (new Set(texts).size === texts.length) return `${name} (${texts[nth]})`;
  }
  return `${name} (${nth + 1})`;
}

const timeText = (iso: string): string => `${fullDateText(iso)} ${clockText(iso)}`;

type RunCase = {
  id: string;
  reason: string;
  valid: boolean;
  /** Made by a property, not hand-chosen. */
  generated: boolean;
  seed: number | undefined;
  /** The canonical text of a generated case. */
  request: CaseRequest | string;
  /** The distance of the request from the simplest one, without a unit. */
  size: () => number;
  about: NamedCase["about"];
  malformed: () => boolean;
  /** One for each sending, in order; none if each was about a repeated value of a unique field. */
  signatures: string[];
  stability: Stability;
  /** Those of the sendings that confirm a difference between targets, as recorded until now. */
  again: () => string[];
  /** Whether its path names something else than the resource that was found on the target; absent if none was looked for. */
  isElsewhere?: () => boolean;
  /** Whether another of several servers may have responded otherwise. */
  isByChance?: boolean;
};

function isSameRequest(one: RunCase, other: RunCase): boolean {
  if (one.seed !== other.seed) return false;
  const [a, b] = [one.request, other.request];
  if (a === b || typeof a === "string" || typeof b === "string") return a === b;
  return requestKey(a) === requestKey(b);
}

/** The cases of each run. Where the values are each run's own, a case is the same request if it has the same id and seed. */
export function casesOfRuns(folds: readonly RunFold[]): Map<string, RunCase>[] {
  const isOwn = haveOwnValues(folds);
  return folds.map((fold) => {
    const cases = new Map(
      [...chosenCases(fold), ...generatedCases(fold)].map((each) => [each.id, each]),
    );
    const from = interfaceOf(fold.header ?? {});
    const resources = resourceValuesOf(from);
    for (const each of cases.values()) {
      const { request } = each;
      if (resources.length > 0) each.isElsewhere = () => !namesAll(request, resources);
      if (isOwn) each.request = each.id;
    }
    if (hasSeveralServers(fold)) markByChance([...cases.values()]);
    return cases;
  });
}

/** The servers take turns where so large a part of the cases with one response get another one when they are sent again. */
const TAKES_TURNS = 0.125;

/**
 * Several servers that respond differently may give a case the same response twice, by chance. So a response that varies in many
 * other cases tells nothing about a case that got only this one.
 */
function markByChance(cases: readonly RunCase[]): void {
  for (const alike of groupBy(cases, ({ signatures }) => signatures[0]).values()) {
    const again = alike.filter(({ signatures }) => signatures.length > 1);
    const changed = again.filter(({ stability }) => varies(stability)).length;
    if (changed === 0 || changed < TAKES_TURNS * again.length) continue;
    for (const each of alike) each.isByChance = !varies(each.stability);
  }
}

function chosenCases(fold: RunFold): RunCase[] {
  const from = interfaceOf(fold.header ?? {});
  const repeated = repeatedIdResponses(fold);
  return [...fold.cases.values()].flatMap((each): RunCase[] => {
    const { id, reason, valid, request, rung } = each.case;
    if (isExplored(id) || each.signatures.length === 0) return [];
    return [
      {
        id,
        reason,
        valid: valid === true,
        generated: false,
        seed: undefined,
        request,
        size: () => requestSize(request, from),
        about: () => ({ ...aboutRequest(request, from), rung }),
        malformed: () => isNotJson({ id, request }, from),
        signatures: isTaken(each.signatures, request, from) ? [] : unrepeatedSignatures(each),
        stability: stabilityOf(each, repeated),
        again: () => furtherSignatures(each, repeated),
      },
    ];
  });
}

function generatedCases(fold: RunFold): RunCase[] {
  const { header, generated } = fold;
  if (generated === undefined) return [];
  const repeated = repeatedIdResponses(fold);
  const from = interfaceOf(header ?? {});
  const seen = countEach([...generated.cases.values()].map(({ request }) => request));
  return [...generated.cases].map(([id, each]): RunCase => {
    // Of two requests with one value at the same time, a server may take one and fail at the other.
    const collides = each.mayCollide && (seen.get(each.request) ?? 0) > 1;
    const isRepeated =
      each.isRepeated ||
      (collides && each.signatures.some((word) => classOf(word) === "5xx")) ||
      (each.signatures[0] === "409" && isTaken(each.signatures, JSON.parse(each.request), from));
    const alike = new Set(each.signatures).size === 1;
    return {
      id,
      reason: generated.reasons.get(each.property) ?? each.property,
      valid: each.valid,
      generated: true,
      seed: each.seed,
      request: each.request,
      size: () => requestSize(JSON.parse(each.request), from),
      about: () => aboutRequest(JSON.parse(each.request), from),
      malformed: () => isNotJson({ id, request: JSON.parse(each.request) }, from),
      signatures: isRepeated ? [] : each.signatures,
      stability: each.signatures.length === 1 ? "once" : alike ? "stable" : "unstable",
      again: () => {
        const { again = [], signatures } = each;
        if (again.length === 0) return again;
        const request = JSON.parse(each.request) as CaseRequest;
        return unsettledAgain({ request }, { first: signatures[0] ?? "", again }, repeated);
      },
    };
  });
}

/** A case that every run sent with the same request, and to which each target always responded the same. */
export type SharedCase = Pick<
  RunCase,
  "id" | "reason" | "valid" | "generated" | "size" | "about" | "malformed"
> & { signatures: string[]; once: boolean };

type Origins = { chosen: number; generated: number };

export type Shared = {
  compared: SharedCase[];
  unstable: Behaviour["unstable"];
  /** Responded to differently when the suites were sent; those that vary are among `unstable` and not among `compared`. */
  differing: Differing[];
  /** What became of them when they were sent again; empty if none was. */
  states: Map<string, DifferenceState>;
  /** Compared, but some target got them only once. */
  once: number;
  /** Cases missing in some run, and for each run how many of the others' cases it does not have. */
  missing: Origins;
  lacking: Origins[];
  otherRequest: Origins;
  /** Cases that name a resource which only one target may have. */
  ofStore: number;
  /** For each run, how many cases it was only asked with repeated values of unique fields. */
  repeated: number[];
  /** For each run, how many cases got a response that several servers give by chance. */
  byChance: number[];
};

export const findDiffering = (runs: readonly RunFold[]): Differing[] =>
  shareCases(casesOfRuns(runs)).differing;

export function shareCases(runs: readonly ReadonlyMap<string, RunCase>[]): Shared {
  const shared: Shared = {
    compared: [],
    unstable: [],
    differing: [],
    states: new Map(),
    once: 0,
    missing: { chosen: 0, generated: 0 },
    lacking: runs.map(() => ({ chosen: 0, generated: 0 })),
    otherRequest: { chosen: 0, generated: 0 },
    ofStore: 0,
    repeated: runs.map(() => 0),
    byChance: runs.map(() => 0),
  };
  for (const id of new Set(runs.flatMap((cases) => [...cases.keys()])))
    share(
      shared,
      runs.map((cases) => cases.get(id)),
    );
  const { differing } = shared;
  if (differing.some(({ again }) => again().some(({ length }) => length > 0))) {
    shared.states = judgeDifferences(differing, runs.length).states;
  }
  return shared;
}

/** Whether targets may differ only because one of them has another resource that the request names. */
const isOfStore = ({ isElsewhere, generated }: RunCase, differing: Differing | undefined) =>
  differing !== undefined &&
  isElsewhere?.() === true &&
  isAboutStore(differing.signatures, generated);

/** Whether what some target responded to a case tells nothing; counts it for each of them. */
function isLeftOut(
  each: readonly RunCase[],
  counts: number[],
  isVoid: (one: RunCase) => boolean,
): boolean {
  for (const [at, one] of each.entries()) if (isVoid(one)) counts[at] = (counts[at] ?? 0) + 1;
  return each.some(isVoid);
}

function share(shared: Shared, found: (RunCase | undefined)[]): void {
  const each = found.filter((one) => one !== undefined);
  const [first, ...others] = each;
  if (first === undefined) return;
  const { id, generated } = first;
  const origin = generated ? "generated" : "chosen";
  if (each.length < found.length) {
    shared.missing[origin] += 1;
    for (const [at, one] of found.entries())
      if (one === undefined) (shared.lacking[at] as Origins)[origin] += 1;
    return;
  }
  if (!others.every((other) => isSameRequest(first, other))) {
    shared.otherRequest[origin] += 1;
    return;
  }
  if (isLeftOut(each, shared.repeated, ({ signatures }) => signatures.length === 0)) return;
  if (each.some(({ stability }) => varies(stability))) {
    const signatures = each.map((one) => [...new Set(signaturesOf(one))]);
    shared.unstable.push({ case: id, signatures });
    return;
  }
  if (isLeftOut(each, shared.byChance, ({ isByChance }) => isByChance === true)) return;
  const differing = differingOf(id, each);
  if (isOfStore(first, differing)) {
    shared.ofStore += 1;
    return;
  }
  if (differing !== undefined) shared.differing.push(differing);
  if (differing !== undefined && isCommon(allOutcomes(differing))) {
    const outcomes = allOutcomes(differing).map((words) => [...words]);
    shared.unstable.push({ case: id, signatures: outcomes });
    return;
  }
  const once = each.some(({ stability }) => stability === "once");
  if (once) shared.once += 1;
  const signatures = differing === undefined ? firstOf(each) : shownSignatures(differing);
  shared.compared.push({ ...first, signatures, once });
}

const firstOf = (each: readonly RunCase[]): string[] =>
  each.map(({ signatures }) => signatures[0] ?? "");

function differingOf(id: string, each: RunCase[]): Differing | undefined {
  const signatures = firstOf(each);
  if (signatures.every((signature) => signature === signatures[0])) return undefined;
  const seen = each.map(signaturesOf);
  return { id, signatures, seen, again: () => each.map(({ again }) => again()) };
}

/** How a target responded; a change on repeat is not a difference in itself. */
const signaturesOf = ({ stability, signatures }: RunCase): string[] =>
  varies(stability) ? signatures : signatures.slice(0, 1);
