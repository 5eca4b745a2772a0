import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeywordChange } from "../model/index.ts";
import { interfaceOfOperation, Revision } from "../openapi/index.ts";
import { defaultOptions } from "../options/index.ts";
import { renderTerminal, Screen } from "../report/index.ts";
import { proveContract } from "../observe/index.ts";
import { listening, type Listening, withBody } from "../servers/json-server.ts";
import { inferJob, type ContractFile } from "./infer.ts";
import { loadCatalogue } from "./load-suites.ts";
import { runJob } from "./run.ts";

/** Titles, an example, a pattern, a format, and a schema that another operation shares. */
const DOCUMENT = `# The shop's own document.
openapi: 3.0.3
info: { title: Shop, version: "1", description: What is sold. }
paths:
  /items:
    post: &create
      operationId: createItem
      summary: Adds an item # for the staff
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Item" }
      responses:
        "201": { description: made }
        "400": { description: refused }
  /items/{id}:
    put:
      operationId: updateItem
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Item" }
      responses:
        "200": { description: changed }
components:
  schemas:
    Item:
      title: An item
      type: object
      required: [code, quantity, size]
      properties:
        code:
          title: The code
          type: string
          pattern: "^[A-Z]{3}-[0-9]{4,9}$"
          example: ABC-1234
        quantity:
          description: How many pieces
          type: integer
          minimum: 1
          maximum: 100 # a hundred
        size: { $ref: "#/components/schemas/Size" }
        from: { type: string, format: date-time, example: "2024-05-17T10:00:00Z" }
        note: { type: string, maxLength: 40, example: fragile }
    Size:
      description: In millimetres
      type: integer
      minimum: 1
      maximum: 50
`;

const folder = mkdtempSync(join(tmpdir(), "witness-written-"));
const openapi = join(folder, "shop.yaml");
let server: Listening;

/** A shop that takes 1000 pieces of any size from 1 to 80, and notes of 20 characters. */
function startShop(): Promise<Listening> {
  return listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const isItem = request.method === "POST" && isValid(body?.toString("utf8") ?? "");
        response.writeHead(isItem ? 201 : 400).end();
      });
    }),
  );
}

function isValid(text: string, takesNull = false): boolean {
  let item: Record<string, unknown>;
  try {
    item = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return false;
  }
  const { code, quantity, size, from, note } = item;
  const within = (value: unknown, most: number): boolean =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return (
    typeof code === "string" &&
    /^[A-Z]{3}-\d{4,9}$/.test(code) &&
    within(quantity, 1000) &&
    within(size, 80) &&
    (from === undefined || (typeof from === "string" && /^\d{4}-\d\d-\d\d/.test(from))) &&
    (note === undefined ||
      (takesNull && note === null) ||
      (typeof note === "string" && [...note].length <= 20))
  );
}

beforeAll(async () => {
  writeFileSync(openapi, DOCUMENT);
  server = await startShop();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const control = () => ({ signal: new AbortController().signal, events: {} });

test("the given document gets the keywords that experiments show, and keeps everything else", async () => {
  const catalogue = await loadCatalogue({ openapi, operation: "createItem" });
  const suite = ["valid", "fields", "field-quantity", "field-size", "field-from", "field-note"];
  const contract: ContractFile = {
    file: join(folder, "implemented.yaml"),
    openapi,
    operation: "createItem",
  };
  const run = await inferJob(
    { name: "shop", baseUrl: server.url },
    catalogue,
    { ...defaultOptions("infer"), suite, runs: 20, seed: 1, outputDir: folder },
    control(),
    contract,
  );
  const text = contract.text ?? "";
  const { paths, components } = parse(text) as Record<string, never>;
  const { post, put } = { ...Object(paths)["/items"], ...Object(paths)["/items/{id}"] };
  const { schema } = post.requestBody.content["application/json"];
  // Another operation has the schemas as they were, with their comments.
  expect(components).toEqual(parse(DOCUMENT).components);
  expect(text).toContain("maximum: 100 # a hundred");
  expect(text).toContain("summary: Adds an item # for the staff");
  expect(put).toEqual(parse(DOCUMENT).paths["/items/{id}"].put);
  expect(schema).toMatchObject({
    title: "An item",
    properties: {
      code: { title: "The code", pattern: "^[A-Z]{3}-[0-9]{4,9}$", example: "ABC-1234" },
      quantity: { description: "How many pieces", minimum: 1, maximum: 1000 },
      size: { description: "In millimetres", minimum: 1, maximum: 80 },
      from: { type: "string", format: "date-time", example: "2024-05-17T10:00:00Z" },
      note: { maxLength: 20, example: "fragile" },
    },
  });
  expect(schema.properties.quantity["x-evidence"].maximum[0]).toMatchObject({ rule: "1000" });
  expect(await new Validator().validate(parse(text))).toMatchObject({ valid: true });

  const { contract: proof } = run.summary.inferred ?? {};
  expect(proof?.drawn).toEqual({ sent: 500, held: 500 });
  expect(proof?.outside).toEqual({ sent: 1500, held: 1500 });
  expect(proof?.copied).toEqual(["components/schemas/Item", "components/schemas/Size"]);
  const terminal = renderTerminal(run.summary, new Screen((_, each) => each), {
    report: "r",
    run: "x",
  });
  const told =
    "500 of 500 requests drawn from it got a documented success; 1,500 of 1,500 just outside its changed limits were refused";
  expect(terminal).toContain(told);
  expect(readFileSync(run.report, "utf8")).toContain(told);
  expect(readFileSync(run.report.replace(/html$/, "md"), "utf8")).toContain(told);
}, 120_000);

test("a limit of the request that its response repeats is written for both", async () => {
  const operation = "createItem";
  const file = join(folder, "echo.yaml");
  const made = `"201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }`;
  writeFileSync(file, DOCUMENT.replace(`"201": { description: made }`, made));
  const echo = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const isItem = isValid(body?.toString("utf8") ?? "", true);
        response.writeHead(isItem ? 201 : 400, { "content-type": "application/json" });
        response.end(isItem ? body : "{}");
      });
    }),
  );
  const contract: ContractFile = { file: join(folder, "echoed.yaml"), openapi: file, operation };
  const { summary } = await inferJob(
    { name: "shop", baseUrl: echo.url },
    await loadCatalogue({ openapi: file, operation }),
    {
      ...defaultOptions("infer"),
      suite: ["valid", "fields", "field-quantity", "field-note"],
      runs: 20,
      seed: 1,
      outputDir: folder,
    },
    control(),
    contract,
  );
  await echo.close();
  const { paths } = parse(contract.text ?? "") as Record<string, never>;
  const { responses } = Object(paths)["/items"].post;
  const { schema } = responses["201"].content["application/json"];
  expect(schema.properties.quantity).toMatchObject({ minimum: 1, maximum: 1000 });
  expect(schema.properties.quantity).toMatchObject({ minimum: 1, maximum: 1000 });
  expect(schema.properties.note).toMatchObject({ type: "string", maxLength: 20, nullable: true });
  expect(summary.inferred?.contract?.drawn).toEqual({ sent: 500, held: 500 });
}, 120_000);

