import type { StateMachine, StatesFinding } from "../../model/index.ts";
import { counted } from "../../text/index.ts";

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

/** The same by status, and where that is equal by the form of bodies, unless only the status counts. */
export const differenceOf = (
  machines: readonly StateMachine[],
  by: ComparedOutput = "form",
): string[] | undefined =>
  shortestDifference(machines, "status") ??
  (by === "form" ? shortestDifference(machines, "form") : undefined);

/**
 * How the machines of targets compare: the shortest sequence on which they differ, or how many requests after each state they are
 * equal.
 * Where the forms of one vary, those of all are ignored. Undefined if a machine is missing.
 */
export function compareMachines(
  found: readonly StatesFinding[],
): { letters: string[] } | { equalUpTo: number } | undefined {
  const machines = found.flatMap(({ machine }) => machine ?? []);
  if (machines.length < Math.max(2, found.length)) return undefined;
  const byStatus = found.some((each) => each.byStatus === true);
  const letters = differenceOf(machines, byStatus ? "status" : "form");
  return letters === undefined ? { equalUpTo: Math.min(...found.map(stepsTried)) } : { letters };
}

/** How many requests all sequences had that were tried from each state, pauses apart; 0 where not every transition was tested. */
const stepsTried = ({ depth }: StatesFinding): number => (depth === undefined ? 0 : depth + 1);

/** That machines are equal, and how far that was tested. */
export const equalText = (names: string, upTo: number): string =>
  upTo === 0
    ? `${names} are equal as machines as far as known: not every transition was tested`
    : `${names} are equal as machines: no ${upTo === 1 ? "request" : `sequence of up to ${counted(upTo, "request")}`} from any state gets another response`;

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
