import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { Submission } from "../test/contract/submission.ts";
import { drawCases, render, requestBytes } from "../src/generate/index.ts";
import { Suite } from "../src/model/index.ts";
import { suites } from "./index.ts";

const { clauses } = userSubmission;

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://h:1"),
  firstId: 100_000_000,
  fresh: 0,
};
/** Suites of version 0.5. Stored baselines name them; a newer suite is not added here. */
const KEPT = [
  "valid",
  "id-bounds",
  "date-precision",
  "malformed-json",
  "fields",
  "encoding",
  "media-type",
  "methods",
  "target-forms",
  "headers",
  "framing",
  "versions",
  "size",
  "connection",
  "repetition",
  "credentials",
  "versioning",
];

const drawn = (seed: number, runs: number) =>
  suites.flatMap((suite) =>
    suite.properties.map((property) => ({
      id: `${suite.name}/${property.name}`,
      cases: [...drawCases(suite.name, property, seed, runs)],
    })),
  );

describe("the catalogue", () => {
  test("has every suite of version 0.5 in its order, and no fewer cases: names are kept for ever", () => {
    const names = suites.map(({ name }) => name);
    expect(names.filter((name) => KEPT.includes(name))).toEqual(KEPT);
    const cases = suites.flatMap((suite) => suite.cases);
    expect(cases.length).toBeGreaterThanOrEqual(3513);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  test("fits the schema, has its members in the schema's order, and names clauses that there are", () => {
    const known = clauses.map(({ id }) => id);
    for (const suite of suites) {
      const parsed = Suite.parse(suite);
      for (const [at, each] of parsed.cases.entries())
        expect(JSON.stringify(suite.cases[at])).toBe(JSON.stringify(each));
      const named = [...suite.cases, ...suite.properties].flatMap((each) => each.clauses);
      expect(known).toEqual(expect.arrayContaining([...new Set(named)]));
    }
  });

  test("has every suite that there is a file of", () => {
    const files = readdirSync(new URL(".", import.meta.url))
      .filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== "index.ts")
      .map((name) => name.slice(0, -".ts".length));
    // One file makes the suites about single fields.
    const own = Object.values(userSubmission.suites ?? {});
    const named = suites.map(({ name }) => name).filter((name) => !own.includes(name));
    expect([...named, "field"].toSorted()).toEqual(files.toSorted());
  });

  test("probes every clause, or the clause says why nothing can", () => {
    const probed = new Set(suites.flatMap(({ cases }) => cases.flatMap((each) => each.clauses)));
    for (const { id, reason } of clauses)
      expect(probed.has(id) || reason !== undefined, `clause ${id}`).toBe(true);
    expect(clauses.filter(({ kind }) => kind === "stated")).toHaveLength(12);
    expect(clauses.filter(({ kind }) => kind === "not shown")).toHaveLength(26);
  });

  test("calls valid only what the contract accepts", () => {
    const valid = [
      ...suites.flatMap(({ cases }) => cases),
      ...drawn(1, 200).flatMap(({ cases }) => cases),
    ].filter((each) => each.valid === true);
    // 96 are chosen, and every one of the 200 drawn by valid/any is valid.
    expect(valid.length).toBeGreaterThanOrEqual(96 + 200);
    for (const { id, request } of valid)
      if (request.sender === "client") {
        const body = JSON.parse(render(request.body, filling).toString("utf8"));
        expect(Submission.safeParse(body).success, id).toBe(true);
        expect([request.method, request.path, request.headers], id).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }
  });

  test("says nothing of what a server ought to do", () => {
    const told = suites.flatMap(({ cases, properties }) => [...cases, ...properties]);
    for (const { reason } of told)
      expect(reason).not.toMatch(/\b(should|must|reject(ed|s)?|illegal|invalid(?! date\b))\b/i);
  });

  test("counts one of a thing in the singular", () => {
    const many = / 1 (?:[a-z]+ )?(?:keys|digits|zeros|spaces|letters|times|bytes)\b/;
    for (const { reason } of suites.flatMap(({ cases }) => cases)) expect(reason).not.toMatch(many);
  });
});

describe("generated cases", () => {
  test("are the same for the same seed, on every platform and in every version", () => {
    const digests = drawn(42, 50).map(({ id, cases }) => {
      const bytes = cases.flatMap(({ request }) => requestBytes(request, filling));
      return `${id} ${createHash("sha256").update(Buffer.concat(bytes)).digest("hex").slice(0, 16)}`;
    });
    // A changed digest means that seeds give other requests than in the last version: say so in CHANGELOG.md.
    // A new property adds a line: `npx vitest run suites -u`.
    expect(digests).toMatchInlineSnapshot(`
      [
        "valid/any 88efbab72d9403b5",
        "id-bounds/text 8d9c6448c2973b0e",
        "date-precision/text 1497769dd87cefc3",
        "malformed-json/mutation 3b3d14a6efe76da7",
        "fields/extra 9ced0986b2c365b2",
      ]
    `);
  });

  test("differ between seeds, and are given again by their own seed and path", () => {
    const [one, other] = [drawn(1, 5), drawn(2, 5)];
    expect(one).not.toEqual(other);
    for (const suite of suites)
      for (const property of suite.properties) {
        const cases = [...drawCases(suite.name, property, 7, 1200)];
        expect(new Set(cases.map((each) => each.id)).size).toBe(1200);
        for (const { request, generated } of [0, 1, 999, 1000, 1199].map((at) => cases[at]!)) {
          const { seed, path } = generated!;
          expect(fc.sample(property.arbitrary, { seed, path, numRuns: 1 })).toEqual([request]);
        }
      }
  });
});
