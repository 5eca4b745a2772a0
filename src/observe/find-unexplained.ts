import fc from "fast-check";
import { ANOTHER, type LetterStep, MOST_IDENTITIES, type StateLetter } from "../generate/index.ts";
import { Spent, untilSpent } from "../learn/index.ts";
import type { MachineState, StatesFinding } from "../model/index.ts";

const LONGEST = 20;
/** Random sequences of a search, and searches: each begins again with others. */
const RUNS = 40;
const SEARCHES = 3;

/** The rest of the budget is for a comparison. */
const SEARCHED_SHARE = 0.9;

type Letters = { letters: readonly StateLetter[] };
type Step = { letter: number; identity: number };
type Unexplained = NonNullable<StatesFinding["unexplained"]>[number];
type Sending<S> = {
  letters: readonly StateLetter[];
  share: number;
  sendSteps: (steps: readonly LetterStep[]) => Promise<S>;
};
/** Writes the evidence of the nth finding. Returns the id of its case; undefined if nothing was sent. */
type KeepUnexplained<S> = (nth: number, sent: S, words: string) => string | undefined;

/**
 * Sends random sequences about several identities at a time, each of which should have a state of its own, and shrinks those
 * that got other responses than the machine gives. What the machine does not explain is what it has no letters for: a limit
 * on all identities, or a state beyond the tested depth.
 */
export async function findUnexplained<S extends { outputs: string[] }>(
  teacher: Sending<S>,
  states: readonly MachineState[],
  { seed, keep }: { seed: number; keep: KeepUnexplained<S> },
): Promise<Unexplained[]> {
  const found: Unexplained[] = [];
  for (let search = 0; search < SEARCHES; search += 1) {
    const steps = await contradiction(teacher, states, (seed + search) | 0);
    if (steps === undefined) return found;
    const sent = await untilSpent(() => teacher.sendSteps(stepsOf(teacher, steps)));
    if (sent instanceof Spent) return found;
    const letters = steps.map((step) => nameOf(teacher, step));
    if (found.some((each) => each.letters.join() === letters.join())) return found;
    const expected = expectedOf(states, steps);
    const id = keep(found.length + 1, sent, letters.join(", "));
    if (id === undefined) return found;
    found.push({ letters, expected, outputs: sent.outputs, case: id });
  }
  return found;
}

/** The shortest sequence that was found to contradict the machine, twice; undefined if there is none or the budget ended. */
async function contradiction(
  teacher: Sending<{ outputs: string[] }>,
  states: readonly MachineState[],
  seed: number,
): Promise<Step[] | undefined> {
  const usable = [...teacher.letters.keys()].filter((at) => {
    const { id, requests } = teacher.letters[at] ?? {};
    return requests !== undefined && id !== ANOTHER;
  });
  if (usable.length === 0) return undefined;
  let isSpent = false;
  const step = fc.record({
    letter: fc.constantFrom(...usable),
    identity: fc.nat(MOST_IDENTITIES - 1),
  });
  const isExplained = async (steps: Step[]): Promise<boolean> => {
    const expected = expectedOf(states, steps).join();
    const { outputs } = await teacher.sendSteps(stepsOf(teacher, steps));
    return outputs.join() === expected;
  };
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: LONGEST, size: "max" }),
    async (steps) => {
      try {
        isSpent ||= teacher.share >= SEARCHED_SHARE;
        return isSpent || (await isExplained(steps)) || (await isExplained(steps));
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        isSpent = true;
        return true;
      }
    },
  );
  const { counterexample } = await fc.check(property, { numRuns: RUNS, seed });
  return counterexample?.[0];
}

const stepsOf = ({ letters }: Letters, steps: readonly Step[]): LetterStep[] =>
  steps.flatMap(({ letter: at, identity }) => {
    const letter = letters[at];
    return letter === undefined ? [] : [{ letter, identity }];
  });

const nameOf = ({ letters }: Letters, { letter, identity }: Step): string =>
  `${letters[letter]?.id ?? ""}${identity === 0 ? "" : ` ${identity + 1}`}`;

function expectedOf(states: readonly MachineState[], steps: readonly Step[]): string[] {
  const at = new Map<number, number>();
  return steps.map(({ letter, identity }) => {
    const { outputs = [], next = [] } = states[at.get(identity) ?? 0] ?? {};
    at.set(identity, next[letter] ?? 0);
    return outputs[letter] ?? "";
  });
}
