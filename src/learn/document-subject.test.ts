import { expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import { memberTokens, requestsOf } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { times, type Template } from "../template/index.ts";
import { KnownResponses } from "./candidate.ts";
import { documentSubject } from "./document-subject.ts";

test("members have their values as they are written, the last one of two with the same key", () => {
  const text = ' {"a\\"}": 1.0, "b": {"c": [1e2, "x,]"]}, "a\\"}": 1.50,\n"d": -0} ';
  expect([...memberTokens(text)]).toEqual([
    ['a"}', "1.50"],
    ["b", '{"c": [1e2, "x,]"]}'],
    ["d", "-0"],
  ]);
  expect([...memberTokens("{}")]).toEqual([]);
});

test("a document that is too long is left out without being made", () => {
  const on = requestsOf(userSubmission);
  const cases = [["[]"], [times("x", 2 ** 45)]].map((body: Template, nth): Case => ({
    id: `own/${nth}`,
    reason: "a body",
    clauses: [],
    request: on.request(body),
  }));
  const { pool } = documentSubject(
    {
      on,
      cases,
      known: new KnownResponses(),
      accepted: "201",
      rawAccepted: "201",
      refusesFurther: false,
      fields: new Map(),
    },
    "parser",
  );
  expect(pool.map(({ request }) => request)).toEqual([cases[0]?.request]);
});
