import { expect, test } from "vitest";
import type { CheckFinding, ResourceSequence } from "../model/index.ts";
import { checksSection } from "./document-checks.ts";
import { sequenceBreaches } from "./document-words.ts";

const finding = (operation: string, found: string, more: Partial<CheckFinding> = {}) =>
  ({
    check: "invalid input accepted",
    source: "observed",
    operation,
    found,
    count: 1,
    ...more,
  }) as CheckFinding;

const rowsOf = (checks: CheckFinding[]): string[] =>
  checksSection(checks, []).blocks.flatMap((block) =>
    block.kind === "table" ? block.rows.map((row) => row.map(({ text }) => text).join(" | ")) : [],
  );

test("the same of several operations is one finding, and what the document states comes first", () => {
  const pages = ["a", "b", "c", "d", "e"].map((name) => finding(name, "page takes 0b1"));
  const status = { check: "undocumented status", source: "stated", case: "valid/plain" } as const;
  expect(
    rowsOf([
      ...pages,
      finding("a", "size takes 0b1"),
      finding("b", "400", { ...status, count: 3 }),
      finding("c", "400", { ...status, count: 1 }),
    ]),
  ).toEqual([
    "✗ undocumented status | valid/plain | b, c: 400 (4 responses)",
    "· invalid input accepted | sequence | a, b, c and 2 more: page takes 0b1",
    "· invalid input accepted | sequence | a: size takes 0b1",
  ]);
});

test("what two steps of a sequence break alike is told once", () => {
  const breach = { check: "undocumented status", observed: "status 418", stated: "200" };
  const step = { does: "list", operation: "listItems", breach };
  const sequence = {
    steps: [step, { ...step, does: "read" }, step],
  } as unknown as ResourceSequence;
  expect(sequenceBreaches(sequence)).toHaveLength(2);
});
