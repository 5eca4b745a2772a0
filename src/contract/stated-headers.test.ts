import { expect, test } from "vitest";
import type { Interface } from "../model/index.ts";
import { statedHeaders } from "./fields.ts";

const from: Interface = { name: "list", method: "GET", path: "/v1/orders", clauses: [] };
const USUAL = [
  ["User-Agent", "api-witness"],
  ["Accept", "*/*"],
  ["Accept-Encoding", "gzip, deflate, br"],
];

test("a request without a body has no Content-Type", () => {
  expect(statedHeaders(from)).toEqual(USUAL);
  const body = { kind: "object" as const, fields: [] };
  expect(statedHeaders({ ...from, body })).toEqual([
    ["Content-Type", "application/json"],
    ...USUAL,
  ]);
});

test("headers of the interface replace usual ones of their name, and come last", () => {
  expect(statedHeaders({ ...from, headers: [["accept", "text/csv"]] })).toEqual([
    ...USUAL.filter(([name]) => name !== "Accept"),
    ["accept", "text/csv"],
  ]);
});

test("parameters in headers have one value, lists with commas", () => {
  const parameters: Interface["parameters"] = [
    { name: "X-Channel", in: "header", type: { kind: "choice", values: ['a"b'] } },
    {
      name: "X-Days",
      in: "header",
      type: { kind: "list", minItems: 2, items: { kind: "whole-number", fresh: true, max: 7 } },
    },
  ];
  expect(statedHeaders({ ...from, parameters })).toEqual([
    ...USUAL,
    ["X-Channel", 'a"b'],
    ["X-Days", "0,0"],
  ]);
});
