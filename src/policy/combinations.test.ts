import { expect, test } from "vitest";
import { gateRun, sentCase } from "../../test/policy/gate.ts";
import { requestsOf } from "../generate/index.ts";
import type { Case, Interface, RunRecord } from "../model/index.ts";
import { baselineOf } from "./baseline.ts";
import { judgeRuns } from "./judge-runs.ts";

const books: Interface = {
  name: "createBook",
  method: "POST",
  path: "/books",
  clauses: [],
  body: {
    kind: "object",
    fields: [
      { name: "id", type: { kind: "whole-number", fresh: true } },
      { name: "date", type: { kind: "date-time", fresh: true } },
      { name: "title", type: { kind: "text", maxLength: 100 } },
      { name: "genre", type: { kind: "text" }, example: "fiction" },
      { name: "tags", type: { kind: "list", items: { kind: "text" } } },
    ],
  },
};
const on = requestsOf(books);

type Values = { title?: string; genre?: string; tags?: string[] };

function caseOf(id: string, values: Values, length?: number): Case {
  const body = on.body(
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [JSON.stringify(value)]]),
    ),
  );
  return {
    id,
    reason: id,
    clauses: ["behaviour"],
    request: on.request(body),
    ...(length !== undefined && {
      rung: { axis: "characters of title", at: String(length), unit: "characters" },
    }),
  };
}

const MANY = Array.from({ length: 9 }, (_, nth) => `tag-${nth}`);
const ladder = [10, 50, 64, 120].map((length) =>
  caseOf(`field-title/length-${length}`, { title: "t".repeat(length) }, length),
);
const cases = [
  ...ladder,
  caseOf("field-title/accents", { title: `a${"\u0301".repeat(80)}` }),
  caseOf("field-title/short-accents", { title: `a${"\u0301".repeat(20)}` }),
  caseOf("field-genre/value-4", { genre: "poetry" }),
  caseOf("field-genre/value-2", { genre: "science" }),
  caseOf("valid/combination-1", { title: "a", genre: "poetry" }),
  caseOf("valid/combination-2", { title: "b", genre: "poetry" }),
  caseOf("valid/combination-3", { title: "b", genre: "science" }),
  caseOf("field-tags/bound-max", { tags: MANY }),
  caseOf("valid/combination-4", { title: "b", tags: MANY }),
];

type Status = (values: Values) => number;

/** The causes of a gate, each with its cases, and the first case of each. */
function causes(now: Status) {
  const valuesOf = ({ request }: Case): Values => {
    const text = JSON.stringify(request);
    if (text.includes("tag-8")) return { tags: MANY };
    const genre = ["poetry", "science"].find((each) => text.includes(each));
    return genre === undefined ? {} : { genre };
  };
  const titleOf = ({ id, rung }: Case): string =>
    id === "field-title/accents" ? "t".repeat(81) : "t".repeat(Number(rung?.at ?? 1));
  const records = (status: Status): RunRecord[] =>
    cases.flatMap((each) => {
      const word = status({ ...valuesOf(each), title: titleOf(each) });
      return sentCase(each, [word, word]);
    });
  const given = { interface: books };
  const learned = gateRun(
    {},
    records(({ title = "" }) => (title.length > 100 ? 422 : 201)),
    given,
  ).gate.run;
  const baseline = { value: baselineOf([learned, learned, learned]) };
  const { causes: told } = judgeRuns({ runs: [gateRun({}, records(now), given)], baseline });
  return told.map(({ text, count, example }) => `${text} (${count}), ${example.case}`);
}

test("combinations of values that have one which changed by itself are one cause with it", () => {
  expect(
    causes(({ genre, title = "" }) => (title.length > 100 ? 422 : genre === "poetry" ? 409 : 201)),
  ).toEqual(['genre "poetry": 201 became 409 (3), field-genre/value-4']);
  expect(
    causes(({ genre, title = "" }) => (title.length > 100 ? 422 : genre === undefined ? 201 : 409)),
  ).toEqual(['genre "poetry" and "science": 201 became 409 (5), field-genre/value-2']);
});

test("a moved limit of a text explains any text with as many characters", () => {
  expect(causes(({ title = "" }) => (title.length > 50 ? 422 : 201))).toEqual([
    expect.stringMatching(
      /^characters of title: 201 .*up to 50 characters now, not 64 characters \(2\), field-title\/length-64$/,
    ),
  ]);
});

test("combinations with a list that changed by itself are one cause with it", () => {
  expect(
    causes(({ tags = [], title = "" }) => (title.length > 100 || tags.length > 5 ? 422 : 201)),
  ).toEqual(["tags: 201 became 422 (2), field-tags/bound-max"]);
});
