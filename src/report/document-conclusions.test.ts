import { expect, test } from "vitest";
import type { CheckFinding, DocumentRun } from "../model/index.ts";
import { documentConclusions } from "./document-conclusions.ts";

const operation = (name: string, accepts: string, more = {}) => ({ name, accepts, ...more });

const textsOf = (operations: object[], checks: object[] = [], notSent: object[] = []): string[] =>
  documentConclusions({ operations, checks, notSent } as unknown as DocumentRun).blocks.flatMap(
    (block) => (block.kind === "sentences" ? block.items.map(({ text }) => text) : []),
  );

test("operations that all held are one sentence, and nothing else is said without a finding", () => {
  expect(textsOf([operation("a", "held"), operation("b", "held")])).toEqual([
    "Both operations responded to every valid request as documented.",
  ]);
  expect(textsOf([])).toEqual([]);
  expect(textsOf([operation("a", "held")], [], [{}])).toEqual([
    "The only operation that was sent responded to every valid request as documented.",
  ]);
});

test("each verdict names its operations, and the findings come by their risk", () => {
  const found = (check: CheckFinding["check"], name: string, what: string) => ({
    check,
    source: check === "undocumented status" ? "stated" : "observed",
    operation: name,
    found: what,
    count: 1,
  });
  const declared = [
    { part: "path id", keyword: "undeclared rule", declared: "none", implemented: "refuses -1" },
    { part: "size", keyword: "maximum", declared: "100", implemented: "1000", verdict: "wider" },
  ].map((each) => ({ verdict: "narrower", ...each }));
  expect(
    textsOf(
      [
        operation("a", "not-held"),
        operation("b", "not-shown"),
        operation("c", "held", { declared }),
      ],
      [
        found("invalid input accepted", "c", "size takes 0b1"),
        found("invalid input accepted", "c", "size takes 1e0"),
        found("undocumented status", "a", "500"),
        found("security ignored", "b", "200 without credentials"),
      ],
    ),
  ).toEqual([
    "1 of 3 operations did not always respond as documented: a.",
    "1 of 3 operations got no documented success, so nothing is shown: b.",
    "Security ignored: b: 200 without credentials.",
    "Undocumented status: a: 500.",
    "Invalid input accepted: c: size takes 0b1; 1 more finding of this kind.",
    "In 2 places the server differs from the keywords of the document, e.g. maximum of size in c (wider). Declared: 100; implemented: 1000.",
  ]);
});
