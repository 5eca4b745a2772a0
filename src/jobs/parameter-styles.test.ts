import { createServer, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeDocuments, writeDocument } from "../../test/openapi/documents.ts";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import type { Interface, Summary } from "../model/index.ts";
import { interfaceOfOperation } from "../openapi/index.ts";
import { defaultOptions } from "../options/index.ts";
import { listening } from "../servers/json-server.ts";
import { loadCatalogue } from "./load-suites.ts";
import { runJob } from "./run.ts";

removeDocuments();
const folder = mkdtempSync(join(tmpdir(), "witness-styles-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sizes = {
  type: "array",
  minItems: 1,
  maxItems: 3,
  items: { type: "integer", minimum: 1, maximum: 9 },
  example: [4, 5],
};
const place = {
  type: "object",
  required: ["zip"],
  properties: {
    zip: { type: "string", minLength: 2, maxLength: 9, example: "a b" },
    floor: { type: "integer", minimum: 0, maximum: 9, example: 3 },
  },
};

/** What a server that keeps the document makes of what follows the name of the operation in the target. */
type Read = (rest: string) => boolean;
type Style = {
  in: "query" | "path";
  style?: string;
  explode?: boolean;
  schema: object;
  sent: string;
  read: Read;
};

const isSizes = (texts: readonly string[]): boolean =>
  texts.length >= 1 &&
  texts.length <= 3 &&
  texts.every((text) => /^[1-9]$/.test(decodeURIComponent(text)));

const pairsIn = (rest: string): [name: string, value: string][] =>
  rest
    .slice(1)
    .split("&")
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return [decodeURIComponent(name), value];
    });

const exploded: Read = (rest) =>
  pairsIn(rest).every(([name]) => name === "v") && isSizes(pairsIn(rest).map(([, value]) => value));

const joinedBy =
  (separator: string): Read =>
  (rest) => {
    const [[name, value] = ["", ""], ...others] = pairsIn(rest);
    return name === "v" && others.length === 0 && isSizes(value.split(separator));
  };

const placeIn =
  (zip: string, floor: string): Read =>
  (rest) => {
    const found = new Map(pairsIn(rest));
    const text = decodeURIComponent(found.get(zip) ?? "");
    const isKnown = [...found.keys()].every((name) => [zip, floor].includes(name));
    return (
      isKnown &&
      text.length >= 2 &&
      text.length <= 9 &&
      /^\d$/.test(decodeURIComponent(found.get(floor) ?? "0"))
    );
  };

const after =
  (mark: string, separator: string): Read =>
  (rest) =>
    rest.startsWith(`/${mark}`) && isSizes(rest.slice(mark.length + 1).split(separator));

/** Each style with the target of its stated request. */
const STYLES: Record<string, Style> = {
  exploded: { in: "query", schema: sizes, sent: "/exploded?v=4&v=5", read: exploded },
  joined: {
    in: "query",
    explode: false,
    schema: sizes,
    sent: "/joined?v=4,5",
    read: joinedBy(","),
  },
  spaces: {
    in: "query",
    style: "spaceDelimited",
    explode: false,
    schema: sizes,
    sent: "/spaces?v=4%205",
    read: joinedBy("%20"),
  },
  pipes: {
    in: "query",
    style: "pipeDelimited",
    explode: false,
    schema: sizes,
    sent: "/pipes?v=4%7C5",
    read: joinedBy("%7C"),
  },
  deep: {
    in: "query",
    style: "deepObject",
    schema: place,
    sent: "/deep?v%5Bzip%5D=a%20b&v%5Bfloor%5D=3",
    read: placeIn("v[zip]", "v[floor]"),
  },
  members: {
    in: "query",
    schema: place,
    sent: "/members?zip=a%20b&floor=3",
    read: placeIn("zip", "floor"),
  },
  simple: { in: "path", schema: sizes, sent: "/simple/4,5", read: after("", ",") },
  label: {
    in: "path",
    style: "label",
    schema: { type: "integer", minimum: 1, maximum: 9, example: 4 },
    sent: "/label/.4",
    read: after(".", "."),
  },
  matrix: {
    in: "path",
    style: "matrix",
    schema: sizes,
    sent: "/matrix/;v=4,5",
    read: after(";v=", ","),
  },
  matrices: {
    in: "path",
    style: "matrix",
    explode: true,
    schema: sizes,
    sent: "/matrices/;v=4;v=5",
    read: after(";v=", ";v="),
  },
};

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "styles", version: "1" },
  paths: Object.fromEntries(
    Object.entries(STYLES).map(([name, { in: where, style, explode, schema }]) => [
      `/${name}${where === "path" ? "/{v}" : ""}`,
      {
        get: {
          operationId: name,
          parameters: [
            {
              name: "v",
              in: where,
              required: true,
              ...(style && { style }),
              ...(explode !== undefined && { explode }),
              schema,
            },
          ],
          responses: { 200: { description: "read" }, 400: { description: "not as stated" } },
        },
      },
    ]),
  ),
};

