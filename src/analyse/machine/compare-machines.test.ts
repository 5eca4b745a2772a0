import { expect, test } from "vitest";
import type { StatesFinding } from "../../model/index.ts";
import { compareMachines, equalText } from "./compare-machines.ts";

const letters = [{ id: "create", title: "POST", leadsTo: "exists" }];
const states = [
  { access: [], next: [1], outputs: ["201"] },
  { access: [0], next: [1], outputs: ["409"] },
];
const unique: StatesFinding = {
  type: "finding",
  kind: "states",
  letters,
  machine: { letters, states },
  depth: 1,
  sequences: 1,
  requests: 1,
};

test("a target that remembers by connection is like one that does not on one connection only", () => {
  const own: StatesFinding = { ...unique, perConnection: true };
  expect(compareMachines([unique, own])).toEqual({ equalUpTo: 2, onOne: true });
  expect(compareMachines([own, own])).toEqual({ equalUpTo: 2 });
  expect(equalText("a and b", { equalUpTo: 2, onOne: true })).toBe(
    "a and b are equal as machines on one connection; on several, their responses differ",
  );
});
