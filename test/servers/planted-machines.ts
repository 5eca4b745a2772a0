import { seededNumbers } from "../../src/learn/index.ts";
import type { Letter, MachineState, StateMachine } from "../../src/model/index.ts";
import { type Conduct, type PlantedMachine, TOLD_APART } from "./machine-server.ts";

/** Random machines have 1 to 8 states; so do 12 of each family. */
const STATES = [1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8] as const;

/** How a server keeps the state of an identity. */
export const CONDUCTS = {
  deterministic: {},
  counter: {},
  "time-out": { forgetsAfterMs: 900 },
  "per connection": { perConnection: true },
  race: { raceMs: 2 },
} satisfies Record<string, Conduct>;
export type Family = keyof typeof CONDUCTS;
export const FAMILIES = Object.keys(CONDUCTS) as Family[];

export type Planted = { name: string; family: Family; machine: PlantedMachine; seed: number };

/** Servers of each family with 1 to 8 states; each seed gives other machines. */
export function plantedMachines(seed: number): Planted[] {
  return STATES.flatMap((states, at) =>
    FAMILIES.map((family, nth): Planted => {
      const own = seed * 1000 + at * FAMILIES.length + nth;
      const machine = family === "counter" ? counter(own, states) : randomMachine(own, states);
      return { name: `${family}, ${states} states, seed ${seed}`, family, machine, seed };
    }),
  );
}

type State = PlantedMachine[number];
type Drawn = (below: number) => number;

function drawnFrom(seed: number): { pick: Drawn; status: () => number } {
  const random = seededNumbers(seed);
  const pick: Drawn = (below) => Math.floor(random() * below);
  return { pick, status: () => [201, 409, 404, 410][pick(4)] ?? 201 };
}

/** A machine whose first state accepts the stated request, and remembers it. */
function randomMachine(seed: number, states: number): PlantedMachine {
  const { pick, status } = drawnFrom(seed);
  const step = () => ({ next: pick(states), status: status() });
  const all = Array.from({ length: states }, (): State => ({
    post: step(),
    respelled: step(),
    invalid: step(),
    get: step(),
    delete: step(),
  }));
  const [first] = all;
  if (first !== undefined) first.post = { next: states - 1, status: 201 };
  return all;
}

/** Counts the accepted requests with an identity up to a number; DELETE begins again. What is counted shows in one response. */
function counter(seed: number, states: number): PlantedMachine {
  const { status } = drawnFrom(seed);
  return Array.from({ length: states }, (_, at): State => {
    const post = { next: Math.min(at + 1, states - 1), status: at === 0 ? 201 : status() };
    return {
      post,
      respelled: post,
      invalid: { next: at, status: 400 },
      get: { next: at, status: status() },
      delete: { next: 0, status: 200 },
    };
  });
}

/** The machine that is to be learned: with the letters that the server does not tell apart, and those of no state. */
export function expectedMachine({ machine, family }: Planted, letters: Letter[]): StateMachine {
  const bodyOf = (status: number): string =>
    `${status} ${status < 300 ? "{id: number}" : "{error: string}"}`;
  const fresh = bodyOf(machine[0]?.post.status ?? 0);
  const states = machine.map((state, at): MachineState => {
    const steps = letters.map(({ id }) => {
      if (id === "pause") return { next: family === "time-out" ? 0 : at, output: "-" };
      if (id === "another") return { next: at, output: fresh };
      const told = TOLD_APART.find((each) => each === id) ?? "post";
      return { next: state[told].next, output: bodyOf(state[told].status) };
    });
    return {
      access: [],
      next: steps.map(({ next }) => next),
      outputs: steps.map(({ output }) => output),
    };
  });
  return { letters, states };
}
