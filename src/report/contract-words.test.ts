import { expect, test } from "vitest";
import type { ContractSummary } from "../model/index.ts";
import { contractText } from "./contract-words.ts";

const change = (part: string, state: ContractSummary["changes"][number]["state"]) => ({
  part,
  keyword: "maximum",
  declared: "10",
  implemented: "20",
  state,
});

test("a written document is one line that names each keyword by what became of it", () => {
  const proof: ContractSummary = {
    drawn: { sent: 500, held: 499 },
    outside: { sent: 40, held: 40 },
    changes: [
      change("pages", "written"),
      change("price", "withdrawn"),
      change("name", "kept"),
      change("id", "no-place"),
    ],
    copied: [],
    refused: { case: "valid/drawn", by: "id=3", signature: "409" },
    cut: "max-time",
  };
  expect(contractText(proof)).toBe(
    "written: 499 of 500 requests drawn from it got a documented success, and 40 of 40 just outside were refused; changed: pages maximum; withdrawn: price maximum; left as declared: name maximum, id maximum; no keyword explains 409 for valid/drawn; the test ended early: max-time",
  );
  const none = { sent: 0, held: 0 };
  expect(contractText({ drawn: none, outside: none, changes: [], copied: [] })).toBe(
    "written without a test",
  );
});
