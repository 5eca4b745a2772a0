import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import fc from "fast-check";
import { Pool } from "undici";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { compileSchema, userSubmission, type JsonSchema } from "../contract/index.ts";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import { kindOf } from "../kinds/index.ts";
import type { CaseRequest, RuleFinding } from "../model/index.ts";
import { contractDocument } from "../openapi/index.ts";
import { documentOf } from "../openapi/contract-document.ts";
import { defaultOptions } from "../options/index.ts";
import { startExpress, startFastify, startHono, startStrict } from "../servers/references.ts";
import type { Listening } from "../servers/json-server.ts";
import type { Template } from "../template/index.ts";
import { sampled } from "../../test/statistics.ts";
import { implementedContract } from "./implemented-contract.ts";
import { testInferred } from "../../test/jobs/inferred.ts";
import { loadCatalogue } from "./load-suites.ts";
import { MESSAGES_READ } from "../../test/jobs/messages-read.ts";
import { runJob } from "./run.ts";

/** What the source of a server says, written before the first run. */
type Expected = { id: Record<string, string>; date: string; further: string; order?: string };

/** `typeof id !== "number"` and `typeof date !== "string"` after JSON.parse, which reads 1e400 as a number, too. */
const TYPE_OF: Expected = {
  id: {
    number: "whole-number-any-number",
    string: "whole-number-string-refused",
    null: "whole-number-null-refused",
  },
  date: "date-time-string-any",
  further: "further-members-accepted",
};

const SERVERS: [string, () => Promise<Listening>, Expected][] = [
  ["express", startExpress, TYPE_OF],
  ["hono", startHono, TYPE_OF],
  [
    // From Ajv's lib/compile/validate/dataType.ts: an integer is a finite number with `!(data % 1)`; Fastify's coerceTypes "array"
    // makes an array of one its item; null and booleans become `+data`, and a string does if `data == +data && !(data % 1)`.
    // The format date-time is that of ajv-formats.
    "fastify",
    startFastify,
    {
      id: {
        number: "whole-number-double-integer",
        string: "whole-number-string-ajv",
        null: "whole-number-null-zero",
        array: "whole-number-array-unwrapped",
      },
      date: "date-time-ajv",
      further: "further-members-accepted",
      // lib/content-type-parser.js reads text/plain, and answers 415 to a type without a parser before it reads the body.
      order: "media type (415), then JSON, id, date (400)",
    },
  ],
  [
    // Number.isSafeInteger; three fraction digits and Z, by a pattern and the calendar.
    "strict",
    startStrict,
    {
      id: {
        number: "whole-number-safe-integer",
        string: "whole-number-string-refused",
        null: "whole-number-null-refused",
      },
      date: "date-time-milliseconds",
      further: "further-members-refused",
      order: "media type (415), then JSON (400), then id, date (422)",
    },
  ],
];

/** Nothing that takes long. */
const RELATED = { load: false, hazards: false, runs: 5, repeats: 1, seed: 2 };

const HELD_OUT = sampled("held-out requests of each server", { all: 2000, sample: 300 });
const on = requestsOf(userSubmission);
/** It compiles the schema of OpenAPI once. */
const validator = new Validator();

