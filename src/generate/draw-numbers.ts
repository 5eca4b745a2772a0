import { interfaceOf } from "../contract/user-submission.ts";
import { freshId } from "../fresh-numbers.ts";
import type { Interface } from "../model/interface.ts";
import type { CaseRequest } from "../model/request.ts";
import type { RunHeader } from "../model/run.ts";
import { requestFreshCount } from "./fresh-count.ts";
import { identityUse } from "./identity-use.ts";
import { layoutOf } from "./layout.ts";

/** Whose fresh values: the interface, and the first id of the run. */
export type NumbersOf = { interface: Interface; firstId: number };

/** The same of a run. */
export const runNumbers = (header: Pick<RunHeader, "interface" | "firstId">): NumbersOf => ({
  interface: interfaceOf(header),
  firstId: header.firstId,
});

/** The first fresh number of a request, and the next one after its numbers. */
export type DrawnNumbers = { fresh: number; next: number };

/** The first characters differ only between runs. */
const CONSTANT = 2;
const DIGITS = 10;
/** Far more than lie between two identities that pass; a field with few values may have none. */
const MOST_SKIPPED = 20_000;

/**
 * The numbers of a request where the next free one is this. An identity that the request changes by one edit gets one
 * whose edits no other such identity has.
 */
export function drawNumbers(
  request: CaseRequest,
  next: number,
  { interface: from, firstId }: NumbersOf,
): DrawnNumbers {
  const count = Math.max(1, requestFreshCount(request));
  if (identityUse(request, from) !== "near") return { fresh: next, next: next + count };
  const { fresh, identity = "" } = layoutOf(from);
  const text = fresh.get(identity);
  for (let number = next; number < next + MOST_SKIPPED; number += 1)
    if (text === undefined || isApart(text(freshId(firstId, number))))
      return { fresh: number, next: number + count };
  return { fresh: next, next: next + count };
}

/**
 * Whether the digits of an identity are a word of Tenengolts' code (1984): no two of its words become the same text
 * where one character is left out, or inserted, in each. The sum gives the character, the rises its place.
 */
function isApart(identity: string): boolean {
  const digits = Array.from(identity.slice(CONSTANT), (character) => character.charCodeAt(0));
  const sum = digits.reduce((total, digit) => total + digit, 0);
  const places = digits.reduce(
    (total, digit, at) => (at > 0 && digit >= (digits[at - 1] ?? 0) ? total + at : total),
    0,
  );
  return sum % DIGITS === 0 && places % Math.max(1, digits.length) === 0;
}
