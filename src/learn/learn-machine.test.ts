import { expect, test } from "vitest";
import { type MachineState, runMachine } from "../model/index.ts";
import { learnMachine, type MachineTeacher, Contradiction } from "./learn-machine.ts";
import { machineTests, seededNumbers } from "./machine-tests.ts";

const OUTPUTS = ["201", "409", "404"];

/** A random machine; states that others cannot be told from, or that nothing reaches, do not count. */
function randomMachine(random: () => number, states: number, letters: number): MachineState[] {
  const pick = (below: number): number => Math.floor(random() * below);
  return Array.from({ length: states }, () => ({
    access: [],
    next: Array.from({ length: letters }, () => pick(states)),
    outputs: Array.from({ length: letters }, () => OUTPUTS[pick(OUTPUTS.length)] ?? ""),
  }));
}

/** The number of states that can be reached and told apart: the partition refinement of Moore. */
function distinctStates(states: readonly MachineState[]): number {
  const reached = new Set([0]);
  for (const at of reached) for (const next of states[at]?.next ?? []) reached.add(next);
  let classes = new Map([...reached].map((at) => [at, ""]));
  for (let round = 0; round <= states.length; round += 1)
    classes = new Map(
      [...reached].map((at) => {
        const { outputs = [], next = [] } = states[at] ?? {};
        return [at, JSON.stringify([outputs, next.map((each) => names(classes).get(each))])];
      }),
    );
  return new Set(classes.values()).size;
}

function names(classes: Map<number, string>): Map<number, number> {
  const texts = [...new Set(classes.values())];
  return new Map([...classes].map(([at, text]) => [at, texts.indexOf(text)]));
}

/** Whether two machines respond alike to every sequence. */
function areEqual(one: readonly MachineState[], other: readonly MachineState[]): boolean {
  const seen = new Set(["0,0"]);
  const queue = [[0, 0]];
  for (const [a = 0, b = 0] of queue)
    for (const letter of one[a]?.outputs.keys() ?? []) {
      if (one[a]?.outputs[letter] !== other[b]?.outputs[letter]) return false;
      const next = [one[a]?.next[letter] ?? -1, other[b]?.next[letter] ?? -1];
      if (seen.has(next.join())) continue;
      seen.add(next.join());
      queue.push(next);
    }
  return true;
}

/** What the tests may send in all: enough for every sequence up to depth 1. */
const BUDGET = 10_000;
/** Each sequence is sent twice, as to a server. */
const TIMES = 2;
const LETTERS = 6;
/** Requests for each state and letter. */
const MOST_EACH = 25;

/** A machine, and the requests that were sent before it was the one that no further test refuted. */
type Learned = { states: MachineState[]; requests: number };

async function learnFrom(planted: MachineState[], random: () => number): Promise<Learned> {
  let requests = 0;
  let needed = 0;
  const plan = { letters: LETTERS, depth: 2, batch: 3, longest: 8, random };
  const teacher: MachineTeacher = {
    letters: LETTERS,
    ask: async (words) => {
      requests += TIMES * words.reduce((sum, { length }) => sum + length, 0);
      return words.map((word) => runMachine({ states: planted }, word).outputs);
    },
    *tests(states, isKnown) {
      needed = requests;
      for (const words of machineTests(states, isKnown, plan)) {
        if (requests > BUDGET) return;
        yield words;
      }
    },
  };
  return { states: await learnMachine(teacher), requests: needed };
}

test("60 random machines of 1 to 8 states are learned exactly, within 25 requests for each state and letter", async () => {
  const wrong: string[] = [];
  let most = 0;
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seededNumbers(seed);
    const planted = randomMachine(random, 1 + (seed % 8), LETTERS);
    const { states, requests } = await learnFrom(planted, random);
    expect(states.every(({ access }, at) => runMachine({ states }, access).state === at)).toBe(
      true,
    );
    const each = requests / (states.length * LETTERS);
    most = Math.max(most, each);
    if (!areEqual(planted, states) || states.length !== distinctStates(planted))
      wrong.push(`seed ${seed}: ${states.length} of ${distinctStates(planted)} states`);
  }
  expect(wrong).toEqual([]);
  expect(most).toBeLessThanOrEqual(MOST_EACH);
});

test("a target that responds by chance is said to be one, with the sequence and both responses", async () => {
  const random = seededNumbers(7);
  const flaky: MachineTeacher = {
    letters: 2,
    ask: async (words) =>
      words.map((word) => word.map((letter) => (letter === 1 && random() < 0.3 ? "500" : "201"))),
    tests: (states, isKnown) =>
      machineTests(states, isKnown, { letters: 2, depth: 2, batch: 4, longest: 8, random }),
  };
  const failed = await learnMachine(flaky).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Contradiction);
  const { word, outputs } = failed as Contradiction;
  expect(word.at(-1)).toBe(1);
  expect([...outputs].toSorted()).toEqual(["201", "500"]);
});
