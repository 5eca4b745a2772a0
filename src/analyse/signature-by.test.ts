import { expect, test } from "vitest";
import type { Exchange, ObservedPart, RequestResult } from "../model/index.ts";
import { keepBytes } from "../send/request-result.ts";
import { signatureBy } from "./signature-by.ts";

function responded(status: number, body: string, type?: string): RequestResult {
  return {
    outcome: "answered",
    status,
    totalUs: 1,
    response: {
      status,
      reason: "",
      headers: type === undefined ? [] : [["content-type", type]],
      framing: "length",
      body: keepBytes(Buffer.from(body)),
    },
  };
}
const closed: RequestResult = { outcome: "closed", phase: "head", detail: "", totalUs: 1 };
const exchange = (...results: RequestResult[]): Exchange => ({ answers: results, end: "kept" });

const by = (
  parts: ObservedPart[],
  seen: Exchange,
  { ignore = [], fresh = [] }: { ignore?: string[]; fresh?: string[] } = {},
): string => signatureBy({ parts, ignore }, seen, { unordered: false, fresh });

test.each<[ObservedPart[], Exchange, string]>([
  [["status"], exchange(responded(201, "")), "201"],
  [["status"], exchange(closed), "closed"],
  [["class"], exchange(responded(404, "")), "4xx"],
  [["class"], exchange(responded(201, ""), closed), "2xx, closed"],
  [["outcome"], exchange(responded(404, ""), responded(201, "")), "answered, answered"],
  [["outcome"], exchange(closed), "closed"],
  [
    ["content-type"],
    exchange(responded(201, "", "Application/JSON; charset=utf-8")),
    "application/json",
  ],
  [["content-type"], exchange(responded(201, "")), "no content type"],
  [["content-type"], exchange(closed), "closed"],
  [["close"], exchange(responded(201, "")), "kept"],
  [["status", "close"], exchange(responded(201, "")), "201 · kept"],
  [["body"], exchange(responded(201, "")), "no body"],
  [
    ["body"],
    exchange(responded(201, `{ "b": 1, "a": [ { "d": 2, "c": 3 } ] }`)),
    `{"a":[{"c":3,"d":2}],"b":1}`,
  ],
  [["body"], exchange(responded(201, "in words")), "in words"],
])("%s", (parts, seen, signature) => {
  expect(by(parts, seen)).toBe(signature);
});

test("what a request carried and a response says back does not count", () => {
  const fresh = ["100000001", "2000-01-01T00:00:00.997Z"];
  const body = `{"date":"2000-01-01T00:00:00.997Z","id":100000001}`;
  expect(by(["body"], exchange(responded(201, body)), { fresh })).toBe(`{"date":"<1>","id":<0>}`);
});

test.each([
  ["$.id", `{"other":{"id":2},"list":[{"id":3,"n":1}]}`],
  ["other.id", `{"id":1,"list":[{"id":3,"n":1}],"other":{}}`],
  ["list[*].id", `{"id":1,"list":[{"n":1}],"other":{"id":2}}`],
  ["list[0]", `{"id":1,"list":[],"other":{"id":2}}`],
  ["**.id", `{"list":[{"n":1}],"other":{}}`],
  ["nowhere.at.all", `{"id":1,"list":[{"id":3,"n":1}],"other":{"id":2}}`],
])("--ignore %s", (path, left) => {
  const body = `{"id":1,"other":{"id":2},"list":[{"id":3,"n":1}]}`;
  const sorted = JSON.stringify(JSON.parse(left));
  const got = by(["body"], exchange(responded(201, body)), { ignore: [path] });
  expect(JSON.parse(got)).toEqual(JSON.parse(sorted));
});

test.each([
  ["9007199254740992", "9007199254740993"],
  ["1", "1.0"],
  ["1", `"1"`],
])("the numbers %s and %s are told apart", (one, other) => {
  const [a, b] = [one, other].map((id) =>
    by(["body"], exchange(responded(201, `{ "id": ${id} }`))),
  );
  expect(a).toBe(`{"id":${one}}`);
  expect(b).toBe(`{"id":${other}}`);
});

test("long bodies that differ at their end are told apart", () => {
  const [one, other] = ["a", "b"].map((end) =>
    by(["body"], exchange(responded(201, JSON.stringify(`${"x".repeat(100)}${end}`)))),
  );
  expect(one).not.toBe(other);
  expect(one?.length).toBeLessThan(90);
});
