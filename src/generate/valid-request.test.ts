import { describe, expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import type { FieldType } from "../kinds/index.ts";
import type { ClientRequest, Interface } from "../model/index.ts";
import { requestsOf } from "./requests.ts";
import { pause, sendBytes, read, wire } from "./steps.ts";
import { isRequestAgainst, isRequestOpen, isValidRequest } from "./valid-request.ts";

/** As of a document: nothing further is said about what it leaves open. */
const responses = [{ status: "200", at: "d.yaml#/200" }];

const LIST: Interface = {
  name: "list",
  method: "GET",
  path: "/v1/{shop}/items",
  clauses: [],
  responses,
  parameters: [
    { name: "shop", in: "path", type: { kind: "text", maxLength: 20 }, required: true },
    { name: "page", in: "query", type: { kind: "whole-number", min: 1 }, required: false },
    { name: "tag", in: "query", type: { kind: "list", items: { kind: "text" } }, required: false },
    { name: "deep", in: "query", type: { kind: "boolean" }, required: true },
    {
      name: "X-Level",
      in: "header",
      type: { kind: "choice", values: ["a", "b"] },
      required: false,
    },
    { name: "X-Note", in: "header", type: { kind: "text" }, required: false },
  ],
};

const get = (target: string, headers?: ClientRequest["headers"]): ClientRequest => ({
  sender: "client",
  path: target,
  ...(headers && { headers }),
  body: [],
});

describe("the target of a request", () => {
  test.each<[is: boolean, target: string]>([
    [true, "/v1/a/items?page=7&deep=true"],
    [true, "/v1/a/items?deep=false"],
    [true, "/v1/a%20b/items?deep=true&page=1"],
    [true, "/v1/a/items?deep=true&tag=x&tag=y%20z"],
    [true, "/v1/a/items?deep=%74rue"],
    [false, "/v1/a/items"],
    [false, "/v1/a/items?deep"],
    [false, "/v1/a/items?deep="],
    [false, "/v1/a/items?deep=1"],
    [false, "/v1/a/items?deep=true&deep=true"],
    [false, "/v1/a/items?deep=true&more=1"],
    [false, "/v1/a/items?deep=true&page=0"],
    [false, "/v1/a/items?deep=true&page=1e0"],
    [false, "/v1/a/items?deep=true&page=01"],
    [false, "/v1/a/items?deep=true&page=+1"],
    [false, "/v1/a/items?deep=true&page=9007199254740993"],
    [false, "/v1/a/items?deep=true&tag=a+b"],
    [false, "/v1/a/items?deep=true&tag=a;b"],
    [false, "/v1/a/items?deep=true&tag=%00"],
    [false, "/v1/a/items?deep=true&tag=%ff"],
    [false, "/v1//items?deep=true"],
    [false, "/v1/%2e%2e/items?deep=true"],
    [false, "/v1/a%2fb/items?deep=true"],
    [false, "/v1/a/items/?deep=true"],
    [false, "/v1/a/items;x?deep=true"],
    [false, "/V1/a/items?deep=true"],
    [false, "/v1/aaaaaaaaaaaaaaaaaaaaa/items?deep=true"],
    [false, `/v1/a/items?deep=true&tag=${"a".repeat(8000)}`],
  ])("%s: %s", (is, target) => expect(isValidRequest(get(target), LIST)).toBe(is));
});

const USUAL: [string, string][] = [
  ["User-Agent", "api-witness"],
  ["Accept", "*/*"],
  ["Accept-Encoding", "gzip, deflate, br"],
];

describe("the headers of a request", () => {
  test.each<[is: boolean, what: string, headers: [string, string][]]>([
    [true, "another stated value", [...USUAL, ["X-Level", "b"]]],
    [true, "another order, name in lower case", [["x-level", "a"], ...USUAL]],
    [true, "without an optional one", USUAL],
    [false, "no stated value", [...USUAL, ["X-Level", "c"]]],
    [false, "the stated value twice", [...USUAL, ["X-Level", "a"], ["X-Level", "a"]]],
    [true, "a short text", [...USUAL, ["X-Note", "a b"]]],
    [false, "a long text", [...USUAL, ["X-Note", "a".repeat(8000)]]],
    [false, "a further header", [...USUAL, ["X-Other", "a"]]],
    [false, "another Accept", [["Accept", "text/html"], ...USUAL.slice(2)]],
  ])("%s: %s", (is, _, headers) =>
    expect(isValidRequest(get("/v1/a/items?deep=true", headers), LIST)).toBe(is),
  );

  test("a given credential is required", () => {
    const from = { ...LIST, given: ["Authorization"] };
    expect(isValidRequest(requestsOf(from).request(), from)).toBe(true);
    expect(isValidRequest(get("/v1/a/items?deep=true", USUAL), from)).toBe(false);
    const other: [string, string][] = [...USUAL, ["Authorization", "Bearer other"]];
    expect(isValidRequest(get("/v1/a/items?deep=true", other), from)).toBe(false);
    const half = { given: "Authorization", part: "credentials" } as const;
    const request = requestsOf(from).rawRequest({ change: { Authorization: [half] } });
    expect(isValidRequest(request, from)).toBe(false);
  });
});

const BODY: FieldType = {
  kind: "object",
  fields: [
    { name: "name", type: { kind: "text", minLength: 1, maxLength: 5 }, required: true },
    { name: "count", type: { kind: "whole-number" }, required: false },
    { name: "price", type: { kind: "number", min: 0 }, required: false },
    { name: "note", type: { kind: "text", nullable: true }, required: false },
    { name: "at", type: { kind: "date-time" }, required: false },
    {
      name: "lines",
      type: { kind: "list", items: { kind: "text" }, maxItems: 2, unique: true },
      required: false,
    },
  ],
};
const MAKE: Interface = {
  name: "make",
  method: "POST",
  path: "/v1",
  clauses: [],
  responses,
  body: BODY,
};

describe("the body of a request", () => {
  const sent = (text: string): ClientRequest => ({ sender: "client", body: [text] });
  test.each<[is: boolean, body: string]>([
    [true, '{"name":"a"}'],
    [true, ' {\n"count" : -5 ,"name":"\\u0061"}\r\n'],
    [true, '{"name":"a","count":9007199254740991,"price":0.25}'],
    [true, '{"name":"a","note":null,"lines":[]}'],
    [true, '{"name":"a","note":"","lines":["a","b"]}'],
    [true, '{"name":"a","note":"\u{1f600}: {\\"a\\":1.0}"}'],
    [true, '{"name":"a","at":"2024-02-29T10:00:00.123456+05:30"}'],
    [false, '{"name":"a","at":"2024-02-30T10:00:00Z"}'],
    [false, '{"name":"a","at":"2024-02-29T10:00:60Z"}'],
    [false, '{"name":"a","at":"2024-02-29t10:00:00z"}'],
    [false, '{"name":"a","at":"2024-02-29T10:00:00-00:00"}'],
    [false, '{"name":"a","count":1e0}'],
    [false, '{"name":"a","count":1.0}'],
    [false, '{"name":"a","count":-0}'],
    [false, '{"name":"a","count":9007199254740992}'],
    [false, '{"name":"a","price":0.10000000000000000001}'],
    [false, '{"name":"a","price":-1}'],
    [false, '{"name":"a","count":null}'],
    [false, '{"name":"a","lines":["a","a"]}'],
    [false, '{"name":"a","lines":["a","b","c"]}'],
    [false, '{"name":"a","name":"a"}'],
    [false, '{"name":"a","n\\u0061me":"a"}'],
    [false, '{"name":"a","other":1}'],
    [false, '{"name":"a","__proto__":1}'],
    [false, "{}"],
    [false, '{"name":""}'],
    [false, '{"name":"\\u0000"}'],
    [false, '{"name":"\\ud800"}'],
    [false, '{"name":"\u00e9\u00e9\u00e9\u00e9\u00e9"}'],
    [false, '\ufeff{"name":"a"}'],
    [false, '[{"name":"a"}]'],
    [false, '{"name":"a"'],
    [false, ""],
    [false, `{"name":"a"}${" ".repeat(8000)}`],
  ])("%s: %s", (is, body) => expect(isValidRequest(sent(body), MAKE)).toBe(is));

  test("is only that of the stated request where the document states more", () => {
    const from: Interface = { ...MAKE, loose: true };
    expect(isValidRequest(requestsOf(from).request(), from)).toBe(true);
    expect(isValidRequest(sent('{"name":"a"}'), from)).toBe(false);
  });
});

describe("of the built-in interface, whose specification shows neither bounds nor what may be missing", () => {
  const sent = (id: string, date: string): ClientRequest => ({
    sender: "client",
    body: [`{"id":${id},"date":"${date}"}`],
  });
  const DATE = "2024-05-17T10:20:30.250Z";
  test.each<[is: boolean, id: string, date: string]>([
    [true, "123456789", DATE],
    [true, "999999999", "1970-01-01T00:00:00.000Z"],
    [false, "0", DATE],
    [false, "1", DATE],
    [false, "-1", DATE],
    [false, "1000000000", DATE],
    [false, "123456789", "2024-05-17T10:20:30Z"],
    [false, "123456789", "2024-05-17T10:20:30.2500Z"],
    [false, "123456789", "2024-05-17T10:20:30.250+00:00"],
    [false, "123456789", "0001-01-01T00:00:00.000Z"],
    [false, "123456789", "9999-12-31T23:59:59.999Z"],
  ])("%s: %s, %s", (is, id, date) =>
    expect(isValidRequest(sent(id, date), userSubmission)).toBe(is),
  );
});

describe("on a raw connection", () => {
  const on = requestsOf(MAKE);
  const whole = on.message();
  test.each<[is: boolean, what: string, steps: Parameters<typeof wire>]>([
    [true, "one message", [sendBytes(whole), read()]],
    [true, "in pieces", [on.send({ pieces: "bytes" }), read()]],
    [
      false,
      "after a long pause",
      [sendBytes(whole.slice(0, 3)), pause(200), sendBytes(whole.slice(3)), read()],
    ],
    [false, "several messages", [sendBytes([...whole, ...whole]), read()]],
    [false, "after another one", [sendBytes(whole), read(), sendBytes(whole), read()]],
    [
      false,
      "in chunks",
      [on.send({ head: on.head({ change: { "Transfer-Encoding": "chunked" } }) }), read()],
    ],
    [
      false,
      "with another length",
      [on.send({ head: on.head({ change: { "Content-Length": "1" } }) }), read()],
    ],
    [false, "without Host", [on.send({ head: on.head({ change: { Host: null } }) }), read()]],
    [false, "with Host twice", [on.send({ head: on.head({ extra: [[`Host: h`]] }) }), read()]],
    [
      false,
      "HTTP/1.0",
      [on.send({ head: on.head({ line: on.requestLine({ version: "HTTP/1.0" }) }) }), read()],
    ],
    [
      false,
      "another method",
      [on.send({ head: on.head({ line: on.requestLine({ method: "PUT" }) }) }), read()],
    ],
    [false, "line feeds alone", [on.send({ head: on.head({ eol: "\n" }) }), read()]],
  ])("%s: %s", (is, _, steps) => expect(isValidRequest(wire(...steps), MAKE)).toBe(is));
});

test("a number of more digits than a double has is beyond a bound", () => {
  const page = { kind: "whole-number", min: 1, max: 50 } as const;
  const from: Interface = {
    name: "pages",
    method: "GET",
    path: "/pages",
    clauses: [],
    responses,
    parameters: [{ name: "page", in: "query", type: page, required: false }],
  };
  const many = "0".repeat(309);
  const against = ["51", `1${many}`, `-1${many}`, "1e309", "51e0", "50.0", "050", "50", "5e1"].map(
    (text) => isRequestAgainst(get(`/pages?page=${text}`), from),
  );
  expect(against).toEqual([true, true, true, true, true, false, false, false, false]);
});

test("a line feed in a query is part of a text", () => {
  const from: Interface = {
    ...LIST,
    path: "/codes",
    parameters: [
      { name: "code", in: "query", type: { kind: "text", pattern: "^\\d{3}$" }, required: true },
      { name: "note", in: "query", type: { kind: "text", minLength: 2 }, required: false },
      {
        name: "X-Level",
        in: "header",
        type: { kind: "choice", values: ["a", "b"] },
        required: false,
      },
    ],
  };
  const against = (query: string, level?: string): boolean =>
    isRequestAgainst(
      get(`/codes?${query}`, level === undefined ? undefined : [...USUAL, ["X-Level", level]]),
      from,
    );
  expect([against("code=123%0A"), against("code=123&note=%0A%0A")]).toEqual([true, false]);
  expect([against("code=123", "c"), against("code=123", "a\t"), against("code=123", "a ")]).toEqual(
    [true, false, false],
  );
});

test("what RFC 3339 leaves to readers, and items of a header, are no invalid input", () => {
  const level = { kind: "choice" as const, values: ["a", "b"] };
  const from: Interface = {
    ...LIST,
    path: "/codes",
    parameters: [
      { name: "at", in: "query", type: { kind: "date-time" }, required: false },
      { name: "X-Levels", in: "header", type: { kind: "list", items: level }, required: false },
    ],
  };
  const isAgainst = (at: string, levels = "a"): boolean =>
    isRequestAgainst(get(`/codes?at=${at}`, [...USUAL, ["X-Levels", levels]]), from);
  const times = ["31T23:59:60Z", "31t23:59:59z", "31T23:59:59Z", "31%2023:59:59Z", "31T23:59:61Z"];
  expect(times.map((time) => isAgainst(`2016-12-${time}`))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  const known = "2016-12-31T23:59:59Z";
  expect([isAgainst(known, "a,b"), isAgainst(known, "a, b"), isAgainst(known, "a,c")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("null of an enumeration that does not list it, and is nullable, is neither valid nor invalid", () => {
  const of = (type: FieldType): Interface => ({
    ...LIST,
    method: "POST",
    path: "/moods",
    parameters: [],
    body: { kind: "object", fields: [{ name: "mood", type }] },
  });
  const choice = { kind: "choice" as const, values: ["happy", "sad"] };
  const send = (json: string): ClientRequest => ({ sender: "client", body: [json] });
  const known = (json: string, from: Interface): boolean[] => [
    isValidRequest(send(json), from),
    isRequestAgainst(send(json), from),
  ];
  const open = of({ ...choice, alternatives: "null" });
  expect(known('{"mood":null}', open)).toEqual([false, false]);
  expect(known('{"mood":"sad"}', open)).toEqual([true, false]);
  expect(known('{"mood":"x"}', open)).toEqual([false, true]);
  expect(known('{"mood":7}', open)).toEqual([false, true]);
  expect(known('{"mood":null}', of(choice))).toEqual([false, true]);
});

test("a URI with a fragment and no path is read in several ways", () => {
  const from: Interface = {
    ...LIST,
    method: "POST",
    path: "/links",
    parameters: [],
    body: { kind: "object", fields: [{ name: "url", type: { kind: "uri" } }] },
  };
  const isValid = (url: string): boolean =>
    isValidRequest({ sender: "client", body: [JSON.stringify({ url })] }, from);
  const urls = ["https://example.com#a", "https://example.com/#a", "https://example.com?a=1"];
  expect(urls.map(isValid)).toEqual([false, true, true]);
});

test("a body that is nested deeper than the stack is looked at", () => {
  const from: Interface = {
    name: "notes",
    method: "POST",
    path: "/notes",
    clauses: [],
    responses,
    body: {
      kind: "object",
      fields: [{ name: "name", type: { kind: "text" }, required: true }],
    },
  };
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const body = [`{"name":"a","extra":${deep}}`];
  expect(isRequestOpen({ sender: "client", body }, from, 2_000_000)).toBe(true);
});

test("credentials that an operation does not ask for make no input invalid; another header may", () => {
  const from: Interface = { name: "notes", method: "GET", path: "/notes", clauses: [], responses };
  const isOpen = (...headers: [string, string][]) =>
    isRequestOpen({ sender: "client", body: [], headers }, from, 2_000_000);
  const own = requestsOf(from).headersWith({ Authorization: "Basic dTpw" }) as [string, string][];
  expect(isOpen(...own)).toBe(true);
  expect(isOpen(...own, ["Content-Encoding", "gzip"])).toBe(false);
});

test("a number beyond its maximum is against the document, however many digits it has", () => {
  const seats = { kind: "whole-number" as const, max: 5000 };
  const from: Interface = {
    ...LIST,
    method: "POST",
    path: "/halls",
    parameters: [],
    body: { kind: "object", fields: [{ name: "seats", type: seats }] },
  };
  const isAgainst = (digits: number): boolean =>
    isRequestAgainst(
      { sender: "client", body: [`{"seats":${"7".repeat(digits)}}`] },
      from,
      2_000_000,
    );
  expect([1, 5, 4301, 10_000].map(isAgainst)).toEqual([false, true, true, true]);
});
