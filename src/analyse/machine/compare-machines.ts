import type { StateMachine, StatesFinding } from "../../model/index.ts";

/** What of a response is compared: its status alone, or also the form of its body. */
type ComparedOutput = "status" | "form";

/**
 * The shortest sequence of letters, by their ids, to which machines respond differently; undefined if they are equal. Letters
 * that one of them does not have are left out. It walks all machines together, breadth first.
 */
function shortestDifference(
  machines: readonly StateMachine[],
  by: ComparedOutput,
): string[] | undefined {
  const letters = sharedLetters(machines);
  const seen = new Set([machines.map(() => 0).join()]);
  const queue = [{ at: machines.map(() => 0), word: [] as string[] }];
  for (const { at, word } of queue)
    for (const id of letters) {
      const steps = machines.map((machine, index) => stepOf(machine, at[index] ?? 0, id));
      const longer = [...word, id];
      if (new Set(steps.map(({ output }) => outputBy(output, by))).size > 1) return longer;
      const next = steps.map(({ state }) => state);
      if (seen.has(next.join())) continue;
      seen.add(next.join());
      queue.push({ at: next, word: longer });
    }
  return undefined;
}

/** The same by status, and where that is equal by the form of bodies. */
export const differenceOf = (machines: readonly StateMachine[]): string[] | undefined =>
  shortestDifference(machines, "status") ?? shortestDifference(machines, "form");

/**
 * How the machines of targets compare: the shortest sequence on which they differ, or up to how many steps they are equal.
 * Where the forms of one vary, those of all are ignored. Undefined if a machine is missing.
 */
export function compareMachines(
  found: readonly StatesFinding[],
): { letters: string[] } | { equalUpTo: number } | undefined {
  const machines = found.flatMap(({ machine }) => machine ?? []);
  if (machines.length < Math.max(2, found.length)) return undefined;
  const letters = found.some(({ byStatus }) => byStatus === true)
    ? shortestDifference(machines, "status")
    : differenceOf(machines);
  return letters === undefined ? { equalUpTo: Math.min(...found.map(stepsTried)) } : { letters };
}

/** The length of the longest sequences that were all tried after reaching a state. */
function stepsTried({ machine, depth = 0 }: StatesFinding): number {
  const longest = Math.max(...(machine?.states ?? []).map(({ access }) => access.length));
  return longest + 1 + depth;
}

/** The responses of a machine to letters by their ids. */
export function outputsOf(machine: StateMachine, ids: readonly string[]): string[] {
  let state = 0;
  return ids.map((id) => {
    const step = stepOf(machine, state, id);
    ({ state } = step);
    return step.output;
  });
}

function sharedLetters(machines: readonly StateMachine[]): string[] {
  const [first, ...others] = machines.map(({ letters }) => letters.map(({ id }) => id));
  return (first ?? []).filter((id) => others.every((each) => each.includes(id)));
}

function stepOf({ letters, states }: StateMachine, state: number, id: string) {
  const letter = letters.findIndex((each) => each.id === id);
  const { outputs = [], next = [] } = states[state] ?? {};
  return { output: outputs[letter] ?? "", state: next[letter] ?? 0 };
}

/** `201` of `201 {id: number}` where only statuses are compared. */
const outputBy = (output: string, by: ComparedOutput): string =>
  by === "form" ? output : (output.split(" ", 1)[0] ?? output);
