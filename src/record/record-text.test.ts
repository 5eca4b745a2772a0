import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { drawCases } from "../generate/index.ts";
import { Case, Observation, type RequestResult, type Response } from "../model/index.ts";
import { RecordText } from "./run-writer.ts";

const responseOf = (status: number): Response => ({
  version: "1.1",
  status,
  reason: 'Created "\u2028',
  headers: [["X", "tr\u00e8s"]],
  interim: undefined,
  framing: "length",
  body: { bytes: 2, sha256: "00", text: "\ud800\n" },
  omitted: undefined,
});

const result = (response: Response): RequestResult => ({
  outcome: "answered",
  status: response.status,
  response,
  firstByteUs: 12,
  totalUs: 345,
});

const observation = (answers: RequestResult[], rest: Partial<Observation> = {}): Observation => ({
  type: "observation",
  seq: 7,
  case: 'a/"b"#1',
  attempt: 1,
  fresh: 20_000,
  atMs: 0.125,
  answers,
  end: "kept",
  leftover: undefined,
  timeoutMs: 5000,
  resent: undefined,
  ...rest,
});

const created = responseOf(201);
const nothing: RequestResult = {
  outcome: "timed-out",
  phase: "head",
  detail: "nothing",
  totalUs: 5_000_000,
};

test.each([
  ["one response", observation([result(created)])],
  ["the same response", observation([result(created)], { seq: 8 })],
  ["another one", observation([result(responseOf(400))])],
  ["no time of the first byte", observation([{ ...result(created), firstByteUs: undefined }])],
  ["none", observation([nothing])],
  ["several", observation([result(created), nothing])],
  [
    "everything that is seldom there",
    observation([result(created)], {
      end: "closed",
      leftover: { bytes: 1, sha256: "1", text: "x" },
      resent: 1,
      planned: 3,
      check: "after a suite",
      again: "alone",
      lost: [result(created)],
      agent: "one",
    }),
  ],
])("written as JSON.stringify does: %s", (_name, each) => {
  const text = new RecordText();
  text.of(observation([result(created)]));
  expect(text.of(each)).toBe(JSON.stringify(each));
});

test("responses that are seldom the same", () => {
  const text = new RecordText();
  const all = Array.from({ length: 20 }, (_, at) => observation([result(responseOf(200 + at))]));
  for (const each of [...all, ...all.toReversed(), ...all])
    expect(text.of(each)).toBe(JSON.stringify(each));
});

test("no member of an observation is left out", () => {
  const whole = observation([result(created)], {
    leftover: { bytes: 1, sha256: "1", text: "x" },
    resent: 1,
    planned: 3,
    check: "after a suite",
    again: "alone",
    lost: [result(created)],
    agent: "one",
  });
  const written = JSON.parse(new RecordText().of(whole));
  expect(Object.keys(written).toSorted()).toEqual(Object.keys(Observation.shape).toSorted());
});

test("generated cases of every property, one after the other and in turn", () => {
  const text = new RecordText();
  const drawn = suites.flatMap(({ name, properties }) =>
    properties.map((property) => [...drawCases(name, property, 1, 20)]),
  );
  expect(drawn).toHaveLength(5);
  const inTurn = Array.from({ length: 20 }, (_, at) => drawn.map((cases) => cases[at] as Case));
  for (const sent of [...drawn, ...inTurn].flat()) {
    const record = { type: "case" as const, case: sent };
    expect(text.of(record)).toBe(JSON.stringify(record));
  }
});

test("members that no generated case has today", () => {
  const sent: Case = {
    id: "a/b#1",
    reason: "one",
    clauses: ["body"],
    request: { sender: "client", body: [] },
    family: "c",
    generated: { property: "a/b", seed: 1, path: "0" },
  };
  const record = { type: "case" as const, case: sent };
  expect(new RecordText().of(record)).toBe(JSON.stringify(record));
  expect(Object.keys(Case.shape)).toHaveLength(11);
});
