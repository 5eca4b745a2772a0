import fc from "fast-check";
import type { Case, CaseRequest, Property, Interface, RunHeader } from "../model/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { freshId } from "../fresh-numbers.ts";
import { requestFreshCount, identityUse } from "./identity-use.ts";
import { layoutOf, perInterface } from "./layout.ts";

/** Values are drawn this many at a time, so that a long run does not keep all in memory. */
export const DRAWN_AT_ONCE = 1000;

/** Draws `runs` cases from a multiple of `DRAWN_AT_ONCE` on. The same seed gives the same cases on every platform. */
export function* drawCases(
  suite: string,
  property: Property,
  seed: number,
  runs: number,
  from = 0,
): Generator<Case> {
  const own = seed ^ hash(`${suite}/${property.name}`);
  for (let done = from; done < runs; done += DRAWN_AT_ONCE) {
    const batchSeed = (own + done / DRAWN_AT_ONCE) | 0;
    const numRuns = Math.min(DRAWN_AT_ONCE, runs - done);
    const requests = fc.sample(property.arbitrary, { seed: batchSeed, numRuns });
    for (const [index, request] of requests.entries())
      yield {
        id: `${suite}/${property.name}#${done + index}`,
        reason: property.reason,
        clauses: property.clauses,
        request,
        valid: property.valid === true || property.valid?.(request) === true ? true : undefined,
        ...(property.mayShareIdentity?.(request) === true && { sameIdentity: "may" as const }),
        generated: { property: `${suite}/${property.name}`, seed: batchSeed, path: String(index) },
      };
  }
}

/** FNV-1a, 32 bits: properties of one run draw from different streams, the same in every version (`decisions/0017`). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}

/** Whose fresh values: the interface, and the first id of the run. */
export type NumbersOf = { interface: Interface; firstId: number };

export const runNumbers = (header: Pick<RunHeader, "interface" | "firstId">): NumbersOf => ({
  interface: interfaceOf(header),
  firstId: header.firstId,
});

export type DrawnNumbers = { fresh: number; next: number };

/** The first characters that differ at all differ only between runs. */
const CONSTANT = 2;
/** More than there are digits, or than lie between the first digit and the last letter. */
const [DIGITS, CHARACTERS] = [10, 75];
/** Far more than lie between two identities that pass; a field with few values may have none. */
const MOST_SKIPPED = 20_000;

/** The numbers of a request. An identity that is changed by one edit gets one whose edits no other such one has. */
export function drawNumbers(
  request: CaseRequest,
  next: number,
  { interface: from, firstId }: NumbersOf,
): DrawnNumbers {
  const count = Math.max(1, requestFreshCount(request));
  if (identityUse(request, from) !== "near") return { fresh: next, next: next + count };
  const written = variableText(from);
  for (let number = next; number < next + MOST_SKIPPED; number += 1)
    if (isApart(written(freshId(firstId, number)))) return { fresh: number, next: number + count };
  return { fresh: next, next: next + count };
}

const variableText = perInterface((from) => {
  const { fresh, identity = "" } = layoutOf(from);
  const text = fresh.get(identity) ?? String;
  const [one, ...others] = UNALIKE.map(text);
  const differs = Array.from(one ?? "", (character, at) =>
    others.some((other) => other[at] !== character),
  );
  const [start, end] = [differs.indexOf(true) + CONSTANT, differs.lastIndexOf(true) + 1];
  return (unique: number): string => text(unique).slice(start, end);
});

const UNALIKE = [123_456_789, 234_567_891, 345_678_912];

/** A word of Tenengolts' code (1984): no two become equal by one deletion or insertion in each. */
function isApart(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const sum = codes.reduce((total, code) => total + code, 0);
  const places = codes.reduce(
    (total, code, at) => (at > 0 && code >= (codes[at - 1] ?? 0) ? total + at : total),
    0,
  );
  const different = /^\d*$/.test(text) ? DIGITS : CHARACTERS;
  return sum % different === 0 && places % Math.max(1, codes.length) === 0;
}
