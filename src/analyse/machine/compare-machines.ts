import {
  classOf,
  type StateMachine,
  type StatesCompared,
  type StatesFinding,
} from "../../model/index.ts";
import { counted } from "../../text/index.ts";

/** What of a response is compared: the class of its status, its status, or also the form of its body. */
type ComparedOutput = "class" | "status" | "form";

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

/**
 * The same by the class of statuses, since servers often refuse with another status; else by status; else by the form of bodies,
 * unless only the status counts.
 */
export const differenceOf = (
  machines: readonly StateMachine[],
  by: "status" | "form" = "form",
): string[] | undefined =>
  shortestDifference(machines, "class") ??
  shortestDifference(machines, "status") ??
  (by === "form" ? shortestDifference(machines, "form") : undefined);

type Equal = Pick<StatesCompared, "onOne"> & { equalUpTo: number };

/**
 * How the machines of targets compare: the shortest sequence on which they differ, or how many requests after each state they are
 * equal.
 * Where the forms of one vary, those of all are ignored. Undefined if a machine is missing.
 */
export function compareMachines(
  found: readonly StatesFinding[],
): { letters: string[] } | Equal | undefined {
  const machines = found.flatMap(({ machine }) => machine ?? []);
  if (machines.length < Math.max(2, found.length)) return undefined;
  const byStatus = found.some((each) => each.byStatus === true);
  const letters = differenceOf(machines, byStatus ? "status" : "form");
  if (letters !== undefined) return { letters };
  const isOnOne = new Set(found.map(({ perConnection }) => perConnection)).size > 1;
  return { equalUpTo: Math.min(...found.map(stepsTried)), ...(isOnOne && { onOne: true }) };
}

/** How many requests all sequences had that were tried from each state, pauses apart; 0 where not every transition was tested. */
const stepsTried = ({ depth }: StatesFinding): number => (depth === undefined ? 0 : depth + 1);

/** That machines are equal, and how far that was tested. */
export const equalText = (names: string, { equalUpTo: upTo = 0, onOne }: Partial<Equal>): string =>
  onOne === true
    ? `${names} are equal as machines on one connection; on several, their responses differ`
    : upTo === 0
      ? `${names} are equal as machines as far as known: not every transition was tested`
      : `${names} are equal as machines: no ${upTo === 1 ? "request" : `sequence of up to ${counted(upTo, "request")}`} from any state gets another response`;

/** That machines differ after a sequence, and in what, by the last response of each. */
export function differText(names: string, responses: readonly (readonly string[])[]): string {
  const last = responses.map((each) => each.at(-1) ?? "");
  const isBy = (by: ComparedOutput): boolean =>
    new Set(last.map((output) => outputBy(output, by))).size > 1;
  const what = isBy("class") ? "class of a status" : isBy("status") ? "status" : "form of a body";
  const steps = counted(responses[0]?.length ?? 0, "step");
  return `the shortest sequence on which ${names} differ in the ${what} has ${steps}`;
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

/** Of `201 {id: number}`, `201` where only statuses are compared, and `2xx` for their class. */
function outputBy(output: string, by: ComparedOutput): string {
  const status = output.split(" ", 1)[0] ?? output;
  return by === "form" ? output : by === "class" ? classOf(status) : status;
}
