import { expect, test } from "vitest";
import { gateRun, told } from "../../test/policy/gate.ts";
import type { FieldType } from "../kinds/index.ts";
import { statedValues } from "../contract/index.ts";
import type { Baseline, Interface } from "../model/index.ts";
import { baselineOf } from "./baseline.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";
import { judgeRuns } from "./judge-runs.ts";
import { judgeAllowed } from "./judge-allowed.ts";
import { acceptDrift, updateBaseline } from "./update-baseline.ts";

type Fields = Extract<FieldType, { kind: "object" }>["fields"];

const of = (fields: Fields, parameters?: Interface["parameters"]): Interface => ({
  name: "createItem",
  method: "POST",
  path: "/items",
  body: { kind: "object", fields },
  parameters,
  clauses: [],
});

const name = (type: FieldType, required?: boolean): Fields => [{ name: "name", type, required }];
const text = (rules: object = {}): FieldType => ({ kind: "text", ...rules });
const number = (rules: object = {}): FieldType => ({ kind: "whole-number", ...rules });
const list = (items: FieldType, rules: object = {}): FieldType => ({
  kind: "list",
  items,
  ...rules,
});
const choice = (...values: string[]): FieldType => ({ kind: "choice", values });

/** What fails the gate, and what is only told. */
function changes(before: Interface, now: Interface): { fails: string; told: string[] } {
  const { found = "", verdict, wider = [] } = judgeAllowed(statedValues(before), now) ?? {};
  return { fails: verdict === "fail" ? found : "", told: wider };
}

test.each<[string, FieldType, FieldType, string]>([
  [
    "a shorter text",
    text({ maxLength: 40 }),
    text({ maxLength: 30 }),
    "maxLength 40 before, 30 now",
  ],
  ["a first limit", text(), text({ maxLength: 30 }), "maxLength none before, 30 now"],
  [
    "a greater least length",
    text({ minLength: 1 }),
    text({ minLength: 2 }),
    "minLength 1 before, 2 now",
  ],
  ["a pattern", text(), text({ pattern: "^a" }), "pattern none before, ^a now"],
  [
    "another pattern",
    text({ pattern: "^b" }),
    text({ pattern: "^a" }),
    "pattern ^b before, ^a now",
  ],
  ["a lower maximum", number({ max: 100 }), number({ max: 9 }), "maximum 100 before, 9 now"],
  ["a higher minimum", number({ min: -5 }), number({ min: 0 }), "minimum -5 before, 0 now"],
  ["no null any more", text({ nullable: true }), text(), "nullable true before, none now"],
  ["another kind", text(), number(), "text before, whole-number now"],
  ["fewer values", choice("a", "b"), choice("b", "c"), 'enum ["a","b"] before, ["b","c"] now'],
  ["fewer items", list(text()), list(text(), { maxItems: 3 }), "maxItems none before, 3 now"],
])("%s fails the gate", (_, before, now, words) => {
  expect(changes(of(name(before)), of(name(now)))).toEqual({
    fails: `name: ${words}`,
    told: [],
  });
  // The other way round, it allows more, except where neither contains the other.
  const back = changes(of(name(now)), of(name(before)));
  const isApart = /another/.test(_) || _ === "fewer values";
  expect([back.fails !== "", back.told.length]).toEqual(isApart ? [true, 0] : [false, 1]);
});

test("a member that becomes required fails, also a new one; others are told", () => {
  const plain = of(name(text()));
  const owner = { name: "owner", type: text() };
  expect(changes(plain, of(name(text(), true)))).toEqual({
    fails: "name: optional before, required now",
    told: [],
  });
  expect(changes(plain, of([...name(text()), { ...owner, required: true }])).fails).toBe(
    "owner: not there before, required now",
  );
  expect(changes(plain, of([...name(text()), owner])).told).toEqual([
    "owner: not there before, optional now",
  ]);
  expect(changes(of([...name(text()), owner]), plain).told).toEqual([
    "owner: there before, not there now",
  ]);
});

test("parameters and inner values have their paths", () => {
  const limit = (max: number): Interface["parameters"] => [
    { name: "limit", in: "query", type: number({ max }) },
  ];
  const tags = (maxLength: number): Fields => [
    {
      name: "meta",
      type: { kind: "object", fields: [{ name: "tags", type: list(text({ maxLength })) }] },
    },
  ];
  expect(changes(of(tags(20), limit(100)), of(tags(10), limit(50))).fails).toBe(
    "query.limit: maximum 100 before, 50 now; meta.tags[]: maxLength 20 before, 10 now",
  );
});

test("what was found by experiment is no change of the document", () => {
  const before = of(name(number()), [{ name: "id", in: "path", type: text() }]);
  const now = of(
    [{ name: "name", type: number({ fresh: true, digits: 5 }), resource: true }],
    [{ name: "id", in: "path", type: text(), resource: true, example: "abc" }],
  );
  expect(changes(before, now)).toEqual({ fails: "", told: [] });
  expect(judgeAllowed(statedValues(before), now)?.found).toBe("3 values as before");
});

test("a baseline without it, and the built-in interface, are not judged", () => {
  expect(judgeAllowed(undefined, of([]))).toBeUndefined();
  expect(judgeAllowed({}, undefined)).toBeUndefined();
});

test("a gate says so with a baseline from a file, and passes once the baseline is of the new document", () => {
  const run = (max: number) => gateRun({}, [], { interface: of(name(text({ maxLength: max }))) });
  const inFile = (max: number) =>
    parseBaseline(baselineText(baselineOf([run(max).gate.run])), "base.json");
  const judge = (max: number, value: Baseline) =>
    told(judgeRuns({ runs: [run(max)], baseline: { value, path: "base.json" } }));
  const failed = judge(30, inFile(40));
  expect(failed).toContain("fail baseline.stated | requests that were valid before still are");
  expect(failed).toContain("- expected name: maxLength 40, observed name: maxLength 30");
  expect(judge(40, inFile(30))).toContain("note go: name: maxLength 30 before, 40 now");
  expect(judge(30, inFile(30))).toMatch(
    /pass baseline.stated .*\n {2}2 values as before[^]*pass 0$/,
  );
});

test("what the document states of a value is accepted by a glob, and the rest is not", () => {
  const run = (fields: Fields) => gateRun({}, [], { interface: of(fields) }).gate.run;
  const color = (...values: string[]) => ({ name: "color", type: choice(...values) });
  const before = baselineOf([run([...name(text({ maxLength: 40 })), color("red", "blue")])]);
  const now = run([...name(text({ maxLength: 30 }), true), color("red")]);
  const { baseline, changed } = acceptDrift(before, now, ["stated/na*"], "names are short");
  expect(changed).toEqual([
    {
      kind: "changed",
      name: "stated/name",
      before: "optional, maxLength 40",
      now: "required, maxLength 30",
    },
  ]);
  expect(judgeAllowed(baseline.stated, now.header?.interface)?.found).toBe(
    'color: enum ["red","blue"] before, ["red"] now',
  );
  expect(Object.keys(baseline.stated ?? {})).toEqual(["", "name", "color"]);
  expect(() => acceptDrift(baseline, now, ["stated/name"], "again")).toThrow("no difference");
  expect(updateBaseline(baseline, now).changed.map((each) => each.name)).toEqual(["stated/color"]);
});
