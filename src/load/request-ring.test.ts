import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { expect, test } from "vitest";
import {
  dateTimeField,
  defineInterface,
  emailField,
  parseBaseUrl,
  textField,
  uriField,
  wholeNumberField,
  withTrace,
} from "../contract/index.ts";
import { IdSequence, MixedRing, mixOrder, RequestRing } from "./request-ring.ts";

const target = parseBaseUrl("http://localhost:3000");

test.each([
  ["in the query", { path: "/v1/pages", query: { of: uriField({ fresh: true }) } }],
  ["in the path", { path: "/v1/{at}", parameters: { at: dateTimeField({ fresh: true }) } }],
  [
    "in the path as it is",
    { path: "/v1/{name}", parameters: { name: textField({ fresh: true }) } },
  ],
])("a value that tells requests apart is renewed where it is percent-encoded: %s", (_, input) => {
  const from = defineInterface({ method: "GET", ...input });
  const ring = new RequestRing(
    { target, interface: from },
    new IdSequence(100_000_000, LOAD_NUMBERS),
    3,
  );
  const sent = Array.from({ length: 10 }, () => ring.next().toString("latin1"));
  expect(new Set(sent).size).toBe(sent.length);
  for (const each of sent) {
    expect(each).toMatch(/^GET \/v1\/[\w.~%?=-]+ HTTP\/1\.1\r\n/);
    expect(each.length).toBe(sent[0]?.length);
  }
});

test("requests of load ask no tracing to record them", () => {
  const from = withTrace(defineInterface({ method: "GET", path: "/v1/pages" }));
  const numbers = new IdSequence(100_000_000, LOAD_NUMBERS);
  const ring = new RequestRing({ target, interface: from }, numbers, 2);
  const sent = [ring.next(), ring.next()].map((bytes) => bytes.toString("latin1"));
  const headers = sent.map((text) => /^traceparent: (.*)\r$/m.exec(text)?.[1] ?? "");
  for (const header of headers) expect(header).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(headers[0]).not.toBe(headers[1]);
});

test("every fresh value of a request is renewed, and nothing else", () => {
  const fields = {
    id: wholeNumberField({ fresh: true }).required(),
    code: textField({ fresh: true, pattern: "^[A-Z]{3}-[0-9]{6}$" }).required(),
    name: textField({ fresh: true }).required(),
    mail: emailField({ fresh: true }).required(),
    seen: dateTimeField({ fresh: true }).required(),
    also: textField().required(),
  };
  const from = defineInterface({ path: "/v1/people", fields });
  const numbers = (): IdSequence => new IdSequence(100_000_000, LOAD_NUMBERS);
  const ring = new RequestRing({ target, interface: from }, numbers(), 3);
  const sent = Array.from({ length: 10 }, () => {
    const text = ring.next().toString("latin1");
    return JSON.parse(text.slice(text.indexOf("\r\n\r\n"))) as Record<string, unknown>;
  });
  for (const name of ["id", "code", "name", "mail", "seen"])
    expect(new Set(sent.map((each) => each[name])).size, name).toBe(sent.length);
  expect(new Set(sent.map(({ also }) => also)).size).toBe(1);
});

test("a mix spreads its operations evenly, and says whose request is sent", () => {
  expect(mixOrder([5, 1]).join("")).toBe("000100");
  expect(mixOrder([1, 1, 2]).join("")).toMatch(/^(?=.*0)(?=.*1)(?!.*22)[0-2]{4}$/);
  const ids = new IdSequence(100_000_000, LOAD_NUMBERS);
  const rings = ["/v1/a", "/v1/b"].map((path, at) => {
    const from = defineInterface({ method: "GET", path });
    return new RequestRing({ target, interface: from }, ids, 2, at);
  });
  const mixed = new MixedRing(rings, mixOrder([5, 1]), 0.5);
  const sent = Array.from({ length: 12 }, () => {
    const path = mixed.next().toString("latin1").split(" ")[1];
    expect(path).toBe(["/v1/a", "/v1/b"][mixed.operation]);
    return path;
  });
  expect(sent.filter((path) => path === "/v1/b")).toHaveLength(2);
  expect(sent[0]).toBe("/v1/b");
});