const read = (operation: string): Interface =>
  interfaceOfOperation(writeDocument({ "api.json": JSON.stringify(DOCUMENT) }), operation);

function accepts(name: string, rest: string): boolean {
  try {
    return STYLES[name]?.read(rest) ?? false;
  } catch {
    // An escape that is not valid.
    return false;
  }
}

/** Reads each style as the document states it. */
const reader = (): Server =>
  createServer((request, response) => {
    const [, name = "", rest = ""] = /^\/(\w+)(.*)$/s.exec(request.url ?? "") ?? [];
    request.on("error", () => {});
    response.writeHead(accepts(name, rest) ? 200 : 400).end();
  });

/** Those of which each value is varied, too. */
const WHOLE = new Set(["joined", "deep", "matrices"]);

describe.each(Object.keys(STYLES))("a parameter of the style %s", (name) => {
  let summary: Summary;
  const known = new Set<string>();
  beforeAll(async () => {
    const server = await listening(reader());
    const catalogue = await loadCatalogue({ interface: read(name) });
    const suite = catalogue.suites
      .map((each) => each.name)
      .filter((each) => (WHOLE.has(name) ? /^(valid|field-)/ : /^valid$/).test(each));
    for (const { cases } of catalogue.suites)
      for (const each of cases) if (each.valid === true) known.add(each.id);
    const options = { ...defaultOptions("run"), load: false, runs: 5, seed: 1, repeats: 1, suite };
    const control = { signal: new AbortController().signal, events: {} };
    ({ summary } = await runJob(
      { name, baseUrl: server.url },
      catalogue,
      { ...options, outputDir: folder },
      control,
    ).finally(() => server.close()));
  }, 60_000);

  test("is written as the document states it", () => {
    const from = read(name);
    const on = requestsOf(from);
    expect(exampleBytes(on.path(), from).toString()).toBe(STYLES[name]?.sent);
    expect([from.notExpressed, from.loose]).toEqual([undefined, undefined]);
  });

  test("is accepted in every valid request", () => {
    expect(summary.stated.text).toMatch(/^all \d+ valid requests got a complete HTTP response/);
    const valid = summary.cases.filter(({ id }) => known.has(id));
    expect(valid.length).toBeGreaterThan(1);
    expect(valid.filter(({ outcomes }) => outcomes["200"] === undefined)).toEqual([]);
  });
});

test("what no style of OpenAPI writes is named", () => {
  const { label, deep } = STYLES;
  const stated = (style: object): string =>
    JSON.stringify({
      ...DOCUMENT,
      paths: {
        "/x/{v}": { get: { parameters: [{ name: "v", required: true, ...style }], responses: {} } },
      },
    });
  const reading = (style: object) => (): Interface =>
    interfaceOfOperation("api.json", undefined, stated(style));
  expect(reading({ ...label, schema: sizes })).toThrow("style label without explode");
  expect(reading({ ...label, schema: place })).toThrow("an object in the path");
  expect(reading({ ...deep, in: "path", style: "simple" })).toThrow("an object in the path");
});
