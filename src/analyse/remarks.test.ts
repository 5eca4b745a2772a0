import { expect, it } from "vitest";
import type { Case, Interface, Remark, RequestResult } from "../model/index.ts";
import { emptyDocumented } from "./documented/documented-fold.ts";
import { emptyFold } from "./run-fold.ts";
import { foldRecord } from "./fold-record.ts";
import { remarksOf } from "./remarks.ts";

const NO_BYTES = { bytes: 0, sha256: "" };
/** Statuses that come with `Retry-After`. */
const retryAfter = new Set<number>();
const resultOf = (status: number): RequestResult => ({
  outcome: "answered",
  status,
  response: {
    status,
    reason: "",
    headers: retryAfter.has(status) ? [["Retry-After", "1"]] : [],
    framing: "none",
    body: NO_BYTES,
  },
  totalUs: 1,
});

type Row = [id: string, at: string | undefined, statuses: number[]];

/** The remarks of a run, sent row by row; the axis of a case is its suite and first letter. */
function remarksAfter(rows: Row[]): Remark[] {
  const fold = emptyFold();
  for (const [seq, [id, at, statuses]] of rows.entries()) {
    const again = fold.cases.has(id);
    const axis = id.slice(0, id.indexOf("/") + 2);
    const sent: Case = {
      id,
      reason: "r",
      clauses: ["accepts"],
      request: { sender: "client", body: [] },
      ...(id.startsWith("repetition/same-id-") && { sameIdentity: true }),
      ...(id.startsWith("valid/") && { valid: true }),
      ...(at !== undefined && { rung: { axis, at } }),
    };
    if (!again) foldRecord(fold, { type: "case", case: sent });
    foldRecord(fold, {
      type: "observation",
      seq,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      answers: statuses.map(resultOf),
      end: "kept",
      timeoutMs: 1,
    });
  }
  return remarksOf(fold);
}

const stepsOf = (rows: Row[]): string[] =>
  remarksAfter(rows).flatMap(({ kind, text }) => (kind === "step" ? [text] : []));

it("puts steps from or to 2xx first, each suite in its turn", () => {
  const steps = stepsOf([
    ["one/a1", "1", [422]],
    ["one/a2", "2", [413]],
    ["one/b1", "1", [201]],
    ["one/b2", "2", [400]],
    ["one/c1", "1", [400]],
    ["one/c2", "2", [201]],
    ["two/a1", "1", [201]],
    ["two/a2", "2", [431]],
  ]);
  expect(steps.map((text) => text.split(":", 1)[0])).toEqual(["one/b", "two/a", "one/c", "one/a"]);
});

it("passes over ladders on which only the number of the same responses grows", () => {
  const steps = stepsOf([
    ["one/a1", "2", [201, 201]],
    ["one/a2", "3", [201, 201, 201]],
    ["one/a3", "4", [201, 201, 201, 400]],
  ]);
  expect(steps).toEqual(["one/a: 201 ×3 at 3, 201 ×3, 400 at 4"]);
});

it("says where a response is what a repeated id gets, and takes it for no step from or to 2xx", () => {
  const steps = stepsOf([
    ["repetition/same-id-twice", undefined, [201, 409]],
    ["one/a1", "1", [409]],
    ["one/a2", "2", [422]],
    ["one/b1", "1", [201]],
    ["one/b2", "2", [409]],
  ]);
  expect(steps).toEqual(["one/a: 409 at 1, 422 at 2 (409 is what the same request again gets)"]);
});

it("says once for a suite that a repeated id changes the response, and puts it last", () => {
  const twice = (id: string, first: number, second: number): Row[] => [
    [id, undefined, [first]],
    [id, undefined, [second]],
  ];
  const remarks = remarksAfter([
    ["repetition/same-id-twice", undefined, [201, 409]],
    ...twice("one/a", 201, 409),
    ...twice("one/b", 201, 409),
    ...twice("two/a", 201, 409),
    ...twice("two/b", 201, 400),
    ["two/s1", "1", [201]],
    ["two/s2", "2", [400]],
  ]);
  expect(remarks.map(({ kind, case: id, count }) => [kind, id, count])).toEqual([
    ["unstable", "two/b", 1],
    ["step", "two/s2", 1],
    ["changes-on-repeat", "one/a", 2],
    ["changes-on-repeat", "two/a", 1],
  ]);
});

