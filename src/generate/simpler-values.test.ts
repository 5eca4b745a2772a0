import { expect, test } from "vitest";
import type { FieldType } from "../kinds/index.ts";
import type { CaseRequest, Interface } from "../model/index.ts";
import { familyOf } from "./family.ts";
import { exampleBytes } from "./render.ts";
import { requestsOf } from "./requests.ts";
import { simplerRequests } from "./simpler.ts";

const fieldsOf = (type: FieldType): Interface["body"] => ({
  kind: "object",
  fields: [
    { name: "id", type: { kind: "whole-number", fresh: true } },
    {
      name: "in",
      type: { kind: "list", items: { kind: "object", fields: [{ name: "it", type }] } },
    },
  ],
});

/** The smallest value by size (a 0 is smaller than another digit) within the family of `text`, in a member of an item of a list. */
function smallest(type: FieldType, text: string): string {
  const from: Interface = {
    name: "one",
    method: "POST",
    path: "/one",
    body: fieldsOf(type),
    clauses: [],
  };
  const on = requestsOf(from);
  const shrunk = (request: CaseRequest): CaseRequest => {
    const family = familyOf(request, from);
    for (const each of simplerRequests(request, from))
      if (familyOf(each, from) === family) return shrunk(each);
    return request;
  };
  const least = shrunk(on.request(on.body({ "in[0].it": [text] })));
  const body = least.sender === "client" ? exampleBytes(least.body, from).toString("utf8") : "";
  const [, value = body] = /^\{"id":\d+,"in":\[\{"it":(.*)\}\]\}$/.exec(body) ?? [];
  return value;
}

test.each<[what: string, type: FieldType, text: string, least: string]>([
  ["a whole number next to its bound", { kind: "whole-number", max: 80 }, "47113", "81"],
  ["a number next to its bound", { kind: "number", max: 12.5 }, "98765.4321", "13"],
  ["a number below its bound", { kind: "number", min: -12.5 }, "-98765.4321", "-13"],
  [
    "one character too many",
    { kind: "text", minLength: 1, maxLength: 20 },
    JSON.stringify("a b".repeat(99)),
    '"text-0000000000000000"',
  ],
  ["one character too few", { kind: "text", minLength: 3 }, '"ab"', '""'],
  ["an odd character alone", { kind: "text" }, '"some caf\u00e9 text"', '"\u00e9"'],
  [
    "an odd character in a text that is long enough",
    { kind: "text", minLength: 20 },
    '"some caf\u00e9 text that is long"',
    '"ext-000000000xxxxxx\u00e9"',
  ],
  [
    "a date-time with another offset",
    { kind: "date-time", utc: true },
    '"2029-11-13T14:15:16.789+01:30"',
    '"0000-04-01T00:00:00+00"',
  ],
  ["a date past its month", { kind: "date" }, '"2029-12-32"', '"0000-00-00"'],
  [
    "too many items",
    { kind: "list", items: { kind: "boolean" }, maxItems: 2 },
    "[1,2,3,4,5]",
    "[0,0,0]",
  ],
])("%s", (_, type, text, least) => {
  expect(smallest(type, text)).toBe(least);
});

/** The values of one step, within the family of `text`, in a parameter. */
function parameterSteps(type: FieldType, place: "path" | "query" | "header", text: string) {
  const from: Interface = {
    name: "one",
    method: "GET",
    path: place === "path" ? "/one/{it}/more" : "/one",
    parameters: [
      { name: "it", in: place, type },
      { name: "other", in: "query", type: { kind: "boolean" } },
    ],
    clauses: [],
  };
  const on = requestsOf(from);
  const field = on.layout.fields.find(({ slot }) => slot.path === `${place}.it`);
  if (field === undefined) throw new Error("there is no such field");
  const isOdd = (request: CaseRequest): boolean =>
    familyOf(request, from) === familyOf(on.withValue(field, [text]), from);
  const steps = [...simplerRequests(on.withValue(field, [text]), from)].filter(isOdd);
  return steps.map((request) => {
    if (request.sender !== "client") return "";
    if (place === "header") return request.headers?.find(([name]) => name === "it")?.[1];
    return typeof request.path === "string" || request.path === undefined
      ? ""
      : exampleBytes(request.path, from).toString("latin1");
  });
}

test.each<[place: "path" | "query" | "header", type: FieldType, text: string, step: RegExp]>([
  ["path", { kind: "whole-number", max: 80 }, "47113", /^\/one\/81\/more\?other=true$/],
  ["query", { kind: "whole-number", max: 80 }, "47113", /^\/one\?it=81&other=true$/],
  [
    "query",
    { kind: "text", maxLength: 20 },
    JSON.stringify("a b".repeat(99)),
    /^\/one\?it=text-.{16}&other=true$/,
  ],
  ["header", { kind: "whole-number", max: 80 }, "47113", /^81$/],
  [
    "header",
    { kind: "list", items: { kind: "whole-number" }, maxItems: 2 },
    `[${Array.from({ length: 9 }, () => "987654321098765").join(",")}]`,
    /^100000000(,100000000){2}$/,
  ],
])("a value in the %s is simplified by its kind: %j", (place, type, text, step) => {
  expect(parameterSteps(type, place, text)).toContainEqual(expect.stringMatching(step));
});
