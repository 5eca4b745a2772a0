import { expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import { type LetterStep, stateLetters } from "../generate/index.ts";
import type { MachineState } from "../model/index.ts";
import { findUnexplained } from "./find-unexplained.ts";

const letters = stateLetters(userSubmission);

/** Each id is accepted once, and can be deleted. */
const UNIQUE: MachineState[] = [
  { access: [], on: { post: [1, "201"], get: [0, "404"], delete: [0, "404"] } },
  { access: [0], on: { post: [1, "409"], get: [1, "200"], delete: [0, "204"] } },
].map(({ access, on }, at): MachineState => {
  const steps = letters.map(({ id }): [number, string] => {
    if (id === "get" || id === "delete") return on[id] as [number, string];
    return id === "invalid" ? [at, "400"] : (on.post as [number, string]);
  });
  return { access, next: steps.map(([to]) => to), outputs: steps.map(([, output]) => output) };
});

/** Responds as the machine does for each identity, but only so many exist at a time. */
const storeOf = (most: number) => ({
  letters,
  share: 0,
  sendSteps: async (steps: readonly LetterStep[]) => {
    const stored = new Set<number>();
    const outputs = steps.map(({ letter: { id }, identity = 0 }) => {
      const exists = stored.has(identity);
      if (id === "invalid") return "400";
      if (id === "get") return exists ? "200" : "404";
      if (id === "delete") return stored.delete(identity) ? "204" : "404";
      if (exists) return "409";
      if (stored.size >= most) return "507";
      stored.add(identity);
      return "201";
    });
    return { outputs };
  },
});

const keep = (nth: number): string => `explore/states/unexplained-${nth}`;

test("a limit on all identities is found, with no request more than it needs", async () => {
  const found = await findUnexplained(storeOf(2), UNIQUE, { seed: 1, keep });
  const [first] = found;
  expect(first?.letters).toHaveLength(3);
  expect(first?.expected).toEqual(["201", "201", "201"]);
  expect(first?.outputs).toEqual(["201", "201", "507"]);
  expect(first?.case).toBe("explore/states/unexplained-1");
});

test("what the machine explains is not reported", async () => {
  expect(await findUnexplained(storeOf(3), UNIQUE, { seed: 1, keep })).toEqual([]);
});
