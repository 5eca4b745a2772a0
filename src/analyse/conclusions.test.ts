import { expect, test } from "vitest";
import type { LimitSummary, Observation, Remark, Summary } from "../model/index.ts";
import { conclusionsOf } from "./conclusions.ts";
import { wirePost } from "../generate/index.ts";
import { foldRecord } from "./fold-record.ts";
import { emptyFold } from "./run-fold.ts";

const remark = (kind: Remark["kind"], id: string, more: Partial<Remark> = {}): Remark => ({
  kind,
  case: id,
  signature: "201",
  text: `text of ${id}`,
  count: 1,
  ...more,
});

const nothing = { notes: [], suites: [], remarks: [], limits: [] };
const textsOf = (found: Partial<Parameters<typeof conclusionsOf>[1]>) =>
  conclusionsOf(emptyFold(), { ...nothing, ...found }).map(({ kind, text }) => [kind, text]);

test("a run without a finding has no conclusions", () => expect(textsOf({})).toEqual([]));

test("what ends the server comes before a race, and both before everything else", () => {
  const death = { kind: "ended", cases: ["size/64-mib"], tried: 3, times: 3, count: 1 } as const;
  const race = { code: "race", responses: [], count: 1, of: 1, case: "explore/state/a" } as const;
  const found = {
    deaths: [{ ...death, cases: [...death.cases], text: "size/64-mib ends the server" }],
    state: [{ ...race, responses: [], text: "a race" }],
    remarks: [remark("odd-one-out", "headers/host-nul"), remark("lenient", "framing/two")],
  };
  expect(textsOf(found)).toEqual([
    ["ended", "size/64-mib ends the server."],
    ["race", "A race."],
    ["accepts", "Accepts text of framing/two."],
    ["odd", "1 case with a response unlike similar ones: text of headers/host-nul."],
  ]);
});

test("so does what stopped a server that witness does not serve", () => {
  const text = "the target has stopped responding to valid requests after size/64-mib";
  const note = { type: "note", kind: "culprit", text, cases: ["size/64-mib"] } as const;
  const notes: Summary["notes"] = [{ ...note, cases: [...note.cases] }];
  expect(conclusionsOf(emptyFold(), { ...nothing, notes })[0]).toEqual({
    kind: "ended",
    text: `${text.replace("the", "The")}.`,
    case: "size/64-mib",
  });
});

test("so does a target that is gone, with the cases that may have done it", () => {
  const cases = ["framing/a", "framing/b", "framing/c", "framing/d"];
  const notes: Summary["notes"] = [
    { type: "note", kind: "surroundings", text: "18 results in doubt" },
    { type: "note", kind: "target-lost", text: "the target is gone; one of these", cases },
  ];
  expect(textsOf({ notes })).toEqual([
    [
      "ended",
      "The target is gone; one of these: framing/a, framing/b, framing/c, and 1 more (4 cases).",
    ],
    ["surroundings", "18 results in doubt."],
  ]);
});

test("of accepted forms that a standard calls wrong, the most dangerous is told, two are named, the rest is counted", () => {
  const remarks = ["two lengths: bad", "NUL (RFC)", "a chunk, odd", "no Host", "no JSON"].map(
    (text, at) => remark("lenient", `framing/${at}`, { text }),
  );
  expect(textsOf({ remarks })).toEqual([
    ["accepts", "Accepts two lengths: bad; also NUL, a chunk, 2 more forms."],
  ]);
});

test("what most platforms accept for one server, as two Hosts, comes after the limits", () => {
  const limits: LimitSummary[] = [
    { of: ["body"], last: "1", next: "2", outcome: "413", case: "a/b" },
  ];
  const kinds = (...ids: string[]): unknown[] =>
    textsOf({ limits, remarks: ids.map((id) => remark("lenient", id)) }).map(([kind]) => kind);
  expect(kinds("headers/host-absent")).toEqual(["limits", "accepts"]);
  expect(kinds("framing/two", "headers/host-absent")).toEqual(["accepts", "limits"]);
});

