import { expect, test } from "vitest";
import { headersWith, post, user } from "../generate/index.ts";
import { RUN_FORMAT } from "../model/run.ts";
import type { CaseRequest } from "../model/case.ts";
import { buildRunView } from "./build-run-view.ts";
import { emptyFold } from "./run-fold.ts";
import { foldRecord } from "./fold-record.ts";

/** The evidence of a run that sent one request once. */
function evidenceOf(request: CaseRequest) {
  const fold = emptyFold();
  foldRecord(fold, {
    type: "header",
    format: RUN_FORMAT,
    tool: { name: "api-witness", version: "0.0.0" },
    runId: "run",
    target: { name: "x", baseUrl: "http://localhost:1" },
    seed: 1,
    firstId: 100_000_000,
    catalogue: "",
    options: { repeats: 1, runsPerProperty: 0, timeoutMs: 1000, concurrency: 1 },
    suites: [{ name: "a", about: "a" }],
    startedAt: "2026-11-20T16:22:05.123Z",
    platform: "node",
  });
  const sent = { id: "a/b", reason: "r", clauses: ["accepts"], request };
  foldRecord(fold, { type: "case", case: sent });
  foldRecord(fold, {
    type: "observation",
    seq: 0,
    timeoutMs: 1000,
    case: "a/b",
    attempt: 1,
    fresh: 0,
    atMs: 0,
    answers: [{ outcome: "timed-out", phase: "head", detail: "", totalUs: 1 }],
    end: "none",
  });
  return buildRunView(fold, "run")?.cases[0]?.evidence[0];
}

const BODY = `'{"id":100000000,"date":"2000-01-01T00:00:00.000Z"}'`;
const STATED = "curl -sS -i --http1.1 --path-as-is --globoff --max-time 10 -X 'POST'";

test.each<[string, CaseRequest, string | undefined]>([
  ["the stated request", post(), `post --data-binary ${BODY}`],
  [
    "a further header",
    post(user(), { headers: headersWith({ "X-A": "1" }) }),
    `post -H 'X-A: 1' --data-binary ${BODY}`,
  ],
  ["a piped body", post(["\n"]), "echo Cg== | base64 -d | post --data-binary @-"],
  ["another method", post([STATED], { method: "PUT" }), undefined],
  ["another path", post([], { path: "/" }), undefined],
  ["a header less", post([], { headers: [] }), undefined],
])("the short curl line of %s", (_, request, expected) => {
  expect(evidenceOf(request)?.shortCurl).toBe(expected);
});

test("a request is shown as the lines of its head and its body", () => {
  const body = { text: '{"id":1}', bytes: 8 };
  const { request } = evidenceOf(post(['{"id":1}'], { headers: [["a", "b"]] })) ?? {};
  expect(request).toMatchObject({ body, cut: false, connections: 1 });
  expect(request?.head.slice(0, 2)).toEqual(["POST /api/user HTTP/1.1", "host: localhost:1"]);
  expect(request?.bytes).toBe((request?.head.join("\r\n").length ?? 0) + 4 + 8);
});

test("a head that is longer than what is shown has no body", () => {
  const long = "x".repeat(2000);
  const { request } = evidenceOf(post(["{}"], { headers: [["a", long]] })) ?? {};
  expect(request).toMatchObject({ cut: true });
  expect(request).not.toHaveProperty("body");
  expect(request?.head.at(-1)).toMatch(/^a: x+$/);
});
