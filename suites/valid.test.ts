import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { expect, test } from "vitest";
import { Submission } from "../test/contract/submission.ts";
import { render } from "../src/generate/index.ts";
import type { Case } from "../src/model/index.ts";
import { suiteNamed } from "../test/suites/suite-named.ts";

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
