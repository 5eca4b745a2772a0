import { expect, test } from "vitest";
import type {
  DeletedResources,
  OperationRun,
  ResourceSequence,
  RunHeader,
} from "../../model/index.ts";
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
  const unseen = withSteps([row("read"), row("change")], { sequences: [life] }).map(
    ({ coverage }) => coverage?.[0]?.unseen,
  );
  expect(unseen).toEqual(["the server never gave it", "no request is meant to get it"]);
});

test("what the deletions at the end got was given, too", () => {
  const remove = { ...row("remove"), method: "DELETE", path: "/books/{id}" };
  const unseen = "the server never gave it" as const;
  const coverage = ["409", "404"].map((status) => ({ status, unseen }));
  const deleted = [
    {
      resource: "/books/{id}",
      made: 3,
      results: [
        ["204", 2],
        ["409", 1],
      ],
    },
  ];
  const [covered] = withSteps([{ ...remove, coverage }], {
    deleted: deleted as unknown as DeletedResources[],
  });
  expect(covered?.coverage).toEqual([
    { status: "409", unseen: undefined },
    { status: "404", unseen: "the server never gave it" },
  ]);
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
