import { expect, test } from "vitest";
import type { CheckFinding, DocumentRun, OperationRun, ResourceSequence } from "../model/index.ts";
import type { BlockSection } from "./blocks.ts";
import { checksSection } from "./document-checks.ts";
import { documentSections } from "./document-section.ts";
import { deletedWords, sequenceBreaches } from "./document-words.ts";

const finding = (operation: string, found: string, more: Partial<CheckFinding> = {}) =>
  ({
    check: "invalid input accepted",
    source: "observed",
    operation,
    found,
    count: 1,
    ...more,
  }) as CheckFinding;

const rowsOf = ({ blocks }: BlockSection): string[] =>
  blocks.flatMap((block) =>
    block.kind === "table" ? block.rows.map((row) => row.map(({ text }) => text).join(" | ")) : [],
  );

test("the same of several operations is one finding, and what the document states comes first", () => {
  const pages = ["a", "b", "c", "d", "e"].map((name) => finding(name, "page takes 0b1"));
  const status = { check: "undocumented status", source: "stated", case: "valid/plain" } as const;
  expect(
    rowsOf(
      checksSection(
        [
          ...pages,
          finding("a", "size takes 0b1"),
          finding("a", "size takes 0b1", { case: "field-size/binary" }),
          finding("b", "400", { ...status, count: 3 }),
          finding("c", "400", { ...status, count: 1 }),
        ],
        [],
      ),
    ),
  ).toEqual([
    "✗ undocumented status | valid/plain | b, c: 400 (4 responses)",
    "· invalid input accepted | sequence | a, b, c and 2 more: page takes 0b1",
    "· invalid input accepted | sequence | a: size takes 0b1",
  ]);
});

test("a finding with the description of one case says how many more there are", () => {
  const error = { check: "server error on valid input", case: "field-q/length-10" } as const;
  const found = "500 for: q has 10 characters";
  const checks = [
    finding("a", found, { ...error, count: 6, others: 2 }),
    finding("b", found, { ...error, count: 2 }),
  ];
  expect(rowsOf(checksSection(checks, []))).toEqual([
    "· server error on valid input | field-q/length-10 | a, b: 500 for: q has 10 characters, and for 2 more cases (8 responses)",
  ]);
});

test("operations and resources with the same row have one", () => {
  const names = ["a", "b", "c", "d"];
  const operation = (name: string) => {
    const unseen = name === "d" ? "no credential given" : "the server never gave it";
    const keyword = { part: "size", keyword: "maximum", declared: "9", implemented: "99" };
    const coverage = [{ status: "409", unseen }];
    const declared = [{ ...keyword, verdict: "wider", evidence: [] }];
    return {
      name,
      accepts: "held",
      coverage,
      declared,
      classes: {},
      values: [],
      notes: [],
      run: name,
    };
  };
  const sequence = (name: string, status: number) => {
    const result = { outcome: "answered", status };
    return { resource: `/${name}`, value: "1", steps: [{ does: "create", result }] };
  };
  const { declared, coverage, sequences } = documentSections({
    operations: names.map(operation) as unknown as OperationRun[],
    sequences: names.map((name) => sequence(name, name === "a" ? 200 : 201)),
    notSent: [],
  } as unknown as DocumentRun);
  expect(rowsOf(declared)).toEqual(["a, b, c and 1 more | size | maximum | 9 | 99 | wider"]);
  expect(rowsOf(coverage)).toEqual([
    "a, b, c | 409 | the server never gave it",
    "d | 409 | no credential given",
  ]);
  expect(rowsOf(sequences)).toEqual(["/a | create 200", "/b, /c, /d | create 201"]);
});

test("what two steps of a sequence break alike is told once", () => {
  const breach = { check: "undocumented status", observed: "status 418", stated: "200" };
  const step = { does: "list", operation: "listItems", breach };
  const sequence = {
    steps: [step, { ...step, does: "read" }, step],
  } as unknown as ResourceSequence;
  expect(sequenceBreaches(sequence)).toHaveLength(2);
});

test("many resources that got the same kinds of responses to their deletion stand once, a few each by itself", () => {
  const gone = (resource: string, made: number) => ({
    resource,
    made,
    results: [
      ["204", made - 1],
      ["404", 1],
    ] as [string, number][],
  });
  const kept = { resource: "/kept/{id}", made: 9, results: [["409", 9]] as [string, number][] };
  const things = [1, 2, 3, 4, 5].map((nth) => gone(`/thing${nth}/{id}`, 1000 + nth));
  expect(deletedWords({ deleted: [...things, kept] })).toEqual([
    "/thing1/{id}, /thing2/{id}, /thing3/{id} and 2 more: 5,015 made (204 ×5,010, 404 ×5)",
    "/kept/{id}: 9 made (409 ×9)",
  ]);
  expect(deletedWords({ deleted: things.slice(3) })).toEqual([
    "/thing4/{id}: 1,004 made (204 ×1,003, 404 ×1)",
    "/thing5/{id}: 1,005 made (204 ×1,004, 404 ×1)",
  ]);
});
