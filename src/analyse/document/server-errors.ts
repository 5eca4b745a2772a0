import { interfaceOf } from "../../contract/index.ts";
import {
  isRequestAgainst,
  isRequestAllowed,
  isRequestOpen,
  isValidRequest,
} from "../../generate/index.ts";
import { type CheckFinding, classOf, type Interface, signatureWords } from "../../model/index.ts";
import { groupBy, sum } from "../../stats/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";

/** What a check finds in the run of one operation. */
export type Found = Pick<CheckFinding, "found" | "count" | "case" | "others">;

/** Suites about the body and its values: in others, a server refuses a request for more than the schemas. */
export const OF_VALUES = /^(?:field|malformed-json)/;

/** What a server says to a method, a transfer coding or a version that it does not have (RFC 9110, 15.6). */
export const NOT_SUPPORTED: ReadonlySet<string> = new Set(["501", "505"]);

const isError = (signature: string): boolean =>
  classOf(signature) === "5xx" &&
  signatureWords(signature).some((word) => classOf(word) === "5xx" && !NOT_SUPPORTED.has(word));

const errorCount = (folds: readonly CaseFold[]): number =>
  folds.flatMap(({ signatures }) => signatures.filter(isError)).length;

/** What is known of a request: "open" is one that the schemas allow, and that a server may still be unable to read. */
type Validity = "valid" | "open" | "invalid";

/** Errors of the server, by what is known of the request; one entry, with the first hand-chosen case. */
export function serverErrors(run: RunFold, wanted: Validity): Found[] {
  const from = interfaceOf(run.header ?? {});
  const failed = [...run.cases.values()].filter((each) => each.signatures.some(isError));
  const by = groupBy(failed, (each) => validityOf(each, from));
  const chosen = by.get(wanted) ?? [];
  const large = (by.get("valid") ?? []).filter((each) => each.case.valid !== true);
  const [ofLarge, ofOpen] = [errorCount(large), errorCount(by.get("open") ?? [])];
  const { outcomes } = wanted === "valid" ? run.valid : run.other;
  const errors = Object.entries(outcomes).filter(([signature]) => isError(signature));
  const counted = sum(errors.map(([, each]) => each));
  const rest = counted - ofLarge;
  // Responses to confirmations are in no case: they are of the only kind that there is.
  const open = by.has("invalid") ? ofOpen : ofOpen > 0 ? rest : 0;
  const counts = { valid: counted + ofLarge, open, invalid: rest - open };
  const count = counts[wanted];
  if (count <= 0) return [];
  // A worse example also got other responses.
  const doubtsOf = (fold: CaseFold): number => Number(isAtTimes(fold));
  const [first] = chosen.toSorted((a, b) => doubtsOf(a) - doubtsOf(b) || byDifferences(a, b));
  if (first === undefined) return [{ found: errors[0]?.[0] ?? "5xx", count }];
  const got = first.signatures.find(isError) ?? "5xx";
  const times = isAtTimes(first) ? " at times, other responses at others," : "";
  const found = `${got}${times} for: ${first.case.reason}`;
  return [{ found, count, case: first.case.id, others: chosen.length - 1 || undefined }];
}

export function validityOf(fold: CaseFold, from: Interface): Validity {
  if (fold.case.valid === true || isValidButLarge(fold, from)) return "valid";
  return isAllowed(fold, from) ? "open" : "invalid";
}

/** The stated request, several times. */
const REPEATS =
  /^(?:repetition|explore\/state)\/(?:at-once|burst|in-order|on-one|spaced|same-.+-(?:twice|times|connections|pipelined|unread|250-ms)$)/;

/** Whether the schemas of the document allow a request, whatever else is known of it. */
const isAllowed = ({ case: { id, request } }: CaseFold, from: Interface): boolean =>
  isRequestAllowed(request, from) ||
  isRequestOpen(request, from, MOST_BYTES) ||
  // Each of its requests is valid by itself; the server may have its value already.
  REPEATS.test(id) ||
  (id.startsWith("field-") && !isRequestAgainst(request, from, MOST_BYTES));

/** A size up to which a request is looked at: no document states a bound of a whole message. */
const MOST_BYTES = 2_000_000;

/** Whether a request is valid by all that the document states, and only larger than what every server takes. */
const isValidButLarge = ({ case: { valid, request } }: CaseFold, from: Interface): boolean =>
  valid !== true && isValidRequest(request, from, MOST_BYTES);

/** Whether the same request got something else, too: then it may not be what leads to the error. */
const isAtTimes = ({ signatures }: CaseFold): boolean => !signatures.every(isError);

/** In what a request differs from the stated one. */
export const differencesOf = (reason: string): string[] => reason.split("; ");

/** Those first that differ in one value only. */
export const byDifferences = (a: CaseFold, b: CaseFold): number =>
  differencesOf(a.case.reason).length - differencesOf(b.case.reason).length;
