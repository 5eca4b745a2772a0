import { expect, test } from "vitest";
import { type MachineState, runMachine } from "../model/index.ts";
import { expectedMachine, plantedMachines } from "../../test/servers/planted-machines.ts";
import { sampled } from "../../test/statistics.ts";
import { Contradiction, learnMachine, type MachineTeacher, type Word } from "./learn-machine.ts";
import { machineTests, seededNumbers } from "./machine-tests.ts";

const LETTERS = [
  "create",
  "other-values",
  "respelled",
  "invalid",
  "get",
  "delete",
  "another",
  "pause",
];

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

/** What tests may send for each state and letter, as `explore --states` does. */
const BUDGET_EACH = 150;
/** Each sequence is sent twice, as to a server. */
const TIMES = 2;
const MOST_EACH = 25;

/** A machine, all sequences that were sent, and the requests before it was the one that no further test refuted. */
type Learned = { states: MachineState[]; sent: Word[]; needed: number };

async function learnFrom(
  planted: readonly MachineState[],
  seed: number,
  budgetEach: number,
): Promise<Learned> {
  const sent: Word[] = [];
  const slow = [LETTERS.indexOf("pause")];
  let [requests, needed] = [0, 0];
  const random = seededNumbers(seed);
  const plan = { letters: LETTERS.length, slow, depth: 2, batch: 4, longest: 8, random };
  const states = await learnMachine({
    letters: LETTERS.length,
    ask: async (words) => {
      sent.push(...words);
      requests += TIMES * words.flat().filter((letter) => !slow.includes(letter)).length;
      return words.map((word) => runMachine({ states: planted }, word).outputs);
    },
    *tests(known, isKnown) {
      needed = requests;
      const most = requests + budgetEach * known.length * LETTERS.length;
      for (const words of machineTests(known, isKnown, plan)) {
        if (requests > most) return;
        yield words;
      }
    },
  });
  return { states, sent, needed };
}

const SEEDS = sampled("sets of 60 random machines", { all: 20, sample: 2 });
const letters = LETTERS.map((id) => ({ id, title: id, leadsTo: id }));

const planted = Array.from({ length: SEEDS }, (_, at) => plantedMachines(at + 1)).flat();

test("random machines of 1 to 8 states are learned exactly, with few requests for each state and letter", async () => {
  const wrong: string[] = [];
  let many = 0;
  for (const each of planted) {
    const { states: truth } = expectedMachine(each, letters);
    const { states, needed } = await learnFrom(truth, each.seed, BUDGET_EACH);
    const isReached = states.every(({ access }, at) => runMachine({ states }, access).state === at);
    if (!areEqual(truth, states) || states.length !== distinctStates(truth) || !isReached)
      wrong.push(`${each.name}: ${states.length} of ${distinctStates(truth)} states`);
    if (needed > MOST_EACH * states.length * LETTERS.length) many += 1;
  }
  expect(wrong).toEqual([]);
  // Counters whose states respond alike until the last one need more, as combination locks do.
  expect(many).toBeLessThanOrEqual(planted.length * 0.03);
});

test("with a budget that is too small, no machine contradicts what was observed", async () => {
  for (const [at, each] of planted.entries()) {
    const { states: truth } = expectedMachine(each, letters);
    const { states, sent } = await learnFrom(truth, each.seed, at % 20);
    const isWrong = (word: Word): boolean =>
      String(runMachine({ states }, word).outputs) !==
      String(runMachine({ states: truth }, word).outputs);
    expect(sent.filter(isWrong)).toEqual([]);
  }
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
