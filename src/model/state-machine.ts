import { z } from "zod";

/** One abstract request of a sequence, such as `create`: the same in every run of an interface. */
export const Letter = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** For people: `POST the same id again with another date`. */
  title: z.string(),
  /** What a state is called that this leads to: `deleted`. */
  leadsTo: z.string(),
});
export type Letter = z.infer<typeof Letter>;

/**
 * A state as observed. `access` is the shortest sequence that reaches it, as indexes of letters; `next` and `outputs` have
 * the state after each letter, and the response to it.
 */
const MachineState = z.strictObject({
  access: z.array(z.int().min(0)),
  next: z.array(z.int().min(0)),
  outputs: z.array(z.string()),
});
export type MachineState = z.infer<typeof MachineState>;

/** A Mealy machine; it begins in the first state. No two states respond alike to every sequence. */
export const StateMachine = z.strictObject({
  letters: z.array(Letter).min(1),
  states: z.array(MachineState).min(1),
});
export type StateMachine = z.infer<typeof StateMachine>;

/** The responses of a machine to a sequence of letters, and the state that it ends in. */
export function runMachine(
  { states }: { states: readonly MachineState[] },
  word: readonly number[],
): { outputs: string[]; state: number } {
  let state = 0;
  const outputs = word.map((letter) => {
    const { outputs: all, next } = states[state] ?? { outputs: [], next: [] };
    state = next[letter] ?? 0;
    return all[letter] ?? "";
  });
  return { outputs, state };
}
