import { describe, expect, test } from "vitest";
import { clausesOf, parseBaseUrl, type Stated } from "../src/contract/index.ts";
import { orderList, orderSubmission } from "../test/contract/order.ts";
import { drawCases, render, renderSend } from "../src/generate/index.ts";
import { perInterface } from "../src/generate/layout.ts";
import { isAsDescribed, type FieldType } from "../src/kinds/index.ts";
import { Suite, type Case, type Interface } from "../src/model/index.ts";
import { sendEveryCase } from "../test/send/every-case.ts";
import { sampled } from "../test/statistics.ts";
import { suitesFor } from "./index.ts";

const DRAWN = sampled("draws of each property", { all: 50, sample: 5 });
/** Suites about the body, which an interface without one does not have. */
const OF_BODY = ["malformed-json", "fields", "encoding", "size"];
/** The keys of the built-in interface where JSON:API and JSON-RPC have them as well. */
const OF_NOTATIONS = /json-api|json-rpc/;

/** What only the built-in interface has, and the same with what stands around it. */
const OF_BUILT_IN = /api\/user|\\"id\\"|\\"date\\"|undefined:|\bid and date\b/;
const AROUND_BUILT_IN = new RegExp(`.{0,20}(${OF_BUILT_IN.source}).{0,20}`);

const fillingOf = (from: Interface) => ({
  interface: from,
  target: parseBaseUrl("http://h:1/base"),
  firstId: 100_000_000,
  fresh: 0,
});

/** Made once for all tests of an interface. */
const casesOf = perInterface((from): Case[] =>
  suitesFor(from).flatMap((suite) => [
    ...suite.cases,
    ...suite.properties.flatMap((property) => [...drawCases(suite.name, property, 7, DRAWN)]),
  ]),
);

/** The body of the first message. */
function bodyOf({ request }: Case, from: Interface): Buffer {
  const filling = fillingOf(from);
  if (request.sender === "client") return render(request.body, filling);
  const sent = request.steps.flatMap((step) =>
    step.do === "send" ? [renderSend(step, filling)] : [],
  );
  const bytes = Buffer.concat(sent);
  return bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
}

/** An interface with a field of every kind. */
const everyKind = interfaceOf({
  kind: "object",
  fields: [
    { name: "key", type: { kind: "uuid", fresh: true }, required: true },
    { name: "amount", type: { kind: "number", min: 0 } },
    { name: "count", type: { kind: "whole-number", min: 1, max: 99 } },
    { name: "status", type: { kind: "choice", values: ["new", "paid", "sent"] } },
    { name: "level", type: { kind: "choice", values: [1, 2, 3] } },
    { name: "gift", type: { kind: "boolean" } },
    { name: "note", type: { kind: "text", maxLength: 200 }, required: false },
    { name: "mail", type: { kind: "email" } },
    { name: "link", type: { kind: "uri" } },
    { name: "day", type: { kind: "date" } },
    { name: "at", type: { kind: "date-time", utc: true } },
    { name: "tags", type: { kind: "list", items: { kind: "text", minLength: 1 } } },
    { name: "place", type: objectOf("zip", "since") },
  ],
});

const inForm: Stated = {
  method: "POST",
  path: "/login",
  parameters: [
    { name: "account", in: "form", type: { kind: "uuid", fresh: true }, required: true },
    { name: "age", in: "form", type: { kind: "whole-number", min: 0, max: 150 }, required: true },
    { name: "note", in: "form", type: { kind: "text", maxLength: 40 }, required: false },
    { name: "tags", in: "form", type: { kind: "list", items: { kind: "text", minLength: 1 } } },
    { name: "dry", in: "query", type: { kind: "boolean" }, required: false },
  ],
};

const form: Interface = { ...inForm, name: "form", clauses: clausesOf(inForm) };

const boundary = "multipart/form-data; boundary=api-witness-boundary";
const inParts: Stated = { ...inForm, contentType: boundary };
const parts: Interface = { ...inParts, name: "parts", clauses: clausesOf(inParts) };

function interfaceOf(body: FieldType): Interface {
  const stated = { method: "PUT", path: "/things", body };
  return { ...stated, name: "things", clauses: clausesOf(stated) };
}

function textsOf(form: FormData): URLSearchParams {
  const texts = new URLSearchParams();
  for (const name of new Set(form.keys()))
    for (const value of form.getAll(name)) texts.append(name, String(value));
  return texts;
}

/** What is wrong with a form, by the reader of the platform. */
async function formProblems(body: string, { contentType: type }: Interface): Promise<string[]> {
  const read =
    type === undefined
      ? new URLSearchParams(body)
      : textsOf(await new Response(body, { headers: { "Content-Type": type } }).formData());
  const known = ["account", "age", "note", "tags"];
  return [
    ...[...read.keys()].filter((name) => !known.includes(name)),
    ...known.slice(0, 3).filter((name) => read.getAll(name).length > 1),
    ...(/^[\da-f-]{36}$/i.test(read.get("account") ?? "") ? [] : ["account"]),
    ...(Number(read.get("age") ?? 200) <= 150 ? [] : ["age"]),
    ...(Array.from(read.get("note") ?? "").length <= 40 ? [] : ["note"]),
  ];
}

