import { expect, test } from "vitest";
import type { DocumentRun, GateResult, Policy } from "../model/index.ts";
import { judgeDocument } from "./index.ts";

const document = {
  target: { name: "shop", baseUrl: "http://127.0.0.1:1" },
  operations: [{ name: "readItem", run: "read-item" }],
  notSent: [],
  sequences: [],
} as unknown as DocumentRun;
const ofOperation = { targets: [], judgements: [], causes: [], notes: [] } as unknown as GateResult;

/** What a rule on two checks comes to in a run. */
function verdictsOf(changes: Partial<DocumentRun>) {
  const policy: Policy = { checks: ["used after delete", "response schema"] };
  const criteria = { document: { ...document, ...changes }, folder: "reports/shop", policy };
  const found = judgeDocument([ofOperation], criteria);
  return {
    verdicts: found?.judgements.map(({ verdict }) => verdict),
    notes: found?.notes,
  };
}

test("a hint of one operation is a note of it, and no hint of all", () => {
  const hint = "every valid request got 404: is the URL right?";
  const target = { name: "readItem", hint } as unknown as GateResult["targets"][number];
  const hinted = { ...ofOperation, targets: [target] };
  const criteria = { document, folder: "reports/shop", policy: {} };
  const [one, all] = [
    judgeDocument(
      [hinted, { ...ofOperation, targets: [{ ...target, name: "listItems", hint: undefined }] }],
      criteria,
    ),
    judgeDocument([hinted], criteria),
  ];
  expect(one?.targets.map((each) => each.hint)).toEqual([undefined, undefined]);
  expect(one?.notes).toEqual([`readItem: ${hint}`]);
  expect([all?.targets.map((each) => each.hint), all?.notes]).toEqual([[hint], []]);
});

test("a check that sequences show does not pass where a resource had none", () => {
  expect(verdictsOf({})).toEqual({ verdicts: ["pass", "pass"], notes: [] });
  expect(verdictsOf({ unfollowed: ["/items/{id}"] })).toEqual({
    verdicts: ["inconclusive", "pass"],
    notes: ["no sequence was sent to /items/{id}: the run had ended before"],
  });
  const check = { check: "used after delete", source: "observed", operation: "readItem" } as const;
  const found = { ...check, found: "200 after delete", count: 1 };
  const { verdicts } = verdictsOf({ unfollowed: ["/items/{id}"], checks: [found] });
  expect(verdicts).toEqual(["fail", "pass"]);
});

test("a note that several operations have is told once", () => {
  const of = (name: string, notes: string[]): GateResult =>
    ({ ...ofOperation, targets: [{ name }], notes }) as unknown as GateResult;
  const same = "a baseline of 2 runs cannot say how often a gate fails by chance";
  const found = judgeDocument(
    [
      of("listItems", [`listItems: ${same}`, "no run has it"]),
      of("readItem", [`readItem: ${same}`, "readItem: 1 case not sent", "no run has it"]),
      of("makeItem", [`makeItem: ${same}`]),
      of("deleteItem", [`deleteItem: ${same}`]),
    ],
    { document, folder: "reports/shop", policy: {} },
  );
  expect(found?.notes).toEqual([
    `listItems, readItem, makeItem and 1 more: ${same}`,
    "no run has it",
    "readItem: 1 case not sent",
  ]);
});

test("steps of operations that were not chosen are no difference, other responses to the others are", () => {
  const steps = (...all: [does: string, status: number][]) =>
    all.map(([does, status]) => ({ does, result: { outcome: "answered", status } }));
  const life = "create 201, read 200, update 200, read 200, delete 204, read 404";
  const value = { sequences: { "/items/{id} life": [life] }, operations: {} };
  const verdictOf = (notChosen: string[], sent: unknown[]) => {
    const sequences = [{ resource: "/items/{id}", kind: "life", steps: sent }];
    const given = { ...document, sequences, notChosen } as unknown as DocumentRun;
    const baseline = { value, path: "base.json" } as never;
    const found = judgeDocument([ofOperation], {
      document: given,
      folder: "reports/shop",
      policy: {},
      baseline,
    });
    return found?.judgements.find(({ rule }) => rule === "baseline.sequences")?.verdict;
  };
  const without = steps(["create", 201], ["read", 200], ["delete", 204], ["read", 404]);
  expect(verdictOf(["updateItem"], without)).toBe("skipped");
  expect(verdictOf([], without)).toBe("fail");
  expect(verdictOf(["updateItem"], steps(["create", 201], ["read", 404]))).toBe("fail");
});

const answered = (status: number) => ({ outcome: "answered", status });

test("the second response to an action is compared, by the name of the action", () => {
  const twice = (second: number) => [
    { does: "create", operation: "makeItem", path: "/items", result: answered(201) },
    ...[200, second].map((status) => ({
      does: "act",
      operation: "publishItem",
      path: "/items/7/publish/?force=1",
      result: answered(status),
    })),
  ];
  const value = {
    sequences: { "/items/{id} publishItem twice": ["create 201, publish 200, publish 409"] },
    operations: {},
  };
  const sequences = [{ resource: "/items/{id}", kind: "action twice", steps: twice(200) }];
  const found = judgeDocument([ofOperation], {
    document: { ...document, sequences } as unknown as DocumentRun,
    folder: "reports/shop",
    policy: {},
    baseline: { value, path: "base.json" } as never,
  });
  const own = found?.judgements.find(({ rule }) => rule === "baseline.sequences");
  expect(own?.found).toMatch(
    /^\/items\/\{id\} publishItem twice: step 3, publish 409 became publish 200;/,
  );
});
