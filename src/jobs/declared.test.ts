import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DeclaredKeyword } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import {
  comparisonMarkdown,
  renderComparison,
  renderComparisonPage,
  renderTerminal,
  Screen,
} from "../report/index.ts";
import type { Listening } from "../servers/json-server.ts";
import { compareStored } from "./compare-stored.ts";
import { shopDocument, startShop } from "../../test/jobs/declared.ts";
import { inferJob } from "./infer.ts";
import { implementedContract } from "./implemented-contract.ts";
import { contractDocument } from "../openapi/index.ts";
import { runJob } from "./run.ts";
import { loadCatalogue, type Catalogue } from "./load-suites.ts";
import type { FinishedRun } from "./conclude-run.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-declared-"));
const openapi = join(folder, "shop.yaml");
const servers: Listening[] = [];
let faithful: FinishedRun;
let deviating: FinishedRun;

const fieldSuites = ({ suites }: Catalogue): string[] =>
  suites.map(({ name }) => name).filter((name) => name.startsWith("field-"));

beforeAll(async () => {
  writeFileSync(openapi, shopDocument);
  const catalogue = await loadCatalogue({ openapi });
  const suite = ["valid", "fields", ...fieldSuites(catalogue)];
  const inferred = async (deviates: boolean): Promise<FinishedRun> => {
    const server = await startShop({ deviates });
    servers.push(server);
    return inferJob(
      { name: deviates ? "deviating" : "faithful", baseUrl: server.url },
      catalogue,
      { ...defaultOptions("infer"), suite, seed: 1, outputDir: folder },
      { signal: new AbortController().signal, events: {} },
    );
  };
  faithful = await inferred(false);
  deviating = await inferred(true);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
});

const rowsOf = ({ summary }: FinishedRun): DeclaredKeyword[] => summary.inferred?.declared ?? [];
const rowOf = (run: FinishedRun, part: string, keyword: string): DeclaredKeyword | undefined =>
  rowsOf(run).find((row) => row.part === part && row.keyword === keyword);

const differing = (run: FinishedRun): string[] =>
  rowsOf(run)
    .filter(({ verdict }) => verdict !== "same" && verdict !== "not decided")
    .map(({ part, keyword, verdict }) => `${part} ${keyword} ${verdict}`);

test("a server that keeps to its document is the same in every keyword that was decided", () => {
  expect(differing(faithful)).toEqual([]);
  for (const [part, keyword] of [
    ["shop", "type"],
    ["copies", "maximum"],
    ["X-Channel", "pattern"],
    ["X-Channel", "required"],
    ["X-Batch", "maximum"],
    ["sku", "pattern"],
    ["quantity", "minimum"],
    ["quantity", "maximum"],
    ["status", "enum"],
    ["note", "nullable"],
    ["note", "maxLength"],
    ["note", "required"],
    ["the body", "additionalProperties"],
    ["responses", "body of 201"],
  ] as const)
    expect(rowOf(faithful, part, keyword), `${part} ${keyword}`).toMatchObject({ verdict: "same" });
});

test("eight deviations are shown, of headers too, each with the requests that show it", () => {
  expect(differing(deviating)).toEqual([
    "X-Channel pattern wider",
    "X-Channel required wider",
    "X-Batch maximum wider",
    "sku pattern wider",
    "quantity maximum wider",
    "status required wider",
    "note maxLength narrower",
    "responses body of 201 wider",
  ]);
  expect(rowOf(deviating, "quantity", "maximum")).toMatchObject({
    declared: "100",
    implemented: "1000",
    evidence: [
      { by: "1000", signature: "201" },
      { by: "1001", signature: "422" },
    ],
  });
  expect(rowOf(deviating, "status", "required")).toMatchObject({
    declared: "true",
    implemented: "false",
  });
  expect(rowOf(deviating, "note", "maxLength")).toMatchObject({
    declared: "40",
    implemented: "20",
  });
  expect(rowOf(deviating, "responses", "body of 201")?.implemented).toMatch(
    /not as documented: \$\.id must be integer$/,
  );
  for (const { part, keyword, evidence } of rowsOf(deviating))
    for (const { case: id } of evidence)
      expect(deviating.fold.cases.has(id), `${part} ${keyword}: ${id}`).toBe(true);
});