test("limits of numbers, of UTF-16 code units, and of texts that must not be blank are written", async () => {
  const operation = "createMark";
  const file = join(folder, "marks.json");
  const properties = {
    score: { type: "number", example: 5 },
    above: { type: "number", maximum: 1000, example: 5 },
    half: { type: "number", minimum: -10, example: 1 },
    name: { type: "string", example: "a name" },
  };
  const schema = { type: "object", required: Object.keys(properties), properties };
  const post = {
    operationId: operation,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { 201: { description: "made" }, 400: { description: "refused" } },
  };
  const info = { title: "Marks", version: "1" };
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info, paths: { "/marks": { post } } }));
  const isMark = (text: string): boolean => {
    const { score, above, half, name } = JSON.parse(text) as Record<string, unknown>;
    return (
      [score, above, half].every((each) => typeof each === "number") &&
      Math.abs(Number(score)) <= 10 &&
      Number(above) > 0 &&
      Number(above) <= 1000 &&
      Number(half) >= -10 &&
      Number(half) <= 2.5 &&
      typeof name === "string" &&
      name.trim() !== "" &&
      name.length <= 20
    );
  };
  const marks = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        let isMade = false;
        try {
          isMade = isMark(body?.toString("utf8") ?? "");
        } catch {
          // Not an object in JSON.
        }
        response.writeHead(isMade ? 201 : 400).end();
      });
    }),
  );
  const contract: ContractFile = { file: join(folder, "marked.json"), openapi: file, operation };
  const suite = ["valid", "field-score", "field-above", "field-half", "field-name"];
  await inferJob(
    { name: "marks", baseUrl: marks.url },
    await loadCatalogue({ openapi: file, operation }),
    { ...defaultOptions("infer"), suite, runs: 0, seed: 1, outputDir: folder },
    control(),
    contract,
  );
  await marks.close();
  const written = parse(contract.text ?? "").paths["/marks"].post.requestBody;
  const made = written.content["application/json"].schema.properties;
  const limitsOf = ({
    type: _type,
    example: _example,
    "x-evidence": _shown,
    ...limits
  }: object & {
    type?: unknown;
    example?: unknown;
    "x-evidence"?: unknown;
  }) => limits;
  expect(limitsOf(made.score)).toEqual({ minimum: -10, maximum: 10 });
  expect(limitsOf(made.above)).toEqual({ exclusiveMinimum: 0, maximum: 1000 });
  // 2.01 is accepted: what lies between 2 and 3 is not known.
  expect(limitsOf(made.half)).toEqual({ minimum: -10 });
  expect(limitsOf(made.name)).toEqual({ minLength: 1, maxLength: 20 });
}, 120_000);

