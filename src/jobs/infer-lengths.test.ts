import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { defineInterface, textField } from "../contract/index.ts";
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

/** Infers a server that accepts notes for which this holds; without one, it requires credentials. */
async function inferred(isNote: ((text: string) => boolean) | undefined) {
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        let note: unknown;
        try {
          note = Object(JSON.parse(String(body))).note;
        } catch {
          return sendReply(response, jsonReply(400, {}));
        }
        const isRead = typeof note === "string" && isNote?.(note) === true;
        sendReply(response, jsonReply(isNote === undefined ? 401 : isRead ? 201 : 422, {}));
      });
    }),
  );
  const run = await inferJob(
    { name: "planted", baseUrl: server.url },
    { interface: stated, suites: [...suitesFor(stated)] },
    { ...defaultOptions("infer"), suite: ["valid"], seed: 1, outputDir: folder },
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
  const { summary } = await inferred((text) => lengthOf(text) <= 20);
  const note = summary.inferred?.parts.find(({ name }) => name === "note");
  expect(note?.limits, note?.sentence).toEqual([`at most 20 ${about}`]);
  expect(note?.requests).toBeLessThanOrEqual(40);
  expect(summary.inferred?.headline).toContain("path parameter ref: any text");
});

test("where the stated request is refused, nothing is inferred, and a note says why", async () => {
  const { summary } = await inferred(undefined);
  expect(summary.inferred).toBeUndefined();
  expect(JSON.stringify(summary)).toContain(
    "nothing is inferred: the stated request gets 401, so that no change of it shows a rule",
  );
});