test("valid requests that are refused come with the one that is refused most", () => {
  const remarks = [
    remark("valid-not-2xx", "valid/a", { signature: "404", count: 2 }),
    remark("valid-not-2xx", "valid/b", { signature: "415", count: 5 }),
    remark("valid-not-2xx", "valid/c", { signature: "503", count: 9 }),
  ];
  expect(textsOf({ remarks })).toEqual([
    ["refuses", "Refuses 7 of 0 valid cases, e.g. text of valid/b (415); 9 more get a 5xx."],
  ]);
});

test("limits that exist and limits that were not found are in one sentence, three of each", () => {
  const limit = (name: string): LimitSummary => ({ of: [name], last: "9 bytes", case: "size/a" });
  const found = (name: string): LimitSummary => ({
    ...limit(name),
    next: "10 bytes",
    outcome: "413",
  });
  const limits = [found("body, by spaces"), found("b"), found("c"), found("d"), limit("nesting")];
  expect(textsOf({ limits })).toEqual([
    [
      "limits",
      "4 limits: body (by spaces) up to 9 bytes, then 413; b up to 9 bytes, then 413; c up to 9 bytes, then 413; and 1 more. No limit found: nesting up to 9 bytes.",
    ],
  ]);
  expect(textsOf({ limits: limits.slice(-1) })).toEqual([
    ["limits", "No limit found: nesting up to 9 bytes."],
  ]);
});

test("an abandoned case is not counted among those that got no response", () => {
  const fold = emptyFold();
  const request = { sender: "client" as const, body: ["{}"] };
  foldRecord(fold, {
    type: "case",
    case: { id: "fields/a", reason: "r", clauses: ["accepts"], request },
  });
  expect(conclusionsOf(fold, nothing).filter(({ kind }) => kind === "silence")).toEqual([]);
});

test("a response over the read limit does not count as no response", () => {
  const fold = emptyFold();
  const request = { sender: "client" as const, body: ["{}"] };
  const id = "valid/plain";
  foldRecord(fold, { type: "case", case: { id, reason: "all", clauses: ["accepts"], request } });
  const at = { case: id, seq: 0, attempt: 1, fresh: 0, atMs: 0, timeoutMs: 1 } as const;
  const large = { outcome: "too-large", phase: "body", detail: "", totalUs: 1 } as const;
  foldRecord(fold, { type: "observation", ...at, end: "kept", answers: [large] });
  expect(conclusionsOf(fold, nothing).map(({ text }) => text)).toEqual([
    "1 case gets a response that is larger than is read (--read-limit): all.",
  ]);
});

test.each([
  ["1.1", "close", 0],
  ["1.1", "keep-alive", 1],
  ["1.0", "", 0],
  ["1.0", "Keep-Alive", 1],
])(
  "a request after a response of HTTP/%s with Connection: %s is owed a response: %s",
  (version, connection, silent) => {
    const fold = emptyFold();
    const request = wirePost({ body: ["{}"] });
    const id = "fields/a";
    foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
    const response = {
      version,
      status: 400,
      reason: "",
      headers: [["Connection", connection] as [string, string]],
      framing: "none" as const,
      body: { bytes: 0, sha256: "" },
    };
    foldRecord(fold, {
      type: "observation",
      seq: 0,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      end: "closed",
      timeoutMs: 1,
      answers: [
        { outcome: "answered", status: 400, response, totalUs: 1 },
        { outcome: "closed", phase: "head", detail: "closed", totalUs: 1 },
      ],
    });
    const found = conclusionsOf(fold, nothing).filter(({ kind }) => kind === "silence");
    expect(found).toHaveLength(silent);
  },
);

