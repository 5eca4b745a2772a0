import { expect, test } from "vitest";
import { classOf, type RequestResult, signatureOf, signatureWords } from "./observation.ts";

const resultOf = (word: number | "reset" | "timed-out" | "closed"): RequestResult =>
  typeof word === "number"
    ? {
        outcome: "answered",
        status: word,
        totalUs: 1,
        response: {
          status: word,
          reason: "",
          headers: [],
          framing: "none",
          body: {
            bytes: 0,
            sha256: "",
          },
        },
      }
    : { outcome: word, phase: "head", detail: "", totalUs: 1 };
const of = (words: Parameters<typeof resultOf>[0][], unordered = false) =>
  signatureOf({ answers: words.map(resultOf) }, unordered);

test.each([
  [[201], "201"],
  [["reset"], "reset"],
  [[201, 400], "201, 400"],
  [[201, 201], "201, 201"],
  [[201, 201, 201], "201 ×3"],
  [[201, 201, 201, "closed"], "201 ×3, closed"],
  [[400, 201, 201, 201, 201, "timed-out", "timed-out"], "400, 201 ×4, timed-out, timed-out"],
] as const)("%j reads %s", (words, signature) => {
  expect(of([...words])).toBe(signature);
});

test("without order, what came when does not matter", () => {
  expect(of([201, 409, 201, 409, 201], true)).toBe("201 ×3, 409, 409");
  expect(of([409, 201, 201, 201, 409], true)).toBe("201 ×3, 409, 409");
  expect(of([409, 201])).not.toBe(of([201, 409]));
});

test.each([
  ["201", "2xx"],
  ["101", "1xx"],
  ["307", "3xx"],
  ["400, 201", "2xx"],
  ["201 ×3", "2xx"],
  ["201, 500 ×4", "5xx"],
  ["201 ×3, closed", "noAnswer"],
  ["timed-out", "noAnswer"],
  ["timed-out ×3", "noAnswer"],
  ["999", "other"],
  ["099", "other"],
])("%s is of class %s", (signature, wanted) => {
  expect(classOf(signature)).toBe(wanted);
});

test("words are read from what is written, with or without other parts behind them", () => {
  expect(signatureWords("201 ×3, closed")).toEqual(["201", "closed"]);
  expect(signatureWords('400 · {"a":1, "b":2} · kept')).toEqual(["400"]);
  expect(classOf('400 · {"a":1, "b":2}')).toBe("4xx");
  expect(classOf("2xx, 4xx")).toBe("4xx");
});
