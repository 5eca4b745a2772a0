import { interfaceOf } from "../contract/index.ts";
import { familyOf, isValidRequest, reasonText } from "../generate/index.ts";
import type { Case, Remark } from "../model/index.ts";
import { classOf, isInconclusive, isTurnedAway, signatureWords, suiteOf } from "../model/index.ts";
import { isBeyondClock } from "./clock-limits.ts";
import { isExplained } from "./documented/explained.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import { groupDigits, shortNumber, unitAfter, whole } from "../text/index.ts";
import {
  isOfEarlierRun,
  isTaken,
  judgedSignatures,
  repeatedIdResponses,
  stabilityOf,
} from "./stability.ts";
import { groupBy, countEach, inTurns } from "../stats/index.ts";

const MALFORMED = "malformed-json";
const SMALLEST_FAMILY = 5;
/** The usual response must have this share of the family ... */
const USUAL = 0.7;
/** ... and at most this many may share an odd one. */
const ODD = 0.15;

/**
 * Cases whose response differs from the response to nearly all variations of the same thing. Cases that got the
 * response to a valid request come first. Then one case of each family comes before a second one of any. A response that the
 * document states for such a request is left out.
 */
export function outliers(run: RunFold): Remark[] {
  const usualValid = mostCommon([...run.cases.values()].filter((fold) => fold.case.valid === true));
  const odd = [...familiesOf(run)].flatMap((family, index) =>
    oddIn(family, run, usualValid?.signature).map((remark) => ({ remark, family: String(index) })),
  );
  return inTurns(odd, ({ remark, family }) => `${remark.kind} ${family}`)
    .map(({ remark }) => remark)
    .toSorted((a, b) => rank(a) - rank(b));
}

const rank = ({ kind }: Remark): number => (kind === "like-valid" ? 0 : 1);

/** Whether the identity of a case existed already: its response says nothing about the case. */
const isLeft = ({ header }: RunFold, { signatures, case: { request } }: CaseFold): boolean =>
  isTaken(signatures, request, interfaceOf(header ?? {}));

function familiesOf(run: RunFold): Iterable<CaseFold[]> {
  const folds = [...run.cases.values()].filter((fold) => {
    const {
      first,
      case: { rung },
    } = fold;
    const [signature] = first.keys();
    const isOne = rung === undefined && signature !== undefined && first.size === 1;
    if (!isOne || isInconclusive(first.get(signature)) || isLeft(run, fold)) return false;
    return judgedSignatures(fold).length > 0;
  });
  const keyOf = ({ case: sent }: CaseFold): string =>
    `${suiteOf(sent.id)} ${sent.family ?? ""} ${isMalformed(sent, run) ? "" : "legal"}`;
  return groupBy(folds, keyOf).values();
}

/** Some cases of the suite about malformed bodies are valid JSON: their bytes show it, not their family. */
const isMalformed = ({ id, request }: Case, { header }: RunFold): boolean =>
  suiteOf(id) !== MALFORMED ||
  familyOf(request, interfaceOf(header ?? {})).includes("malformed JSON");

function oddIn(family: CaseFold[], run: RunFold, validSignature: string | undefined): Remark[] {
  const usual = mostCommon(family);
  if (usual === undefined || family.length < SMALLEST_FAMILY) return [];
  if (usual.count < USUAL * family.length) return [];
  const counts = countByWords(family);
  return family.flatMap((fold): Remark[] => {
    const [signature] = fold.first.keys();
    if (signature === undefined || wordsOf(signature) === usual.signature) return [];
    // 5xx statuses and missing responses have their own remarks.
    if (["5xx", "noAnswer"].includes(classOf(signature))) return [];
    if (isExplained(run, fold, signature) || isBeyondClock(run, fold.case, signature)) return [];
    const share = (counts.get(wordsOf(signature)) ?? 0) / family.length;
    const alike = signature === validSignature && usual.signature !== validSignature;
    if (!alike && share > ODD) return [];
    const { id } = fold.case;
    // One digit less, or an escape in a key: such a request is as valid as the stated one.
    if (alike && isValidRequest(fold.case.request, interfaceOf(run.header ?? {}))) return [];
    if (alike && PERMITTED.some((form) => form.test(id))) return [];
    const others = `${whole(usual.count)} of ${whole(family.length)} similar cases: ${usual.signature}`;
    const kind = alike && classOf(signature) === "2xx" ? "like-valid" : "odd-one-out";
    return [{ kind, case: id, signature, text: `${reasonText(fold.case)} (${others})`, count: 1 }];
  });
}

