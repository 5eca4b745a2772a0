import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Interface } from "../model/index.ts";
import { afterAll, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { defineInterface, textField, wholeNumberField } from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import { jsonReply, listening, sendReply, withBody } from "../servers/json-server.ts";
import { inferJob } from "./infer.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-lengths-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stated = defineInterface({
  path: "/notes/{ref}",
  parameters: { ref: textField({ minLength: 1 }) },
  fields: { note: textField() },
});

/** Infers a server that has these statuses for JSON objects. */
async function inferred(
  from: Interface,
  suite: string,
  statusOf: (members: Record<string, unknown>, text: string) => number,
) {
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const text = String(body);
        let members: Record<string, unknown>;
        try {
          members = Object(JSON.parse(text));
        } catch {
          return sendReply(response, jsonReply(400, {}));
        }
        sendReply(response, jsonReply(statusOf(members, text), {}));
      });
    }),
  );
  const run = await inferJob(
    { name: "planted", baseUrl: server.url },
    { interface: from, suites: [...suitesFor(from)] },
    { ...defaultOptions("infer"), suite: [suite], seed: 1, outputDir: folder },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  return run;
}

test.each<[about: string, lengthOf: (text: string) => number]>([
  ["UTF-16 code units", (text) => text.length],
  ["code points", (text) => [...text].length],
  ["bytes in UTF-8", (text) => Buffer.byteLength(text)],
])("a limit of %s is told from others by what was sent", async (about, lengthOf) => {
  const { summary } = await inferred(stated, "valid", ({ note }) =>
    typeof note === "string" && lengthOf(note) <= 20 ? 201 : 422,
  );
  const note = summary.inferred?.parts.find(({ name }) => name === "note");
  expect(note?.limits, note?.sentence).toEqual([`at most 20 ${about}`]);
  // Node's own limit: 16 KiB of names and values, and of the target.
  const headers = summary.inferred?.parts.find(({ name }) => name === "headers");
  expect(headers?.limits).toEqual([
    expect.stringMatching(/^at most 16,3\d\d bytes of all header names and values$/),
  ]);
  expect(note?.requests).toBeLessThanOrEqual(40);
  expect(summary.inferred?.headline).toContain("path parameter ref: any text");
});

test("where only values beyond a limit get a response, values are told instead of a rule", async () => {
  const amounts = defineInterface({
    path: "/amounts",
    fields: { amount: wholeNumberField({ min: 0, max: 1000 }).required() },
  });
  // As Python's json and pydantic read it: infinity cannot be written into the error.
  const { summary } = await inferred(amounts, "field-amount", ({ amount }, text) => {
    if (/\d{4301}/.test(text)) return 400;
    if (amount === Infinity) return 500;
    return Number.isInteger(amount) && Number(amount) >= 0 && Number(amount) <= 1000 ? 201 : 422;
  });
  const rule = summary.inferred?.parts.find(({ name }) => name === "amount")?.rule ?? "";
  expect(rule).toMatch(/a number from 0 up to 1000, else 422/);
  expect(rule).toMatch(/; values such as [^;]+ get 500(?:;|$)/);
  expect(rule).toMatch(/; values such as 4,301 digits: [^;]+ get 400(?:;|$)/);
  expect(rule).not.toMatch(/any number/);
}, 60_000);

test("where the stated request is refused, nothing is inferred, and a note says why", async () => {
  const { summary } = await inferred(stated, "valid", () => 401);
  expect(summary.inferred).toBeUndefined();
  expect(JSON.stringify(summary)).toContain(
    "nothing is inferred: the stated request gets 401, so that no change of it shows a rule",
  );
});
