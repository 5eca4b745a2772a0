import { describe, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { defineInterface, textField, wholeNumberField } from "../contract/index.ts";
import type { CaseRequest, Interface } from "../model/index.ts";
import { bytes } from "../template/index.ts";
import { exampleFilling } from "./render.ts";
import { sentBytes } from "./request-bytes.ts";
import { allowedBy, otherEffect } from "./other-effects.ts";
import { requestsOf } from "./requests.ts";

const itemOf = (method: string): Interface => ({
  ...defineInterface({
    name: "item",
    method,
    path: "/shops/{shop}/items/{id}",
    parameters: { shop: textField(), id: wholeNumberField({ min: 1 }) },
    query: { page: wholeNumberField().optional() },
  }),
});
/** The same with the values that a document gives for a resource that exists. */
const exampleOf = (method: string): Interface => {
  const from = itemOf(method);
  const values: Record<string, string | number> = { shop: "acme", id: 7 };
  return {
    ...from,
    parameters: (from.parameters ?? []).map((each) =>
      each.name in values ? { ...each, example: values[each.name] ?? 0 } : each,
    ),
  };
};

/** The stated request with another request line. */
const line = (from: Interface, text: string): CaseRequest =>
  requestsOf(from).rawRequest({ line: bytes`${text} HTTP/1.1` });

test.each<[line: string, isAllowed: boolean]>([
  ["DELETE /shops/acme/items/7", true],
  ["DELETE /shops/acme/items/7?page=1", true],
  ["DELETE /shops/other/items/7", false],
  ["DELETE /shops/acme/items/8", false],
  ["DELETE /shops/acme/items/%38", false],
  ["DELETE http://127.0.0.1/shops/acme/items/0x8", false],
  ["PUT /shops/acme/items/8abc", false],
  ["DELETE /shops/acme/items/%D9%A8", false],
  ["GET /shops/acme/items/8", true],
  ["DELETE /shops/acme/items/0", true],
  ["DELETE /shops/acme/items/-8", true],
  ["DELETE /shops/acme/items/999999999999", true],
  ["DELETE /shops/acme/items/eight", true],
])("the default profile and a number that is likely to be in use: %s", (text, isAllowed) => {
  const from = exampleOf("DELETE");
  expect(allowedBy("default", from)(line(from, text))).toBe(isAllowed);
  expect(allowedBy("full", from)(line(from, text))).toBe(true);
});

describe("what a request may do besides its operation", () => {
  const get = exampleOf("GET");
  const put = exampleOf("PUT");
  test.each<[name: string, from: Interface, line: string, expected: unknown]>([
    ["the stated one", get, "GET /shops/acme/items/7?page=1", undefined],
    ["another id, to read it", get, "GET /shops/acme/items/8?page=1", undefined],
    ["another path, to read it", get, "GET /health", undefined],
    ["another method", get, "DELETE /shops/acme/items/7", { method: "DELETE", samePath: true }],
    [
      "a method that only reads",
      get,
      "OPTIONS /shops/acme/items/7",
      { method: "OPTIONS", samePath: true },
    ],
    ["its method in lower case", get, "get /shops/acme/items/7", { method: "get", samePath: true }],
    ["another method elsewhere", get, "PUT /nowhere", { method: "PUT", samePath: false }],
    [
      "an override in the query",
      get,
      "GET /shops/acme/items/7?_method=DELETE",
      { method: "DELETE", samePath: true },
    ],
    [
      "another id, to change it",
      put,
      "PUT /shops/acme/items/8?page=234567890",
      { method: "PUT", samePath: false },
    ],
    [
      "a part of the path left out",
      put,
      "PUT /shops/acme/items/",
      { method: "PUT", samePath: false },
    ],
    ["a step up", put, "PUT /shops/acme/items/7/..", { method: "PUT", samePath: false }],
    [
      "an escaped step up",
      put,
      "PUT /shops/acme/items/7%2f%2e%2e",
      { method: "PUT", samePath: false },
    ],
    [
      "another query, which may choose what is changed",
      put,
      "PUT /shops/acme/items/7?page=2",
      { method: "PUT", samePath: false },
    ],
  ])("%s", (_, from, text, expected) => {
    expect(otherEffect(line(from, text), from)).toEqual(expected);
  });

  test("headers that name another method or another path", () => {
    const on = requestsOf(put);
    expect(otherEffect(on.withHeader("X-HTTP-Method-Override", "DELETE"), put)).toEqual({
      method: "DELETE",
      samePath: true,
    });
    expect(otherEffect(on.withHeader("X-HTTP-Method-Override", "PUT"), put)).toBeUndefined();
    expect(otherEffect(on.withHeader("X-Original-URL", "/elsewhere"), put)).toEqual({
      method: "PUT",
      samePath: false,
    });
  });

  test("a message behind another one", () => {
    const on = requestsOf(put);
    const request: CaseRequest = {
      sender: "wire",
      steps: [
        { do: "send", head: [...on.head(), "DELETE /shops/acme/items/7 HTTP/1.1\r\n\r\n"] },
        { do: "read" },
      ],
    };
    expect(otherEffect(request, put)?.method).toBe("DELETE");
  });

  test.each(["GET", "PUT", "POST", "DELETE"])(
    "the stated request of %s, with each fresh value",
    (method) => {
      for (const from of [itemOf(method), exampleOf(method)]) {
        const on = requestsOf(from);
        for (const nth of [0, 1, 500])
          expect(
            otherEffect(on.rawRequest({ line: on.requestLine({ path: on.path(nth) }) }), from),
          ).toBeUndefined();
      }
    },
  );
});

test.each(["GET", "PUT", "POST", "DELETE", "PATCH"])(
  "no case of a %s sends a changing method that it does not have to the resource of the example",
  (method) => {
    // Cases about the identity of a body name it in the query of the same path.
    const { body } = defineInterface({ path: "/", fields: { name: textField({ fresh: true }) } });
    const from = {
      ...exampleOf(method),
      ...(method === "PATCH" && body !== undefined && { body }),
    };
    const { prefix } = exampleFilling(from).target;
    const found = suitesFor(from).flatMap(({ cases }) =>
      cases.filter(({ request }) =>
        sentBytes(request, from).connections.some((sent) =>
          [
            ...sent.toString("latin1").matchAll(/(?<![\w,])(PUT|POST|PATCH|DELETE) (\S+) HTTP/g),
          ].some(
            ([, own, target = ""]) =>
              own !== method &&
              /^\/shops\/acme\/items\/7(?:[?#]|$)/.test(target.slice(prefix.length)),
          ),
        ),
      ),
    );
    expect(found.map(({ id }) => id)).toEqual([]);
  },
);
