import { expect, test } from "vitest";
import { interfaceOf } from "../contract/index.ts";
import { clientHead, exampleFilling, requestsOf } from "../generate/index.ts";
import type { CaseRequest, Interface } from "../model/index.ts";
import { KnownResponses } from "./candidate.ts";
import { experiment } from "./experiment.ts";
import { fieldPool, fieldSubject } from "./field-subject.ts";
import { ruleFinding } from "./rule-finding.ts";

const ORDERS: Interface = {
  name: "readOrder",
  method: "GET",
  path: "/orders/{id}",
  clauses: [],
  parameters: [
    { name: "id", in: "path", type: { kind: "whole-number" }, required: true, example: 41 },
  ],
};

/** Cases of the run, before experiments. */
const CASES = 80;

test("that nothing has a name is no rule and no limit of it", async () => {
  const from = interfaceOf({ interface: ORDERS });
  const on = requestsOf(from);
  const [field] = on.layout.fields;
  if (field === undefined) throw new Error("the interface has a parameter");
  const signatureOf = (request: CaseRequest): string => {
    if (request.sender !== "client") throw new Error("no raw request was expected");
    const { path } = clientHead(request, exampleFilling(from));
    const id = decodeURIComponent(path.split("/").at(-1) ?? "");
    if (!/^-?\d+$/.test(id)) return "422";
    return Number(id) >= 1 && Number(id) <= 41 ? "200" : "404";
  };
  const known = new KnownResponses();
  for (const { request } of fieldPool(on, field, 1).slice(0, CASES))
    known.add(request, "a/b", [signatureOf(request), signatureOf(request)]);
  const subject = fieldSubject({ on, field, known, axes: [], accepted: "200", seed: 1 });
  const found = await experiment(subject, {
    ask: (request) => Promise.resolve({ signature: signatureOf(request) }),
    keep: ({ name }) => name,
    width: 1,
  });
  const { checks, limits } = ruleFinding(
    { part: "parameter", name: "id", subject: "whole-number" },
    subject,
    found,
  );
  expect(limits).toEqual([]);
  expect(checks.map(({ signature }) => signature)).not.toContain("404");
  expect(checks.flatMap(({ rules }) => rules)).not.toEqual([]);
});
