import {
  choiceField,
  defineInterface,
  listField,
  objectField,
  parseBaseUrl,
  textField,
  userSubmission,
  wholeNumberField,
} from "../src/contract/index.ts";
import { expect, test } from "vitest";
import { Submission } from "../test/contract/submission.ts";
import { exampleBytes, render, requestsOf, validRequest } from "../src/generate/index.ts";
import type { Case } from "../src/model/index.ts";
import { suiteNamed } from "../test/suites/suite-named.ts";
import fc from "fast-check";
import validSuites from "./valid.ts";

const valid = suiteNamed("valid");

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://localhost:3000"),
  firstId: 123_456_789,
  fresh: 0,
};

function bodyOf({ request }: Case): string {
  if (request.sender === "client") return render(request.body, filling).toString();
  const [first] = request.steps;
  return first?.do === "send" ? render(first.body ?? [], filling).toString() : "";
}

const claimed = ["valid", "id-bounds", "date-precision"]
  .flatMap((name) => suiteNamed(name).cases)
  .filter((entry) => entry.valid === true)
  .map((entry): [string, string] => [entry.id, bodyOf(entry)]);

test.each(claimed)("%s is the stated body", (_, body) => {
  const submission: unknown = JSON.parse(body);
  expect(Submission.parse(submission)).toEqual(submission);
  expect(Object.keys(Submission.parse(submission)).toSorted()).toEqual(["date", "id"]);
});

test("every case of the suite valid is claimed to be the stated request", () => {
  expect(valid.cases.filter((entry) => entry.valid !== true)).toEqual([]);
});

test("optional members are left out of the requests that are drawn", () => {
  const from = defineInterface({
    path: "/things",
    fields: {
      name: textField(),
      note: textField().optional(),
      size: wholeNumberField().optional(),
    },
  });
  const drawn = fc.sample(validRequest(requestsOf(from)), { numRuns: 200, seed: 1 });
  const keys = drawn.map((request) => {
    const { body } = request.sender === "client" ? request : { body: [] };
    return Object.keys(JSON.parse(exampleBytes(body, from).toString()) as object).toSorted();
  });
  expect(new Set(keys.map((each) => each.join()))).toEqual(
    new Set(["name", "name,note", "name,size", "name,note,size"]),
  );
});

test("of a list, the values in its first item are combined, too", () => {
  const line = objectField({ kind: choiceField("x", "y"), count: wholeNumberField().optional() });
  const from = defineInterface({
    path: "/orders",
    fields: { name: textField(), lines: listField(line) },
  });
  const lines = validSuites(requestsOf(from))
    .flatMap(({ cases }) => cases)
    .filter(({ id }) => id.startsWith("valid/combination-"))
    .map(({ request }) => {
      const { body } = request.sender === "client" ? request : { body: [] };
      return (JSON.parse(exampleBytes(body, from).toString()) as { lines: object[] }).lines;
    });
  expect(lines.flat()).toEqual(
    expect.arrayContaining([{ kind: "x" }, { kind: "y", count: expect.any(Number) as number }]),
  );
});
