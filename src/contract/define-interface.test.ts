import { describe, expect, test } from "vitest";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import {
  boolean,
  choice,
  dateTime,
  defineInterface,
  email,
  fullDate,
  ipv4,
  Interface,
  list,
  number,
  object,
  text,
  uri,
  uuid,
  WitnessError,
  wholeNumber,
  type InterfaceInput,
} from "../index.ts";

const orders: InterfaceInput = {
  name: "orders",
  method: "PUT",
  path: "/v1/orders/{shopId}",
  parameters: { shopId: wholeNumber({ min: 1 }) },
  query: { page: wholeNumber({ min: 1 }).optional() },
  headers: { "X-Tenant": "acme", accept: "application/json" },
  fields: {
    orderId: wholeNumber({ fresh: true, min: 1 }).required(),
    createdAt: dateTime({ fraction: 3, utc: true }),
    day: fullDate().nullable(),
    amount: number({ min: 0, multipleOf: 0.01 }),
    note: text({ maxLength: 80 }).optional(),
    state: choice("new", "paid"),
    gift: boolean(),
    reference: uuid(),
    contact: email(),
    site: uri(),
    server: ipv4(),
    address: object({ city: text(), zip: text({ pattern: "^\\d{5}$" }) }),
    items: list(object({ sku: text(), count: wholeNumber({ min: 1, max: 99 }) }), { maxItems: 10 }),
  },
};

