import { expect, test } from "vitest";
import { defaultOptions } from "../../options/index.ts";
import { readDocument } from "../../openapi/index.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogueOf, OperationShares } from "./operation-shares.ts";

const properties = {
  name: { type: "string" },
  at: { type: "string", format: "date-time" },
};
const content = { "application/json": { schema: { type: "object", properties } } };
const document = {
  openapi: "3.1.0",
  info: { title: "Events", version: "1" },
  paths: {
    "/events": {
      post: { requestBody: { content }, responses: { 201: { description: "made" } } },
      get: { responses: { 200: { description: "all" } } },
    },
  },
};

test.each([
  ["POST", "safe", 60, [1, 1, 1, 1, 1, 0, 0]],
  ["POST", "safe", 10, [1, 1, 1, 1, 1, 1, 1]],
  ["POST", "default", 60, [1, 1, 1, 1, 1, 1, 1]],
  ["GET", "safe", 60, [1, 1, 1, 1, 1, 0, 0]],
  ["GET", "default", 60, [1, 1, 1, 1, 1, 1, 1]],
] as const)(
  "fields with a format of %s, or its repetition, in profile %s with %i operations: which of them are sent",
  async (method, profile, count, sent) => {
    const folder = mkdtempSync(join(tmpdir(), "witness-shares-"));
    try {
      writeFileSync(join(folder, "api.json"), JSON.stringify(document));
      const all = readDocument(join(folder, "api.json"));
      const operation = all.find((each) => each.method === method);
      if (operation === undefined) throw new Error("no operation");
      const options = { ...defaultOptions("run"), profile };
      const catalogue = await catalogueOf(operation.read(), options);
      const shares = new OperationShares(options, count);
      const excluded = sent.map(() => shares.optionsFor(options, catalogue).exclude);
      const left = method === "GET" ? "repetition" : "field-at";
      expect(excluded.map((each) => Number(!each.includes(left)))).toEqual(sent);
      expect(excluded.flat()).not.toContain(method === "GET" ? "valid" : "field-name");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("one operation that took long to plan does not leave all later ones with valid requests only", () => {
  const shares = new OperationShares(defaultOptions("run"), 100);
  shares.notePlanned(30, 4000);
  const isShort = (): boolean => shares.isShort(Date.now() + 5000);
  expect(isShort()).toBe(true);
  for (let nth = 0; nth < 5; nth += 1) shares.notePlanned(1, 100);
  expect(isShort()).toBe(false);
});
