import type { MemorySpan, StateFacts, StateSentence } from "../model/index.ts";
import type { RunFold } from "./run-fold.ts";
import { memorySpanOf } from "./state/memory.ts";
import { repeatedIdentity, stateSentences } from "./state-sentences.ts";

/** With fewer rounds of concurrent duplicates, that there is no race is not said. */
const FEWEST_ROUNDS = 10;

/**
 * What the target remembers, as facts for rules and comparisons. Undefined where the suite `repetition` was not sent, or where no
 * request was accepted. A fact that the run does not show is absent.
 */
export function stateFacts(
  run: RunFold,
  sentences: readonly StateSentence[] = stateSentences(run),
): StateFacts | undefined {
  const of = (...codes: StateSentence["code"][]): StateSentence | undefined =>
    sentences.find(({ code }) => codes.includes(code));
  const repeated = repeatedIdentity(run);
  if (repeated === undefined)
    return of("varies", "late", "several-stores") && { duplicate: "varies" };
  const facts: StateFacts = { duplicate: repeated.again };
  if (of("race", "race-other") !== undefined) facts.race = "open";
  else if (!repeated.tells || repeated.withoutRace >= FEWEST_ROUNDS) facts.race = "none";
  const sameBy = of("same-by");
  if (sameBy?.fields !== undefined) facts.sameBy = sameBy.fields.join("+") || "bytes";
  if (of("per-connection") !== undefined) facts.duplicate = "per-connection";
  if (of("key-honoured") !== undefined) facts.key = "honoured";
  if (of("key-ignored") !== undefined) facts.key = "ignored";
  if (of("remembered") !== undefined) facts.memory = "kept";
  if (of("forgotten") !== undefined) facts.memory = "forgotten";
  if (of("kept-over-restart") !== undefined) facts.restart = "kept";
  if (of("lost-by-restart") !== undefined) facts.restart = "lost";
  if (of("freed-by-delete") !== undefined) facts.deleted = "free";
  if (of("taken-after-delete") !== undefined) facts.deleted = "taken";
  return facts;
}

/** How long an identity is surely remembered, and after what time it was surely forgotten; undefined where the run does not show it. */
export function memorySpan(run: RunFold): MemorySpan | undefined {
  const repeated = repeatedIdentity(run);
  return repeated?.tells === true ? memorySpanOf(run, repeated) : undefined;
}

const CODES: Record<keyof StateFacts, readonly StateSentence["code"][]> = {
  duplicate: [
    "refused",
    "accepted",
    "same-response",
    "in-turn",
    "varies",
    "late",
    "stored-later",
    "several-stores",
    "per-connection",
  ],
  race: ["race", "race-other"],
  sameBy: ["same-by"],
  key: ["key-honoured", "key-ignored"],
  memory: ["remembered", "forgotten"],
  restart: ["kept-over-restart", "lost-by-restart"],
  deleted: ["freed-by-delete", "taken-after-delete"],
};

export const sentenceOf = (
  fact: keyof StateFacts,
  sentences: readonly StateSentence[] = [],
): StateSentence | undefined => sentences.find(({ code }) => CODES[fact].includes(code));
