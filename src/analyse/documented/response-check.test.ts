import { describe, expect, expectTypeOf, test } from "vitest";
import type { DocumentedClauseId, NotShownClauseId } from "../../contract/index.ts";
import { Case, type Interface } from "../../model/index.ts";
import { Response } from "../../model/observation.ts";
import { isOfOperation, responseCheck } from "./response-check.ts";

const FROM: Interface = {
  name: "orders",
  method: "POST",
  path: "/v1/orders/{shop}",
  clauses: [],
  responses: [
    {
      status: "200",
      at: "api.yaml#/200",
      content: [{ type: "application/json; charset=utf-8", schema: { type: "object" } }],
    },
    { status: "204", at: "api.yaml#/204", content: [{ type: "application/json" }] },
    {
      status: "4XX",
      at: "api.yaml#/4XX",
      content: [{ type: "application/*", schema: { type: "array" } }],
    },
    { status: "404", at: "api.yaml#/404" },
  ],
};

const response = (status: number, type: string | undefined, text = "", bytes = text.length) =>
  Response.parse({
    status,
    reason: "",
    headers: type === undefined ? [] : [["Content-Type", type]],
    framing: "length",
    body: { bytes, sha256: "", text },
  });

describe("a response against what is documented", () => {
  const check = responseCheck(FROM);
  test.each<[name: string, of: Response, isValid: boolean, state: string]>([
    ["as documented", response(200, "application/json", "{}"), true, "fits"],
    ["a JSON type without its parameters", response(200, "Application/JSON", "{}"), true, "fits"],
    ["another body", response(200, "application/json", "[]"), true, "breach documented-200"],
    [
      "a body that is not JSON",
      response(200, "application/json", "{"),
      true,
      "breach documented-200",
    ],
    ["no body", response(200, "application/json"), true, "breach documented-200"],
    ["no Content-Type", response(200, undefined, "{}"), true, "breach documented-200"],
    [
      "a body of which the record has a part",
      response(200, "application/json", "{", 9000),
      true,
      "unknown",
    ],
    [
      "one that was judged when it came",
      { ...response(200, "application/json", "{", 9000), bodyFits: true },
      true,
      "fits",
    ],
    [
      "one that was judged when it came, and does not fit",
      { ...response(200, "application/json", "{", 9000), bodyFits: "$.a must be string" },
      true,
      "breach documented-200",
    ],
    ["a status without a body", response(204, undefined), true, "fits"],
    [
      "a range of statuses",
      response(422, "application/problem+json", "{}"),
      true,
      "breach documented-4xx",
    ],
    ["a range of media types", response(422, "application/xml", "<a/>"), true, "fits"],
    ["an exact status before its range", response(404, "text/html", "oh"), true, "fits"],
    ["an undocumented status", response(500, "text/html", "oh"), true, "breach documented-status"],
    ["the same to an invalid request", response(500, "text/html", "oh"), false, "not-stated"],
    [
      "a documented status of an invalid request",
      response(422, "text/html", "oh"),
      false,
      "breach documented-4xx",
    ],
  ])("%s", (_, of, isValid, state) => {
    const found = check?.(of, isValid);
    expect(found?.state === "breach" ? `breach ${found.clause}` : found?.state).toBe(state);
  });

  test("all that one response lacks", () => {
    const [first, ...others] = FROM.responses ?? [];
    const stated = first && { ...first, headers: ["Location", "ETag"] };
    const wanting = responseCheck({ ...FROM, responses: stated ? [stated, ...others] : others });
    const found = wanting?.(response(200, "application/json", "[]"), true);
    if (found?.state !== "breach") throw new Error("it is a breach");
    expect([found, ...(found.also ?? [])].map(({ check, observed }) => [check, observed])).toEqual([
      ["missing response header", "no Location"],
      ["missing response header", "no ETag"],
      ["response schema", "the body must be object"],
    ]);
  });

  test("an interface without documented responses has no check", () => {
    const { responses: _, ...without } = FROM;
    expect(responseCheck(without)).toBeUndefined();
  });

  test("no clause that is not shown can be one of a documented response", () => {
    expectTypeOf<Extract<NotShownClauseId, DocumentedClauseId>>().toEqualTypeOf<never>();
  });
});

describe("requests of the operation", () => {
  const sent = (request: object): Case =>
    Case.parse({ id: "a/b", reason: "r", clauses: ["body"], request });
  const client = { sender: "client", body: [] };
  const sliced = (to: number) => ({ encode: [{ slice: ["abc"], from: 0, to }], as: "percent" });
  test.each<[of: boolean, request: object]>([
    [true, client],
    [true, { ...client, method: "POST" }],
    [false, { ...client, method: "GET" }],
    [true, { ...client, path: "/v1/orders/x?a=b" }],
    [true, { ...client, path: [{ target: "prefix" }, "/v1/orders/", { fresh: "path.shop" }] }],
    [false, { ...client, path: "/v1/orders/" }],
    [false, { ...client, path: "/v1/orders/.." }],
    [false, { ...client, path: "/v1/orders/x/y" }],
    [false, { ...client, path: "/v2/orders/x" }],
    [true, { ...client, path: ["/v1/orders/", { encode: ["a/b"], as: "percent" }] }],
    [false, { ...client, path: ["/v1/orders/", { encode: [""], as: "percent" }] }],
    [false, { ...client, path: ["/v1/orders/", { encode: [], as: "percent" }] }],
    [false, { ...client, path: ["/v1/orders/", { encode: [".."], as: "percent" }] }],
    [false, { ...client, path: ["/v1/orders/", sliced(0)] }],
    [true, { ...client, path: ["/v1/orders/", sliced(1)] }],
    [true, { ...client, headers: [["User-Agent", "a".repeat(3000)]] }],
    [false, { ...client, headers: [["User-Agent", "a".repeat(5000)]] }],
    [false, { ...client, path: ["/v1/orders/", { repeat: ["a"], times: 5000 }] }],
    [false, { sender: "wire", steps: [{ do: "read" }] }],
  ])("%s: %j", (of, request) => expect(isOfOperation(sent(request), FROM)).toBe(of));
});
