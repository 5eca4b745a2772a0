import fc from "fast-check";
import { expect, test } from "vitest";
import type { Interface } from "../model/index.ts";
import type { FieldType } from "../kinds/index.ts";
import { axesOf } from "./axes/all-axes.ts";
import { exampleBytes, exampleFilling } from "./render.ts";
import { clientHead } from "./request-bytes.ts";
import { validRequest } from "./arbitraries/valid-request.ts";
import { requestsOf } from "./requests.ts";

const READ: Interface = {
  name: "readParcel",
  method: "GET",
  path: "/parcels/{id}",
  clauses: [],
  responses: [{ status: "200", at: "d.yaml#/200" }],
  parameters: [
    {
      name: "id",
      in: "path",
      type: { kind: "uuid" },
      required: true,
      example: "9366b7f3-a538-4374-8d6f-73176039994e",
      resource: true,
    },
    { name: "page", in: "query", type: { kind: "whole-number", min: 1 }, required: false },
  ],
};

test("each drawn request names the resource that was found", () => {
  const drawn = fc.sample(validRequest(requestsOf(READ)), { seed: 1, numRuns: 50 });
  const paths = drawn.map((request) =>
    request.sender === "client" ? clientHead(request, exampleFilling(READ)).path.split("?")[0] : "",
  );
  expect(new Set(paths)).toEqual(new Set(["/parcels/9366b7f3-a538-4374-8d6f-73176039994e"]));
});

test("so do members of the body, also inside of lists", () => {
  const shop = { kind: "uuid" as const };
  const named = {
    type: shop,
    example: "9366b7f3-a538-4374-8d6f-73176039994e",
    resource: true as const,
  };
  const line = [
    { name: "shop_id", ...named },
    { name: "count", type: { kind: "whole-number" as const } },
  ];
  const from: Interface = {
    ...READ,
    method: "POST",
    path: "/parcels",
    parameters: [],
    body: {
      kind: "object",
      fields: [
        { name: "note", type: { kind: "text" } },
        { name: "shop_id", ...named, required: true },
        { name: "lines", type: { kind: "list", items: { kind: "object", fields: line } } },
      ],
    },
  };
  const drawn = fc.sample(validRequest(requestsOf(from)), { seed: 1, numRuns: 50 });
  const bodies = drawn.map((request) =>
    request.sender === "client" ? exampleBytes(request.body, from).toString("utf8") : "",
  );
  const ids = bodies.flatMap((body) => body.match(/"shop_id"\s*:\s*"[^"]*"/g)?.length ?? 0);
  expect(bodies.filter((body) => !body.includes(named.example))).toEqual([]);
  expect(new Set(bodies.join().match(/[0-9a-f]{8}-[^"]*/g))).toEqual(new Set([named.example]));
  expect(ids).toContain(2);
  expect(new Set(bodies).size).toBeGreaterThan(10);
});

test("what names a resource has no axis, except numbers, which may be too large to be read", () => {
  const pathAxes = (type: FieldType): string[] =>
    axesOf({
      ...READ,
      parameters: (READ.parameters ?? []).map((each) =>
        each.in === "path" ? { ...each, type } : each,
      ),
    })
      .map(({ name }) => name)
      .filter((name) => name.startsWith("path-id"));
  expect(pathAxes({ kind: "uuid" })).toEqual([]);
  expect(pathAxes({ kind: "text" })).toEqual([]);
  expect(pathAxes({ kind: "whole-number", min: 1 })).not.toEqual([]);
});
