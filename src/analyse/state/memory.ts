import { KEY_SAME } from "../../generate/index.ts";
import type { MemorySpan, RequestResult, StateSentence } from "../../model/index.ts";
import { classOf, stateCase } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import type { Sending, UnwordedState as Found } from "./sequences.ts";
import { digestOf, repetitionCase, sendingsOf, shownOnce } from "./sequences.ts";

/** The response to the first request with an identity, and the one to later ones. */
type Words = { first: string; again: string };

/** The name of a case that sends an identity again: after how long, and how many of how many (or of at least how many) requests were accepted since. */
const AGAIN = new RegExp(
  `^${stateCase("again-after-")}(\\d+)-ms(?:-and-(\\d+)-accepted-of-(at-least-)?(\\d+))?$`,
);
export const SOON_MS = 250;

type SentAgain = { afterMs: number; word: string; case: string } & Partial<Counted>;
/** `isLeast`: not all that was sent since is in the record. */
type Counted = { age: NonNullable<MemorySpan["held"]>; isLeast: boolean };

/** The identities that were sent again after a time, and the response to each. */
export function sentAgain(run: RunFold): SentAgain[] {
  return [...run.cases.values()].flatMap((fold) => {
    const [id, ms = 0, accepted, least, requests] = AGAIN.exec(fold.case.id) ?? [];
    const word = onlyWord(sendingsOf(fold)?.sendings);
    if (id === undefined || word === undefined) return [];
    const sent = { afterMs: Number(ms), word, case: id };
    if (accepted === undefined) return [sent];
    const age = { ms: sent.afterMs, accepted: Number(accepted), requests: Number(requests) };
    return [{ ...sent, age, isLeast: least !== undefined }];
  });
}

/** What an identity gets after 250 ms, and the case that shows it. */
type Soon = { word: string | undefined; case: string };

/** How long an identity is remembered: by requests that were sent again after a time. Nothing where the responses do not fit together. */
export function remembered(run: RunFold, { first, again }: Words, soon: Soon): Found[] {
  const sent = sentAgain(run);
  const { word } = soon;
  if (word === first) sent.push({ ...soon, word, afterMs: SOON_MS });
  const ordered = sent.toSorted((a, b) => a.afterMs - b.afterMs);
  const held = ordered.filter((each) => each.word === again);
  const lost = ordered.filter((each) => each.word === first);
  const [firstLost] = lost;
  const lastHeld = held.at(-1);
  const isRule =
    held.length + lost.length === ordered.length &&
    (firstLost?.afterMs ?? Infinity) > (lastHeld?.afterMs ?? 0);
  if (!isRule || ordered.length === 0) return [];
  const base = { responses: [first, again], count: 1, of: 1 };
  if (firstLost === undefined) {
    const timesMs = ordered.map(({ afterMs }) => afterMs);
    return [{ ...base, code: "remembered", timesMs, case: lastHeld?.case ?? "" }];
  }
  const heldMs = lastHeld?.afterMs ?? (soon.word === again ? SOON_MS : 0);
  // Time may have ended it, or a limit on how many identities are kept.
  const { age, isLeast } = firstLost;
  const isCounted = age !== undefined && isLeast !== true;
  const accepted = isCounted ? [lastHeld?.age?.accepted ?? 0, age.accepted] : undefined;
  const timesMs = [heldMs, firstLost.afterMs];
  return [{ ...base, code: "forgotten", timesMs, accepted, case: firstLost.case }];
}

/**
 * The oldest identity that was still known, and the youngest that was not, by its age and by how many requests were accepted since.
 * One that was lost counts only where all of these were recorded.
 */
export function memorySpanOf(run: RunFold, words: Words): MemorySpan | undefined {
  const found = remembered(run, words, { word: undefined, case: "" });
  const aged = sentAgain(run).toSorted((a, b) => a.afterMs - b.afterMs);
  const held = aged.findLast(({ word, age }) => age && word === words.again)?.age;
  const lost = aged.find(({ word, age, isLeast }) => age && word === words.first && !isLeast)?.age;
  if (found.length === 0 || (held ?? lost) === undefined) return undefined;
  return { ...(held && { held }), ...(lost && { lost }) };
}

export function afterRestart(run: RunFold, { first, again }: Words): Found[] {
  const fold = run.cases.get(stateCase("again-after-restart"));
  const word = onlyWord(sendingsOf(fold)?.sendings);
  if (fold === undefined || (word !== first && word !== again)) return [];
  const code = word === again ? "kept-over-restart" : "lost-by-restart";
  return [shownOnce(code, [first, again], fold.case.id)];
}

