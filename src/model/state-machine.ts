import { z } from "zod";
import { Taken } from "../template/index.ts";

/** What ended a search or an experiment early. */
export const Cut = z.enum([
  "max-requests",
  "max-time",
  "interrupted",
  "target-lost",
  "rate-limited",
  "turned-away",
  "too-slow",
]);
export type Cut = z.infer<typeof Cut>;

/** One abstract request of a sequence, such as `create`: the same in every run of an interface. */
export const Letter = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string(),
  /** What a state is called that this leads to: `deleted`. */
  leadsTo: z.string(),
});
export type Letter = z.infer<typeof Letter>;

/** A state: `access` is the shortest sequence to it; `next` and `outputs` are the state and response of each letter. */
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

const Varying = z.strictObject({
  letters: z.array(z.string()),
  outputs: z.array(z.strictObject({ outputs: z.array(z.string()), times: z.int() })).min(2),
  case: z.string(),
});

/** What the target remembers of earlier requests with the same identity, as a state machine. */
export const StatesFinding = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("states"),
  letters: z.array(Letter),
  /** Absent if it was not learned: see `varies` and `cut`. */
  machine: StateMachine.optional(),
  /** The case that shows each transition, by state and letter; a pause has none. */
  cases: z.array(z.array(z.string().nullable())).optional(),
  /** The target remembers by connection: every sequence was sent on one. */
  perConnection: z.literal(true).optional(),
  /** What of the response to its creation the path of a resource has; absent if it has the identity of the request. */
  named: Taken.optional(),
  /** The form of bodies varies: responses were distinguished by status only. */
  byStatus: z.literal(true).optional(),
  /** A sequence that gets different responses: the target is not deterministic. */
  varies: Varying.optional(),
  /** Random sequences over several identities, the shortest that the machine does not explain. */
  unexplained: z
    .array(
      z.strictObject({
        letters: z.array(z.string()),
        expected: z.array(z.string()),
        outputs: z.array(z.string()),
        case: z.string(),
      }),
    )
    .optional(),
  /** The longest pause that was seen to leave a state as it is, of those that one pause leaves; and the shortest after which it has ended. */
  timeOuts: z
    .array(
      z.strictObject({
        state: z.int(),
        keptForMs: z.int(),
        ended: z
          .strictObject({
            afterMs: z.int(),
            letter: z.string(),
            response: z.string(),
            case: z.string(),
          })
          .optional(),
      }),
    )
    .optional(),
  /** Every sequence was tried that a target with up to this many further states needs. */
  depth: z.int().optional(),
  sequences: z.int(),
  requests: z.int(),
  /** Requests until the machine was the one that no further test refuted. */
  needed: z.int().optional(),
  cut: Cut.optional(),
});
export type StatesFinding = z.infer<typeof StatesFinding>;

/** The state machines of several targets compared: equal, or the shortest sequence that shows a difference. */
export const StatesCompared = z.strictObject({
  type: z.literal("finding"),
  kind: z.literal("states-compared"),
  targets: z.array(z.string()).min(2),
  /** No sequence of up to this many requests after each state gets different responses; 0: not every transition was tested. */
  equalUpTo: z.int().optional(),
  /** They are equal on one connection only: some, and not all, remember by connection. */
  onOne: z.literal(true).optional(),
  difference: z
    .strictObject({
      letters: z.array(z.string()),
      /** A sequence with another spelling or an invalid request on which they differ too, where `letters` has none. */
      unusual: z.array(z.string()).optional(),
      outputs: z.array(z.strictObject({ target: z.string(), outputs: z.array(z.string()) })),
      case: z.string(),
    })
    .optional(),
});
export type StatesCompared = z.infer<typeof StatesCompared>;

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
