import { givenNames, statedFor, type DocumentedClauseId } from "../../contract/index.ts";
import type { Case, CheckName, Example, Interface } from "../../model/index.ts";
import { isStated } from "../../model/index.ts";
import { whole } from "../../text/index.ts";
import { serverReason } from "../response-message.ts";
import type { Checked, ResponseCheck } from "./response-check.ts";
import { isOfOperation, responseCheck } from "./response-check.ts";

type DocumentedBreach = {
  check: CheckName;
  clause: DocumentedClauseId;
  expected: string;
  observed: string;
  count: number;
  first: Example;
};

export type DocumentedFold = {
  from: Interface;
  check: ResponseCheck;
  checked: number;
  /** Responses that the record does not contain completely enough. */
  unknown: { count: number; why: string } | undefined;
  /** Breaches by kind, in the order of their first appearance. */
  breaches: Map<string, DocumentedBreach>;
  /** All responses with a breach, including those beyond the limit. */
  broken: number;
  /** Responses to valid requests with a documented status below 400. */
  succeeded: number;
  /** The other statuses that valid requests got, with the first case and the server's reason. */
  refusals: Map<number, { count: number; case: string; said: string | undefined }>;
  /** Responses that the document says nothing about: to requests of another kind, and to invalid ones. */
  unstated: { elsewhere: number; invalid: number };
  /** What the stated request got when it was sent again, and no value explains it: valid requests with this status may be repetitions. */
  refusedAgain?: string;
};

/** How many different breaches are kept: a server can cause any number. */
const MOST_BREACHES = 40;

/** Starts with the interface of a run; undefined if no response is stated. */
export function emptyDocumented(from: Interface): DocumentedFold | undefined {
  const check = responseCheck(from);
  if (check === undefined) return undefined;
  return {
    from,
    check,
    checked: 0,
    unknown: undefined,
    breaches: new Map(),
    broken: 0,
    succeeded: 0,
    refusals: new Map(),
    unstated: { elsewhere: 0, invalid: 0 },
  };
}

/** Checks the responses to one sending against the document. A request without the required headers is not valid, so its status is not judged. */
export function checkedIn(
  { from, check, refusedAgain }: DocumentedFold,
  { case: sent, observation }: Example,
): Checked[] {
  if (sent.valid !== true && !isOfOperation(sent, from)) return [];
  const isValid = isKnownValid(sent, from) && !lacksCredentials(from);
  return observation.answers
    .flatMap((result) =>
      result.outcome === "answered"
        ? check(result.response, isValid && String(result.status) !== refusedAgain)
        : [],
    )
    .filter(({ state }) => state !== "not-stated");
}

/** The same, once it is known that a repeated request is refused: what was judged before may have been one. */
export function forRepetitions(fold: DocumentedFold, refusedAgain: string): DocumentedFold {
  const { succeeded } = fold;
  return { ...(emptyDocumented(fold.from) ?? fold), succeeded, refusedAgain };
}

export const isKnownValid = (
  { id, valid }: Pick<Case, "id" | "valid">,
  { loose }: Interface,
): boolean => valid === true && (loose === undefined || (loose === true && isStated(id)));

export function foldDocumented(fold: DocumentedFold, example: Example): void {
  if (example.case.valid === true) foldSuccess(fold, example);
  const all = checkedIn(fold, example);
  const { case: sent, observation } = example;
  const answered = observation.answers.filter(({ outcome }) => outcome === "answered").length;
  const isElsewhere = sent.valid !== true && !isOfOperation(sent, fold.from);
  fold.unstated[isElsewhere ? "elsewhere" : "invalid"] += answered - all.length;
  for (const checked of all) {
    fold.checked += 1;
    if (checked.state === "unknown")
      fold.unknown = { count: (fold.unknown?.count ?? 0) + 1, why: checked.why };
    if (checked.state !== "breach") continue;
    fold.broken += 1;
    for (const each of [checked, ...(checked.also ?? [])]) add(fold, each, example);
  }
}

function foldSuccess(fold: DocumentedFold, { case: { id }, observation }: Example): void {
  for (const result of observation.answers) {
    if (result.outcome !== "answered") continue;
    const { status } = result;
    if (isSuccess(status, fold.from)) fold.succeeded += 1;
    else {
      const known = fold.refusals.get(status);
      if (known !== undefined) known.count += 1;
      else if (fold.refusals.size < MOST_BREACHES)
        fold.refusals.set(status, { count: 1, case: id, said: serverReason(result.response) });
    }
  }
}

/** A valid request that is not among the cases got this. */
export function foldLogin(fold: DocumentedFold, status: number): void {
  if (isSuccess(status, fold.from)) fold.succeeded += 1;
}

const isSuccess = (status: number, { responses = [] }: Interface): boolean =>
  status < 400 && statedFor(responses, String(status)) !== undefined;

/**
 * That no valid request got a success which the document states, with the statuses and the server's reason; undefined if one did, or
 * if none was answered.
 */
export function noSuccess({ succeeded, refusals, from }: DocumentedFold): string | undefined {
  const { responses = [] } = from;
  const canSucceed = responses.some(({ status }) => /^(?:[123]|default)/.test(status));
  if (succeeded > 0 || refusals.size === 0) return undefined;
  const most = [...refusals].toSorted(([, { count: a }], [, { count: b }]) => b - a);
  const counts = most.map(([status, { count }]) => `${status} ×${whole(count)}`);
  const first = most.find(([, { said }]) => said !== undefined);
  const reason = first === undefined ? "" : `; ${first[0]} of ${first[1].case}: "${first[1].said}"`;
  const none = canSucceed
    ? "no valid request got a success that the document states"
    : "no valid request got a success, and the document states none";
  return `${none}: ${counts.join(", ")}${reason}`;
}

function add(
  fold: DocumentedFold,
  { check, clause, expected, observed }: Omit<DocumentedBreach, "count" | "first">,
  first: Example,
): void {
  // Which element of a list is another one in each response.
  const key = `${clause} ${observed.replaceAll(/\[\d+\]/g, "[]")}`;
  const known = fold.breaches.get(key);
  if (known !== undefined) known.count += 1;
  else if (fold.breaches.size < MOST_BREACHES)
    fold.breaches.set(key, { check, clause, expected, observed, count: 1, first });
}

/**
 * Whether required headers are missing in the sent ones. A header parameter counts if the document gives
 * its value: a made-up value is not a credential.
 */
export function lacksCredentials(of: Interface): boolean {
  const { credentials = [], headers = [], parameters = [] } = of;
  const valued = parameters.filter(
    (each) => each.in !== "path" && (each.example !== undefined || each.type.kind === "choice"),
  );
  const given = new Set(
    [
      ...headers.map(([name]) => name),
      ...valued.map(({ name, in: place }) => (place === "query" ? `${name} in the query` : name)),
      ...givenNames(of),
    ].map((name) => name.toLowerCase()),
  );
  const isGiven = credentials.some((names) => names.every((name) => given.has(name.toLowerCase())));
  return credentials.length > 0 && !isGiven;
}
