import { differenceOf, outputsOf, type RunFold } from "../../src/analyse/index.ts";
import { resultWord, type StateMachine, type StatesFinding } from "../../src/model/index.ts";
import { machineServer } from "../servers/machine-server.ts";
import { CONDUCTS, expectedMachine, type Planted } from "../servers/planted-machines.ts";
import { explored, findingsOf } from "./explore.ts";

/** What is learned of a planted machine: what is wrong with it, and how many requests each state and letter needed. */
export type Judged = { wrong: string[]; each: number; requests: number };

/**
 * Learns a server and compares the result with what it does, for every sequence. `wrong` is empty where it is the same
 * machine. `contradicted` tells a machine that does not fit what was observed, which none may be.
 */
export async function judgePlanted(planted: Planted, maxRequests: number): Promise<Judged> {
  const server = await machineServer(planted.machine, CONDUCTS[planted.family]);
  const options = { parts: ["states" as const], maxRequests, seed: planted.seed };
  const [fold] = await explored([server.url], options);
  await server.close();
  const [states] = findingsOf(fold, "states");
  const { machine } = states ?? {};
  if (fold === undefined || states === undefined || machine === undefined) {
    const why = JSON.stringify(states?.varies ?? states?.cut);
    return { wrong: [`nothing learned: ${why}`], each: 0, requests: states?.requests ?? 0 };
  }
  const each = (states.needed ?? Infinity) / (machine.states.length * states.letters.length);
  const difference = differenceOf([machine, expectedMachine(planted, states.letters)]);
  return {
    wrong: [
      ...(difference === undefined ? [] : [`differs on ${difference.join(", ")}`]),
      ...(states.unexplained === undefined ? [] : ["does not explain a sequence"]),
      ...contradicted(fold, states, machine),
    ],
    each,
    requests: states.requests,
  };
}

/** Recorded sequences, each sent once more after learning, to which the machine responds otherwise. */
function contradicted(fold: RunFold, { letters }: StatesFinding, machine: StateMachine): string[] {
  return [...fold.cases].flatMap(([id, { first }]) => {
    const [, names = ""] = /^explore\/states\/([a-z+-]+)$/.exec(id) ?? [];
    const ids = names.split("+");
    if (ids.some((each) => letters.every((letter) => letter.id !== each))) return [];
    const expected = outputsOf(machine, ids).flatMap((output) =>
      output === "-" ? [] : (output.split(" ", 1)[0] ?? ""),
    );
    const seen = [...first.values()].map(({ answers }) => answers.map(resultWord).join());
    return seen.join("; ") === expected.join() ? [] : [`contradicts ${id}: ${seen.join("; ")}`];
  });
}
