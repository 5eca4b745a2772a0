import fc from "fast-check";
import { expect, test } from "vitest";
import { clausesOf, userSubmission } from "../contract/index.ts";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import type { FieldType } from "../kinds/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { sampled } from "../../test/statistics.ts";
import type { Template } from "../template/index.ts";
import { orderOfChecks, type Wrong } from "./order-of-checks.ts";

const on = requestsOf(userSubmission);
const WRONG: Wrong[] = [
  { part: "media type", headers: { "Content-Type": "text/plain" } },
  { part: "JSON", isCut: true },
  { part: "id", over: { id: ["null"] } },
  { part: "date", over: { date: ["null"] } },
];

/** What is wrong with a request, as a server sees it. */
function faultsOf(request: CaseRequest): Set<string> {
  if (request.sender !== "client") return new Set();
  const body = exampleBytes(request.body, userSubmission).toString();
  const isText = request.headers?.some(([, value]) => value === "text/plain") === true;
  return new Set([
    ...(isText ? ["media type"] : []),
    ...(body.endsWith("}") ? [] : ["JSON"]),
    ...(body.includes('"id":null') ? ["id"] : []),
    ...(body.includes('"date":null') ? ["date"] : []),
  ]);
}

const askedBy = (respond: (request: CaseRequest) => string) => ({
  ask: async (request: CaseRequest) => ({ signature: respond(request) }),
  keep: ({ name }: { name: string }) => `explore/${name}`,
  width: 1,
});

/** Responds as a server that checks these parts in this order. */
const checking = (order: [part: string, signature: string][]) =>
  askedBy((request) => order.find(([part]) => faultsOf(request).has(part))?.[1] ?? "201");

test("the media type before JSON before the fields", async () => {
  const asking = checking([
    ["media type", "415"],
    ["JSON", "400"],
    ["date", "422"],
    ["id", "422"],
  ]);
  const found = await orderOfChecks(on, WRONG, asking, "201");
  expect(found?.steps).toEqual([
    { parts: ["media type"], signatures: ["415"] },
    { parts: ["JSON"], signatures: ["400"] },
    { parts: ["id", "date"], signatures: ["422"] },
  ]);
});

test("JSON first, and a field whose response differs before the other", async () => {
  const asking = checking([
    ["JSON", "400"],
    ["date", "409"],
    ["id", "422"],
    ["media type", "415"],
  ]);
  const found = await orderOfChecks(on, WRONG, asking, "201");
  expect(found?.steps.map(({ parts }) => parts)).toEqual([
    ["JSON"],
    ["date"],
    ["id"],
    ["media type"],
  ]);
});

test("a server that reads text/plain refuses another media type before the fields", async () => {
  const isBinary = (request: CaseRequest): boolean =>
    JSON.stringify(request).includes("application/octet-stream");
  const asking = askedBy((request) => {
    const faults = faultsOf(request);
    if (isBinary(request)) return "415";
    // The text is a string then, without the fields.
    return faults.size > 0 ? "400" : "201";
  });
  const binary = { part: "media type", headers: { "Content-Type": "application/octet-stream" } };
  const found = await orderOfChecks(on, [...WRONG, binary], asking, "201");
  expect(found?.steps).toEqual([
    { parts: ["media type"], signatures: ["415"] },
    { parts: ["JSON", "id", "date"], signatures: ["400"] },
  ]);
});

test("a server that refuses everything alike shows no order", async () => {
  const asking = checking(WRONG.map(({ part }) => [part, "400"]));
  expect(await orderOfChecks(on, WRONG, asking, "201")).toBeUndefined();
});

test("responses that change decide nothing", async () => {
  let nth = 0;
  const asking = askedBy(() => ["400", "422", "500"][(nth += 1) % 3] ?? "");
  expect(await orderOfChecks(on, WRONG, asking, "201")).toBeUndefined();
});

/** Types of a body: every form of JSON, with and without fresh values, which are holes. */
const leaf = fc.constantFrom<FieldType>(
  { kind: "whole-number", min: 0, max: 9 },
  { kind: "whole-number", fresh: true },
  { kind: "number" },
  { kind: "boolean" },
  { kind: "text", fresh: true },
  { kind: "text" },
  { kind: "uuid", fresh: true },
  { kind: "date-time", fresh: true, fraction: 3, utc: true },
  { kind: "choice", values: [null, 1] },
  { kind: "choice", values: [true] },
  { kind: "choice", values: ["\u00e9\u{1f600}", "b"] },
);
const { type } = fc.letrec<{ type: FieldType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie("type").map((items): FieldType => ({ kind: "list", items })),
    fc.array(tie("type"), { maxLength: 3 }).map((types): FieldType => ({
      kind: "object",
      fields: types.map((each, at) => ({ name: `f${at}`, type: each })),
    })),
  ),
}));
/** JSON text, cut into parts anywhere: as text, bytes, and repetitions. */
const jsonParts = fc.tuple(fc.json(), fc.infiniteStream(fc.nat(20))).map(([text, sizes]) => {
  const parts: Template = [];
  const characters = Array.from(text);
  while (characters.length > 0) {
    const size = sizes.next().value as number;
    const part = characters.splice(0, size + 1).join("");
    const base64 = Buffer.from(part).toString("base64");
    parts.push(size % 3 === 0 ? part : size % 3 === 1 ? { base64 } : { repeat: [part], times: 1 });
  }
  return parts;
});

test("a cut leaves out exactly the last byte of any body", async () => {
  const runs = sampled("bodies of any form", { all: 2000, sample: 200 });
  await fc.assert(
    fc.asyncProperty(type, jsonParts, async (body, value) => {
      const stated = { method: "PUT", path: "/things", body };
      const from = { ...stated, name: "things", clauses: clausesOf(stated) };
      const bodies: Buffer[] = [];
      const own = requestsOf(from);
      // Two mistakes with different responses alone: both are sent together.
      await orderOfChecks(
        own,
        [
          { part: "JSON", isCut: true },
          { part: "value", over: { "": value } },
        ],
        askedBy((request) => {
          if (request.sender !== "client") throw new Error("not sent by a client");
          bodies.push(exampleBytes(request.body, from));
          return bodies.length > 2 ? "422" : "400";
        }),
        "201",
      );
      const [stays, other] = [own.body(), value].map((each) => exampleBytes(each, from));
      const cut = (bytes: Buffer | undefined) => bytes?.subarray(0, -1).toString("hex");
      const [alone, , over, , both] = bodies.map((each) => each.toString("hex"));
      expect([alone, over, both]).toEqual([cut(stays), other?.toString("hex"), cut(other)]);
    }),
    { numRuns: runs },
  );
});
