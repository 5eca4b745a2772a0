import { interfaceOf } from "../contract/index.ts";
import { carriesIdentity } from "../generate/index.ts";
import type { CaseRequest, Interface, StateSentence, Summary } from "../model/index.ts";
import { classOf, resultWord, signatureWords } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { messageWords } from "./response-message.ts";
import { stateSentences } from "./state-sentences.ts";
import { valuesOfOthers } from "./returned/values-of-others.ts";
import { type CaseFold, oncePerFold, type RunFold } from "./run-fold.ts";

export type Stability = Summary["cases"][number]["stability"];

/**
 * Responses to a repeated id. `inTurn`: they follow each other in a fixed order; `races`: concurrent duplicates get responses
 * that depend on which one is first at each step.
 */
export type RepeatedIds = {
  responses: ReadonlySet<string>;
  /** For each of them, what it said, without the words of its request; absent where it says something else each time. */
  said?: ReadonlyMap<string, ReadonlySet<string>>;
  interface: Interface;
  inTurn?: boolean;
  races?: boolean;
  /** An identity is forgotten after a time, or on another connection. */
  forgets?: boolean;
  /** An `Idempotency-Key` is honoured. */
  keys?: boolean;
  /** Several servers respond behind the address of the target. */
  servers?: boolean;
  /** They remember separately: what a repeated identity gets depends on which one it meets. */
  stores?: boolean;
};

/** Cases of requests with one id at the same moment, and one after the other or on connections without an order. */
const CONCURRENT = /^repetition\/at-once-same-/;
const SAME = /^repetition\/same-/;
const KEYED = "headers/general-idempotency-key";

/**
 * The word for an end of a connection by the server: whether unread bytes make a close a reset is decided by the moment, and
 * the same server does both.
 */
const endWord = (word: string): string => word.replace(/^reset\b/, "closed");

/** Whether two signatures are the same, apart from a close that was a reset and the order of requests that have none. */
function isSame(a: string, b: string, hasOrder = true): boolean {
  const [one, other] = [a, b].map((each) => {
    const words = each.split(", ").map(endWord);
    return (hasOrder ? words : words.toSorted()).join(", ");
  });
  return one === other;
}

/** Of requests on several connections that are sent before a response is read, chance decides which one comes first. */
function hasSendingOrder({ request }: CaseFold["case"]): boolean {
  if (request.sender === "client") return true;
  const reads = request.steps.findIndex((step) => step.do === "read");
  const sends = request.steps.slice(0, reads).filter((step) => step.do === "send");
  return new Set(sends.map(({ on = 0 }) => on)).size < 2;
}

/** The signatures of a case, without time-outs that were due to witness itself, and responses to repeated values. */
export const judgedSignatures = ({ slow = [], ...fold }: CaseFold): string[] =>
  without([...slow, ...(fold.repeated ?? [])], fold.signatures);

/** The signatures of a case, without responses to a value that has to be unique and was repeated. */
export const unrepeatedSignatures = ({ signatures, repeated = [] }: CaseFold): string[] =>
  without(repeated, signatures);

const without = (places: readonly number[], signatures: string[]): string[] =>
  places.length === 0 ? signatures : signatures.filter((_, at) => !places.includes(at));

/**
 * Whether a case gets the same response each time. A case whose id is its point, or is changed with the rest, cannot have a fresh one. If
 * `sameIdentity` cases show that the target responds to a repeated id differently, and the later sendings
 * got exactly that response, the case changes on repeat and is not unstable. Where the target has a race, concurrent duplicates
 * depend on its state and on the moment.
 */
