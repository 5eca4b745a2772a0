import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../model/index.ts";
import { callWitness, type Finished } from "../../test/cli/witness.ts";

const DOCUMENT = `openapi: 3.1.0
info: { title: Items, version: "1" }
paths:
  /items:
    get:
      operationId: listItems
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
      responses:
        "200": { description: found }
        "422": { description: refused }
  /old:
    get:
      operationId: oldItems
      responses:
        "410": { description: gone }
  /items/{id}:
    get:
      operationId: getItem
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        "200": { description: found }
        "404": { description: not there }
`;

const folder = mkdtempSync(join(tmpdir(), "witness-not-shown-"));
beforeAll(() => writeFileSync(join(folder, "api.yaml"), DOCUMENT));
afterAll(() => rmSync(folder, { recursive: true }));

type Ended = Finished & { summary: Summary; folder: string };

/** A verb against a server, with few requests. */
async function against(serve: RequestListener, verb: string, ...more: string[]): Promise<Ended> {
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const outputDir = mkdtempSync(join(folder, "run-"));
  const { port } = server.address() as AddressInfo;
  try {
    const ended = await callWitness(folder, [
      verb,
      `http://127.0.0.1:${port}`,
      "--runs",
      "30",
      "--repeats",
      "1",
      "--seed",
      "1",
      "--output-dir",
      outputDir,
      "--no-load",
      ...more,
    ]);
    const [run = ""] = readdirSync(outputDir);
    const text = readFileSync(join(outputDir, run, "summary.json"), "utf8");
    return { ...ended, summary: JSON.parse(text) as Summary, folder: join(outputDir, run) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const of = (operation: string, suite: string): string[] => [
  "--openapi",
  "api.yaml",
  "--operation",
  operation,
  "--suite",
  suite,
];

/** The same response to everything. */
const always =
  (status: number, body: string, type = "application/json"): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "Content-Type": type }).end(body);

test("an undocumented status of a valid request is a breach, whatever suite sent it", async () => {
  const { code, summary } = await against(
    ({ url }, response) => response.writeHead(/page=7(?!\d)/.test(url ?? "") ? 500 : 200).end(),
    "run",
    ...of("listItems", "valid,field-query-page"),
    "--runs",
    "300",
  );
  expect(summary.accepts).toBe("not-held");
  const [breach] = summary.stated.breaches ?? [];
  expect(breach?.observed).toBe("status 500");
  expect(breach?.case).toMatch(/^field-query-page\//);
  expect(code).toBe(1);
});

test.each([
  [
    "all refused valid requests have in common is the conclusion",
    200,
    /: page is 100, as in no accepted case, e\.g\. /,
  ],
  // Those with another status are among the refused ones, too.
  [
    "only some refused valid requests have is not told of all",
    404,
    /^(?![^]*as in no accepted case)[^]*Refuses \d+ of /,
  ],
])("what %s", async (_, other, said) => {
  const statusOf = (url = ""): number =>
    /page=(?:[5-9]\d|100)(?!\d)/.test(url) ? 422 : /page=1(?!\d)/.test(url) ? other : 200;
  const { summary } = await against(
    ({ url }, response) => response.writeHead(statusOf(url)).end(),
    "run",
    ...of("listItems", "valid,field-query-page"),
    "--runs",
    "300",
  );
  expect(summary.conclusions.map(({ text }) => text).join("\n")).toMatch(said);
});

test("--given names what exists where one operation is sent, too", async () => {
  const onlySeven: RequestListener = ({ url }, response) =>
    response.writeHead(url === "/items/7" ? 200 : 404).end("{}");
  const one = [...of("getItem", "valid"), "--given"];
  const { code, summary } = await against(onlySeven, "run", ...one, "id=7");
  expect([code, summary.accepts]).toEqual([0, "held"]);
  for (const [given, said] of [
    ["item_id=7", "--given names no parameter of the operation's path"],
    ["id=seven", '--given: id cannot be "seven"'],
  ] as const) {
    const args = ["run", "http://127.0.0.1:9", ...one, given];
    expect((await callWitness(folder, args)).stderr).toContain(said);
  }
});

describe("no valid request got a documented success", () => {
  const notFound = always(404, '{"detail":"no item has this id\\u001b[31m"}');

  test("a run is not shown, and the first line says why in the server's words", async () => {
    const {
      code,
      stdout,
      summary,
      folder: run,
    } = await against(notFound, "run", ...of("getItem", "valid"));
    expect(code).toBe(4);
    expect(summary.accepts).toBe("not-shown");
    const said =
      'every valid request got 404: "no item has this id\\u{1b}[31m"; in the document, give an `example` of something that exists, or send --given id=VALUE\n';
    expect(stdout.split("\n").slice(0, 12).join("\n")).toContain(said);
    expect(stdout).toMatch(/the server's reason: "no item has this id/);
    expect(stdout).toMatch(/stated by the specification {3}not shown/);
    expect(readFileSync(join(run, "report.md"), "utf8")).toMatch(/not shown/);
    expect(readFileSync(join(run, "report.html"), "utf8")).toMatch(/Not shown/);
  });

  test("nor does the document state one", async () => {
    const gone = always(410, "{}");
    const { code, stdout, summary } = await against(gone, "run", ...of("oldItems", "valid"));
    expect([code, summary.accepts]).toEqual([4, "not-shown"]);
    expect(stdout).toMatch(/no valid request got a success, and the document states none: 410 ×/);
  });

  test("a gate is inconclusive", async () => {
    const { code, stdout } = await against(notFound, "gate", ...of("getItem", "valid"));
    expect(code).toBe(4);
    expect(stdout).toMatch(/no valid request got a success that the document states: 404 ×/);
  });

  test("different refusals are counted, the most frequent first", async () => {
    let nth = 0;
    const { code, summary } = await against(
      (_, response) => {
        nth += 1;
        response.writeHead(nth % 3 === 1 ? 404 : 422, { "Content-Type": "application/json" });
        response.end('{"errors":[{"field":"id","message":"unknown"}]}');
      },
      "run",
      ...of("getItem", "valid"),
      "--repeats",
      "2",
    );
    // 422 is not documented for this operation.
    expect([code, summary.accepts]).toEqual([1, "not-held"]);
    expect(summary.hint).toMatch(
      /^no valid request got a success .*: 422 ×\d+, 404 ×\d+; 422 of valid\/[a-z-]+: "id: unknown"$/,
    );
  });

  test("one success is enough", async () => {
    let nth = 0;
    const { code, summary } = await against(
      (_, response) => response.writeHead((nth += 1) % 2 === 0 ? 200 : 404).end(),
      "run",
      ...of("getItem", "valid"),
    );
    expect([code, summary.accepts]).toEqual([0, "held"]);
  });

  test("the built-in interface, which states no status, keeps its verdict", async () => {
    const { code, stdout, summary } = await against(notFound, "run", "--suite", "valid");
    expect([code, summary.accepts]).toEqual([0, "held"]);
    expect(stdout).toMatch(
      /every valid request got 404: "no item has this id\\u\{1b\}\[31m"; is http/,
    );
  });
});