test.each([
  [
    "3.0.3",
    "type: string, enum: [a, b]",
    { type: "string", enum: ["a", "b", null], nullable: true },
  ],
  ["3.1.0", "type: string, enum: [a, b]", { type: ["string", "null"], enum: ["a", "b", null] }],
  ["3.1.0", "enum: [a, b]", { enum: ["a", "b", null] }],
  ["3.1.0", "type: string", { type: ["string", "null"] }],
])("null is added to an enumeration, too: %s, %s", async (version, schema, expected) => {
  const operation = "createItem";
  const text = DOCUMENT.replace("openapi: 3.0.3", `openapi: ${version}`).replace(
    "{ type: string, maxLength: 40, example: fragile }",
    `{ ${schema} }`,
  );
  const file = join(folder, "listed.yaml");
  writeFileSync(file, text);
  const { interface: from } = await loadCatalogue({ openapi: file, operation });
  const revision = new Revision(file, text, operation, from);
  const change = { path: "note", keyword: "nullable", value: true, evidence: [] };
  expect(revision.change(change)).toBe(true);
  const { paths } = parse(revision.text) as Record<string, never>;
  const { content } = Object(paths)["/items"].post.requestBody;
  expect(content["application/json"].schema.properties.note).toMatchObject(expected);
  const { body } = interfaceOfOperation(file, operation, revision.text);
  const fields = body?.kind === "object" ? body.fields : [];
  expect(fields.find(({ name }) => name === "note")?.type.nullable).toBe(true);
});

/** Changes that the server contradicts, with the side on which a request shows it. */
const WRONG: readonly (readonly [string, string, KeywordChange["value"], "inside" | "outside"])[] =
  [
    ["quantity", "maximum", 5000, "inside"],
    ["quantity", "maximum", 500, "outside"],
    ["note", "maxLength", 30, "inside"],
    ["note", "maxLength", 10, "outside"],
    ["note", "maxLength", undefined, "inside"],
    ["quantity", "required", false, "inside"],
    ["note", "required", true, "outside"],
    ["note", "nullable", true, "inside"],
    ["", "additionalProperties", false, "outside"],
    ["code", "pattern", undefined, "inside"],
  ];

test("a change is not blamed for a refusal that another field explains", async () => {
  const operation = "createItem";
  const shop = DOCUMENT.replace(
    "type: integer\n          minimum: 1\n",
    "type: number\n          example: 7\n          minimum: 1\n",
  );
  const file = join(folder, "other.yaml");
  writeFileSync(file, shop);
  const catalogue = await loadCatalogue({ openapi: file, operation });
  const about = { part: "note", keyword: "nullable", declared: "", implemented: "" };
  const change: KeywordChange = { path: "note", keyword: "nullable", value: true, evidence: [] };
  let found: Awaited<ReturnType<typeof proveContract>> | undefined;
  const taking = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const isItem = request.method === "POST" && isValid(body?.toString("utf8") ?? "", true);
        response.writeHead(isItem ? 201 : 400).end();
      });
    }),
  );
  await runJob(
    { name: "shop", baseUrl: taking.url },
    catalogue,
    {
      ...defaultOptions("run"),
      suite: ["fields"],
      runs: 0,
      repeats: 1,
      load: false,
      explore: false,
      infer: true,
      outputDir: folder,
    },
    control(),
    async (run) => {
      found = await proveContract(run, {
        differing: [{ about, change }],
        write: (changes) => {
          const revision = new Revision(file, shop, operation, catalogue.interface);
          const unwritten = changes.filter((each) => !revision.change(each));
          const from = interfaceOfOperation(file, operation, revision.text);
          return { interface: from, unwritten, copied: revision.copied };
        },
      });
      return "done";
    },
  );
  await taking.close();
  // Most drawn quantities have a fraction, and are refused with and without a note.
  expect(found?.proof.drawn.held).toBeLessThan(250);
  expect(found?.written).toEqual([change]);
}, 120_000);

test("the proof withdraws a wrong keyword, and the declared value is back", async () => {
  const operation = "createItem";
  const catalogue = await loadCatalogue({ openapi, operation });
  const found: unknown[] = [];
  await runJob(
    { name: "shop", baseUrl: server.url },
    catalogue,
    {
      ...defaultOptions("run"),
      suite: ["fields"],
      runs: 0,
      repeats: 1,
      load: false,
      explore: false,
      infer: true,
      outputDir: folder,
    },
    control(),
    async (run) => {
      for (const [path, keyword, value] of WRONG) {
        const about = { part: path, keyword, declared: "", implemented: "" };
        const change = {
          path,
          keyword,
          ...(value === undefined ? { declared: 40 } : { value }),
          evidence: [],
        };
        const { proof, written } = await proveContract(run, {
          differing: [{ about, change }],
          write: (changes) => {
            const revision = new Revision(openapi, DOCUMENT, operation, catalogue.interface);
            const unwritten = changes.filter((each) => !revision.change(each));
            const from = interfaceOfOperation(openapi, operation, revision.text);
            return { interface: from, unwritten, copied: revision.copied };
          },
        });
        const [first] = proof.changes;
        found.push([path, keyword, value, first?.wrong?.side, first?.state, written]);
      }
      return "done";
    },
  );
  expect(found).toEqual(WRONG.map((each) => [...each, "withdrawn", []]));
}, 120_000);
