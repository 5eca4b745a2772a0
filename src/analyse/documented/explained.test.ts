import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadCatalogue, runJob } from "../../jobs/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { listening, withBody } from "../../servers/json-server.ts";

const document = (statuses: string[], code: object): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Codes", version: "1" },
    paths: {
      "/codes": {
        post: {
          operationId: "createCode",
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["code", "amount"],
                  properties: { code, amount: { type: "integer", minimum: 0, maximum: 500 } },
                },
              },
            },
          },
          responses: Object.fromEntries(statuses.map((status) => [status, { description: "-" }])),
        },
      },
    },
  });

const folder = mkdtempSync(join(tmpdir(), "witness-explained-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The cases that are worth a look on a server with these rules, by what is said of them. */
async function told(
  text: string,
  accepts: (code: unknown, amount: unknown) => boolean,
  accepted = 201,
): Promise<{ kind: string; case?: string | undefined; text: string }[]> {
  const openapi = join(folder, "codes.json");
  writeFileSync(openapi, text);
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        let sent: unknown;
        try {
          sent = JSON.parse(body?.toString("utf8") ?? "");
        } catch {
          sent = undefined;
        }
        const { code, amount } = Object(sent) as Record<string, unknown>;
        const isTaken = request.method === "POST" && accepts(code, amount);
        response.writeHead(isTaken ? accepted : 422).end();
      });
    }),
  );
  const run = await runJob(
    { name: "codes", baseUrl: server.url },
    await loadCatalogue({ openapi, operation: "createCode" }),
    {
      ...defaultOptions("run"),
      suite: ["valid", "field-code", "field-amount"],
      runs: 0,
      repeats: 1,
      seed: 1,
      load: false,
      explore: false,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  return run.summary.remarks;
}

const isAmount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 500;
const isCode =
  (most: number) =>
  (value: unknown): boolean =>
    typeof value === "string" && value.length > 0 && value.length <= most;
const STATED = { type: "string", minLength: 1, maxLength: 40 };

test("what the document states of a request is not worth a look, and what it does not state is", async () => {
  const all = await told(
    document(["201", "422"], STATED),
    (code, amount) => isCode(40)(code) && isAmount(amount),
  );
  // The server's doubles round this fraction to an integer; for the document it is not one.
  const steps = all.filter(({ kind }) => kind === "step").map(({ text }) => text);
  expect(steps).toEqual([
    "fraction digits of amount that end in 1: 422 at 12 digits, 201 at 15 digits",
  ]);
  expect(all.filter(({ case: id }) => /key-escaped|\/one$|empty$|length-/.test(id ?? ""))).toEqual(
    [],
  );
});

test("a stated limit is not worth a look either where valid requests get a stated 404", async () => {
  const isTaken = (code: unknown, amount: unknown): boolean => isCode(40)(code) && isAmount(amount);
  const all = await told(document(["201", "404", "422"], STATED), isTaken, 404);
  const steps = all.filter(({ kind }) => kind === "step").map(({ text }) => text);
  expect(steps).toEqual([
    "fraction digits of amount that end in 1: 422 at 12 digits, 404 at 15 digits",
  ]);
});

test("a limit that is not the document's stays worth a look", async () => {
  const isTaken = (code: unknown, amount: unknown): boolean => isCode(20)(code) && isAmount(amount);
  const all = await told(document(["201", "422"], STATED), isTaken);
  expect(all.filter(({ kind }) => kind === "valid-not-2xx")).toHaveLength(1);
});

test("a refusal with a status that the document does not have stays worth a look", async () => {
  const isTaken = (code: unknown, amount: unknown): boolean => isCode(40)(code) && isAmount(amount);
  const all = await told(document(["201"], STATED), isTaken);
  expect(all.filter(({ kind }) => kind === "step").length).toBeGreaterThan(0);
});
