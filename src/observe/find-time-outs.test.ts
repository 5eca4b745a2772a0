import { expect, test } from "vitest";
import { type LetterStep, PAUSE_MS, stateLetters } from "../generate/index.ts";
import { userSubmission } from "../contract/index.ts";
import type { MachineState } from "../model/index.ts";
import { findTimeOuts } from "./find-time-outs.ts";

const letters = stateLetters(userSubmission);
const at = (id: string): number => letters.findIndex((each) => each.id === id);
const [CREATE, PAUSE] = [at("create"), at("pause")];

/** A machine in which a second request is refused; `lasts`: the pauses after which the first one is forgotten. */
function planted(lasts: number) {
  const outputs = (create: string): string[] =>
    letters.map((_, nth) => (nth === CREATE ? create : "-"));
  const states: MachineState[] = [
    {
      access: [],
      next: letters.map((_, nth) => (nth === CREATE ? 1 : 0)),
      outputs: outputs("201"),
    },
    { access: [CREATE], next: letters.map(() => 1), outputs: outputs("409") },
  ];
  let asked = 0;
  const sendSteps = async (steps: readonly LetterStep[]) => {
    asked += 1;
    const paused = steps.filter(({ letter }) => letter.id === "pause").length;
    const last = paused >= lasts ? "201" : "409";
    return { outputs: ["201", ...Array<string>(paused).fill("-"), last] };
  };
  const teacher = { letters, perConnection: false, sendSteps };
  const found = findTimeOuts(teacher, states, (_, state) => `explore/states/ended-${state}`);
  return found.then((timeOuts) => ({ timeOuts, asked }));
}

test.each([2, 3, 5, 8])(
  "a state that ends after %d pauses, with the response then",
  async (lasts) => {
    const ended = {
      afterMs: lasts * PAUSE_MS,
      letter: "create",
      response: "201",
      case: "explore/states/ended-1",
    };
    const { timeOuts, asked } = await planted(lasts);
    expect(timeOuts).toEqual([{ state: 1, keptForMs: (lasts - 1) * PAUSE_MS, ended }]);
    expect(asked).toBeLessThan(6);
  },
);

test("a state that lasts is asked once", async () => {
  expect(await planted(9)).toEqual({
    timeOuts: [{ state: 1, keptForMs: 8 * PAUSE_MS }],
    asked: 1,
  });
});

test("one that a single pause changes is told by the machine itself", async () => {
  const states = [
    { access: [], next: letters.map(() => 0), outputs: letters.map(() => "201") },
    {
      access: [CREATE],
      next: letters.map((_, nth) => (nth === PAUSE ? 0 : 1)),
      outputs: letters.map(() => "409"),
    },
  ];
  const teacher = { letters, perConnection: false, sendSteps: () => Promise.reject(new Error()) };
  expect(await findTimeOuts(teacher, states, () => undefined)).toEqual([]);
});
