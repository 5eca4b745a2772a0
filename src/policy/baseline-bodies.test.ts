import { describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { RunRecord } from "../model/index.ts";
import { acceptDrift, updateBaseline } from "./update-baseline.ts";
import { baselineOf } from "./baseline.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";
import { gateRun, sent, sentCase, told } from "../../test/policy/gate.ts";
import { judgeRuns } from "./judge-runs.ts";

const JSON_TYPE = "Application/JSON;charset=utf-8";
const of = (bodies: unknown[], contentType = JSON_TYPE, id = "fields/a"): RunRecord[] => {
  const all = bodies.map((body) => (typeof body === "string" ? body : JSON.stringify(body)));
  const [first = [], ...others] = all.map((body) => sent(id, [201], { body, contentType }));
  return [...first, ...others.flatMap((records) => records.slice(1))];
};

const run = (records: RunRecord[]) => gateRun({}, records, { keepBodies: true });
const include = ["content-type", "shape"] as const;
const saved = (records: RunRecord[]) => baselineOf([run(records).gate.run], { include });

const held = (before: RunRecord[], now: RunRecord[]): string =>
  told(judgeRuns({ runs: [run(now)], baseline: { value: saved(before), path: "base.json" } }));

const passes = (before: unknown[], now: unknown[]): boolean =>
  held(of(before), of(now)).endsWith("pass 0");

describe("a baseline with content types and shapes", () => {
  test("says what is compared, and holds keys and types without values", () => {
    const value = saved(
      of([
        { id: 7, tags: [{ name: "x" }, { name: null, "odd key": true }], error: "y" },
        { id: 8, tags: [] },
      ]),
    );
    expect(value.compares).toEqual(["status", "content-type", "shape"]);
    expect(value.contentTypes).toEqual({
      "fields/a": "application/json; charset=utf-8",
      "valid/plain": "none",
    });
    expect(value.shapes?.["fields/a"]).toEqual({
      $: "object",
      "$.error": "string, optional",
      "$.id": "number",
      "$.tags": "list",
      "$.tags[]": "object",
      '$.tags[]["odd key"]': "boolean, optional",
      "$.tags[].name": "null, string",
    });
    const text = baselineText(value);
    expect(text).not.toContain('"x"');
    expect(parseBaseline(text, "base.json")).toEqual(value);
    expect(Object.keys(parseBaseline(text, "base.json").shapes?.["fields/a"] ?? {})).toEqual(
      Object.keys(value.shapes?.["fields/a"] ?? {}),
    );
  });

  test("holds what it was asked for, and no more", () => {
    const { compares, contentTypes, shapes } = baselineOf([run(of([{}])).gate.run], {
      include: ["shape"],
    });
    expect({ compares, contentTypes }).toEqual({
      compares: ["status", "shape"],
      contentTypes: undefined,
    });
    expect(shapes).toBeDefined();
    expect(baselineOf([run(of([{}])).gate.run])).not.toHaveProperty("compares");
  });

  test("what is in a list may lack what an element lacked in another case", () => {
    const full = [{ id: 1, pages: 7, note: "x" }];
    const partly = [
      { id: 1, pages: 7, note: null },
      { id: 2, note: "x" },
    ];
    const withOther = (first: unknown[], other: unknown[]) => [
      ...of(first),
      ...of(other, JSON_TYPE, "fields/b"),
    ];
    const changed = (now: unknown): string =>
      held(withOther([full], [partly]), withOther([now], [partly]));
    expect(changed(partly)).toMatch(/pass 0$/);
    expect(held(of([full]), of([partly]))).toContain("pages became optional");
    // Only in lists, and only what was met before.
    expect(changed([{ id: "1", pages: 7, note: "x" }])).toContain("number became string");
    expect(changed([{ id: 1, note: "x" }])).toContain("$[].pages removed (number)");
    const [all, some] = [[{ a: 1, b: 2 }], [{ a: 1, b: 2 }, { a: 1 }]];
    expect(held(withOther(all, some), withOther(some, some))).toContain("$.b became optional");
  });

  test("whether another page follows depends on how much is stored", () => {
    const page = (next: unknown, rest: object = { results: [1] }) => [{ next, ...rest }];
    expect(passes(page("/items?page=2"), page(null))).toBe(true);
    expect(passes(page(null), page("/items?page=2"))).toBe(true);
    expect(passes([{ links: { nextPageUrl: "a" }, items: [] }], [{ links: {}, items: [] }])).toBe(
      true,
    );
    // Another type, something without a list, and what is no page.
    expect(passes(page("a"), page(2))).toBe(false);
    expect(passes(page("a", {}), page(null, {}))).toBe(false);
    expect(passes([{ name: "a", tags: [] }], [{ name: null, tags: [] }])).toBe(false);
  });

  test("fails on a key, a type and a content type, with the change as the cause", () => {
    expect(held(of([{ id: 1 }]), of([{ id: "1", code: 2 }]))).toMatchInlineSnapshot(`
      "fail baseline.cases | cases get the same status, content type and body shape as before | base.json
        1 changed; 1 case as before
        fields: body $.code added (number), $.id: number became string (1 case)
        - fields/a: expected a body of the same shape, observed body $.code added (number), $.id: number became string
          witness replay reports/2026-11-20-go-7 fields/a
      note go: no difference was sent again, because this run was made without --baseline
      fail 1"
    `);
    expect(held(of([{ id: 1 }]), of([{ id: 1 }], "text/html"))).toMatchInlineSnapshot(`
      "fail baseline.cases | cases get the same status, content type and body shape as before | base.json
        1 changed; 1 case as before
        fields: content type application/json; charset=utf-8 became text/html (1 case)
        - fields/a: expected content type application/json; charset=utf-8, observed content type text/html
          witness replay reports/2026-11-20-go-7 fields/a
      note go: no difference was sent again, because this run was made without --baseline
      fail 1"
    `);
    expect(held(of([{ id: 1 }]), of(["<p>"]))).toContain("body $: object became not JSON");
  });

  test("the same change in two suites is one cause", () => {
    const both = (body: unknown): RunRecord[] => [
      ...of([body]),
      ...of([body], JSON_TYPE, "methods/a"),
    ];
    expect(held(both({ id: 1 }), both({ userId: 1 }))).toContain(
      "fields, methods: body $.id removed (number), $.userId added (number) (2 cases)",
    );
  });

  test("a case of which only some responses show it is part of the same cause", () => {
    const both = (key: string): RunRecord[] => [
      ...of([{ [key]: "no" }]),
      ...of([{ [key]: "no" }, { id: 1 }], JSON_TYPE, "methods/a"),
    ];
    expect(held(both("error"), both("message"))).toContain(
      "fields, methods: body $.error removed (string), $.message added (string) (2 cases)",
    );
  });

  test("passes where nothing but values differ, or where repeats have shown both", () => {
    expect(passes([{ id: 1, list: [1] }], [{ id: 2, list: [] }])).toBe(true);
    expect(passes([{ list: [] }], [{ list: [{ a: 1 }] }])).toBe(true);
    expect(passes([{ id: 1 }, {}], [{}])).toBe(true);
    expect(passes([{ id: 1 }, { id: null }], [{ id: null }])).toBe(true);
    expect(passes([{}], [{ id: 1 }])).toBe(false);
    expect(passes([{ id: 1 }], [{ id: null }])).toBe(false);
    expect(passes([{ id: 1 }], [{ id: 1 }, {}])).toBe(false);
    expect(passes([{ a: { b: 1 } }], [{ a: null }])).toBe(false);
  });

  test("does not compare a body that is longer than what is kept of it", () => {
    const long = { text: "x".repeat(5000) };
    expect(saved(of([long])).shapes).not.toHaveProperty("fields/a");
    expect(passes([long], [{ id: 1 }])).toBe(true);
  });

  test("is accepted and updated with what it holds", () => {
    const before = saved(of([{ id: 1 }]));
    const now = run(of([{ id: "1" }])).gate.run;
    const updated = updateBaseline(before, now).baseline;
    expect(updated.shapes?.["fields/a"]).toEqual({ $: "object", "$.id": "string" });
    const { baseline, changed } = acceptDrift(before, now, ["fields/*"], "text ids");
    expect(changed).toHaveLength(1);
    expect(baseline.shapes).toEqual(updated.shapes);
  });
});

describe("how values come back", () => {
  const utc = (date: string): string => date;
  const cut = (date: string): string => date.replace(/\.\d+/, "");
  const moved = (date: string): string =>
    new Date(Date.parse(date) + 7_200_000).toISOString().replace("Z", "+02:00");
  const other = (): string => "2001-02-03T04:05:06.789Z";

  /** Ten valid requests with different dates, and what came back of each. */
  const returning = (back: (date: string) => string): RunRecord[] =>
    Array.from({ length: 10 }, (_, nth) => `2026-03-0${nth % 9}T17:01:1${nth}.38${nth}Z`)
      .map((date) => date.replace("-00T", "-09T"))
      .flatMap((date, nth) => {
        const request = post([`{"id":${nth},"date":"${date}"}`]);
        const id = `valid/date-${nth}`;
        const sending = {
          id,
          reason: "a date",
          clauses: [] as string[],
          request,
          valid: true as const,
        };
        const body = JSON.stringify({ id: nth, date: back(date) });
        return sentCase(sending, [201], { body });
      });

  const verdictOf = (
    before: (date: string) => string,
    now: (date: string) => string,
    end?: "out-of-time",
  ): string => {
    const value = baselineOf([gateRun({}, returning(before)).gate.run]);
    const runs = [gateRun({}, returning(now), end && { end })];
    const result = judgeRuns({ runs, baseline: { value } });
    const own = result.judgements.find(({ rule }) => rule === "baseline.returned");
    const [cause] = result.causes ?? [];
    const count = cause === undefined ? "" : ` | ${cause.text} (${cause.count})`;
    return own === undefined ? "not judged" : `${own.verdict} ${own.found}${count}`;
  };

  test.each([
    ["as before", utc, utc, "pass as before"],
    [
      "cut",
      utc,
      cut,
      "fail date: as sent became cut to seconds | date comes back cut to seconds; before: as sent (10)",
    ],
    [
      "not cut any more",
      cut,
      utc,
      "fail date: cut to seconds became as sent | date comes back as sent; before: cut to seconds (10)",
    ],
    [
      "in another zone",
      utc,
      moved,
      "fail date: as sent became as the same time at +02:00 | date comes back as the same time at +02:00; before: as sent (10)",
    ],
    [
      "others",
      utc,
      other,
      "fail date: as sent became with other values | date comes back with other values; before: as sent (10)",
    ],
    ["others before, which shows nothing", other, utc, "pass as before"],
  ])("%s", (_, before, now, words) => {
    expect(verdictOf(before, now)).toBe(words);
  });

  test("a part of the cases may have none that comes back changed", () => {
    expect(verdictOf(cut, utc, "out-of-time")).toBe("pass as before");
    expect(verdictOf(utc, cut, "out-of-time")).toMatch(/^fail date: as sent became cut to seconds/);
  });
});