/** DELETE, GET, the same request again and GET. */
const AFTER_CREATION = 4;

/** What becomes of an identity whose resource is deleted, where a delete is accepted; `known`: what tells duplicates from first requests, if anything does. */
export function afterDelete(run: RunFold, known: Words | undefined): Found[] {
  const fold = run.cases.get(stateCase("deleted"));
  const [only, ...others] = sendingsOf(fold)?.sendings ?? [];
  const all = only?.words ?? [];
  // Records of earlier versions have the first request in a case of its own.
  const words = all.slice(-AFTER_CREATION);
  const [deleted = "", read = "", next = ""] = words;
  const isCreated = all.slice(0, -AFTER_CREATION).every((word) => classOf(word) === "2xx");
  if (fold === undefined || others.length > 0 || !isCreated || classOf(deleted) !== "2xx")
    return [];
  const isTaken = next === known?.again || classOf(next) === "4xx";
  const isKnown =
    classOf(read) === "4xx" && known !== undefined && (isTaken || next === known.first);
  const code = !isKnown ? "deleted" : isTaken ? "taken-after-delete" : "freed-by-delete";
  return [shownOnce(code, words, fold.case.id)];
}

export const onlyWord = (sendings: readonly Sending[] = []): string | undefined => {
  const [only, ...others] = sendings;
  return only === undefined || others.length > 0 ? undefined : only.words.at(-1);
};

type Pair = { answers: readonly RequestResult[]; words: readonly string[] };

/** Responses without a key: to the same request twice, and to two with other values. */
export type WithoutKey = { same: Pair | undefined; other: Pair | undefined };

/**
 * Whether `Idempotency-Key` is honoured: the same response again, where a request without the key gets another one. With the
 * same key and other values, `otherBody` says what the second gets. Ignored is said only where a duplicate is distinguished from a
 * first request. Nothing where a key could not make a difference.
 */
export function keySentences(run: RunFold, without: WithoutKey): Found[] {
  const [same, other] = [KEY_SAME, stateCase("key-other")].map((id) => pairOf(run, id));
  if (same === undefined || without.same === undefined) return [];
  const [first = "", again = ""] = without.same.words;
  if (classOf(same.words[0] ?? "") !== "2xx" || same.words[0] !== first) return [];
  const isTold = !isSame(without.same);
  const isHonoured =
    (isTold && isSame(same)) ||
    (other !== undefined && without.other !== undefined && isSame(other) && !isSame(without.other));
  const base = { responses: [...same.words], count: 1, of: 1, case: KEY_SAME };
  if (isHonoured) {
    const more = { otherBody: other && otherBodyOf(other), keyLater: keyLaterIn(run, same) };
    return [{ ...base, code: "key-honoured", ...more }];
  }
  return first !== again && same.words[1] === again ? [{ ...base, code: "key-ignored" }] : [];
}

const KEY_AGAIN = new RegExp(`^${stateCase("key-after-")}(\\d+)-ms$`);

/** What the request of a pair gets with its key at the end of the run. */
function keyLaterIn(run: RunFold, { answers: [first], words }: Pair): StateSentence["keyLater"] {
  for (const fold of run.cases.values()) {
    const afterMs = Number(KEY_AGAIN.exec(fold.case.id)?.[1] ?? 0);
    const [only] = sendingsOf(fold)?.sendings ?? [];
    const [response] = only?.words ?? [];
    if (afterMs === 0 || response === undefined) continue;
    const same = response === words[0] && digestOf(only?.answers[0]) === digestOf(first);
    return { afterMs, response, same };
  }
  return undefined;
}

function otherBodyOf(other: Pair): NonNullable<StateSentence["otherBody"]> {
  const [, second = ""] = other.words;
  if (isSame(other)) return { code: "first-response", response: second };
  return { code: classOf(second) === "2xx" ? "accepted" : "refused", response: second };
}

/** Whether both responses have one status and one body. */
const isSame = ({ answers: [one, other], words }: Pair): boolean =>
  words[0] === words[1] && digestOf(one) === digestOf(other);

export function pairOf(run: RunFold, id: string): Pair | undefined {
  const [only, ...others] = sendingsOf(repetitionCase(run, id))?.sendings ?? [];
  return only === undefined || others.length > 0 || only.words.length !== 2 ? undefined : only;
}