/** Cases that a standard permits, among similar ones that it forbids. It is no surprise if a server accepts them. */
const PERMITTED: readonly RegExp[] = [
  // A decimal number with white space around it: RFC 9110, 8.6 and 5.5.
  /^framing\/length-(?:leading-zeros?(?:-\d+)?|(?:leading|trailing)-(?:space|tab))$/,
  // In any case, with white space, in a list with an empty element: RFC 9112, 7 and RFC 9110, 5.5 and 5.6.1.2.
  /^framing\/te-(?:capital|upper|comma-before|comma-after|trailing-space|(?:leading|trailing)-tab)$/,
  // White space before a semicolon or an equals sign: RFC 9112, 7.1.1.
  /^framing\/chunk-size-extension-(?:space|equals)$/,
  // A token: RFC 9110, 5.6.2.
  /^headers\/name-(?:token-marks|underscore)$/,
  // The same major version: RFC 9110, 2.5.
  /^versions\/number-1\.\d$/,
  // Digits after the point: RFC 3339, 5.6.
  /\/frac-leading-zero$/,
];

/** A signature without the counts of each response: a longer ladder or sequence gets more of the same. */
export const wordsOf = (signature: string): string => {
  const words = signatureWords(signature);
  return words.filter((word, at) => word !== words[at - 1]).join(", ");
};

const countByWords = (folds: CaseFold[]): Map<string, number> =>
  countEach(folds.flatMap(({ first }) => [...first.keys()].map(wordsOf)));

function mostCommon(folds: CaseFold[]): { signature: string; count: number } | undefined {
  const [top] = [...countByWords(folds)].toSorted((a, b) => b[1] - a[1]);
  return top === undefined ? undefined : { signature: top[0], count: top[1] };
}

export type Step = { axis: string; unit: string | undefined; below: Place; above: Place };

/** `isTaken`: an earlier request had the same identity, which was accepted then. */
type Place = { at: string; signature: string; case: string; isTaken?: boolean };

/**
 * Every place on every ladder where neighbours got different responses, in ladder order, except where the document states
 * both. Cases that change on repeat count with their first response. A case that met a rate limit is skipped: the response was not to the request.
 * A value that is taken was accepted.
 */
export function findSteps(run: RunFold): Step[] {
  const axes = new Map<string, { unit: string | undefined; places: Place[] }>();
  const isKnown = (id: string, signature: string): boolean => {
    const fold = run.cases.get(id);
    return fold !== undefined && isExplained(run, fold, signature);
  };
  const repeated = repeatedIdResponses(run);
  for (const fold of run.cases.values()) {
    const { case: each } = fold;
    const [signature] = judgedSignatures(fold);
    if (each.rung === undefined || signature === undefined) continue;
    if (stabilityOf(fold, repeated) === "unstable") continue;
    if (isTurnedAway(fold.first.get(signature))) continue;
    const axis = axes.get(each.rung.axis) ?? { unit: each.rung.unit, places: [] };
    const isTaken = isOfEarlierRun(fold, signature, repeated);
    axis.places.push({ at: each.rung.at, signature, case: each.id, isTaken });
    axes.set(each.rung.axis, axis);
  }
  return [...axes]
    .flatMap(([axis, { unit, places }]) => flips(axis, unit, places))
    .filter(({ below, above }) => ![below, above].every((at) => isKnown(at.case, at.signature)));
}

function flips(axis: string, unit: string | undefined, places: Place[]): Step[] {
  const sorted = places.toSorted((a, b) => compareDecimal(a.at, b.at));
  return sorted.slice(1).flatMap((above, index): Step[] => {
    const below = sorted[index];
    if (below === undefined || below.signature === above.signature) return [];
    if ([below, above].every((at) => at.isTaken || classOf(at.signature) === "2xx")) return [];
    return [{ axis, unit, below, above }];
  });
}

/** Exact order of decimal texts; integers may have any length. */
export function compareDecimal(a: string, b: string): number {
  if (/\./.test(a + b)) return Number(a) - Number(b);
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A place with its unit. A count has separators; a value such as an id has neither a unit nor separators. */
export function rungText(at: string, unit: string | undefined): string {
  const shown = unit !== undefined && /^\d{1,22}$/.test(at) ? groupDigits(at) : shortNumber(at);
  return shown + unitAfter(at, unit);
}

/** A step in one line: "fraction digits of date: 201 at 9, 400 at 10". A unit that the axis begins with is not repeated. */
export function stepText({ axis, unit, below, above }: Step): string {
  const isNamed = unit !== undefined && axis.startsWith(`${unit} of `);
  const of = (at: string): string => rungText(at, isNamed ? "" : unit).trimEnd();
  return `${axis}: ${below.signature} at ${of(below.at)}, ${above.signature} at ${of(above.at)}`;
}