it("names an unstable case once, and a case without response only if it never gets one", () => {
  const hang: RequestResult = { outcome: "timed-out", phase: "head", detail: "d", totalUs: 1 };
  const fold = emptyFold();
  const send = (id: string, attempt: number, result: RequestResult): void => {
    const request = { sender: "client" as const, body: [] };
    if (attempt === 1)
      foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
    foldRecord(fold, {
      type: "observation",
      seq: 0,
      case: id,
      attempt,
      fresh: 0,
      atMs: 0,
      answers: [result],
      end: "closed-by-client",
      timeoutMs: 1,
    });
  };
  for (const attempt of [1, 2]) {
    send("a/sometimes", attempt, attempt === 1 ? hang : resultOf(201));
    send("a/never", attempt, hang);
  }
  expect(remarksOf(fold).map(({ kind, case: id, count }) => [kind, id, count])).toEqual([
    ["unstable", "a/sometimes", 1],
    ["no-answer", "a/never", 1],
  ]);
});

const refused = (detail: string): RequestResult => ({
  outcome: "malformed",
  phase: "head",
  detail,
  whole: { status: 204, framing: "none" },
  totalUs: 1,
});

it("puts what a developer would act on before what the two senders disagree about, and bytes after a response", () => {
  const fold = emptyFold();
  const send = (id: string, sent: Partial<Case>, result: RequestResult, surplus?: number): void => {
    const request = { sender: "client" as const, body: [] };
    const whole: Case = { id, reason: "r", clauses: ["accepts"], request, ...sent };
    foldRecord(fold, { type: "case", case: whole });
    foldRecord(fold, {
      type: "observation",
      seq: 0,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      answers: [result],
      end: "closed-by-client",
      timeoutMs: 1,
      ...(surplus !== undefined && { leftover: { bytes: surplus, sha256: "" } }),
    });
  };
  const wire = { request: { sender: "wire" as const, steps: [] } };
  send("a/1", {}, resultOf(500), 5);
  send("a/2", {}, refused("one reason"));
  send("b/1", { valid: true }, refused("one reason"));
  send("b/2", {}, refused("another reason"));
  send("b/3", wire, resultOf(201), 5);
  send("b/4", { ...wire, valid: true }, resultOf(201), 5);
  const told = remarksOf(fold).map(({ kind, case: id, text, count }) => [kind, id, text, count]);
  const end = "; the bytes are a complete response";
  expect(told.slice(0, 4)).toEqual([
    ["server-error", "a/1", "r", 1],
    ["refused-by-client", "a/2", `the ordinary client refuses it: one reason${end}`, 2],
    ["refused-by-client", "b/2", `the ordinary client refuses it: another reason${end}`, 1],
    ["surplus-bytes", "a/1", "bytes after the response: 5", 2],
  ]);
  expect(told.map(([kind]) => kind)).not.toContain("no-answer");
  expect(told.map(([kind]) => kind)).not.toContain("valid-not-2xx");
});

it("gives the signatures that a remark joins", () => {
  const remarks = remarksAfter([
    ["a/x1", "1", [201]],
    ["a/x2", "2", [400]],
  ]);
  const step = remarks.find(({ kind }) => kind === "step");
  expect(step).toMatchObject({ signature: "201 → 400", signatures: ["201", "400"] });
});

it("does not call a valid request refused whose id is its point, and was sent before", () => {
  const kinds = (later: number): string[] =>
    remarksAfter([
      ["repetition/same-id-twice", undefined, [201, 409]],
      ["valid/id-10-8", undefined, [201]],
      ["valid/id-10-8", undefined, [later]],
    ]).map(({ kind }) => kind);
  expect(kinds(409)).toEqual(["changes-on-repeat"]);
  expect(kinds(400)).toEqual(["valid-not-2xx", "unstable"]);
});

/** What is said of valid requests with these responses, where a document states 200 and 4XX. */
function validTexts(change: Partial<Interface>, ...rows: number[][]): string[] {
  const fold = emptyFold();
  fold.documented = emptyDocumented({
    name: "orders",
    method: "GET",
    path: "/v1/orders",
    clauses: [],
    responses: ["200", "4XX"].map((status) => ({ status, at: `api.yaml#/${status}` })),
    ...change,
  });
  for (const [seq, statuses] of rows.entries()) {
    const id = `valid/${seq}`;
    const request = { sender: "client" as const, body: [] };
    foldRecord(fold, {
      type: "case",
      case: { id, reason: "r", clauses: ["accepts"], valid: true, request },
    });
    foldRecord(fold, {
      type: "observation",
      seq,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 0,
      answers: statuses.map(resultOf),
      end: "kept",
      timeoutMs: 1,
    });
  }
  return remarksOf(fold).flatMap(({ kind, text }) => (kind === "valid-not-2xx" ? [text] : []));
}

