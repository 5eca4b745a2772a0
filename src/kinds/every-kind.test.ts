import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleBytes } from "../generate/index.ts";
import type { Interface } from "../model/index.ts";
import type { Template } from "../template/index.ts";
import { FieldType, kindOf } from "./field-type.ts";
import { type FieldSlot, slotsOf } from "./slot.ts";

const CAPS = { digits: 1000, body: 100_000 };

/** Types of every kind, with and without what can be stated of it, and how many values are chosen by hand. */
const TYPES: [name: string, type: FieldType, cases: number][] = [
  ["a number", { kind: "number" }, 75],
  ["a fresh number", { kind: "number", fresh: true }, 75],
  ["a number from 0", { kind: "number", min: 0 }, 77],
  ["a number between", { kind: "number", exclusiveMin: 0, exclusiveMax: 1, fresh: true }, 81],
  ["a number in steps", { kind: "number", min: -10, max: 10, multipleOf: 0.05 }, 81],
  ["a text", { kind: "text" }, 178],
  ["a fresh text", { kind: "text", fresh: true }, 178],
  ["a text of 3 to 80", { kind: "text", minLength: 3, maxLength: 80, fresh: true }, 186],
  ["a text of exactly 7", { kind: "text", minLength: 7, maxLength: 7, fresh: true }, 183],
  ["a text of a pattern", { kind: "text", pattern: "^[A-Z]{3}-\\d{6}$", fresh: true }, 192],
  ["a text of digits", { kind: "text", pattern: "^\\d+$", maxLength: 9 }, 196],
  ["a text of a pattern within", { kind: "text", pattern: "ab+c" }, 192],
  ["a text of a pattern with look-ahead", { kind: "text", pattern: "^(?=.*\\d).{8,}$" }, 192],
  ["a boolean", { kind: "boolean" }, 38],
  ["a choice", { kind: "choice", values: ["new", "paid", "cancelled"] }, 63],
  ["a choice of numbers", { kind: "choice", values: [1, 2, null] }, 42],
  ["a number or null", { kind: "number", nullable: true }, 75],
  ["a text or null", { kind: "text", maxLength: 5, nullable: true }, 183],
  ["a boolean or null", { kind: "boolean", nullable: true }, 38],
  ["a date or null", { kind: "date", nullable: true }, 73],
  ["a list", { kind: "list", items: { kind: "text" } }, 40],
  [
    "a list of fresh items",
    { kind: "list", items: { kind: "uuid", fresh: true }, maxItems: 5 },
    43,
  ],
  ["a list of some", { kind: "list", items: { kind: "boolean" }, minItems: 2, maxItems: 3 }, 44],
  [
    "an object",
    {
      kind: "object",
      fields: [
        { name: "sku", type: { kind: "text" }, required: true },
        { name: "count", type: { kind: "number" }, required: false },
        { name: "gift", type: { kind: "boolean" } },
      ],
    },
    35,
  ],
  ["a date", { kind: "date" }, 73],
  ["a fresh date", { kind: "date", fresh: true }, 73],
  ["a UUID", { kind: "uuid", fresh: true }, 58],
  ["an e-mail address", { kind: "email", fresh: true }, 69],
  ["an e-mail address that is the same", { kind: "email" }, 69],
  ["a URI", { kind: "uri", fresh: true }, 68],
  ["a URI that is the same", { kind: "uri" }, 68],
  ["an IPv4 address", { kind: "ipv4" }, 67],
  ["a fresh IPv4 address", { kind: "ipv4", fresh: true }, 67],
];

/** Hand-chosen values that a kind has at least; the others have 20. */
const LEAST: Partial<Record<FieldType["kind"], number>> = { text: 60, number: 40 };

/** Bounds that can be stated of a type. */
const BOUND = /^(exclusive)?(min|max)(Length|Items)?$/i;

const interfaceWith = (type: FieldType): Interface => ({
  name: "one",
  method: "POST",
  path: "/one",
  body: { kind: "object", fields: [{ name: "it", type }] },
  clauses: [],
});

const slotOf = (type: FieldType): FieldSlot => slotsOf(type, "it", { key: "it" });

