import { type MachineState, runMachine } from "../model/index.ts";
import type { Word } from "./learn-machine.ts";

/** How many more slow sequences than others are in a batch. */
const SLOW_BATCHES = 8;

/** Batches of sequences for each batch of walks, beyond depth 0. */
const WALKS_EACH = 3;

export type TestPlan = {
  letters: number;
  /** Letters that take long: they are not combined with each other beyond the first step. */
  slow?: readonly number[];
  /** States of the target above the known ones that are still found, if the budget suffices. */
  depth: number;
  batch: number;
  /** A number from 0 up to 1. */
  random: () => number;
  longest: number;
  /** Called when every sequence of a depth was given out. */
  reached?: (depth: number) => void;
};

/**
 * Sequences that could refute these states: the W-method (Chow, 1978; Vasilevskii, 1973) with the sequences that tell the
 * reached state from others, for targets with up to `depth` further states; then random walks, as long as there are new ones. A counter
 * shows first in the same letter again and again, or in the response to what only looks at it after that. Each depth is in random
 * order, so that a budget that ends inside has not left out one state. Known sequences are left out.
 */
export function* machineTests(
  states: readonly MachineState[],
  isKnown: (word: Word) => boolean,
  plan: TestPlan,
): Generator<Word[]> {
  const identifiers = states.map((_, state) => identifiersOf(states, state, plan.letters));
  const { slow = [] } = plan;
  const isFast = (word: Word): boolean => !word.some((letter) => slow.includes(letter));
  const walks = (allowed: readonly number[] = []): Word[] =>
    Array.from({ length: plan.batch }, () => randomWalk(plan, allowed));
  const given = new Set<string>();
  const isNew = (word: Word): boolean => {
    const name = word.join();
    if (given.has(name) || isKnown(word)) return false;
    given.add(name);
    return true;
  };
  const again = countingWords(states, plan, isFast);
  yield* batches(
    again.filter((word) => isFast(word) && isNew(word)),
    plan.batch,
  );
  for (let depth = 0; depth <= plan.depth; depth += 1) {
    const words = [...ofDepth(states, depth, plan)].flatMap((word) => {
      const ends = identifiers[runMachine({ states }, word).state] ?? [];
      return (ends.length === 0 ? [[]] : ends).map((end) => [...word, ...end]);
    });
    const all = shuffled(words, plan.random).filter(isNew);
    let nth = 0;
    for (const batch of batches(all.filter(isFast), plan.batch)) {
      yield batch;
      // Walks find most at first; later, they would only cost more than the sequences.
      if (depth === 0 || nth % WALKS_EACH === 0) yield walks();
      nth += 1;
    }
    // Together, because each takes the time of its slow letters and little else.
    const late = [...all.filter((word) => !isFast(word)), ...(slow.length > 0 ? walks(slow) : [])];
    yield* batches(late, SLOW_BATCHES * plan.batch);
    plan.reached?.(depth);
  }
  for (;;) {
    // With few letters, all walks have been given out some time.
    const words = walks().filter(isNew);
    if (words.length === 0) return;
    yield words;
  }
}

/** Each letter again and again; if it leads on, then the letters that only look at the state that it reaches. */
function countingWords(
  states: readonly MachineState[],
  { letters, longest }: TestPlan,
  isFast: (word: Word) => boolean,
): Word[] {
  const every = [...Array(letters).keys()];
  const leaves = (letter: number, state: number): boolean => states[state]?.next[letter] !== state;
  return every.map((letter) => {
    const word = Array.from({ length: longest }, () => letter);
    const { state } = runMachine({ states }, word);
    const looking = every.filter((each) => isFast([each]) && !leaves(each, state));
    return leaves(letter, 0) ? [...word, ...looking.filter((each) => each !== letter)] : word;
  });
}

/** Every transition, followed by every sequence of so many letters; slow letters are tried as transitions only. */
function* ofDepth(
  states: readonly MachineState[],
  depth: number,
  { letters, slow = [] }: TestPlan,
): Generator<Word> {
  const all = [...Array(letters).keys()];
  const fast = all.filter((letter) => !slow.includes(letter));
  for (const { access } of states)
    for (const letter of all)
      for (const middle of sequences(fast, depth)) yield [...access, letter, ...middle];
}

function sequences(letters: readonly number[], length: number): number[][] {
  if (length === 0) return [[]];
  return sequences(letters, length - 1).flatMap((word) => letters.map((each) => [...word, each]));
}

function identifiersOf(states: readonly MachineState[], state: number, letters: number): Word[] {
  const found = new Map<string, Word>();
  for (const other of states.keys()) {
    if (other === state) continue;
    const word = separating(states, [state, other], letters);
    if (word !== undefined) found.set(word.join(), word);
  }
  const words = [...found.values()];
  return words.filter(
    (word) =>
      !words.some(
        (longer) => longer.length > word.length && word.every((each, at) => longer[at] === each),
      ),
  );
}

function separating(
  states: readonly MachineState[],
  pair: [number, number],
  letters: number,
): Word | undefined {
  const seen = new Set([pair.join()]);
  const queue: { pair: [number, number]; word: number[] }[] = [{ pair, word: [] }];
  for (const at of queue) {
    const [one, other] = [states[at.pair[0]], states[at.pair[1]]];
    for (let letter = 0; letter < letters; letter += 1) {
      const word = [...at.word, letter];
      if (one?.outputs[letter] !== other?.outputs[letter]) return word;
      const next: [number, number] = [one?.next[letter] ?? 0, other?.next[letter] ?? 0];
      if (next[0] === next[1] || seen.has(next.join())) continue;
      seen.add(next.join());
      queue.push({ pair: next, word });
    }
  }
  return undefined;
}

function randomWalk(
  { letters, slow = [], longest, random }: TestPlan,
  allowed: readonly number[],
): Word {
  const fast = [...Array(letters).keys()].filter((letter) => !slow.includes(letter));
  const at = allowed.length > 0 ? Math.floor(random() * longest) : -1;
  return Array.from({ length: fast.length === 0 ? 0 : longest }, (_, index) => {
    const from = index === at ? allowed : fast;
    return from[Math.floor(random() * from.length)] ?? 0;
  });
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Numbers from 0 up to 1 that a seed determines: mulberry32. */
export function seededNumbers(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
