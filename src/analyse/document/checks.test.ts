import { expect, test } from "vitest";
import type { DocumentRun, ResourceSequence, Response } from "../../model/index.ts";
import { resourceChecks } from "./checks.ts";

type Does = ResourceSequence["steps"][number]["does"];

function sequenceOf(resource: string, statuses: [Does, string, number][]): ResourceSequence {
  const steps = statuses.map(([does, method, status]) => {
    const response = { status, body: { bytes: 0, sha256: "" } } as Response;
    const result = { outcome: "answered" as const, status, totalUs: 1, response };
    return {
      does,
      operation: `${does} ${resource}`,
      method,
      path: `${resource}/7`,
      curl: "",
      result,
    };
  });
  return { resource, kind: "life", value: "7", steps };
}

const foundIn = (...sequences: ResourceSequence[]): string[] =>
  resourceChecks({ sequences, notSent: [] } as unknown as DocumentRun).map(
    ({ check, operation, found }) => `${check}: ${operation}: ${found}`,
  );

test("what is found about several resources differs in the operation only", () => {
  const used: [Does, string, number][] = [
    ["create", "POST", 201],
    ["delete", "DELETE", 204],
    ["read", "GET", 200],
  ];
  expect(foundIn(sequenceOf("/items", used), sequenceOf("/users", used))).toEqual([
    "used after delete: read /items: got 200 after a deletion that got 204",
    "used after delete: read /users: got 200 after a deletion that got 204",
  ]);
  const absent: [Does, string, number][] = [
    ["create", "POST", 201],
    ["read", "GET", 404],
  ];
  expect(foundIn(sequenceOf("/items", absent))).toEqual([
    "not available after create: read /items: got 404 for a resource that was just created",
  ]);
});