test("a server that takes one request on a connection", () => {
  const body = { bytes: 0, sha256: "" };
  const response = { status: 201, reason: "", headers: [], framing: "none" as const, body };
  const answered = { outcome: "answered" as const, status: 201, response, totalUs: 1 };
  const closed = { outcome: "closed", phase: "head", detail: "", totalUs: 1 } as const;
  const textOf = (of: (nth: number) => Observation["answers"][number]): string => {
    const fold = emptyFold();
    for (const [seq, many] of [2, 3, 5].entries()) {
      const id = `connection/sequence-${many}`;
      const steps = Array.from({ length: many }, () => ({ do: "read" as const }));
      const request = { sender: "wire" as const, steps };
      foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
      const at = { case: id, seq, attempt: 1, fresh: 0, atMs: 0, timeoutMs: 1 } as const;
      const answers = steps.map((_, nth) => of(nth));
      foldRecord(fold, { type: "observation", ...at, end: "closed", answers });
    }
    return conclusionsOf(fold, nothing)
      .map(({ text }) => text)
      .join();
  };
  expect(textOf((nth) => (nth === 0 ? answered : closed))).toContain(
    "Closes the connection after every response",
  );
  expect(textOf((nth) => (nth < 2 ? answered : closed))).not.toContain("Closes");
  expect(textOf(() => closed)).not.toContain("Closes");
});

test.each([
  ["a rate limit that responds with it", "503", []],
  ["a rate limit that responds otherwise", "429", ["errors"]],
])("503 for the last of several requests, under %s", (_, got, kinds) => {
  const fold = emptyFold();
  const body = { bytes: 0, sha256: "" };
  const before = { requests: 0, refused: 0, ms: 0 };
  const more = { request: 137, fromMs: 6227, times: 28, asked: 3, forMs: 147498, isBack: true };
  const note = { type: "note", kind: "surroundings", code: "turned-away", isRate: true } as const;
  fold.notes.push({ ...note, ...more, got, before });
  const steps = [201, 503].map(() => ({ do: "read" as const }));
  const request = { sender: "wire" as const, steps };
  const id = "connection/pipelined-2";
  foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
  const answers = [201, 503].map((status) => {
    const response = { status, reason: "", headers: [], framing: "none" as const, body };
    return { outcome: "answered" as const, status, response, totalUs: 1 };
  });
  const at = { case: id, seq: 0, attempt: 1, fresh: 0, atMs: 0, timeoutMs: 1 } as const;
  foldRecord(fold, { type: "observation", ...at, end: "kept", answers });
  const classes = { "1xx": 0, "2xx": 0, "3xx": 0, refusal: 0, "4xx": 0, other: 0, noAnswer: 0 };
  const counts = { cases: 1, observations: 1, requests: 2, outcomes: { "(201, 503)": 1 } };
  const suite = { name: "connection", about: "", ...counts };
  const suites = [{ ...suite, classes: { ...classes, "5xx": 1, unstable: 0 } }];
  expect(conclusionsOf(fold, { ...nothing, suites }).map(({ kind }) => kind)).toEqual(kinds);
});

test("a server that looks neither at the path nor at the method", () => {
  const fold = emptyFold();
  const request = { sender: "client" as const, body: ["{}"] };
  const body = { bytes: 0, sha256: "" };
  const response = { status: 200, reason: "", headers: [], framing: "none" as const, body };
  for (const [seq, id] of [
    "target-forms/segments-10",
    "target-forms/long-path-256",
    "methods/put-body",
    "methods/mkcol-body",
    "methods/purge-body",
  ].entries()) {
    expect(
      conclusionsOf(fold, nothing)
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/method/);
    foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
    const at = { case: id, seq, attempt: 1, fresh: 0, atMs: 0, end: "kept", timeoutMs: 1 } as const;
    const answers = [{ outcome: "answered" as const, status: 200, response, totalUs: 1 }];
    foldRecord(fold, { type: "observation", ...at, answers });
  }
  expect(conclusionsOf(fold, nothing).map(({ text }) => text)).toEqual([
    "Accepts the stated request at other paths and with other methods: it gets 2xx with further segments of the path and as PUT, MKCOL and PURGE.",
  ]);
});
