import { expect, test } from "vitest";
import type { StatesFinding } from "../../model/index.ts";
import { compareMachines, differText, equalText, outputsOf } from "./compare-machines.ts";

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

test("a sequence of usual requests comes before one with another spelling, which is named too", () => {
  const all = ["create", "respelled", "delete"].map((id) => ({ id, title: id, leadsTo: id }));
  const from = (...outputs: string[][]): StatesFinding => {
    const next = [
      [1, 1, 0],
      [1, 1, 0],
    ];
    const rows = outputs.map((each, at) => ({
      access: at === 0 ? [] : [0],
      next: next[at] ?? [],
      outputs: each,
    }));
    return { ...unique, letters: all, machine: { letters: all, states: rows } };
  };
  const one = from(["201", "201", "404"], ["409", "409", "204"]);
  expect(compareMachines([one, from(["201", "400", "404"], ["409", "409", "405"])])).toEqual({
    letters: ["create", "delete"],
    unusual: ["respelled"],
  });
  // Without another difference, it is the shortest.
  const spelled = from(["201", "400", "404"], ["409", "409", "204"]);
  expect(compareMachines([one, spelled])).toEqual({ letters: ["respelled"] });
  expect(differText("a and b", [["204"], ["405"]], ["POST", "POST (id written with .0)"])).toBe(
    "the shortest sequence of usual requests on which a and b differ in the class of a status has 1 step; they also differ after POST, then POST (id written with .0)",
  );
});

test("a state that ends after a while is a difference to one that was seen to last longer", () => {
  const withPause = [...letters, { id: "pause", title: "pause of 1 s", leadsTo: "waited" }];
  const machine = {
    letters: withPause,
    states: [
      { access: [], next: [1, 0], outputs: ["201", "-"] },
      { access: [0], next: [1, 1], outputs: ["409", "-"] },
    ],
  };
  const ended = { afterMs: 3000, letter: "create", response: "201", case: "" };
  const from = (keptForMs: number, end?: typeof ended): StatesFinding => ({
    ...unique,
    letters: withPause,
    machine,
    timeOuts: [{ state: 1, keptForMs, ...(end && { ended: end }) }],
  });
  const [forgets, keeps] = [from(2000, ended), from(8000)];
  const word = ["create", "pause", "pause", "pause", "create"];
  expect(compareMachines([forgets, keeps])).toEqual({ letters: word });
  expect(outputsOf(machine, word, forgets.timeOuts)).toEqual(["201", "-", "-", "-", "201"]);
  expect(outputsOf(machine, word, keeps.timeOuts)).toEqual(["201", "-", "-", "-", "409"]);
  // Equal, or not known.
  expect(compareMachines([forgets, from(2000, ended)])).toEqual({ equalUpTo: 2 });
  expect(compareMachines([forgets, from(2000)])).toEqual({ equalUpTo: 2 });
  expect(compareMachines([forgets, { ...keeps, timeOuts: [] }])).toEqual({ equalUpTo: 2 });
});
