import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import type { RuleFinding } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import type { Listening } from "../servers/json-server.ts";
import { everyKind, startEveryKind } from "../../test/servers/planted-kinds.ts";
import type { FinishedRun } from "./conclude-run.ts";
import { runJob } from "./run.ts";

let server: Listening;
let run: FinishedRun;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-infer-"));
  server = await startEveryKind();
  run = await runJob(
    { name: "planted", baseUrl: server.url },
    { interface: everyKind, suites: [...suitesFor(everyKind)] },
    {
      ...defaultOptions("run"),
      suite: ["valid", "media-type"],
      infer: true,
      // Rules rest on experiments, not on drawn requests.
      runs: 20,
      load: false,
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const findings = (): RuleFinding[] =>
  run.fold.findings.filter((each): each is RuleFinding => each.kind === "rule");

test.each([
  ["count", "number", "whole-number-safe-integer"],
  ["price", "number", "number-any"],
  ["name", "string", "text-not-empty"],
  ["open", "boolean", "boolean-any"],
  ["size", "string", "choice-any-case"],
  ["rank", "number", "choice-number-stated"],
  ["day", "string", "date-pattern"],
  ["at", "string", "date-time-js-parse"],
  ["token", "string", "uuid-any-case"],
  ["mail", "string", "email-at-sign"],
  ["link", "string", "uri-js-url"],
  ["tags", "array", "list-no-null"],
  ["address", "object", "object-further-refused"],
  ["address.city", "string", "text-any"],
  ["path parameter ref", "string", "uuid-any-case"],
  ["query parameter limit", "string", "whole-number-string-digits"],
  ["header X-Tenant", "string", "text-slug"],
])("%s: %s by %s", (name, aspect, rule) => {
  const finding = findings().find((each) => each.name === name);
  const check = finding?.checks.find((each) => each.aspect === aspect);
  const sentence = run.summary.inferred?.parts.find((each) => each.name === name)?.sentence;
  expect(
    check?.rules.map(({ id }) => id),
    sentence,
  ).toContain(rule);
});

test("no subject takes more than 40 requests", () => {
  expect(findings().length).toBeGreaterThan(0);
  for (const { name, requests } of findings()) expect(requests, name).toBeLessThanOrEqual(40);
});

test.each([
  ["media type", "type", "media-type-prefix"],
  ["charset", "name", "charset-ignored"],
  ["headers", "accept", "headers-accept-ignored"],
  ["headers", "content-encoding", "headers-content-encoding-ignored"],
  ["headers", "repeated-length", "headers-repeated-length-refused"],
  ["headers", "host", "headers-host-required"],
])("%s, %s: %s", (name, aspect, rule) => {
  const finding = findings().find((each) => each.name === name);
  const check = finding?.checks.find((each) => each.aspect === aspect);
  expect(check?.rules.map(({ id }) => id)).toContain(rule);
});

test("limits of a text and of a list are part of their rules", () => {
  const limitsOf = (name: string) =>
    findings()
      .find((each) => each.name === name)
      ?.limits.map(({ id, at }) => [id, at]);
  expect(limitsOf("name")).toContainEqual(["text-utf-16-units", "20"]);
  expect(limitsOf("tags")).toContainEqual(["list-length", "3"]);
});

test("the order of checks has the parameters", () => {
  expect(run.summary.inferred?.order).toBe(
    "path parameter ref (404), then header X-Tenant (401), then query parameter limit (400), then media type (415), then JSON, count, price, name (422)",
  );
});
