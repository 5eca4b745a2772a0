import { expect, test } from "vitest";
import { interfaceOf } from "../contract/index.ts";
import {
  axisNamed,
  clientHead,
  exampleFilling,
  requestBytes,
  requestsOf,
} from "../generate/index.ts";
import type { AxisFinding, CaseRequest, Interface } from "../model/index.ts";
import { KnownResponses } from "./candidate.ts";
import { experiment } from "./experiment.ts";
import { findBoundaries } from "./find-boundaries.ts";
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

function idIn(from: ReturnType<typeof interfaceOf>, request: CaseRequest): string {
  if (request.sender !== "client") throw new Error("no raw request was expected");
  const { path } = clientHead(request, exampleFilling(from));
  return decodeURIComponent(path.split("/").at(-1) ?? "");
}

/** Cases of the run, before experiments. */
const CASES = 80;

test("that nothing has a name is no rule and no limit of it", async () => {
  const from = interfaceOf({ interface: ORDERS });
  const on = requestsOf(from);
  const [field] = on.layout.fields;
  if (field === undefined) throw new Error("the interface has a parameter");
  const signatureOf = (request: CaseRequest): string => {
    const id = idIn(from, request);
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

test("an id that does not exist is no limit; one that is not read as an id is", async () => {
  const found = ORDERS.parameters?.map((each) => ({ ...each, resource: true as const })) ?? [];
  const from = interfaceOf({ interface: { ...ORDERS, parameters: found } });
  const axis = axisNamed(from, "path-id-upwards");
  if (axis === undefined) throw new Error("a number has an axis upwards");
  const signatureOf = (at: bigint): string => {
    if (at > 2n ** 31n - 1n) return "422";
    return at >= 12n && at <= 57n ? "200" : "404";
  };
  const placeOf = (request: CaseRequest): bigint => BigInt(idIn(from, request));
  const asking = {
    ask: (request: CaseRequest) => Promise.resolve({ signature: signatureOf(placeOf(request)) }),
    keep: ({ name }: { name: string }) => name,
    width: 1,
  };
  const { boundaries, stretches } = await findBoundaries(axis, asking, {
    doubtful: () => false,
    isRandom: false,
  });
  expect(stretches.map(({ signature }) => signature)).toEqual(["404", "422"]);
  expect(boundaries.map(({ near, far }) => [near.at, far.at])).toEqual([
    [String(2n ** 31n - 1n), String(2n ** 31n)],
  ]);
});

test("what takes one text only has no rule about its characters and its length", async () => {
  const from = interfaceOf({
    interface: {
      name: "login",
      method: "POST",
      path: "/login",
      clauses: [],
      parameters: [
        {
          name: "password",
          in: "form",
          type: { kind: "text", minLength: 6, maxLength: 64 },
          required: true,
          example: "shelves",
        },
      ],
    },
  });
  const on = requestsOf(from);
  const [field] = on.layout.fields;
  if (field === undefined) throw new Error("the interface has a field");
  const signatureOf = (request: CaseRequest): string => {
    const sent = requestBytes(request, exampleFilling(from)).map(String).join("");
    const [pair = ""] = /password=.*$/.exec(sent) ?? [];
    const text = decodeURIComponent(pair.slice("password=".length).replaceAll("+", " "));
    if ([...text].length < 6 || [...text].length > 64) return "422";
    return text === "shelves" ? "200" : "401";
  };
  const known = new KnownResponses();
  const cases = fieldPool(on, field, 1).slice(0, CASES);
  for (const { request, family } of cases)
    if (!family.includes("order"))
      known.add(request, "a/b", [signatureOf(request), signatureOf(request)]);
  // Cut or made longer, it is another text.
  const near = { at: "7", signature: "200", case: "stated" };
  const axes = [
    ["shorter", "6"],
    ["longer", "8"],
  ].map(([name, at]) => ({
    axis: `form-password-${name}`,
    boundaries: [{ near, far: { at, signature: "401", case: "other" } }],
  })) as unknown as AxisFinding[];
  const subject = fieldSubject({ on, field, known, axes, accepted: "200", seed: 1 });
  const found = await experiment(subject, {
    ask: (request) => Promise.resolve({ signature: signatureOf(request) }),
    keep: ({ name }) => name,
    width: 1,
  });
  const about = { part: "parameter", name: "password", subject: "text" } as const;
  const { checks, limits } = ruleFinding(about, subject, found);
  expect(limits).toEqual([]);
  const sure = checks.filter(({ state, aspect }) => state === "sure" && aspect === "string");
  expect(sure.flatMap(({ rules }) => rules.map(({ name }) => name))).toEqual([]);
});
