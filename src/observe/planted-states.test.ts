import { afterAll, describe, expect, test } from "vitest";
import { differenceOf } from "../analyse/index.ts";
import { seededNumbers } from "../learn/index.ts";
import type { MachineState, StateMachine, StatesFinding } from "../model/index.ts";
import type { Listening } from "../servers/json-server.ts";
import {
  machineServer,
  type PlantedMachine,
  TOLD_APART,
} from "../../test/servers/machine-server.ts";
import { explored, findingsOf } from "../../test/observe/explore.ts";
import { sampled } from "../../test/statistics.ts";

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Requests for each target: enough for the tests of the largest machines, and not for all of them. */
const MOST = 5000;

/** What is learned of these servers together. */
async function learnedOf(starting: Promise<Listening>[], seed = 1) {
  const started = await Promise.all(starting);
  servers.push(...started);
  const urls = started.map(({ url }) => url);
  const folds = await explored(urls, { parts: ["states"], maxRequests: MOST, seed });
  return folds.map((fold) => ({
    states: findingsOf(fold, "states")[0],
    compared: findingsOf(fold, "states-compared")[0],
    cases: fold.cases,
  }));
}

/** A machine whose first state accepts the stated request, and remembers it. */
function randomMachine(seed: number, states: number): PlantedMachine {
  const random = seededNumbers(seed);
  const pick = (below: number): number => Math.floor(random() * below);
  const step = () => ({ next: pick(states), status: [201, 409, 404, 410][pick(4)] ?? 201 });
  const all = Array.from({ length: states }, (): PlantedMachine[number] => ({
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

/** The machine that is to be learned: with the letters that the server does not tell apart, and those of no state. */
function expectedOf(planted: PlantedMachine, { letters }: StatesFinding): StateMachine {
  const bodyOf = (status: number): string =>
    `${status} ${status < 300 ? "{id: number}" : "{error: string}"}`;
  const fresh = bodyOf(planted[0]?.post.status ?? 0);
  const states = planted.map((state, at): MachineState => {
    const steps = letters.map(({ id }) => {
      if (id === "pause") return { next: at, output: "-" };
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

/** Most of the time is pauses. */
const TOGETHER = 5;
const SEEDS = sampled("servers of random machines", { all: 20, some: 5, sample: 2 });

test(`${SEEDS} servers of random machines of 1 to 8 states are learned exactly`, async () => {
  const wrong: string[] = [];
  const planted = Array.from({ length: SEEDS }, (_, at) =>
    randomMachine(at, 1 + Math.round((at * 7) / (SEEDS - 1))),
  );
  const learn = async (machine: PlantedMachine, at: number): Promise<void> => {
    const [learned] = await learnedOf([machineServer(machine)], at);
    const { states } = learned ?? {};
    if (states?.machine === undefined) return void wrong.push(`${at}: nothing learned`);
    const difference = differenceOf([states.machine, expectedOf(machine, states)]);
    if (difference !== undefined) wrong.push(`${at}: differs on ${difference.join(", ")}`);
    const requests = states.needed ?? Infinity;
    const each = requests / (states.machine.states.length * states.letters.length);
    if (each > 25) wrong.push(`${at}: ${each} requests for each state and letter`);
    if (states.unexplained !== undefined) wrong.push(`${at}: does not explain a sequence`);
  };
  for (let at = 0; at < planted.length; at += TOGETHER)
    await Promise.all(
      planted.slice(at, at + TOGETHER).map((machine, nth) => learn(machine, at + nth)),
    );
  expect(wrong).toEqual([]);
}, 400_000);

/** Unique ids that can be deleted, and are not accepted again. */
const SOFT_DELETE: PlantedMachine = [
  {
    post: { next: 1, status: 201 },
    respelled: { next: 1, status: 201 },
    invalid: { next: 0, status: 400 },
    get: { next: 0, status: 404 },
    delete: { next: 0, status: 404 },
  },
  {
    post: { next: 1, status: 409 },
    respelled: { next: 1, status: 409 },
    invalid: { next: 1, status: 400 },
    get: { next: 1, status: 200 },
    delete: { next: 2, status: 204 },
  },
  {
    post: { next: 2, status: 410 },
    respelled: { next: 2, status: 410 },
    invalid: { next: 2, status: 400 },
    get: { next: 2, status: 404 },
    delete: { next: 2, status: 404 },
  },
];
const UPSERT = SOFT_DELETE.slice(0, 2).map((state, at) =>
  at === 0 ? state : { ...state, post: { next: 1, status: 200 }, delete: { next: 0, status: 204 } },
);
/** A deleted id is accepted again. */
const HARD_DELETE = SOFT_DELETE.slice(0, 2).map((state, at) =>
  at === 0 ? state : { ...state, delete: { next: 0, status: 204 } },
);

describe.concurrent("a server", () => {
  test("that remembers by connection: each sequence is sent on one", async () => {
    const [learned] = await learnedOf([machineServer(SOFT_DELETE, { perConnection: true })]);
    const states = learned?.states;
    expect(states).toMatchObject({ perConnection: true, machine: { states: { length: 3 } } });
  });

  // A request that takes longer than the server remembers it for would look like a pause.
  test("that forgets after a time: a pause leads back", { retry: 2 }, async () => {
    const [learned] = await learnedOf([machineServer(HARD_DELETE, { forgetsAfterMs: 900 })]);
    const { machine } = learned?.states ?? {};
    const pause = machine?.letters.findIndex(({ id }) => id === "pause") ?? -1;
    expect(machine?.states.map(({ next }) => next[pause])).toEqual([0, 0]);
  });

  test("with a race: one request after the other shows none", async () => {
    const [learned] = await learnedOf([machineServer(HARD_DELETE, { raceMs: 2 })]);
    expect(learned?.states?.machine?.states).toHaveLength(2);
  });

  test("that counts all requests: it has no machine, and a sequence shows why", async () => {
    const [learned] = await learnedOf([machineServer(SOFT_DELETE, { failsEach: 23 })]);
    const { states, cases } = learned ?? {};
    expect(states?.machine).toBeUndefined();
    const { outputs = [], case: id = "" } = states?.varies ?? {};
    expect(outputs.length).toBeGreaterThan(1);
    expect(JSON.stringify(outputs)).toContain("500");
    expect(cases?.has(id)).toBe(true);
  });

  test("that differs from another one: the shortest sequence is sent to both", async () => {
    // Another status for what both refuse is a shorter sequence, and tells less.
    const refusing = HARD_DELETE.map((each) => ({
      ...each,
      invalid: { ...each.invalid, status: 422 },
    }));
    const both = await learnedOf([machineServer(SOFT_DELETE), machineServer(refusing)]);
    for (const { compared, cases } of both) {
      const { letters = [], outputs = [], case: id = "" } = compared?.difference ?? {};
      expect(letters).toHaveLength(3);
      expect(letters[1]).toBe("delete");
      const last = outputs.map((each) => each.outputs.at(-1));
      expect(last).toEqual(["410 {error: string}", "201 {id: number}"]);
      expect(cases.has(id)).toBe(true);
    }
  });

  test("that is like another one: they are equal as machines", async () => {
    const [learned] = await learnedOf([machineServer(UPSERT), machineServer(UPSERT)]);
    expect(learned?.compared?.difference).toBeUndefined();
    expect(learned?.compared?.equalUpTo).toBeGreaterThan(1);
  });
});
