import { expect, test } from "vitest";
import { SentCounts } from "./sent-counts.ts";

test("requests are counted by when they were sent, whatever their order in the record is", () => {
  const sent = new SentCounts();
  sent.add(12_500, 1, 1);
  sent.add(200, 5, 4);
  sent.add(13_000, 2, 1);
  expect(sent.since(12_500)).toEqual({ all: 2, accepted: 1 });
  expect(sent.since(200)).toEqual({ all: 3, accepted: 2 });
  expect(sent.since(-Infinity)).toEqual({ all: 8, accepted: 6 });
});
