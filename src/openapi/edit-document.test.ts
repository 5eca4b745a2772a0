import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { editedText } from "./edit-document.ts";

const YAML = `# A shop.
openapi: 3.1.0
Order:  # what is ordered
  type: object
  required: [sku, "quantity"]   # both
  properties:
    sku: { type: string, pattern: '^[A-Z]{3}$' }
    quantity:
      type: integer
      # at most a hundred
      maximum: 100 # pieces

    note:
      type: string
list:
  - name: a
    value: 1
  - b
`;

test.each([
  [["Order", "properties", "quantity", "maximum"], 1000, "maximum: 100 #", "maximum: 1000 #"],
  [["Order", "properties", "sku", "pattern"], undefined, ", pattern: '^[A-Z]{3}$'", ""],
  [["Order", "properties", "sku", "maxLength"], 3, "}$' }", "}$', maxLength: 3 }"],
  [["Order", "properties", "note", "maxLength"], 3, "list:", "      maxLength: 3\nlist:"],
  [["Order", "required", "1"], undefined, ', "quantity"', ""],
  [["Order", "required", "2"], "note", '"quantity"]', '"quantity", note]'],
  [["Order", "properties", "quantity", "type"], undefined, "      type: integer\n", ""],
  [["list", "0", "name"], undefined, "name: a\n    ", ""],
  [["list", "1"], undefined, "  - b\n", ""],
] as const)("changes %j of YAML to %j, and nothing else", (path, value, from, to) => {
  expect(YAML.split(from)).toHaveLength(2);
  expect(editedText(YAML, { path, ...(value !== undefined && { value }) })).toBe(
    YAML.replace(from, () => to),
  );
});

test("keeps the layout and the numbers of JSON", () => {
  const text = '{\n\t"a": 1.0,\n\t"b": {"c": [1, 2e3]},\n\t"d": 1\n}\n';
  expect(editedText(text, { path: ["b", "c", "0"], value: 5 })).toBe(text.replace("[1,", "[5,"));
  expect(editedText(text, { path: ["d"] })).toBe(text.replace(',\n\t"d": 1', ""));
  expect(editedText(text, { path: ["e"], value: 2n ** 63n })).toBe(
    text.replace('"d": 1', '"d": 1,\n\t"e": 9223372036854775808'),
  );
  expect(editedText(text, { path: ["x", "y"], value: 1 })).toBeUndefined();
});

const key = fc.constantFrom("a", "b", "type", "x y", "7", "#", "- z");
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 7, -1.5, "", "text", "a: b", "# c", "two\nlines", "ends "),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
}));

/** The path of one place in a value, or of a new member of an object. */
function somePath(value: unknown, choices: readonly number[], added: string): string[] {
  const [choice = 0, ...others] = choices;
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value);
  const last = Array.isArray(value) ? String(keys.length) : added;
  const chosen = [...keys, last][choice % (keys.length + 1)] ?? last;
  const inner = (value as Record<string, unknown>)[chosen];
  const more = others.length === 0 ? [] : somePath(inner, others, added);
  return [chosen, ...more];
}

/** The same with plain objects. */
function changed(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(whole)) {
    const copy: unknown[] = [...(whole as unknown[])];
    const inner = rest.length > 0 || value !== undefined;
    copy.splice(Number(first), 1, ...(inner ? [changed(copy[Number(first)], rest, value)] : []));
    return copy;
  }
  const { [first]: old, ...others } = whole as Record<string, unknown>;
  const inner = rest.length > 0 ? changed(old, rest, value) : value;
  return inner === undefined ? others : { ...others, [first]: inner };
}

test("any document with one change is read as that document with that change", () => {
  fc.assert(
    fc.property(
      fc.dictionary(key, values, { minKeys: 1, maxKeys: 4 }),
      fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
      fc.option(values, { nil: undefined }),
      fc.constantFrom("json", "compact", "yaml", "flow"),
      (whole, choices, value, format) => {
        const path = somePath(whole, choices, "new");
        const text =
          format === "json"
            ? JSON.stringify(whole, null, 2)
            : format === "compact"
              ? JSON.stringify(whole)
              : stringify(whole, { collectionStyle: format === "flow" ? "flow" : "any" });
        const edited = editedText(text, { path, ...(value !== undefined && { value }) });
        expect(parse(edited ?? text)).toEqual(changed(whole, path, value));
      },
    ),
    { numRuns: 300 },
  );
});
