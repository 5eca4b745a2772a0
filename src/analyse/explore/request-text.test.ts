import { expect, test } from "vitest";
import { post, send, user } from "../../generate/index.ts";
import { RUN_FORMAT } from "../../model/run.ts";
import type { Case, CaseRequest } from "../../model/index.ts";
import { emptyFold } from "../run-fold.ts";
import { foldRecord } from "../fold-record.ts";
import { requestText } from "./request-text.ts";

/** The text of a request with this body, and a head line that the stated request does not have. */
const textOf = (body: string): string => shown(post([body], { headers: [["X-Odd", "1"]] }));

function shown(request: CaseRequest): string {
  const sent: Case = { id: "explore/x", reason: "x", clauses: ["body"], request };
  const fold = emptyFold();
  foldRecord(fold, {
    type: "header",
    format: RUN_FORMAT,
    tool: { name: "api-witness", version: "0" },
    runId: "x",
    target: { name: "x", baseUrl: "http://127.0.0.1:1" },
    seed: 1,
    firstId: 100_000_000,
    catalogue: "0",
    options: { runsPerProperty: 0, repeats: 1, concurrency: 1, timeoutMs: 1 },
    suites: [],
    startedAt: "2024-01-01T00:00:00.000Z",
    platform: "none",
  });
  foldRecord(fold, { type: "case", case: sent });
  return requestText(fold, sent.id).text;
}

const DATE = '"2024-01-02T03:04:05.678Z"';

test("of a body as stated, the odd lines of the head are shown", () => {
  for (const id of ["0", "7", "123456789"])
    expect(textOf(`{"id":${id},"date":${DATE}}`)).toContain("X-Odd: 1");
});

test.each([
  ["leading zeros", `{"id":007,"date":${DATE}}`],
  ["a control character in a string", '{"id":7,"date":"\u0001"}'],
  ["a line feed in a string", '{"id":7,"date":"2024\n"}'],
  ["no date", '{"id":7,"date":"2024"}'],
  ["no JSON", '{"id":7,"date":'],
])("a body with %s is shown, and is no reason to stop", (_what, body) => {
  expect(textOf(body)).toContain('"id":');
});

test("requests one after the other begin on lines of their own", () => {
  const [first = "", second = "", ...head] = shown({
    sender: "wire",
    steps: [send({ body: user({ id: "1" }) }), send({ body: user({ id: "2" }) })],
  }).split("\n");
  expect(first).toMatch(/^\{"id":1,.*\}$/);
  expect(second).toBe("POST /api/user HTTP/1.1");
  expect(head.length).toBeGreaterThan(2);
});
