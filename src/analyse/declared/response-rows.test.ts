import { expect, test } from "vitest";
import { headerOf } from "../../../test/analyse/comparison/runs.ts";
import { documented } from "../../../test/servers/unique-store.ts";
import type { Case, Observation } from "../../model/index.ts";
import { Observation as ObservationLine } from "../../model/observation.ts";
import { emptyFold } from "../run-fold.ts";
import { responseRows } from "./response-rows.ts";

const sent = (id: string): Case => ({
  id,
  reason: "r",
  clauses: ["behaviour"],
  request: { sender: "client", body: [] },
});

const observed = (id: string, status: number): Observation =>
  ObservationLine.parse({
    type: "observation",
    seq: 0,
    case: id,
    attempt: 1,
    fresh: 0,
    atMs: 0,
    end: "kept",
    timeoutMs: 1000,
    answers: [
      {
        outcome: "answered",
        status,
        response: {
          status,
          reason: "",
          headers: [],
          framing: "length",
          body: { bytes: 0, sha256: "", text: "" },
        },
        firstByteUs: 1,
        totalUs: 1,
      },
    ],
  });

test("a status that only requests with one value at the same time got is not one of the operation", () => {
  const run = emptyFold();
  run.header = headerOf("store", { interface: documented() });
  const first = (id: string) => new Map([["500", observed(id, 500)]]);
  const [alone, raced] = ["field-name/quote", "field-name/emoji"];
  run.cases.set(raced, {
    case: sent(raced),
    signatures: ["500"],
    first: first(raced),
    repeated: [0],
  });
  run.cases.set(alone, { case: sent(alone), signatures: ["500"], first: first(alone) });
  const row = responseRows(run).find(({ keyword }) => keyword === "status 500");
  expect(row?.implemented).toContain("seen 1 time");
  expect(row?.evidence.map((each) => each.case)).toEqual([alone]);
});
