import fc from "fast-check";
import { expect, test } from "vitest";
import type { Baseline } from "../model/index.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";

const shape = fc.constantFrom({ $: "object" }, { $: "object", "$.id": "number" }, { $: "empty" });
const header = fc.constantFrom("date", "date, server", "date / server");
const type = fc.constantFrom("application/json", "text/html", "none");
const outcome = fc.constantFrom<Baseline["cases"][string]>(
  "201",
  "400",
  "201 then 409",
  { "201": 3, "500": 1 },
  { first: { "201": 1, "202": 1 }, later: { "409": 2 } },
);
const cases = fc.array(
  fc.record(
    { suite: fc.constantFrom("valid", "fields", "framing"), outcome, type, header, shape },
    { requiredKeys: ["suite", "outcome"] },
  ),
  { maxLength: 40 },
);

test("what is usual is written once, and every case is read as it was", () => {
  fc.assert(
    fc.property(cases, (all) => {
      const named = all.map((each, nth) => ({ ...each, id: `${each.suite}/case-${nth}` }));
      const having = <K extends "type" | "header" | "shape">(key: K) =>
        Object.fromEntries(
          named.flatMap((each) => (each[key] === undefined ? [] : [[each.id, each[key]]])),
        );
      const baseline = {
        $schema: "urn:api-witness:baseline:1",
        schemaVersion: 2,
        tool: "api-witness 0.0.0",
        target: "app",
        run: "b",
        runs: ["a", "b"],
        sent: 4,
        catalogue: "",
        compares: ["status", "content-type", "headers", "shape"],
        cases: Object.fromEntries(named.map(({ id, outcome: entry }) => [id, entry])),
        contentTypes: having("type"),
        headers: having("header"),
        shapes: having("shape"),
        boundaries: { up: ["201 from 0"], down: [["201 from 0"], ["201 from 1"]] },
        accepted: [],
      } as Baseline;
      const text = baselineText(baseline);
      const read = parseBaseline(text, "base.json");
      expect(read).toEqual(baseline);
      expect(baselineText(read)).toBe(text);
    }),
  );
});

test("an order that is chance does not count: of requests in flight together, or after one that was reset", () => {
  const unread = "repetition/same-id-unread";
  const read = (entry: Baseline["cases"][string], id = unread): unknown =>
    parseBaseline(
      JSON.stringify({
        $schema: "urn:api-witness:baseline:1",
        schemaVersion: 2,
        tool: "api-witness 0.6.0",
        target: "app",
        run: "b",
        runs: ["a", "b"],
        sent: 4,
        catalogue: "",
        compares: ["status"],
        cases: { [id]: entry, "repetition/same-id-twice": "409, 201" },
        boundaries: {},
        accepted: [],
      }),
      "base.json",
    ).cases;
  const others = { "repetition/same-id-twice": "409, 201" };
  expect(read("409, 201")).toEqual({ [unread]: { "201, 409": 4 }, ...others });
  expect(read({ "409, 201": 3, "201, 409": 1 })).toEqual({
    [unread]: { "201, 409": 4 },
    ...others,
  });
  expect(read("404 then 204", "repetition/after-reset-after")).toEqual({
    "repetition/after-reset-after": { "204": 2, "404": 2 },
    ...others,
  });
  expect(read("409, 201 then 409, 409")).toEqual({
    [unread]: { first: { "201, 409": 2 }, later: { "409, 409": 2 } },
    ...others,
  });
});
