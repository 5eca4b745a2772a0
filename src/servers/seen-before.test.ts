import { expect, test } from "vitest";
import { seenBefore } from "./json-server.ts";

test("remembers the last different values, up to the limit", () => {
  const repeated = seenBefore(2);
  expect([1, 2, 1, 3, 2, 1].map(repeated)).toEqual([false, false, true, false, true, false]);
});