describe.each([orderSubmission, orderList, everyKind, form])("the suites of $name", (from) => {
  const cases = casesOf(from);

  test("fit their schema", () => {
    for (const suite of suitesFor(from)) {
      const { error } = Suite.safeParse(suite);
      expect(error?.issues ?? [], suite.name).toEqual([]);
    }
  });

  test("have cases with ids of their own, and clauses that the interface has", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const known = new Set(from.clauses.map(({ id }) => id));
    for (const { id, clauses } of cases)
      expect([id, clauses.filter((each) => !known.has(each))]).toEqual([id, []]);
  });

  test("have the stated request, by both senders", () => {
    for (const name of ["valid/plain", "valid/plain-on-the-wire"])
      expect(cases.find(({ id }) => id === name)?.valid).toBe(true);
  });

  test("call valid only what the interface states", async () => {
    const valid = cases.filter((each) => each.valid === true);
    expect(valid.length).toBeGreaterThan(0);
    for (const each of valid) {
      const body = bodyOf(each, from).toString();
      if (from === form || from === parts)
        expect([each.id, await formProblems(body, from)]).toEqual([each.id, []]);
      else if (from.body === undefined) expect([each.id, body]).toEqual([each.id, ""]);
      else expect([each.id, isAsDescribed(from.body, JSON.parse(body))]).toEqual([each.id, true]);
    }
  });

  test("say nothing of the built-in interface", () => {
    for (const each of cases) {
      if (each.generated !== undefined || OF_NOTATIONS.test(each.id)) continue;
      const { id, reason, request } = each;
      const said = `${id} ${reason} ${JSON.stringify(request)}`;
      // What stands around it is only shown: looking for it in long bodies takes longer than all else here.
      const found = OF_BUILT_IN.test(said) ? AROUND_BUILT_IN.exec(said) : null;
      expect([id, found?.[0]]).toEqual([id, undefined]);
      expect([id, / undefined\b/.test(reason) && !id.includes("undefined")]).toEqual([id, false]);
    }
  });
});

describe.each([orderSubmission, orderList, everyKind, form, parts])(
  "what is sent of the suites of $name",
  (from) => {
    const cases = casesOf(from);
    const step = Math.ceil(
      cases.length /
        sampled(`cases of ${from.name}`, { all: cases.length, some: 750, part: 250, sample: 75 }),
    );
    const some = cases.filter((_, index) => index % step === 0);

    test("arrives as it is shown, and the same once more", { timeout: 240_000 }, async () => {
      const { sent, different } = await sendEveryCase(from, some);
      expect(different).toEqual([]);
      expect(sent.size).toBe(some.length);
    });
  },
);

/** Bodies of other shapes: without members, with one, with keys that are alike or that need escapes. */
const SHAPES: [name: string, body: FieldType][] = [
  ["a list", { kind: "list", items: { kind: "whole-number", fresh: true } }],
  ["a number", { kind: "whole-number", fresh: true }],
  ["a string", { kind: "date-time", fresh: true }],
  ["an object without fields", { kind: "object", fields: [] }],
  ["an object of one field", objectOf("only")],
  ["keys that the suites use", objectOf("note", "extra", "notes", "k", "data", "role", "value")],
  ["keys that are alike", objectOf("aB", "a_b", "a-b", "both", "patch", "__proto__")],
  ["keys that need escapes", objectOf('a"b', "c\\d", "e f", "", "\u00e9\u{1f600}", "a.b", "[0]")],
];

function objectOf(...names: string[]): FieldType {
  const [first = "", ...others] = names;
  return {
    kind: "object",
    fields: [
      { name: first, type: { kind: "whole-number", fresh: true } },
      ...others.map((name) => ({ name, type: { kind: "date-time" as const } })),
    ],
  };
}

test.each(SHAPES)(
  "%s as the body has cases with ids of their own, and valid ones that fit",
  (_, body) => {
    const from = interfaceOf(body);
    const cases = casesOf(from);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const valid = cases.filter((each) => each.valid === true);
    expect(valid.length).toBeGreaterThan(10);
    for (const each of valid) {
      const value: unknown = JSON.parse(bodyOf(each, from).toString());
      expect([each.id, isAsDescribed(body, value)]).toEqual([each.id, true]);
    }
  },
);

test("an interface without a body has no suites about it", () => {
  const names = suitesFor(orderList).map(({ name }) => name);
  expect(names.filter((name) => OF_BODY.includes(name))).toEqual([]);
  expect(names).toContain("valid");
});
