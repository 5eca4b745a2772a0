import { userSubmission } from "../contract/index.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions, type OptionsOf } from "../options/index.ts";
import { bytes, times } from "../template/index.ts";
import { defineSuite, headersWith, post, user, wirePost } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import type { Suite, Summary } from "../model/index.ts";
import type { Listening } from "../servers/json-server.ts";
import { startPlanted } from "../../test/servers/planted.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const valid = suiteNamed("valid");

const outputDir = mkdtempSync(join(tmpdir(), "witness-"));
let server: Listening;
beforeAll(async () => {
  server = await startPlanted();
});
afterAll(async () => {
  await server.close();
  rmSync(outputDir, { recursive: true });
});

async function conduct(
  of: readonly Suite[],
  flags: Partial<OptionsOf<"run">> = {},
): Promise<Summary> {
  const { outcome, summary } = await runJob(
    { name: "planted", baseUrl: server.url },
    { interface: userSubmission, suites: [...of] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: [],
      runs: 0,
      repeats: 2,
      concurrency: 10,
      timeoutMs: 10_000,
      outputDir,
      waitForMs: 0,
      ...flags,
    },
    { signal: new AbortController().signal, events: {} },
  );
  expect(outcome.end).toBe("done");
  expect(summary).toMatchObject({ accepts: "held", complete: true });
  return summary;
}

const outcomesOf = ({ cases }: Summary, id: string) =>
  cases.find((each) => each.id === id)?.outcomes;

const STATED_BYTES = 50;
const padded = (size: number) => bytes`${user()}${times(" ", size - STATED_BYTES)}`;
const typed = (type: string) => post(user(), { headers: headersWith({ "Content-Type": type }) });

/** Two for each rule of the server, with its responses to them. */
const rules = [
  ["stated", "the stated request", post(), 201],
  ["further-field", "a further field", post(withExtra("1")), 201],
  ["put", "another method", post(user(), { method: "PUT" }), 405],
  ["delete", "another method on the wire", wirePost({ line: ["DELETE /api/user HTTP/1.1"] }), 405],
  ["other-path", "another path", post(user(), { path: "/api/users" }), 404],
  ["query", "a query", post(user(), { path: "/api/user?x=1" }), 404],
  ["text", "another media type", typed("text/plain"), 415],
  ["charset", "a parameter of the media type", typed("application/json; charset=utf-8"), 415],
  ["64-kib-plus-1", "a byte more than 64 KiB", post(padded(65_537)), 413],
  ["70000-bytes", "70000 bytes", post(padded(70_000)), 413],
  ["open-brace", "one brace", post(["{"]), 400],
  ["no-body", "no body", post([]), 400],
  ["text-id", "a string for id", post(user({ id: '"1"' })), 422],
  ["array", "an array", post(["[]"]), 422],
  ["nul", "an escaped NUL in a note", post(withExtra('"\\u0000"')), 500],
  ["nul-wire", "an escaped NUL on the wire", wirePost({ body: withExtra('"a\\u0000"') }), 500],
] as const;

test("what the server does by its rules is in the summary, exactly", async () => {
  const planted = defineSuite({
    name: "planted",
    about: "two for each rule",
    clauses: ["response-status"],
    cases: rules.map(([name, reason, request]) => ({ name, reason, request })),
  });
  const summary = await conduct([valid, planted], { suite: ["planted"] });
  expect(summary.suites.find(({ name }) => name === "planted")).toEqual({
    name: "planted",
    about: "two for each rule",
    cases: 16,
    observations: 32,
    requests: 32,
    outcomes: { "201": 4, "400": 4, "404": 4, "405": 4, "413": 4, "415": 4, "422": 4, "500": 4 },
    classes: {
      "1xx": 0,
      "2xx": 2,
      "3xx": 0,
      refusal: 0,
      "4xx": 12,
      "5xx": 2,
      other: 0,
      noAnswer: 0,
      unstable: 0,
    },
  });
  for (const [name, , , status] of rules)
    expect(summary.cases.find(({ id }) => id === `planted/${name}`)).toEqual({
      id: `planted/${name}`,
      outcomes: { [status]: 2 },
      stability: "stable",
    });
  const remarks = summary.remarks.filter(({ kind }) => kind !== "odd-one-out");
  expect(remarks.map(({ kind, signature, count }) => [kind, signature, count])).toEqual([
    ["server-error", "500", 2],
  ]);
});

