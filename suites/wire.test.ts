import { suites } from "./index.ts";
import type { Case, RawStep, Suite } from "../src/model/index.ts";
import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { head, renderSend } from "../src/generate/index.ts";

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://127.0.0.1:8080/p"),
  firstId: 100_000_000,
  fresh: 0,
};

function suiteNamed(name: string): Suite {
  const found = suites.find((suite) => suite.name === name);
  if (found === undefined) throw new Error(`no suite ${name}`);
  return found;
}

const atLeast = [
  { suite: suiteNamed("methods"), count: 35 },
  { suite: suiteNamed("target-forms"), count: 50 },
  { suite: suiteNamed("headers"), count: 70 },
  { suite: suiteNamed("framing"), count: 85 },
  { suite: suiteNamed("versions"), count: 28 },
  { suite: suiteNamed("connection"), count: 60 },
  { suite: suiteNamed("repetition"), count: 40 },
  { suite: suiteNamed("credentials"), count: 18 },
  { suite: suiteNamed("versioning"), count: 16 },
];

const all = atLeast.flatMap(({ suite }) => suite.cases);
const sends = (steps: RawStep[]) => steps.filter((step) => step.do === "send");
const steps = (entry: Case) => (entry.request.sender === "wire" ? entry.request.steps : []);
const onWire = all.filter(({ request }) => request.sender === "wire");

const rendered = (entry: Case, on?: number) =>
  Buffer.concat(
    sends(steps(entry))
      .filter((step) => on === undefined || (step.on ?? 0) === on)
      .map((step) => renderSend(step, filling)),
  ).toString("latin1");

const named = (id: string): Case => {
  const found = all.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

const BODY = '{"id":100000000,"date":"2000-01-01T00:00:00.000Z"}';
const NEXT_BODY = '{"id":100000001,"date":"2000-01-01T00:00:00.997Z"}';

const HEAD = [
  "POST /p/api/user HTTP/1.1",
  "Host: 127.0.0.1:8080",
  "Connection: keep-alive",
  "Content-Type: application/json",
  "User-Agent: api-witness",
  "Accept: */*",
  "Accept-Encoding: gzip, deflate, br",
];

const lines = (...text: string[]) => text.map((line) => `${line}\r\n`).join("");
const STATED = lines(...HEAD, "Content-Length: 50", "") + BODY;
const NEXT = lines(...HEAD, "Content-Length: 50", "") + NEXT_BODY;

test.each(atLeast)("$suite.name has at least $count cases", ({ suite, count }) => {
  expect(suite.cases.length).toBeGreaterThanOrEqual(count);
});

/** Order and letter case of names mean nothing, and a connection is kept without a header, too (RFC 9110, 5.1 and 5.3). */
const inOneOrder = (message: string): string => {
  const [head = "", body = ""] = message.split("\r\n\r\n");
  const [first = "", ...headers] = head.split("\r\n");
  const lines = headers.map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase()));
  const kept = lines.filter((line) => line !== "connection: keep-alive").toSorted();
  return [first, ...kept, "", body].join("\r\n");
};

test("what is called valid on raw connections is the stated request", () => {
  const valid = onWire.filter((entry) => entry.valid);
  expect(valid.length).toBeGreaterThanOrEqual(32);
  for (const entry of valid) expect(inOneOrder(rendered(entry)), entry.id).toBe(inOneOrder(STATED));
});

