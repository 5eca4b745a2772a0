import { expect, test } from "vitest";
import type { AxisSummary, Case, ExploreSummary } from "../model/index.ts";
import { times } from "../template/index.ts";
import { foldRecord } from "./fold-record.ts";
import { isExpectedStep, runLimits } from "./limits.ts";
import { emptyFold } from "./run-fold.ts";

type Told = [axis: string, at: string, status: number, body?: Case["request"]];

/** The limits of a run in which each case got one response, as `scale last|next status`. */
function limitsOf(...all: Told[]): string[] {
  const fold = emptyFold();
  for (const [seq, [axis, at, status, request]] of all.entries()) {
    const id = `size/${seq}`;
    const sent: Case = {
      id,
      reason: "r",
      clauses: ["accepts"],
      request: request ?? { sender: "client", body: [] },
      rung: { axis, at, ...(axis.includes("bytes") && { unit: "bytes" }) },
    };
    const body = { bytes: 0, sha256: "" };
    const response = { status, reason: "", headers: [], framing: "none" as const, body };
    const told = {
      seq,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      end: "kept",
      timeoutMs: 1,
    } as const;
    foldRecord(fold, { type: "case", case: sent });
    foldRecord(fold, {
      type: "observation",
      ...told,
      answers: [{ outcome: "answered", status, response, totalUs: 1 }],
    });
  }
  return runLimits(fold, undefined).map(
    ({ of, last, next = "", outcome }) => `${of.join(" + ")}: ${last}|${next} ${outcome}`,
  );
}

const bodyOf = (bytes: number): Case["request"] => ({
  sender: "client",
  body: [times("[", bytes)],
});

test("what a body larger than its limit was to show is met by that limit, if the response is the same", () => {
  const body: Told[] = [
    ["nesting", "100", 201, bodyOf(200)],
    ["nesting", "1000", 413, bodyOf(2000)],
    ["body bytes, by spaces", "1000", 201, bodyOf(1000)],
    ["body bytes, by spaces", "1001", 413, bodyOf(1001)],
  ];
  expect(limitsOf(...body)).toEqual([
    "body bytes, by spaces + nesting: 1,000 bytes|1,001 bytes 413",
  ]);
  const text: Told[] = [
    ["body bytes, by a text", "1000", 201, bodyOf(1000)],
    ["body bytes, by a text", "1001", 413, bodyOf(1001)],
  ];
  expect(limitsOf(...body, ...text)).toEqual([
    "body + spaces + a text + nesting: 1,000 bytes|1,001 bytes 413",
  ]);
  const [below, , ...others] = body;
  const refused = (status: number, bytes: number): Told => [
    "nesting",
    "1000",
    status,
    bodyOf(bytes),
  ];
  for (const apart of [refused(400, 2000), refused(413, 900)])
    expect(limitsOf(below ?? apart, apart, ...others)).toHaveLength(2);
});

test("a limit of one header is not that of many, if more bytes of several were accepted", () => {
  const headOf = (bytes: number): Case["request"] => ({
    sender: "wire",
    steps: [{ do: "send", head: [times("a", bytes)] }],
  });
  const one: Told[] = [
    ["bytes of one header", "8000", 201, headOf(8100)],
    ["bytes of one header", "9000", 431, headOf(9100)],
  ];
  const many = (accepted: number): Told[] => [
    ["number of headers", "1000", 201, headOf(accepted)],
    ["number of headers", "5000", 431, headOf(65_000)],
  ];
  expect(limitsOf(...one, ...many(6000))).toEqual([
    "bytes of one header + number of headers: 8,000 bytes|9,000 bytes 431",
  ]);
  expect(limitsOf(...one, ...many(13_000))).toHaveLength(2);
  // Alone, it may be a limit of either.
  expect(limitsOf(...many(6000))).toEqual([
    "number of headers: 1000 (head of 6,000 bytes)|5000 (head of 65,000 bytes) 431",
  ]);
});

test("the ends of the calendar are not limits of the server; other ends of a date are", () => {
  expect(
    limitsOf(
      ["month of date", "0", 400],
      ["month of date", "1", 201],
      ["month of date", "12", 201],
      ["month of date", "13", 400],
      ["hour of date", "24", 201],
      ["hour of date", "25", 400],
      ["day of January of date", "28", 201],
      ["day of January of date", "31", 400],
    ),
  ).toEqual(["hour of date: 24|25 400", "day of January of date: 28|31 400"]);
});