it("says of a valid request whether its document states the status", () => {
  expect(validTexts({}, [200], [422], [503], [200, 404], [404, 503])).toEqual([
    "r: a valid request; the document states this status",
    "r: a valid request; the document does not state this status",
    "r: a valid request; the document states these statuses",
    "r: a valid request; the document does not state all of these statuses",
  ]);
});

it("calls no request valid that lacks the headers that must be given", () => {
  const credentials = [["X-Api-Key"]];
  const lacking = ["r: a valid request, except that required headers were not given"];
  const parameter = { name: "x-api-key", in: "header" as const, type: { kind: "text" as const } };
  expect(validTexts({ credentials }, [401])).toEqual(lacking);
  expect(validTexts({ credentials, parameters: [parameter] }, [401])).toEqual(lacking);
  for (const given of [
    { headers: [["x-api-key", "k1"] as [string, string]] },
    { parameters: [{ ...parameter, example: "k1" }] },
    { parameters: [{ ...parameter, type: { kind: "choice" as const, values: ["k1"] } }] },
  ])
    expect(validTexts({ credentials, ...given }, [401])).toEqual([
      "r: a valid request; the document states this status",
    ]);
});

it("begins with what a developer would act on, and ends with incomplete requests", () => {
  const fold = emptyFold();
  const send = (id: string, sent: Partial<Case>, result: RequestResult): void => {
    const request: Case["request"] = { sender: "client", body: [] };
    const whole: Case = { id, reason: "r", clauses: ["accepts"], request, ...sent };
    foldRecord(fold, { type: "case", case: whole });
    const seen = { seq: 0, attempt: 1, fresh: 0, atMs: 0, timeoutMs: 1 };
    foldRecord(fold, {
      type: "observation",
      ...seen,
      case: id,
      answers: [result],
      end: "closed-by-client",
    });
  };
  const hung: RequestResult = { outcome: "timed-out", phase: "head", detail: "", totalUs: 1 };
  send("a/short", { request: { sender: "wire", steps: [] } }, hung);
  send("a/x1", { rung: { axis: "x", at: "1" } }, resultOf(201));
  send("a/x2", { rung: { axis: "x", at: "2" } }, resultOf(400));
  send("a/whole", {}, hung);
  send("a/fault", {}, resultOf(500));
  send("a/plain", { valid: true }, resultOf(404));
  const cut: Case["request"] = {
    sender: "wire",
    steps: [{ do: "send", head: ["POST / HTTP/1.1\r\n"] }],
  };
  send("a/cut", { request: cut }, hung);
  const remarks = remarksOf(fold);
  expect(remarks.map(({ kind, case: id }) => [kind, id])).toEqual([
    ["valid-not-2xx", "a/plain"],
    ["server-error", "a/fault"],
    ["no-answer", "a/whole"],
    ["step", "a/x2"],
    ["no-answer", "a/short"],
    ["no-answer", "a/cut"],
  ]);
  // The head has no end: most servers wait for it.
  expect(remarks.filter(({ unfinished }) => unfinished).map(({ case: id }) => id)).toEqual([
    "a/cut",
  ]);
});

const RATE_LIMIT = {
  kind: "rate-limited",
  signature: "429",
  text: "the target reports too many requests: other results may come from its rate limit",
};

it("finds no limit and no odd one in what a rate limit has turned away, and says so first", () => {
  const remarks = remarksAfter([
    ["valid/one", undefined, [429]],
    ["size/a1", "1", [201]],
    ["size/a2", "2", [429]],
    ["size/a2", "2", [429]],
    ["size/a3", "3", [201]],
    ["size/a4", "4", [413]],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((nth): Row => [
      `odd/x${nth}`,
      undefined,
      [nth < 8 ? 400 : 429],
    ]),
  ]);
  expect(remarks[0]).toEqual({ ...RATE_LIMIT, count: 4 });
  expect(remarks.map(({ kind, text }) => [kind, text]).slice(1)).toEqual([
    ["step", "size/a: 201 at 3, 413 at 4"],
  ]);
});