describe("written out by hand", () => {
  test.each([
    ["connection/pieces-one", STATED],
    ["repetition/same-id-twice", STATED + STATED],
    ["repetition/same-id-two-connections", STATED + STATED],
    ["connection/pipelined-2", STATED + NEXT],
    ["methods/options-asterisk", `${lines("OPTIONS * HTTP/1.1", ...withoutBody(), "")}`],
    [
      "repetition/same-id-other-date",
      STATED +
        lines(...HEAD, "Content-Length: 50", "") +
        '{"id":100000000,"date":"2000-01-01T00:00:00.997Z"}',
    ],
    [
      "framing/chunked-two",
      lines(...HEAD, "Transfer-Encoding: chunked", "") +
        `14\r\n{"id":100000000,"dat\r\n1e\r\ne":"2000-01-01T00:00:00.000Z"}\r\n0\r\n\r\n`,
    ],
    [
      "framing/lengths-twice-less",
      lines(...HEAD, "Content-Length: 50", "Content-Length: 49", "") + BODY,
    ],
    [
      "target-forms/absolute",
      STATED.replace("POST /p/api/user", "POST http://127.0.0.1:8080/p/api/user"),
    ],
    ["target-forms/dot-dot-back", STATED.replace("/api/user", "/api/../api/user")],
    ["headers/line-end-lf", STATED.replaceAll("\r\n", "\n")],
    ["headers/shape-fold-space", STATED.replace("\r\nHost", "\r\nX-Extra: 1\r\n 2\r\nHost")],
    ["versions/opening-simple-get", "GET /p/api/user\r\n"],
  ])("%s", (id, expected) => {
    expect(rendered(named(id))).toBe(expected);
  });

  test("each connection of requests released together carries a whole one", () => {
    const entry = named("repetition/at-once-same-2");
    expect([0, 1].map((on) => rendered(entry, on))).toEqual([STATED, STATED]);
    const last = sends(steps(entry)).slice(2);
    expect(last.map((step) => renderSend(step, filling).toString())).toEqual(["}", "}"]);
  });

  test("the ClientHello's two lengths are those of what follows them", () => {
    const hello = Buffer.from(rendered(named("versions/opening-tls-client-hello")), "latin1");
    expect(hello.length).toBe(50);
    expect(hello.readUInt16BE(3)).toBe(hello.length - 5);
    expect(hello.readUIntBE(6, 3)).toBe(hello.length - 9);
  });
});

function withoutBody(): string[] {
  return HEAD.slice(1).filter((line) => !line.startsWith("Content-Type"));
}

describe("every case on the wire", () => {
  test("reads at least once, and only where something was opened", () => {
    for (const entry of onWire) {
      const opened = new Set(sends(steps(entry)).map(({ on }) => on ?? 0));
      const reads = steps(entry).filter((step) => step.do === "read");
      expect(reads.length, entry.id).toBeGreaterThan(0);
      for (const { on } of reads) expect(opened.has(on ?? 0), entry.id).toBe(true);
    }
  });

  test("stays below 1 MiB and pauses for at most 300 ms", () => {
    for (const entry of onWire) expect(rendered(entry).length, entry.id).toBeLessThan(2 ** 20);
    const pauses = onWire.flatMap((entry) =>
      steps(entry).flatMap((step) => (step.do === "pause" ? [{ id: entry.id, ms: step.ms }] : [])),
    );
    expect(pauses.length).toBeGreaterThan(0);
    for (const { id, ms } of pauses) expect(ms, id).toBeLessThanOrEqual(300);
  });

  test("begins as stated where its head is not changed", () => {
    const plain = onWire
      .flatMap((entry) => sends(steps(entry)))
      .filter((step) => isDeepStrictEqual(step.head, head()));
    expect(plain.length).toBeGreaterThanOrEqual(765);
    for (const step of plain) {
      const [text = "", body = ""] = renderSend(step, filling).toString("latin1").split("\r\n\r\n");
      expect(text).toBe(lines(...HEAD, `Content-Length: ${body.length}`).trimEnd());
    }
  });
});

describe("rungs say what is sent", () => {
  const onAxis = (axis: string) => all.filter(({ rung }) => rung?.axis === axis);
  const measured: [axis: string, measure: (text: string) => number][] = [
    ["request target bytes by query", (text) => text.split(" ")[1]?.length ?? 0],
    ["request target bytes by path", (text) => text.split(" ")[1]?.length ?? 0],
    ["bytes of one header", (text) => Math.max(...text.split("\r\n").map((line) => line.length))],
    ["number of headers", (text) => (text.split("\r\n\r\n")[0] ?? "").split("\r\n").length - 1],
    ["length of an unknown method", (text) => text.indexOf(" ")],
    ["bytes of one chunk extension", (text) => extension(text).length],
    ["pipelined requests", (text) => text.split("POST ").length - 1],
    ["requests on one connection", (text) => text.split("POST ").length - 1],
  ];

  test.each(measured)("%s", (axis, measure) => {
    const cases = onAxis(axis);
    expect(cases.length).toBeGreaterThan(2);
    for (const entry of cases)
      expect(String(measure(rendered(entry))), entry.id).toBe(entry.rung?.at);
  });
});

const extension = (text: string) => /\r\n32(;[^\r]*)\r\n/.exec(text)?.[1] ?? "";

test("names are plain, reasons one neutral line", () => {
  for (const { id, reason } of all) {
    expect(id).toMatch(/^[a-z-]+\/[a-z0-9.-]+$/);
    expect(reason, id).not.toMatch(/\b(invalid|valid|must|should|reject(ed)?|illegal|bad)\b/i);
    expect(reason, id).not.toMatch(/\.$|\n/);
  }
});
