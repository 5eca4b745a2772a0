import { userSubmission } from "../contract/index.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { startExpress, startFastify, startHono } from "../servers/references.ts";
import type { Listening } from "../servers/json-server.ts";

type Facts = Record<string, number>;

/** The parser of Express: 100 KiB, any spelling of the path, arrays and objects only, OPTIONS with a response. */
const express: Facts = {
  "size/space-after-100-kib": 201,
  "size/space-after-100-kib-plus-1": 413,
  "target-forms/trailing-slash": 201,
  "target-forms/capital-user": 201,
  "target-forms/two-slashes-inside": 404,
  "encoding/coding-gzip": 201,
  "encoding/document-bom": 201,
  "malformed-json/root-number": 400,
  "media-type/type-text-plain": 400,
  "media-type/spelling-upper-case": 201,
  "methods/options": 200,
  "methods/put": 404,
  "fields/prototype-proto-object": 201,
  "id-bounds/string": 400,
};

/** Fastify: 1 MiB, the path as it is, schema with coercion, no key named __proto__. */
const fastify: Facts = {
  "size/space-after-1-mib": 201,
  "size/space-after-1-mib-plus-1": 413,
  "size/tiny-0-bytes": 400,
  "target-forms/trailing-slash": 404,
  "target-forms/capital-user": 404,
  "media-type/type-xml": 415,
  "media-type/type-text-plain": 400,
  "id-bounds/string": 201,
  "id-bounds/frac-one-at-1": 400,
  "fields/prototype-proto-object": 400,
  "methods/put": 404,
};

/** Hono's `c.req.json()`: any size and media type, nothing decompressed. */
const hono: Facts = {
  "size/space-after-16-mib": 201,
  "media-type/type-text-plain": 201,
  "media-type/type-absent": 201,
  "encoding/coding-gzip": 400,
  "target-forms/trailing-slash": 404,
  "target-forms/capital-user": 404,
  "fields/prototype-proto-object": 201,
  "id-bounds/string": 400,
  "methods/put": 404,
};

/** Three suites as they are, and the cases in question of the others. */
async function conduct(server: Listening, facts: Facts) {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-"));
  try {
    return await runJob(
      { name: "framework", baseUrl: server.url },
      { interface: userSubmission, suites: [...suites] },
      {
        ...defaultOptions("run"),
        load: false,
        suite: [],
        runs: 10,
        repeats: 1,
        concurrency: 10,
        timeoutMs: 10_000,
        outputDir,
        waitForMs: 0,
        grep: new RegExp(`^(valid|methods|target-forms)/|^(${Object.keys(facts).join("|")})$`),
      },
      { signal: new AbortController().signal, events: {} },
    );
  } finally {
    await server.close();
    rmSync(outputDir, { recursive: true });
  }
}

describe.each([
  ["express", startExpress, express],
  ["fastify", startFastify, fastify],
  ["hono", startHono, hono],
] as const)("%s", (_, start, facts) => {
  test("takes the stated request, and shows what it is known for", async () => {
    const { outcome, summary } = await conduct(await start(), facts);
    expect(outcome.end).toBe("done");
    expect(summary).toMatchObject({ accepts: "held", complete: true, notes: [] });
    const valid = summary.suites.find(({ name }) => name === "valid");
    expect(Object.keys(valid?.outcomes ?? {})).toEqual(["201"]);
    expect(summary.remarks.filter(({ kind }) => kind === "valid-not-2xx")).toEqual([]);
    const seen = Object.keys(facts).map((id) => {
      const outcomes = summary.cases.find((each) => each.id === id)?.outcomes ?? {};
      return [id, Object.keys(outcomes).join(" / ")];
    });
    const known = Object.entries(facts).map(([id, status]) => [id, String(status)]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(known));
  });
});
