import { expect, test } from "vitest";
import type { StatesFinding } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { statesView } from "./states-view.ts";

const letters = [
  { id: "create", title: "POST", leadsTo: "exists" },
  { id: "pause", title: "pause of 1 s", leadsTo: "later" },
];
const states = [
  { access: [], next: [1, 0], outputs: ["201", "-"] },
  { access: [0], next: [1, 1], outputs: ["409", "-"] },
];
const learned: StatesFinding = {
  type: "finding",
  kind: "states",
  letters,
  machine: { letters, states },
  depth: 1,
  sequences: 1,
  requests: 1,
};

const viewOf = (timeOuts: StatesFinding["timeOuts"]) => {
  const findings = [{ ...learned, timeOuts }];
  const { sentence, about } = statesView({ findings } as unknown as RunFold) ?? {};
  return { sentence, pauses: about?.filter((text) => text.includes("pause of")) };
};

test("a state that ends after a longer pause is told with its states; one that lasts, with how long it was looked at", () => {
  expect(viewOf(undefined)).toEqual({
    sentence: "2 states: new, exists",
    pauses: ["a pause of 1 s leads to no other state; a longer one may"],
  });
  expect(viewOf([{ state: 1, keptForMs: 8000 }])).toEqual({
    sentence: "2 states: new, exists",
    pauses: ["a pause of 8 s leads to no other state from exists; a longer one may"],
  });
  const ended = {
    afterMs: 3000,
    letter: "create",
    response: "201",
    case: "explore/states/ended-1",
  };
  expect(viewOf([{ state: 1, keptForMs: 2000, ended }])).toEqual({
    sentence:
      '2 states: new, exists; "exists" ends after a pause of 2 to 3 s: then POST gets 201, and 409 before',
    pauses: [],
  });
});
