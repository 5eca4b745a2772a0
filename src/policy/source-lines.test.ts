import { describe, expect, test } from "vitest";
import { sourceLines } from "./source-lines.ts";

type Row = [what: string, text: string, path: (string | number)[], line: number | undefined];

const check = async (file: string, text: string, path: (string | number)[], line?: number) => {
  const source = sourceLines(file, text);
  expect(source.at(path)).toEqual(
    line === undefined ? { source: file, file } : { source: `${file}:${line}`, file, line },
  );
};

const FORBIDDEN = ["policy", "behaviour", "valid/*", "only"];

describe("a configuration in TypeScript", () => {
  const rows: Row[] = [
    [
      "a comment above names the rule",
      `export default {\n  // policy: behaviour: "valid/*": only:\n  policy: {\n    /* "valid/*": { only: 1 } */\n    behaviour: { "valid/*": { only: 201 } },\n  },\n};`,
      FORBIDDEN,
      5,
    ],
    [
      "a text holds the rule",
      `export default {\n  note: 'policy: { behaviour: { "valid/*": { only: 1 } } }',\n  policy: { behaviour: {\n    "valid/*": {\n only: 201 } } },\n};`,
      FORBIDDEN,
      5,
    ],
    [
      "an object before has a key of the same name",
      `export default {\n  targets: { policy: "http://localhost:1" },\n  policy: { load: ["p(95)<2"] },\n};`,
      ["policy"],
      3,
    ],
    [
      "an inner object has the key, the outer one later",
      `export default {\n  policy: { behaviour: { "a/*": { only: 201 },\n    "b/*": { stable: true, only: 400 } } } };`,
      ["policy", "behaviour", "b/*", "stable"],
      3,
    ],
    [
      "a key in brackets that is a text",
      `export default {\n  ["policy"]: {\n    [\`load\`]: ["a"] } };`,
      ["policy", "load"],
      3,
    ],
    [
      "a computed key after it may be the same one",
      `const name = "load";\nexport default { policy: {\n  load: ["a"],\n  [name]: ["b"] } };`,
      ["policy", "load"],
      undefined,
    ],
    [
      "a computed key before it cannot win",
      `const name = "load";\nexport default { policy: {\n  [name]: ["b"],\n  load: ["a"] } };`,
      ["policy", "load"],
      4,
    ],
    [
      "a key that occurs twice: the last one counts",
      `export default {\n  policy: { load: ["a"] },\n  policy: { load: ["b"] } };`,
      ["policy", "load", 0],
      3,
    ],
    [
      "items that are templates, with quotes in a comment between",
      `export default { policy: { load: [\n  \`p(95)<2\`,\n  // "not an item"\n  "p(99)<\\"3\\"",\n  'throughput>1' ] } };`,
      ["policy", "load", 2],
      5,
    ],
    [
      "an item after a spread",
      `const more = ["a"];\nexport default { policy: { load: [\n  "x", ...more,\n  "b"] } };`,
      ["policy", "load", 1],
      undefined,
    ],
    [
      "an item before a spread",
      `const more = ["a"];\nexport default { policy: { load: [\n  "x", ...more,\n  "b"] } };`,
      ["policy", "load", 0],
      3,
    ],
    [
      "defineConfig, satisfies, as const and types",
      `import { defineConfig as config, type ConfigInput } from "api-witness";\nenum Kind { A }\nconst own = <T,>(x: T): T => x;\nexport default config({\n  policy: {\n    load: ["a"] as const,\n  },\n} satisfies ConfigInput);`,
      ["policy", "load"],
      6,
    ],
    [
      "a constant that is spread",
      `const common = {\n  "a/*": { only: 201 },\n} as const;\nexport default { policy: { behaviour: {\n  ...common, "b/*": { only: 201 } } } };`,
      ["policy", "behaviour", "a/*"],
      2,
    ],
    [
      "a spread after it that may have the key",
      `import { other } from "./other.ts";\nexport default { policy: {\n  load: ["a"],\n  ...other } };`,
      ["policy", "load"],
      undefined,
    ],
    [
      "a spread after it that has not the key",
      `const other = { behaviour: {} };\nexport default { policy: {\n  load: ["a"],\n  ...other } };`,
      ["policy", "load"],
      3,
    ],
    [
      "a constant under its own name",
      `const policy = {\n  load: ["a"] };\nexport default { policy };`,
      ["policy", "load"],
      2,
    ],
    [
      "a constant that is changed afterwards",
      `const policy = {\n  load: ["a"] };\npolicy.load = ["b"];\nexport default { policy };`,
      ["policy", "load"],
      undefined,
    ],
    [
      "a constant that is given to a function",
      `const policy = {\n  load: ["a"] };\nObject.assign(policy, {});\nexport default { policy };`,
      ["policy", "load"],
      undefined,
    ],
    [
      "a variable",
      `let policy = {\n  load: ["a"] };\nexport default { policy };`,
      ["policy", "load"],
      undefined,
    ],
    [
      "a configuration that a function makes",
      `function make() { return {\n  policy: { load: ["a"] } }; }\nexport default make();`,
      ["policy", "load"],
      undefined,
    ],
    [
      "a policy that depends on a condition",
      `export default {\n  policy: process.env.CI ? { load: ["a"] } : { load: ["b"] } };`,
      ["policy", "load"],
      undefined,
    ],
    [
      "the key itself, whatever its value is",
      `export default {\n  targets: {},\n  policy: process.env.CI ? {} : { load: ["b"] } };`,
      ["policy"],
      3,
    ],
    [
      "export as default",
      `const all = {\n  policy: {} };\nexport { all as default };`,
      ["policy"],
      2,
    ],
    ["module.exports", `module.exports = {\n  policy: {} };`, ["policy"], 2],
    ["a key that is not there", `export default { policy: {} };`, ["policy", "load"], undefined],
    ["nothing but a mistake", `export default { policy: `, ["policy"], undefined],
    ["names in a circle", `const a = b;\nconst b = a;\nexport default a;`, ["policy"], undefined],
    ["CR LF", `export default {\r\n  policy: {\r\n    load: ["a"] } };`, ["policy", "load"], 3],
  ];
  test.each(rows)("%s", (_what, text, path, line) => check("witness.config.ts", text, path, line));
});

describe("a configuration in JSON", () => {
  const rows: Row[] = [
    [
      "a text before holds the rule",
      `{\n  "note": "\\"policy\\": { \\"load\\": 1 }",\n  "policy": {\n    "load": ["a",\n "b"] } }`,
      ["policy", "load", 1],
      5,
    ],
    [
      "a value before is the same text",
      `{ "targets": {\n "x": "policy" },\n  "policy": {} }`,
      ["policy"],
      3,
    ],
    ["the last of two", `{ "policy": {},\n  "policy": { "load": [] } }`, ["policy", "load"], 2],
    ["an escaped key", `{\n  "p\\u006flicy": {} }`, ["policy"], 2],
    ["not there", `{ "policy": {} }`, ["policy", "load"], undefined],
    ["an item of what is no list", `{ "policy": "text" }`, ["policy", 0], undefined],
  ];
  test.each(rows)("%s", (_what, text, path, line) =>
    check("witness.config.json", text, path, line),
  );
});