/** What the rules come to for cases of the catalogue, worked out by hand. */
const table: Record<string, Record<string, number | string>> = {
  "id-bounds": {
    zero: 201,
    "minus-one": 422,
    "pow-2-31-minus-1": 201,
    "pow-2-31": 422,
    "pow-2-53-plus-1": 422,
    "minus-pow-2-7": 422,
    "pow-10-9": 201,
    "pow-10-10": 422,
    "pow-10-308": 422,
    "fresh-e-minus-2": 201,
    "minus-zero-point-zero": 201,
    "exponent-minus-999": 201,
    "exponent-309": 422,
    "zero-frac-6": 201,
    "frac-one-at-1": 422,
    "frac-one-at-20": 201,
    string: 422,
    null: 422,
    "double-zero": 400,
    octal: 400,
    "exponent-open": 400,
    "key-upper": 422,
    "key-escaped-i": 201,
    "twice-second-null": 422,
  },
  "date-precision": {
    "frac-0": 422,
    "frac-5": 422,
    "zone-lower-z": 422,
    "offset-plus-05-30": 422,
    "on-2024-04-31": 201,
    "month-20": 201,
    "hour-30": 201,
    "second-61": 201,
    "year-1582": 201,
    "year-10000": 422,
    "space-inside": 422,
    "raw-nul-after": 400,
    "digits-fullwidth-last": 422,
    "escaped-t": 201,
    "type-seconds": 422,
    "bare-constructor": 400,
    "key-escaped-all": 201,
    "twice-second-number": 422,
  },
  "malformed-json": {
    "truncated-0": 400,
    "truncated-20": 400,
    "replaced-0": 400,
    "replaced-20": 422,
    "deleted-10": 201,
    "doubled-35": 422,
    "punctuation-trailing-comma": 400,
    "comment-block-between": 400,
    "trailing-open-brace": 400,
    "control-00": 400,
    "root-array": 422,
    "root-number": 422,
    "root-white-space": 400,
    "arrays-1000": 201,
  },
  fields: {
    "missing-both": 422,
    "elsewhere-date-nested": 422,
    "extra-value-huge-number": 201,
    "prototype-proto-object": 201,
    "extra-repeats-10000": 201,
    "string-length-1024": 201,
    "string-length-65535": 413,
    "key-length-65535": 413,
  },
  "media-type": {
    "type-absent": 415,
    "type-text-plain": 415,
    "spelling-title-case": 415,
    "parameter-utf-8": 415,
    "lines-json-last": 415,
  },
  size: {
    "tiny-0-bytes": 400,
    "tiny-1-byte-digit": 422,
    "tiny-2-bytes": 422,
    "space-after-64-kib": 201,
    "space-after-100-kib": 413,
    "space-before-101-kib": 413,
    "id-digits-4-kib": 422,
  },
  methods: {
    "put-body": 405,
    "get-body": 405,
    options: 405,
    "foo-body": 400,
    "spelling-capitalised": 400,
    connect: "closed",
    "override-query": 404,
  },
  "target-forms": {
    "trailing-slash": 404,
    query: 404,
    "escaped-letter": 404,
    dot: 404,
    absolute: 404,
    "get-api": 405,
    "post-api-api-user": 404,
  },
};

describe("the catalogue", () => {
  let summary: Summary;
  beforeAll(async () => {
    const rows = Object.entries(table).flatMap(([suite, statuses]) =>
      Object.keys(statuses).map((name) => `${suite}/${name}$`),
    );
    const whole = /^(fields|media-type|methods|target-forms|headers|versioning|repetition)\//;
    summary = await conduct(suites, {
      grep: new RegExp(`${whole.source}|^(${rows.join("|")})`),
    });
  });

  test.each(Object.entries(table))("%s: by the server's rules", (suite, statuses) => {
    const wanted = Object.entries(statuses).map(([name, status]) => [name, { [status]: 2 }]);
    const found = wanted.map(([name]) => [name, outcomesOf(summary, `${suite}/${String(name)}`)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });

  test("a server that responds from the request alone has no unstable case", () => {
    expect(summary.cases.length).toBeGreaterThan(1000);
    const changing = summary.cases.filter(({ stability }) => stability !== "stable");
    // The check before the run sends this one once, and `valid` itself was not asked for.
    expect(changing.map(({ id }) => id)).toEqual(["valid/plain-on-the-wire"]);
  });
});
