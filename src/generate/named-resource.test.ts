import fc from "fast-check";
import { expect, test } from "vitest";
import type { Interface } from "../model/index.ts";
import type { FieldType } from "../kinds/index.ts";
import { axesOf } from "./axes/all-axes.ts";
import { exampleFilling } from "./render.ts";
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
