import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { expect, test } from "vitest";
import { render } from "../src/generate/index.ts";
import { suiteNamed } from "../test/suites/suite-named.ts";

const idBounds = suiteNamed("id-bounds");

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://h"),
  firstId: 100_000_000,
  fresh: 0,
};

const WIDTHS: [name: string, text: string][] = [
  ["pow-2-7-minus-1", "127"],
  ["pow-2-16", "65536"],
  ["pow-2-31-minus-1", "2147483647"],
  ["pow-2-32", "4294967296"],
  ["pow-2-53-plus-1", "9007199254740993"],
  ["pow-2-63-minus-1", "9223372036854775807"],
  ["pow-2-64", "18446744073709551616"],
  ["pow-2-128-minus-1", "340282366920938463463374607431768211455"],
  ["minus-pow-2-7-minus-1", "-129"],
  ["minus-pow-2-31", "-2147483648"],
  ["minus-pow-2-53-minus-1", "-9007199254740993"],
  ["minus-pow-2-63-minus-1", "-9223372036854775809"],
  ["minus-pow-2-63-plus-1", "-9223372036854775807"],
  ["pow-10-25", "10000000000000000000000000"],
];

test.each(WIDTHS)("%s is sent as %s", (name, text) => {
  const found = idBounds.cases.find(({ id }) => id === `id-bounds/${name}`);
  expect(found?.rung?.at).toBe(text);
  const body = found?.request.sender === "client" ? render(found.request.body, filling) : "";
  expect(body.toString()).toBe(`{"id":${text},"date":"2000-01-01T00:00:00.000Z"}`);
});
