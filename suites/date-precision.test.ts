import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { expect, test } from "vitest";
import { render } from "../src/generate/index.ts";
import { suiteNamed } from "../test/suites/suite-named.ts";

const datePrecision = suiteNamed("date-precision");

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://localhost:3000"),
  firstId: 123_456_789,
  fresh: 0,
};

const EXPECTED: [name: string, date: string][] = [
  ["frac-0", "2000-09-27T16:13:38Z"],
  ["frac-1", "2000-09-27T16:13:38.6Z"],
  ["frac-3", "2000-09-27T16:13:38.633Z"],
  ["frac-9", "2000-09-27T16:13:38.633456789Z"],
  ["frac-dot-alone", "2000-09-27T16:13:38.Z"],
  ["iso-basic", "20000927T161338.633Z"],
  ["offset-plus-05-30", "2000-09-27T16:13:38.633+05:30"],
  ["escaped-colons", "2000-09-27T16:13:38.633Z"],
  ["escaped-all", "2024-05-17T10:20:30.123Z"],
  ["digits-bengali", "২০২৪-০৫-১৭T১০:২০:৩০.১২৩Z"],
];

const bodyOf = (name: string): string => {
  const found = datePrecision.cases.find(({ id }) => id === `date-precision/${name}`);
  return found?.request.sender === "client" ? render(found.request.body, filling).toString() : "";
};

test.each(EXPECTED)("%s spells %s", (name, date) => {
  expect(JSON.parse(bodyOf(name))).toEqual({ id: 123_456_789, date });
});

test.each([20, 50, 100])("frac-%i has as many fraction digits as its rung", (count) => {
  expect(bodyOf(`frac-${count}`)).toMatch(new RegExp(`:38\\.633\\d{${count - 3}}Z"}$`));
});
