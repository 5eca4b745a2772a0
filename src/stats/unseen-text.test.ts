import { expect, test } from "vitest";
import { unseenEstimate, unseenText } from "./unseen-species.ts";

const sentenceOf = (property: string, counts: ReadonlyMap<string, number>): string =>
  unseenText(unseenEstimate(property, counts));

test("a sample says what was seen, what is next, and within which limits", () => {
  const counts = new Map([80, 10, 2, 2, 2, 1, 1, 1, 1].map((n, at) => [String(at), n]));
  expect(sentenceOf("fields/any", counts)).toMatch(
    /^fields\/any: 9 behaviours in 100 uniform draws; the next one is new with a probability of 4(\.0)?%, at most 8\.9%; in the next 1,000 generated requests, 1 new behaviour is expected \[0, \d+\]$/,
  );
});

test("a small probability is not written as 0.0%", () => {
  const counts = new Map([...Array(99).keys()].map((at) => [String(at), 1000]));
  counts.set("rare", 1);
  expect(sentenceOf("fields/any", counts)).toMatch(/a probability of 0\.001%, at most 0\.00\d+%;/);
});

test("a small sample says that it is too small, and has no number", () => {
  const counts = new Map([["one", 10]]);
  expect(sentenceOf("fields/any", counts)).toBe(
    "fields/any: 1 behaviour in 10 uniform draws; too little was drawn for an estimate",
  );
});