test("where an axis upwards begins with refused values, its first accepted one is a limit, too", () => {
  const side = (at: string, signature: string) => ({
    at,
    text: at,
    signature,
    case: `explore/${at}`,
  });
  const axis = {
    scale: "log",
    stretches: [],
    sentence: "",
    capped: false,
    requests: 9,
  } as unknown as AxisSummary;
  const exponent = {
    ...axis,
    axis: "id-exponent",
    title: "exponent of id, downwards",
    boundaries: [{ near: side("0", "201"), far: side("-1", "400"), ofValues: true }],
  } as AxisSummary;
  const id = {
    ...axis,
    axis: "id-upwards",
    title: "id, upwards",
    boundaries: [
      { near: side("0", "400"), far: side("1", "201") },
      { near: side("9", "201"), far: side("10", "422") },
    ],
  } as AxisSummary;
  const told = (...axes: AxisSummary[]): string[] =>
    runLimits(emptyFold(), { axes } as ExploreSummary).map(
      ({ of, last, next = "", outcome }) => `${of.join(" + ")}: ${last}|${next} ${outcome}`,
    );
  expect(told(id, exponent)).toEqual(["id: 9|10 422", "id: 1|0 400"]);
});

test("a step is no limit if values beyond it are accepted", () => {
  const all: Told[] = [
    ["id", "-1", 400],
    ["id", "0", 201],
    ["id", "100", 201],
    ["id", "200", 400],
    ["id", "300", 201],
    ["id", "400", 400],
  ];
  expect(limitsOf(...all)).toEqual(["id: 0|-1 400", "id: 300|400 400"]);
});

test("if the neighbours of an accepted value are refused on both sides, it is one limit", () => {
  const digits: Told[] = [
    ["fraction digits of date", "2", 422],
    ["fraction digits of date", "3", 201],
    ["fraction digits of date", "4", 422],
  ];
  expect(limitsOf(...digits)).toEqual(["fraction digits of date: 3|2 or 4 422"]);
  const apart = digits.map(([axis, , status], at): Told => [
    axis,
    ["1", "16", "256"][at] ?? "",
    status,
  ]);
  expect(limitsOf(...apart)).toHaveLength(2);
  expect(limitsOf(...digits.slice(1), ["fraction digits of date", "2", 400])).toHaveLength(2);
});

test("a thing of which none is accepted has no limit of its number", () => {
  const spaces: Told[] = [
    ["bytes after it", "0", 201],
    ["bytes after it", "1", 400],
  ];
  expect(limitsOf(...spaces)).toEqual([]);
});

test("digits that are refused for themselves are no limit of the body, if a larger one is accepted", () => {
  const digits: Told[] = [
    ["body bytes, by digits of id", "4096", 201, bodyOf(4096)],
    ["body bytes, by digits of id", "8192", 400, bodyOf(8192)],
    ["nesting", "4000", 201, bodyOf(4000)],
    ["nesting", "9000", 400, bodyOf(9000)],
  ];
  const larger: Told = ["body bytes, by spaces", "65536", 201, bodyOf(65_536)];
  expect(limitsOf(...digits)).toEqual([
    "body bytes, by digits of id + nesting: 4,096 bytes|8,192 bytes 400",
  ]);
  expect(limitsOf(...digits, larger)).toEqual([
    "digits of id: 4,096 bytes|8,192 bytes 400",
    "nesting: 4000|9000 400",
  ]);
});

test("one number that is varied in several ways has one limit, unless no number explains all of them", () => {
  const digits = "fraction digits of date";
  const all: Told[] = [
    [digits, "6", 201],
    [digits, "8", 422],
    [`${digits}, by zeros`, "4", 201],
    [`${digits}, by zeros`, "7", 422],
  ];
  expect(limitsOf(...all)).toEqual([`${digits} + zeros: 6|7 422`]);
  all[2] = [`${digits}, by zeros`, "9", 201];
  all[3] = [`${digits}, by zeros`, "10", 422];
  expect(limitsOf(...all)).toEqual([`${digits}: 6|8 422`, `${digits}, by zeros: 9|10 422`]);
});

test.each([
  ["month of date", "12", "201", "13", "422", true],
  ["month of date", "0", "422", "1", "201", true],
  ["hour of date", "23", "201", "24", "422", true],
  // Accepted beyond the end, or refused before it.
  ["hour of date", "24", "201", "25", "422", false],
  ["month of date", "11", "201", "12", "422", false],
  // An error at the first value is none.
  ["month of date", "0", "422", "1", "500", false],
  ["Content-Length of a 50-byte body", "50", "201", "51", "timed-out", true],
  ["Content-Length of a 50-byte body", "49", "400", "50", "201", true],
  ["Content-Length of a 50-byte body", "60", "201", "61", "400", false],
])("%s, %s: %s, %s: %s is where it has to be: %s", (axis, at, first, next, second, expected) => {
  const below = { at, signature: first, case: "a/b" };
  const above = { at: next, signature: second, case: "a/c" };
  expect(isExpectedStep({ axis, unit: undefined, below, above })).toBe(expected);
});
