import { expect, test } from "vitest";
import type { OperationRun, ResourceSequence, RunHeader } from "../../model/index.ts";
import { emptyFold, type RunFold } from "../run-fold.ts";
import { responseCoverage, withSteps } from "./coverage.ts";

const row = (name: string): OperationRun =>
  ({
    name,
    coverage: [{ status: "410", unseen: "no request is meant to get it" }],
  }) as unknown as OperationRun;

const step = (operation: string, does: string, status: number) => ({
  operation,
  does,
  result: { outcome: "answered", status, response: { status } },
});

test("a server never gave 410 only if a request named a deleted resource", () => {
  const life = {
    steps: [step("make", "create", 201), step("remove", "delete", 204), step("read", "read", 404)],
  } as unknown as ResourceSequence;
  const unseen = withSteps([row("read"), row("change")], [life]).map(
    ({ coverage }) => coverage?.[0]?.unseen,
  );
  expect(unseen).toEqual(["the server never gave it", "no request is meant to get it"]);
});

test("a login has no success with made-up users, whatever the server would give", () => {
  const from = { name: "login", method: "POST", path: "/login", clauses: [] };
  const responses = [200, 422].map((status) => ({ status: String(status), at: "api.json" }));
  const fold = {
    ...emptyFold(),
    header: { interface: { ...from, responses } } as unknown as RunHeader,
  };
  const done = { ...fold, footer: { end: "done" } } as unknown as RunFold;
  expect(responseCoverage(done).map(({ unseen }) => unseen)).toEqual([
    "no credential given",
    "no request is meant to get it",
  ]);
});
