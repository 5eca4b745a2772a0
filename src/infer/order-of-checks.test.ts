import { expect, test } from "vitest";
import { userSubmission } from "../contract/user-submission.ts";
import { exampleBytes } from "../generate/render.ts";
import { requestsOf } from "../generate/requests.ts";
import type { CaseRequest } from "../model/request.ts";
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