describe.each(TYPES)("%s", (_, type, count) => {
  const kind = kindOf(type);
  const slot = slotOf(type);
  const from = interfaceWith(type);
  const textOf = (template: Template): string => exampleBytes(template, from).toString("utf8");
  const cases = kind.cases(slot as never);

  const expectStated = (text: string): void => {
    expect(kind.fits(type, JSON.parse(text)), `${text} fits`).toBe(true);
    expect(kind.deviation(type, text), `${text} deviates`).toBeUndefined();
  };

  test("has at least as many hand-chosen values as its kind is to have", () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST[type.kind] ?? 20);
  });

  test("has axes, unless its values are no ladder", () => {
    const isLadder = type.kind !== "boolean" && !(type.kind === "choice" && !kind.quoted);
    expect(kind.axes(slot as never, CAPS).length > 0).toBe(isLadder);
  });

  test("is a type", () => {
    expect(FieldType.parse(type)).toEqual(type);
  });

  test("has so many hand-chosen values, each with a name of its own and a reason", () => {
    const names = cases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    expect(names).toHaveLength(count);
    for (const { name, reason } of cases) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(reason).toMatch(/\bit\b/);
      expect(reason).not.toMatch(/\b(should|must|reject(ed|s)?|illegal|invalid)\b/i);
    }
  });

  test("has no value twice in a family", () => {
    const texts = cases.map(({ family, value }) => `${family}: ${textOf(value)}`);
    expect(texts.filter((text, index) => texts.indexOf(text) < index)).toEqual([]);
  });

  test("has a valid value as stated, and names a family of what is outside of a bound", () => {
    expectStated(textOf(slot.valid()));
    const outside = cases.filter((each) => /^bound-.*-outside$/.test(each.name));
    expect(outside.length > 0).toBe(Object.keys(type).some((key) => BOUND.test(key)));
    for (const { name, value } of outside)
      expect(kind.deviation(type, textOf(value)), name).toBeDefined();
  });

  test("has a family for every value of another type", () => {
    for (const text of ["null", "true", "7", '"~ ~"', "[]", "{}"])
      if (!kind.fits(type, JSON.parse(text)))
        expect(kind.deviation(type, text), text).toBeDefined();
  });

  test("takes null where it is stated, and only there", () => {
    const isStated =
      type.nullable === true || (type.kind === "choice" && type.values.includes(null));
    expect(kind.fits(type, null)).toBe(isStated);
    expect(kind.deviation(type, "null") === undefined).toBe(isStated);
    const ofNull = cases.filter(({ value }) => textOf(value) === "null");
    expect(ofNull.length).toBeGreaterThan(0);
  });

  test("draws valid values", () => {
    for (const value of fc.sample(kind.valid(slot as never), { seed: 1, numRuns: 200 }))
      expectStated(textOf(value));
  });

  test("draws values that are not all valid", () => {
    const drawn = fc.sample(kind.arbitrary(slot as never), { seed: 1, numRuns: 200 }).map(textOf);
    expect(new Set(drawn).size).toBeGreaterThan(30);
    const families = drawn.map((text) => familyOf(text));
    expect(families.filter((family) => family !== undefined).length).toBeGreaterThan(60);
  });

  /** How a drawn text differs: text that is not JSON has no deviation of its own. */
  function familyOf(text: string): string | undefined {
    try {
      JSON.parse(text);
    } catch {
      return "malformed";
    }
    return kind.deviation(type, text);
  }

  test("has axes with another value for every place, in one direction", () => {
    for (const { name, rungs, value } of kind.axes(slot as never, CAPS)) {
      const texts = rungs.map((at) => textOf(value(at)));
      expect(new Set(texts).size, name).toBe(rungs.length);
      for (const text of texts) expect(() => JSON.parse(text), `${name}: ${text}`).not.toThrow();
      const sorted = rungs.toSorted((one, other) => (one < other ? -1 : 1));
      expect([sorted, sorted.toReversed()]).toContainEqual(rungs);
    }
  });

  test("has simpler values than any of its own, all of them JSON", () => {
    for (const { name, value } of cases) {
      const text = textOf(value);
      if (familyOf(text) === "malformed") continue;
      for (const simpler of kind.simpler(slot as never, text))
        expect(() => JSON.parse(textOf(simpler)), name).not.toThrow();
    }
  });

  test("makes texts of one length, each once, where it is fresh", () => {
    const { text } = slot;
    if (text === undefined) return;
    const uniques = Array.from({ length: 10_000 }, (_, index) => 100_000_000 + index);
    const texts = uniques.concat([555_555_555, 999_999_999]).map(text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(new Set(texts.map((each) => Buffer.byteLength(each))).size).toBe(1);
    for (const each of texts.slice(0, 300)) expectStated(kind.quoted ? JSON.stringify(each) : each);
  });
});
