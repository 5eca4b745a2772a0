import { expect, test } from "vitest";
import type { Summary } from "../model/index.ts";
import { suitesSection } from "./run-section.ts";

test("a case without an outcome, as of an interrupted run, is in no count of responses", () => {
  const suite = { name: "valid", about: "", cases: 3, observations: 2, requests: 2, outcomes: {} };
  const cases = [{ "201": 1 }, { "201": 1 }, {}].map((outcomes, nth) => ({
    id: `valid/${nth}`,
    outcomes,
  }));
  const summary = { suites: [{ ...suite, classes: {} }], cases, properties: [] };
  const { blocks } = suitesSection(summary as unknown as Summary);
  const [table] = blocks;
  expect(table).toMatchObject({ kind: "table" });
  const texts = JSON.stringify(table);
  expect(texts).toContain('"text":"201 ×2"');
});
