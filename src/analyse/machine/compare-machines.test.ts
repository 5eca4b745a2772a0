import { expect, test } from "vitest";
import type { StatesFinding } from "../../model/index.ts";
import { compareMachines, differText, equalText } from "./compare-machines.ts";

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

test("the shortest sequence is so by what decides: they may differ in less before", () => {
  const first = "201 {id: number}";
  expect(
    differText("a and b", [
      ["201 {ref: string}", "200"],
      [first, "404"],
    ]),
  ).toBe("the shortest sequence on which a and b differ in the class of a status has 2 steps");
  expect(differText("a and b", [["201 {ref: string}"], [first]])).toBe(
    "the shortest sequence on which a and b differ in the form of a body has 1 step",
  );
});
