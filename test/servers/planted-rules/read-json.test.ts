import { expect, test } from "vitest";
import { readJson, type JsonValue } from "./read-json.ts";

const number = (text: string): JsonValue => ({ kind: "number", text });

test("members keep the text of numbers, and the last of a key", () => {
  const reading = readJson(
    `{"id":9007199254740993,"i\\u0064":1.50e+1,"a":{"id":2,"d":[3.0,[]]},"b":null,"c":"\\n"}`,
  );
  const list = {
    kind: "array",
    text: "",
    items: [number("3.0"), { kind: "array", text: "", items: [] }],
  };
  expect(Object.fromEntries(reading?.root.members ?? [])).toEqual({
    id: number("1.50e+1"),
    a: {
      kind: "object",
      text: "",
      members: new Map([
        ["id", number("2")],
        ["d", list],
      ] as never),
    },
    b: { kind: "word", text: "null" },
    c: { kind: "string", text: "\n" },
  });
  expect(reading?.duplicateKey).toBe(true);
});

test.each([
  ["1", 0],
  ["{}", 1],
  ["[]", 1],
  ['{"a":[],"b":[[]]}', 3],
  [`${"[".repeat(200_000)}${"]".repeat(200_000)}`, 200_000],
])("depth of %.20s: %i", (text, depth) => expect(readJson(text)?.depth).toBe(depth));

test.each([
  ['{"a":1,"b":{"a":1}}', { duplicateKey: false }],
  ['[{"a":1,"\\u0061":1}]', { duplicateKey: true }],
  ['{"__proto__":1,"__proto__":1}', { duplicateKey: true }],
  ['["\\u0000"]', { nul: true }],
  ['{"\\u0000":1}', { nul: true }],
  ['["\\\\u0000"]', { nul: false }],
  ['["/* // */"]', { comment: false }],
  ["// a\n[1]", { comment: true }],
  ["[1]//", { comment: true }],
  ["[1/**/,/***/]", { comment: true, trailingComma: true }],
  ['{"a":1,}', { trailingComma: true }],
  ['{"a":[1,2],"b":3}', { trailingComma: false }],
])("%s", (text, expected) => expect(readJson(text)).toMatchObject(expected));

test.each(
  [
    ["", " ", "{", "[", "]", "{]", "[}", "[1", "1 2", "[1 2]", "[,]", "{,}", "[1,,]", '{"a":1,,}'],
    [
      "1,",
      ",1",
      '{"a"}',
      '{"a":}',
      '{"a",}',
      '{"a"::1}',
      "{a:1}",
      "{1:1}",
      '{"a":1 "b":2}',
      '["a":1]',
    ],
    [
      "01",
      "-",
      "+1",
      ".5",
      "1.",
      "1e",
      "0x1",
      "NaN",
      "truefalse",
      "nul",
      "'a'",
      "/",
      "/*",
      "[1]/*",
    ],
    ['"', '"\\"', '"\\x"', '"\t"', '"\0"', '"\\u12"', "\u00a01", "\ufeff1", "[1]\f", "1/"],
  ].flat(),
)("not JSON: %j", (text) => expect(readJson(text)).toBeUndefined());
