import { expect, test } from "vitest";
import { z } from "zod";
import { ConnectionEnd } from "../model/index.ts";
import { Outcome } from "../model/observation.ts";
import { hasOutline } from "./run-reader.ts";

const WithResponse = z.object({
  outcome: z.literal("answered"),
  status: z.int(),
  response: z.object({
    headers: z.array(z.array(z.string())),
    body: z.object({ bytes: z.int(), sha256: z.string() }),
  }),
});

const WithoutResponse = z.object({
  outcome: Outcome.exclude(["answered"]),
  phase: z.string(),
  detail: z.string(),
});

const Observation = z.object({
  type: z.literal("observation"),
  seq: z.int(),
  case: z.string(),
  attempt: z.int(),
  fresh: z.int(),
  answers: z.array(z.discriminatedUnion("outcome", [WithResponse, WithoutResponse])).min(1),
  end: ConnectionEnd,
});

const GeneratedCase = z.object({
  type: z.literal("case"),
  case: z.object({
    id: z.string(),
    reason: z.string(),
    clauses: z.array(z.string()),
    request: z.discriminatedUnion("sender", [
      z.object({ sender: z.literal("client"), body: z.array(z.unknown()) }),
      z.object({ sender: z.literal("wire"), steps: z.array(z.unknown()) }),
    ]),
    generated: z.object({ property: z.string(), seed: z.int(), path: z.string() }),
  }),
});

const Outline = z.discriminatedUnion("type", [Observation, GeneratedCase]);

const observation = {
  type: "observation",
  seq: 7,
  case: "valid/plain",
  attempt: 1,
  fresh: 20_007,
  end: "kept",
  answers: [
    {
      outcome: "answered",
      status: 201,
      response: {
        headers: [
          ["Content-Type", "application/json"],
          ["Date", "now"],
        ],
        body: { bytes: 2, sha256: "0", text: "{}" },
      },
    },
    { outcome: "timed-out", phase: "head", detail: "nothing more within 5 s" },
  ],
};
const ofClient = { sender: "client", body: ["{}"] };
const generated = (request: object) => ({
  type: "case",
  case: {
    id: "valid/any#0",
    reason: "generated",
    clauses: ["body"],
    request,
    generated: { property: "any", seed: 3, path: "0:1" },
  },
});
const records = [
  observation,
  generated(ofClient),
  generated({ sender: "wire", steps: [{ do: "read" }] }),
];

const OTHERS = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  "",
  "x",
  "answered",
  "wire",
  "case",
  [],
  ["x"],
  [1],
  [[1]],
  {},
  [{}],
];

/** The value with each of its members left out, or in place of it each of `OTHERS`, at any depth. */
function* changed(value: unknown): Generator<unknown> {
  yield* OTHERS;
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const copy = (): Record<string, unknown> => structuredClone(value) as Record<string, unknown>;
    const without = copy();
    if (Array.isArray(without)) without.splice(Number(name), 1);
    else delete without[name];
    yield without;
    for (const other of changed(member)) {
      const next = copy();
      next[name] = other;
      yield next;
    }
  }
}

test("the outline of a record is what its schema says, whichever member is missing or another value", () => {
  let matching = 0;
  let others = 0;
  for (const record of records) {
    expect(hasOutline(record)).toBe(true);
    for (const each of changed(record)) {
      const expected = Outline.safeParse(each).success;
      if (hasOutline(each) !== expected) expect([each, hasOutline(each)]).toEqual([each, expected]);
      if (expected) matching += 1;
      else others += 1;
    }
  }
  expect(Math.min(matching, others)).toBeGreaterThan(50);
});