export function stabilityOf(fold: CaseFold, repeated: RepeatedIds): Stability {
  const [first, ...later] = judgedSignatures(fold);
  if (later.length === 0) return "once";
  const hasOrder = hasSendingOrder(fold.case);
  if (later.every((signature) => isSame(signature, first ?? "", hasOrder))) return "stable";
  if (isDeletion([first ?? "", ...later], repeated.interface)) return "changes-on-repeat";
  const { id, request, sameIdentity } = fold.case;
  const isConcurrent = CONCURRENT.test(id) || (SAME.test(id) && !hasOrder);
  if (repeated.races === true && isConcurrent) return "depends-on-state";
  if (repeated.keys === true && id === KEYED) return "depends-on-state";
  const fixed = sameIdentity === "may" || !carriesIdentity(request, repeated.interface);
  const [second] = later;
  const isSettled = second !== undefined && later.every((signature) => signature === second);
  const isRepeated =
    fixed &&
    (isSettled || repeated.inTurn === true) &&
    later.every((each) => isToRepeated(each, first ?? "", repeated.responses));
  if (isRepeated) return "changes-on-repeat";
  // Any sending may have been the one that was new to the target.
  const isAnyNew = [first ?? "", ...later].some(
    (each, _, all) =>
      each.startsWith("2") && all.every((other) => isToRepeated(other, each, repeated.responses)),
  );
  if (repeated.forgets === true && fixed && isAnyNew) return "depends-on-state";
  const isOfStore =
    repeated.stores === true && (fixed || sameIdentity === true || SAME.test(id) || isConcurrent);
  return repeated.servers === true || isOfStore ? "differs-by-server" : "unstable";
}

const GONE = /^(?:404|410)$/;

/** Whether every response of a signature says that there is no such resource, or no longer. */
export const saysAbsent = (signature: string): boolean =>
  signatureWords(signature).every((word) => GONE.test(word));

/** Whether the responses are those to deletions of one resource: it exists once, and any case may be the first that deletes it. */
const isDeletion = (signatures: readonly string[], { method, path }: Interface): boolean =>
  method === "DELETE" &&
  path.includes("{") &&
  signatures.every((each) =>
    signatureWords(each).every((word) => GONE.test(word) || /^2\d\d$/.test(word)),
  );

/** Whether a case gets other responses without a reason in the case. */
export const varies = (stability: Stability): boolean =>
  stability === "unstable" || stability === "differs-by-server";

/**
 * Whether several servers respond behind the address of the target, at the same time or one after the other, or a cache that
 * responds to other requests.
 */
export const hasSeveralServers = (run: RunFold): boolean =>
  run.notes.some(({ code }) => code === "several-servers" || code === "answers-changed") ||
  valuesOfOthers(run) !== undefined;

/** The further signatures of a case, without the responses to a repeated id where the first one was not: they say nothing about the first sending. */
export function unsettledAgain(
  { request, sameIdentity }: Pick<CaseFold["case"], "request" | "sameIdentity">,
  { first, again }: { first: string; again: readonly string[] },
  repeated: RepeatedIds,
): string[] {
  const fixed = sameIdentity === "may" || !carriesIdentity(request, repeated.interface);
  if (!fixed) return [...again];
  return again.filter((each) => each === first || !isToRepeated(each, first, repeated.responses));
}

/**
 * Whether a request without a fresh identity got 409 each time: an earlier request, of this run or of another, has left its identity.
 * 409 says so by its definition (RFC 9110, 15.5.10). Another status may be about the value.
 */
export const isTaken = (
  signatures: readonly string[],
  request: CaseRequest,
  from: Interface,
): boolean => signatures.every((each) => each === "409") && !carriesIdentity(request, from);

/** Whether a case without a fresh identity got the response to a repeated one. */
export const isOfEarlierRun = (fold: CaseFold, signature: string, repeated: RepeatedIds): boolean =>
  isTaken([signature], fold.case.request, repeated.interface) ||
  (!carriesIdentity(fold.case.request, repeated.interface) &&
    saysRepeated(fold, signature, repeated));

/** Whether a response of a case says what a repeated id gets: with the same status, another text is about the request. */
export function saysRepeated(
  { case: { request }, first }: CaseFold,
  signature: string,
  { responses, said, interface: from }: RepeatedIds,
): boolean {
  const texts = said?.get(signature);
  const [only, ...others] = first.get(signature)?.answers ?? [];
  if (texts === undefined || only === undefined || others.length > 0)
    return responses.has(signature);
  return texts.has(messageWords(only, request, from).join(" "));
}

/** The signatures of the further sendings of a case that confirm a difference, each alone. */
export function furtherSignatures(fold: CaseFold, repeated: RepeatedIds): string[] {
  const alone = (fold.again ?? []).filter(({ how }) => how === "alone");
  const again = alone.map(({ signature }) => signature);
  return unsettledAgain(fold.case, { first: fold.signatures[0] ?? "", again }, repeated);
}