test("terminal and page have them in words", () => {
  const where = { report: "r", run: "x" };
  const lines = String(renderTerminal(deviating.summary, new Screen((_, text) => text), where));
  expect(lines).toMatch(/  quantity maximum +100 +wider +1000 \(1000 got 201, 1001 got 422\)\n/);
  const open = rowsOf(deviating).filter(({ verdict }) => verdict === "not decided");
  const [, count, named = ""] =
    /keywords the same as declared; (\d+) not decided: ([^\n]+)/.exec(lines) ?? [];
  expect(Number(count)).toBe(open.length);
  for (const { part, keyword } of open) expect(named).toContain(`${part} ${keyword}`);
  expect(named).toMatch(/ \(.+\)$/);
  expect(lines).toMatch(/  note maxLength +40 +narrower +20/);
  const page = readFileSync(deviating.report, "utf8");
  expect(page).toContain("Declared and implemented");
  expect(page).toContain("Neither fails a run");
});

test("the contract as implemented is a valid OpenAPI document, and the same server holds it", async () => {
  const text = contractDocument(implementedContract(deviating.fold));
  const document = parse(text) as Record<string, unknown>;
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  const file = join(folder, "implemented.yaml");
  writeFileSync(file, text);
  const operation = Object(document["paths"])["/shops/{shop}/orders"].post;
  const { schema } = operation.requestBody.content["application/json"];
  expect(schema).toMatchObject({
    type: "object",
    required: ["sku", "quantity"],
    additionalProperties: false,
    properties: {
      quantity: { type: "integer", minimum: 1, maximum: 1000 },
      status: { enum: ["new", "paid"] },
      note: { maxLength: 20 },
    },
  });
  const { quantity } = schema.properties;
  expect(Object.keys(quantity["x-evidence"]).toSorted()).toEqual(["maximum", "minimum", "type"]);
  expect(quantity["x-evidence"].maximum[0].cases.length).toBe(2);
  expect(schema["x-evidence"].required.sku[0].refused).toBeGreaterThan(0);
  expect(operation.parameters[0].schema).toMatchObject({
    type: "integer",
    minimum: 1,
    maximum: 99,
  });
  expect(operation.responses["201"].content["application/json"].schema).toMatchObject({
    properties: { id: { type: "string" }, quantity: { type: "integer" } },
  });

  const catalogue = await loadCatalogue({ openapi: file });
  const suite = ["valid", "fields", "media-type", "malformed-json", ...fieldSuites(catalogue)];
  const again = await runJob(
    { name: "again", baseUrl: servers[1]?.url ?? "" },
    catalogue,
    {
      ...defaultOptions("run"),
      suite,
      load: false,
      runs: 5,
      repeats: 1,
      hazards: false,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  expect(again.summary.stated.breaches).toBeUndefined();
  expect(again.summary.stated.text).toMatch(
    /^all .*; [\d,]+ (?:of [\d,]+ )?responses as documented(?: \(the document does not judge the others: [^)]+\))?/,
  );
  // What it does not describe, such as the form of sku, is refused with a documented status.
  const refused = [...again.fold.cases.values()].filter(
    ({ case: sent, signatures }) =>
      sent.valid === true &&
      (sent.id.startsWith("valid/") || sent.family === "stated bounds") &&
      signatures.some((each) => !each.startsWith("201")),
  );
  expect(refused.map(({ case: { id } }) => id)).toEqual([]);
});

test("a comparison has a row for each keyword, with what each server does", async () => {
  const { view } = await compareStored(
    [faithful.folder, deviating.folder],
    folder,
    "class",
    () => {},
  );
  const { declared = [] } = view.comparison;
  expect(
    declared.find(({ part, keyword }) => part === "quantity" && keyword === "maximum"),
  ).toMatchObject({
    declared: "100",
    targets: [
      { implemented: "100", verdict: "same" },
      { implemented: "1000", verdict: "wider" },
    ],
  });
  const lines = String(renderComparison(view, new Screen((_, text) => text), { report: "r" }));
  expect(lines).toContain(
    "  quantity maximum, declared 100: as declared (faithful); 1000 (wider) (deviating)\n",
  );
  expect(comparisonMarkdown(view, { report: "r" })).toContain(
    "| quantity maximum | 100 | as declared | 1000 (wider) |",
  );
  expect(renderComparisonPage(view)).toContain('id="declared"');
});
