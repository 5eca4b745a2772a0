import { expect, test } from "vitest";
import { requestsOf } from "../../generate/index.ts";
import { type Interface, type RunHeader, STATED_IDS } from "../../model/index.ts";
import { foldRecord } from "../fold-record.ts";
import { emptyFold } from "../run-fold.ts";
import { seenValues } from "./seen-values.ts";

const from: Interface = {
  name: "list",
  method: "GET",
  path: "/items",
  clauses: [],
  responses: [{ status: "200", at: "d.yaml#/200" }],
  parameters: [{ name: "page", in: "query", type: { kind: "whole-number" }, required: true }],
};

test("a whole number in a query may have another form; a fraction is another type", () => {
  const fold = { ...emptyFold(), header: { interface: from } as RunHeader };
  const texts = ["", "0.1e9", "10.0000000000000001", "01", "1.5"];
  for (const [seq, text] of texts.entries()) {
    const id = seq === 0 ? STATED_IDS.client : `field-query-page/a${seq}`;
    const on = requestsOf(from);
    const request =
      seq === 0
        ? on.request()
        : on.request(on.body(), { path: [{ target: "prefix" }, "/items", "?page=", text] });
    foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
    const body = { bytes: 0, sha256: "" };
    const response = { status: 200, reason: "", headers: [], framing: "none" as const, body };
    foldRecord(fold, {
      type: "observation",
      seq,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      end: "kept",
      timeoutMs: 1,
      answers: [{ outcome: "answered", status: 200, response, totalUs: 1 }],
    });
  }
  const seen = [...(seenValues(fold)?.values() ?? [])].flat();
  expect(seen.map(({ value }) => value)).toEqual(["1.5"]);
});