/** Whether a signature differs from the first one only in responses to a repeated id. */
function isToRepeated(later: string, first: string, responses: ReadonlySet<string>): boolean {
  const [words, before] = [later.split(", "), first.split(", ")];
  return (
    words.length === before.length &&
    words.every((word, at) => word === before[at] || responses.has(word))
  );
}

/** The same request on two connections: the name of the case. */
const ON_OTHERS = /^repetition\/same-.+-two-connections$/;

/** If the responses have more different texts, these are not about the repeated id. */
const MOST_SAID = 8;

export const isAccepted = ({ signatures: [first = ""] }: CaseFold): boolean =>
  classOf(first) === "2xx";

/** So many cases, with and without a fresh identity, show what a repeated one gets. */
const FEWEST = 3;

/** What a repeated identity may get: a refusal, or another success. */
const AGAIN = /^(?:4(?!01|03|29)\d\d|2\d\d|2\d\d-refusal)$/;

/**
 * Without the suite `repetition`: what cases with a fixed identity got after a 2xx, whenever they were sent again, while
 * no case with a fresh one did.
 */
function repeatedByChance(run: RunFold): string[] {
  const from = interfaceOf(run.header ?? {});
  const all = [...run.cases.values()].filter(({ signatures: [, second] }) => second !== undefined);
  const isFresh = ({ case: { request } }: CaseFold): boolean => carriesIdentity(request, from);
  const changed = all.filter(
    (fold) => isAccepted(fold) && fold.signatures[1] !== fold.signatures[0],
  );
  const words = groupBy(changed, ({ signatures }) => signatures.slice(1).join(", "));
  const found = [...words].filter(
    ([word, of]) => AGAIN.test(word) && of.length >= FEWEST && !of.some(isFresh),
  );
  if (found.length === 0) return [];
  const steady = all.filter((fold) => isAccepted(fold) && !changed.includes(fold) && isFresh(fold));
  return steady.length < FEWEST ? [] : found.map(([word]) => word);
}

/**
 * The response to a repeated id, if it always differs from the first one; undefined for a target that responds at random. A target
 * that closes each connection after its response shows it on other connections only.
 */
export const repeatedIdResponses = oncePerFold((run: RunFold): RepeatedIds => {
  const responses = new Set<string>();
  const said = new Map<string, Set<string>>();
  const from = interfaceOf(run.header ?? {});
  for (const fold of run.cases.values()) {
    const isOnOthers = ON_OTHERS.test(fold.case.id);
    if (fold.case.sameIdentity !== true && !isOnOthers) continue;
    const seen = [...fold.first.values()];
    const [first, second] = seen.length === 1 ? (seen[0]?.answers ?? []) : [];
    if (first === undefined || second === undefined) continue;
    const [before, word] = [resultWord(first), resultWord(second)];
    const isOfConnection = second.outcome === "closed" && !isOnOthers;
    if (before === word || isOfConnection) continue;
    responses.add(word);
    const texts = said.get(word) ?? new Set();
    said.set(word, texts.add(messageWords(second, fold.case.request, from).join(" ")));
  }
  for (const [word, texts] of said) if (texts.size > MOST_SAID) said.delete(word);
  if (responses.size === 0) for (const word of repeatedByChance(run)) responses.add(word);
  for (const note of run.notes) {
    if (note.code !== "repeated-id" && note.code !== "refused-again") continue;
    const word = note.code === "repeated-id" ? note.signature : note.again;
    responses.add(word);
    if (note.said !== undefined) said.set(word, new Set([note.said]));
  }
  const sentences = stateSentences(run.whole ?? run);
  const of = (...codes: StateSentence["code"][]): StateSentence | undefined =>
    sentences.find(({ code }) => codes.includes(code));
  const inTurn = of("in-turn");
  for (const word of inTurn?.responses.slice(1) ?? []) responses.add(word);
  return {
    responses,
    said,
    interface: from,
    ...(inTurn && { inTurn: true }),
    ...(of("race", "race-other") && { races: true }),
    ...(of("forgotten", "per-connection") && { forgets: true }),
    ...(of("several-stores") && { stores: true }),
    ...(of("key-honoured") && { keys: true }),
    ...(hasSeveralServers(run) && { servers: true }),
  };
});
