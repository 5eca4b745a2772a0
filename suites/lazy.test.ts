import { expect, test } from "vitest";
import { defineInterface, textField } from "../src/contract/index.ts";
import { requestsOf } from "../src/generate/index.ts";
import { kindOf } from "../src/kinds/index.ts";
import { suitesFor } from "./index.ts";

/** An interface whose members are this many texts. */
const ofMembers = (count: number) =>
  defineInterface({
    path: "/v1/wide",
    fields: Object.fromEntries(
      Array.from({ length: count }, (_, nth) => [`field${nth}`, textField()]),
    ),
  });

test("cases are made when they are read, and once", () => {
  const from = ofMembers(3);
  const { slot } = requestsOf(from).layout.fields[0] ?? {};
  if (slot === undefined) throw new Error("no field");
  const kind = kindOf(slot.type);
  const { cases } = kind;
  let made = 0;
  kind.cases = (of) => {
    made += 1;
    return cases(of);
  };
  try {
    const suites = suitesFor(from);
    const [valid, ...others] = suites;
    expect(valid?.cases.length).toBeGreaterThan(20);
    expect(made).toBe(0);
    expect(others.find(({ name }) => name === "field-field1")?.cases.length).toBeGreaterThan(200);
    expect(made).toBe(1);
    for (const suite of suites) expect(suite.cases).toBe(suite.cases);
    expect(made).toBe(3);
  } finally {
    kind.cases = cases;
  }
});