describe.each(SERVERS)("%s", (name, start, expected) => {
  // Once for what is about fields and what is about messages.
  const suite = ["valid", "id-bounds", "malformed-json", "media-type", "target-forms"];
  const inferred = testInferred(name, start, { suite }, MESSAGES_READ[name] ?? []);

  const ruleOf = (field: string, aspect?: string): (string | undefined)[] => {
    const { run } = inferred();
    const found = run.fold.findings.find(
      (each): each is RuleFinding => each.kind === "rule" && each.name === field,
    );
    const check = found?.checks.find((each) => aspect === undefined || each.aspect === aspect);
    return check?.rules.map(({ id }) => id) ?? [];
  };

  test("is inferred as its source says", () => {
    const { run } = inferred();
    expect(run.outcome.end).toBe("done");
    for (const [aspect, rule] of Object.entries(expected.id))
      expect(ruleOf("id", aspect), aspect).toContain(rule);
    expect(ruleOf("date", "string")).toContain(expected.date);
    expect(ruleOf("further members")).toEqual([expected.further]);
    expect(run.summary.inferred?.order).toBe(expected.order);
    for (const finding of run.fold.findings)
      if (finding.kind === "rule") expect(finding.requests).toBeLessThanOrEqual(40);
    expect(run.summary.inferred?.headline).toMatch(/^id: /);
  });

  test("held-out requests agree with the schema that is written", async () => {
    const { run, server } = inferred();
    const contract = implementedContract(run.fold);
    const { paths } = documentOf(contract) as { paths: Record<string, never> };
    const schema: JsonSchema =
      Object(paths)["/api/user"].post.requestBody.content["application/json"].schema;
    const { misfit, problem } = compileSchema(schema);
    expect(problem).toBeUndefined();
    const differing: string[] = [];
    let accepted = 0;
    const sent = new Set(
      [...run.fold.cases.values()].map(({ case: { request } }) => bodyOf(request)),
    );
    const bodies = heldOut(sent);
    const pool = new Pool(server.url, { connections: 20 });
    const headers = { "Content-Type": "application/json" };
    for (let at = 0; at < bodies.length; at += 20)
      await Promise.all(
        bodies.slice(at, at + 20).map(async (body) => {
          const response = await pool.request({ path: "/api/user", method: "POST", headers, body });
          await response.body.dump();
          const status = response.statusCode;
          // An id that was sent before is read all the same.
          const isAccepted = status === 201 || status === 409;
          if (isAccepted) accepted += 1;
          if (isAccepted !== (misfit(JSON.parse(body)) === undefined))
            differing.push(`${status}: ${body.slice(0, 200)}`);
        }),
      );
    await pool.close();
    expect(bodies).toHaveLength(HELD_OUT);
    expect(differing.length, differing.join("\n")).toBeLessThanOrEqual(0.01 * bodies.length);
    // Both kinds of requests are well represented.
    expect(accepted / bodies.length).toBeGreaterThan(0.1);
    expect(accepted / bodies.length).toBeLessThan(0.9);
  });

  test("the document that is written is valid, and the same server holds it", async () => {
    const { run, server, folder } = inferred();
    const text = contractDocument(implementedContract(run.fold));
    expect(await validator.validate(parse(text) as Record<string, unknown>)).toMatchObject({
      valid: true,
    });
    const file = join(folder, "implemented.yaml");
    writeFileSync(file, text);
    const again = await runJob(
      { name, baseUrl: server.url },
      await loadCatalogue({ openapi: file }),
      {
        ...defaultOptions("run"),
        ...RELATED,
        suite: ["valid", "fields", "field-id", "field-date"],
        outputDir: folder,
      },
      { signal: new AbortController().signal, events: {} },
    );
    expect(again.summary.stated.breaches).toBeUndefined();
    expect(again.summary.stated.text).toMatch(/^all .* responses as documented/);
    expect(again.fold.documented?.checked).toBeGreaterThan(100);
  });
});

/** Random values of every JSON type, for a field of any. */
const OTHER_TYPES = fc
  .oneof(fc.string(), fc.integer(), fc.double(), fc.constantFrom(null, true, false, {}, []))
  .map((value): Template => [JSON.stringify(value)]);

const bodyOf = (request: CaseRequest): string =>
  request.sender === "client" ? exampleBytes(request.body, userSubmission).toString() : "";

/** Bodies in which one field has a random value, from a stream that no experiment draws from. */
function drawnBodies(): string[] {
  const arbitraries = on.fields.flatMap((slot) => {
    const kind = kindOf(slot.type);
    return [kind.valid(slot), kind.arbitrary(slot), OTHER_TYPES].map((values) =>
      values.map((value) => exampleBytes(on.body({ [slot.path]: value }), userSubmission)),
    );
  });
  const drawn = fc.sample(fc.oneof(...arbitraries), { seed: 777, numRuns: HELD_OUT * 6 });
  return [...new Set(drawn.map(String))].filter((body) => {
    try {
      return Boolean(JSON.parse(body));
    } catch {
      return false;
    }
  });
}

let drawn: readonly string[] | undefined;

/** The first of them that were not sent; drawn once for all servers. */
function heldOut(sent: ReadonlySet<string>): string[] {
  drawn ??= drawnBodies();
  return drawn.filter((body) => !sent.has(body)).slice(0, HELD_OUT);
}
