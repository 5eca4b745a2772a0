import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { declaredRows } from "../analyse/declared/declared-rows.ts";
import { defaultOptions } from "../options/index.ts";
import { jsonReply, listening, sendReply, withBody } from "../servers/json-server.ts";
import { loadCatalogue } from "./load-suites.ts";
import { runJob } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LIMITS = {
  mail: "format: email, maxLength: 40",
  link: "format: uri, minLength: 12, maxLength: 60",
  // Of version 4 only.
  key: 'format: uuid, pattern: "^.{14}4.{3}-[89ab].{16}$"',
  day: 'format: date, pattern: "^[12]"',
  host: "format: ipv4, maxLength: 13",
};
/** What every value above has, as the server sees it. */
const KEEPS: Record<keyof typeof LIMITS, (text: string) => boolean> = {
  mail: (text) => text.length <= 40,
  link: (text) => text.length >= 12 && text.length <= 60,
  key: (text) => /^.{14}4.{3}-[89ab].{16}$/.test(text),
  day: (text) => /^[12]/.test(text),
  host: (text) => text.length <= 13,
};

const document = `openapi: 3.1.0
info: { title: Accounts, version: "1" }
paths:
  /accounts:
    post:
      operationId: createAccount
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [mail]
              properties:
${Object.entries(LIMITS)
  .map(([name, limits]) => `                ${name}: { type: string, ${limits} }`)
  .join("\n")}
      responses: { "201": { description: made } }
`;

test("lengths and patterns of texts with a format limit what is valid", async () => {
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        let members: Record<string, unknown>;
        try {
          members = Object(JSON.parse(String(body)));
        } catch {
          return sendReply(response, jsonReply(400, {}));
        }
        const isKept = Object.entries(KEEPS).every(
          ([name, keeps]) =>
            !(name in members) || (typeof members[name] === "string" && keeps(members[name])),
        );
        sendReply(response, jsonReply(isKept && "mail" in members ? 201 : 422, {}));
      });
    }),
  );
  const openapi = join(folder, "accounts.yaml");
  writeFileSync(openapi, document);
  const catalogue = await loadCatalogue({ openapi, operation: "createAccount" });
  const suite = ["valid", "fields", ...Object.keys(LIMITS).map((name) => `field-${name}`)];
  const { summary, fold } = await runJob(
    { name: "accounts", baseUrl: server.url },
    catalogue,
    {
      ...defaultOptions("run"),
      suite,
      runs: 5,
      repeats: 1,
      explore: false,
      load: false,
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  expect(summary.stated.breaches ?? []).toEqual([]);
  expect(summary.notExpressed).toBeUndefined();
  const rows = declaredRows(fold) ?? [];
  expect(rows.filter(({ verdict }) => verdict.includes("narrower"))).toEqual([]);
  expect(
    rows.find(({ part, keyword }) => part === "mail" && keyword === "maxLength"),
  ).toMatchObject({ declared: "40" });
}, 60_000);