it("says nothing of a rate limit that the notes name: what it turned away was sent again", () => {
  const away = { fromMs: 1, request: 1, forMs: 9, times: 1, asked: 9, isBack: true };
  const before = { requests: 4, refused: 0, ms: 1 };
  const kindsWith = (got: string): (string | undefined)[] => {
    const fold = { ...emptyFold(), rateLimited: 3 };
    const note = { type: "note", kind: "surroundings", code: "turned-away" } as const;
    fold.notes.push({ ...note, ...away, before, got });
    return remarksOf(fold).map(({ kind }) => kind);
  };
  expect([kindsWith("429"), kindsWith("503")]).toEqual([[], ["rate-limited"]]);
});

it("takes 503 with Retry-After for the same, and 503 alone for a response of the case", () => {
  const rows = (status: number): Row[] => [
    ["size/a1", "1", [201]],
    ["size/a2", "2", [status]],
  ];
  expect(stepsOf(rows(503))).toEqual(["size/a: 201 at 1, 503 at 2"]);
  retryAfter.add(503);
  const remarks = remarksAfter(rows(503));
  retryAfter.clear();
  expect(remarks.map(({ kind, signature }) => [kind, signature])).toEqual([
    ["rate-limited", "503"],
    ["server-error", "503"],
  ]);
});

it("says once what valid requests get, and counts the cases and not how often they were sent", () => {
  const fold = emptyFold();
  const hung: RequestResult = { outcome: "timed-out", phase: "head", detail: "", totalUs: 1 };
  const send = (id: string, isValid: boolean, ...results: RequestResult[]): void => {
    const request = { sender: "client" as const, body: [] };
    const sent: Case = {
      id,
      reason: "r",
      clauses: ["accepts"],
      request,
      ...(isValid && { valid: true }),
    };
    foldRecord(fold, { type: "case", case: sent });
    for (const [seq, result] of results.entries())
      foldRecord(fold, {
        type: "observation",
        seq,
        case: id,
        attempt: seq + 1,
        fresh: 0,
        atMs: 0,
        answers: [result],
        end: "kept",
        timeoutMs: 1,
      });
  };
  const unavailable = resultOf(503);
  send("valid/one", true, unavailable, unavailable, unavailable);
  send("valid/two", true, unavailable, unavailable);
  send("valid/hung", true, hung, hung);
  send("valid/sometimes", true, hung, resultOf(201));
  send("valid/limited", true, resultOf(429), resultOf(429));
  send("repetition/one", true, unavailable, unavailable);
  send("size/one", false, unavailable, unavailable);
  expect(
    remarksOf(fold).map(({ kind, signature, case: id, count }) => [kind, signature, id, count]),
  ).toEqual([
    ["rate-limited", "429", undefined, 2],
    ["valid-not-2xx", "503", "valid/one", 3],
    ["valid-not-2xx", "timed-out", "valid/hung", 1],
    ["server-error", "503", "size/one", 1],
    ["unstable", "timed-out / 201", "valid/sometimes", 1],
  ]);
});

it("names no case without a response that the end of the target explains", () => {
  const fold = emptyFold();
  const gone = (outcome: "reset" | "refused"): RequestResult =>
    ({ outcome, phase: "connect", detail: "", totalUs: 1 }) as RequestResult;
  const rows: [string, RequestResult][] = [
    ["one/early", gone("reset")],
    ["one/in-progress", gone("reset")],
    ["two/later", gone("refused")],
  ];
  for (const [seq, [id, answer]] of rows.entries()) {
    const request = { sender: "client" as const, body: [] };
    foldRecord(fold, { type: "case", case: { id, reason: "r", clauses: ["accepts"], request } });
    const sent = { case: id, attempt: 1, fresh: 0, atMs: 0, end: "kept" as const, timeoutMs: 1 };
    foldRecord(fold, { type: "observation", seq, ...sent, answers: [answer] });
  }
  const told = (): (string | undefined)[] => remarksOf(fold).map((remark) => remark.case);
  expect(told()).toEqual(["one/early", "two/later"]);
  fold.notes.push({
    type: "note",
    kind: "target-lost",
    code: "suspected",
    cases: ["one/in-progress"],
    why: "stayed-away",
  });
  expect(told()).toEqual(["one/early"]);
});
