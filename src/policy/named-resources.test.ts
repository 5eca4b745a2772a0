import { expect, test } from "vitest";
import { gateRun, sent, sentCase, told } from "../../test/policy/gate.ts";
import { post } from "../generate/index.ts";
import type { CaseRequest, Interface, RunRecord } from "../model/index.ts";
import { baselineOf } from "./baseline.ts";
import { judgeRuns } from "./judge-runs.ts";

/** A parcel of a sender that was found on the target, in the path and in the body. */
const parcelsOf = (sender: number): Interface => ({
  name: "changeParcel",
  method: "PUT",
  path: "/senders/{id}",
  clauses: [],
  parameters: [
    {
      name: "id",
      in: "path",
      type: { kind: "whole-number" },
      required: true,
      example: sender,
      resource: true,
    },
  ],
  body: {
    kind: "object",
    fields: [
      { name: "id", type: { kind: "whole-number", fresh: true } },
      { name: "date", type: { kind: "date-time", fresh: true } },
      { name: "sender_id", type: { kind: "whole-number" }, example: sender, resource: true },
    ],
  },
});

const other: CaseRequest = { ...post(), path: "/senders/1000" } as CaseRequest;
const reading = { id: "field-path-id/pow-10-3", reason: "r", clauses: ["body"], request: other };

const runOf = (sender: number, records: RunRecord[]) =>
  gateRun({}, records, { keepBodies: true, interface: parcelsOf(sender) });

const before = [
  ...sent("malformed-json/deleted-16", [400, 400]),
  ...sent("malformed-json/arrays-16", [400, 400]),
  ...sentCase(reading, [200, 200], { body: '{"discount":null}', contentType: "application/json" }),
];
const baseline = baselineOf([runOf(17, before).gate.run], { include: ["shape"] });

const judged = (sender: number, records: RunRecord[]): string =>
  told(
    judgeRuns({ runs: [runOf(sender, records)], baseline: { value: baseline, path: "base.json" } }),
  );

test("a longer id in the body moves its places, and is no difference", () => {
  const now = [...sent("malformed-json/deleted-18", [400, 400]), ...before.slice(3)];
  const text = judged(4711, now);
  expect(text).toContain("1 case about places of the body not compared");
  expect(text).toContain("pass 0");
  // With an id as long as before, a case that is missing is missing.
  expect(judged(18, before.slice(3))).toContain("malformed-json/deleted-16: expected 400");
  expect(judged(4711, before.slice(0, 3))).toContain("malformed-json/arrays-16: expected 400");
});

test("another resource may be something else, or not be there", () => {
  const found = { body: '{"discount":5}', contentType: "application/json" };
  const rest = before.slice(0, 6);
  expect(judged(17, [...rest, ...sentCase(reading, [200, 200], found)])).toContain("pass 0");
  expect(judged(17, [...rest, ...sentCase(reading, [404, 404])])).toContain("pass 0");
  expect(judged(17, [...rest, ...sentCase(reading, [500, 500])])).toContain("expected 200");
});

test("another number in the body may name something in one store and nothing in another; a large one does not", () => {
  const readAs = (value: string) => ({
    id: `field-sender-id/number-${value}`,
    reason: "r",
    clauses: ["body"],
    request: {
      sender: "client",
      body: ['{"id":', { fresh: "id" }, ',"date":"', { fresh: "date" }, `","sender_id":${value}}`],
    } as CaseRequest,
  });
  const [small, large] = [readAs("1000"), readAs("1000000000")];
  const known = [...sentCase(small, [200, 200]), ...sentCase(large, [404, 404])];
  const path = "base.json";
  const base = { value: baselineOf([runOf(17, known).gate.run], {}), path };
  const judgedNow = (...now: RunRecord[]) =>
    told(judgeRuns({ runs: [runOf(17, now)], baseline: base }));
  expect(judgedNow(...sentCase(small, [404, 404]), ...known.slice(3))).toContain("pass 0");
  // A reference that is not looked up any more.
  expect(judgedNow(...known.slice(0, 3), ...sentCase(large, [200, 200]))).toContain("expected 404");
});