describe("an interface that an author defines", () => {
  const made = defineInterface(orders);

  test("is plain data that fits the schema, and lives through JSON", () => {
    expect(Interface.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
  });

  test("has method, path, headers and parameters as they are given", () => {
    const { name, method, path, headers, parameters } = made;
    expect({ name, method, path, headers, parameters }).toEqual({
      name: "orders",
      method: "PUT",
      path: "/v1/orders/{shopId}",
      headers: [
        ["X-Tenant", "acme"],
        ["accept", "application/json"],
      ],
      parameters: [
        { name: "shopId", in: "path", type: { kind: "whole-number", min: 1 }, required: true },
        { name: "page", in: "query", type: { kind: "whole-number", min: 1 }, required: false },
      ],
    });
  });

  test("states what is given of each field, and nothing else", () => {
    const clause = (id: string) => made.clauses.find((each) => each.id === id);
    expect(clause("order-id-required")).toMatchObject({ kind: "stated" });
    expect(clause("note-required")).toMatchObject({ kind: "stated" });
    expect(clause("amount-required")).toMatchObject({ kind: "not shown" });
    expect(clause("note-type")?.text).toBe("note is a text of at most 80 characters.");
    expect(clause("amount-type")?.text).toBe(
      "amount is a number from 0 that is a multiple of 0.01.",
    );
    expect(clause("day-format")?.text).toBe("day is an RFC 3339 full-date, or null.");
    expect(clause("state-type")?.text).toBe('state is one of "new" and "paid".');
    expect(clause("client-headers")).toMatchObject({
      kind: "stated",
      text: "The request has the headers X-Tenant, accept.",
    });
    // How a request is sent is no statement of its author.
    for (const id of ["protocol", "host", "content-length"])
      expect(clause(id)?.kind).toBe("not shown");
  });

  test("is sent with these bytes", () => {
    const on = requestsOf(made);
    const [head = "", body = ""] = exampleBytes([...on.head(), ...on.body()], made)
      .toString("utf8")
      .split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toMatch(/^PUT \/v1\/orders\/\d+\?page=\d+ HTTP\/1\.1$/);
    expect(head.split("\r\n").filter((line) => /^accept:/i.test(line))).toEqual([
      "accept: application/json",
    ]);
    expect(JSON.parse(body)).toEqual({
      orderId: 123_456_789,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      amount: 12.34,
      note: "text-234567890",
      state: "new",
      gift: true,
      reference: "3f2b1c4d-5e6f-4a7b-8c9d-000234567890",
      contact: "u234567890@example.com",
      site: "https://example.com/234567890",
      server: "192.0.2.1",
      address: { city: "text-234567890", zip: expect.stringMatching(/^\d{5}$/) },
      items: [{ sku: "text-234567890", count: expect.any(Number) }],
    });
  });

  test("is a POST without a body and with a name of its own where only the path is given", () => {
    const least = defineInterface({ path: "/v1/orders" });
    expect(least).toMatchObject({ name: "post-v1-orders", method: "POST", path: "/v1/orders" });
    expect(least.body).toBeUndefined();
    expect(least.clauses.some(({ id }) => id === "content-type")).toBe(false);
  });
});

/** What a program without types can write. */
const loose = (input: unknown) => input as InterfaceInput;

test.each<[what: string, input: unknown, message: string]>([
  ["nothing", undefined, "must be an object with a path, got nothing"],
  ["no path", {}, 'path: must be a text such as "/v1/orders", got nothing'],
  ["a path without a slash", { path: "v1" }, 'path: must begin with /; write "/v1"'],
  ["a path with a query", { path: "/a?b=1" }, "path: must not have a query; write query: { ... }"],
  [
    "an open brace",
    { path: "/a/{b" },
    "path: each parameter must be a name in braces such as {id}",
  ],
  ["a parameter twice", { path: "/{a}/{a}", parameters: { a: text() } }, "path: {a} occurs twice"],
  [
    "a parameter that is not described",
    { path: "/v1/{shopId}" },
    "path: {shopId} is not described; write parameters: { shopId: text() }",
  ],
  [
    "a described parameter that the path has not",
    { path: "/v1/{shopId}", parameters: { shopId: text(), shopid: text() } },
    "parameters.shopid: the path has no {shopid}; did you mean shopId?",
  ],
  [
    "an optional part of the path",
    { path: "/{a}", parameters: { a: text().optional() } },
    "parameters.a: a part of the path cannot be left out; write it without .optional()",
  ],
  [
    "an object in the query",
    { path: "/", query: { a: object({}) } },
    "query.a: must be a single value, not an object",
  ],
  ["an unknown key", { path: "/", field: {} }, "field: unknown key; did you mean fields?"],
  [
    "a method in lower case",
    { path: "/", method: "put" },
    'method: must be in upper case; write "PUT"',
  ],
  ["a method with a space", { path: "/", method: "A B" }, 'method: must be a method such as "PUT"'],
  [
    "a GET with fields",
    { path: "/", method: "GET", fields: {} },
    "fields: a GET request has no body; write query: { ... } for a query",
  ],
  ["an empty name", { path: "/", name: "" }, "name: must be a text of 1 to 100 characters"],
  [
    "fields in a list",
    { path: "/", fields: [] },
    "fields: must be an object of fields by name, got []",
  ],
  [
    "a kind by its name",
    { path: "/", fields: { id: "number" } },
    'fields.id: must be made by a function such as text() or number(), got "number"',
  ],
  [
    "a function that is not called",
    { path: "/", fields: { id: text } },
    "fields.id: must be made by a function such as text() or number(), got function",
  ],
  [
    "an unknown bound",
    { path: "/", fields: { amount: number(loose({ mim: 0 }) as object) } },
    "fields.amount.mim: unknown key; did you mean min?",
  ],
  [
    "bounds of a number that exclude each other",
    { path: "/", fields: { amount: number({ min: 5, max: 3 }) } },
    "fields.amount: the bounds leave no number",
  ],
  [
    "exclusive bounds that leave nothing",
    { path: "/", fields: { amount: number({ min: 3, exclusiveMax: 3 }) } },
    "fields.amount: the bounds leave no number",
  ],
  [
    "whole numbers without a multiple between them",
    {
      path: "/",
      fields: { a: object({ b: list(wholeNumber({ min: 11, max: 19, multipleOf: 10 })) }) },
    },
    "fields.a.b[]: the bounds leave no whole number",
  ],
  [
    "lengths that exclude each other",
    { path: "/", fields: { note: text({ minLength: 9, maxLength: 3 }) } },
    "fields.note: minLength is larger than maxLength",
  ],
  [
    "numbers of items that exclude each other",
    { path: "/", fields: { all: list(text(), { minItems: 2, maxItems: 1 }) } },
    "fields.all: minItems is larger than maxItems",
  ],
  [
    "a choice of nothing",
    { path: "/", fields: { a: choice() } },
    "fields.a.values: a choice has at least one value",
  ],
  [
    "a value twice",
    { path: "/", fields: { a: choice(1, 1) } },
    "fields.a.values: a value occurs twice",
  ],
  [
    "a header twice",
    { path: "/", headers: { "X-A": "1", "x-a": "2" } },
    "headers.x-a: occurs twice, in upper and lower case",
  ],
  [
    "a header of the client's own",
    { path: "/", headers: { Host: "a" } },
    "headers.Host: follows from the request; leave it out",
  ],
  [
    "a header of two lines",
    { path: "/", headers: { A: "a\r\nb: c" } },
    "headers.A: must be a text of one line",
  ],
  [
    "a header name with a colon",
    { path: "/", headers: { "A:": "a" } },
    "headers.A:: must be a header name",
  ],
])("refuses %s", (_, input, message) => {
  expect.assertions(3);
  try {
    defineInterface(loose(input));
  } catch (error) {
    expect(error).toBeInstanceOf(WitnessError);
    expect(error).toMatchObject({ code: "interface", exitCode: 2 });
    expect((error as Error).message).toContain(`the interface is not valid: ${message}`);
  }
});

test("names every place that is wrong in one message", () => {
  const make = () =>
    defineInterface({
      path: "/{a}",
      fields: { b: text({ minLength: 2, maxLength: 1 }) },
      name: "",
    });
  expect(make).toThrow(
    /name: must .*; path: \{a\} is not described.*; fields\.b: minLength is larger/,
  );
});
