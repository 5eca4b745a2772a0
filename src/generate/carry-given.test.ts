import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBaseUrl, Secret, userSubmission } from "../contract/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { carryGiven } from "./user-suites.ts";
import { defineSuite } from "./define-suite.ts";
import { requestBytes } from "./request-bytes.ts";
import { requestsOf } from "./requests.ts";
import { read, wire } from "./steps.ts";

const on = requestsOf(userSubmission);
const own = on.request(on.body(), { headers: on.headersWith({ Accept: "text/plain" }) });
const suite = defineSuite({
  name: "own",
  about: "of a user",
  clauses: ["accepts"],
  cases: [
    { name: "headers", reason: "headers of its own", request: own },
    { name: "raw", reason: "raw bytes", request: on.rawRequest() },
    {
      name: "replaced",
      reason: "says it itself",
      request: on.rawRequest({ change: { "X-Key": "mine" } }),
    },
    {
      name: "two",
      reason: "two messages in one write",
      request: wire(on.send({ head: [...on.message(), ...on.head()] }), read(), read()),
    },
  ],
  properties: [{ name: "p", reason: "generated", arbitrary: fc.constant(own as CaseRequest) }],
});

const filling = {
  interface: userSubmission,
  target: {
    ...parseBaseUrl("http://127.0.0.1:1"),
    route: { headers: new Map([["x-key", new Secret("s")]]) },
  },
  firstId: 123_456_789,
  fresh: 0,
};
const keys = (request: CaseRequest): string[] =>
  Buffer.concat(requestBytes(request, filling))
    .toString("latin1")
    .match(/^x-key: .*$/gim) ?? [];

test("requests of a user's suite carry given headers once, where they have no such header", () => {
  const { cases, properties } = carryGiven(suite, ["X-Key"]);
  expect(cases.map(({ id, request }) => [id, keys(request)])).toEqual([
    ["own/headers", ["X-Key: s"]],
    ["own/raw", ["X-Key: s"]],
    ["own/replaced", ["X-Key: mine"]],
    ["own/two", ["X-Key: s", "X-Key: s"]],
  ]);
  const [drawn] = fc.sample(properties[0]?.arbitrary ?? fc.constant(own), 1);
  expect(keys(drawn ?? own)).toEqual(["X-Key: s"]);
});

test("without given headers, the suite stays what it is", () => {
  expect(carryGiven(suite, [])).toBe(suite);
});
