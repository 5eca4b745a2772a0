import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { typedCases, type TypedEntry } from "./typed-cases.ts";
import type { Template } from "../../src/template/index.ts";
import { counted } from "../../src/text/index.ts";

const as = (list: [name: string, value: string][]): TypedEntry[] =>
  list.map(([name, value]) => [name, `Content-Type is ${value}`, value]);

const types = (on: Requests): CaseDefinition[] =>
  typedCases(on, "type", [
    ["absent", "no Content-Type", null],
    ["empty", "an empty Content-Type", ""],
    ...as([
      ["problem-json", "application/problem+json"],
      ["vendor-json", "application/vnd.api+json"],
      ["ld-json", "application/ld+json"],
      ["merge-patch-json", "application/merge-patch+json"],
      ["x-json", "application/x-json"],
      ["json5", "application/json5"],
      ["jsonp", "application/javascript"],
      ["x-ndjson", "application/x-ndjson"],
      ["json-seq", "application/json-seq"],
      ["text-json", "text/json"],
      ["text-x-json", "text/x-json"],
      ["text-plain", "text/plain"],
      ["text-html", "text/html"],
      ["xml", "application/xml"],
      ["yaml", "application/yaml"],
      ["cbor", "application/cbor"],
      ["graphql", "application/graphql"],
      ["octet-stream", "application/octet-stream"],
      ["form", "application/x-www-form-urlencoded"],
      ["image-png", "image/png"],
      ["x-unknown", "application/x-unknown"],
      ["message-http", "message/http"],
      ["any", "*/*"],
      ["application-any", "application/*"],
    ]),
  ]);

const spelling = (on: Requests): CaseDefinition[] =>
  typedCases(
    on,
    "spelling",
    as([
      ["title-case", "Application/JSON"],
      ["upper-case", "APPLICATION/JSON"],
      ["mixed-case", "application/Json"],
      ["json-only", "json"],
      ["no-type", "/json"],
      ["no-subtype", "application/"],
      ["no-slash", "application"],
      ["two-slashes", "application//json"],
      ["three-parts", "application/json/1"],
      ["backslash", "application\\json"],
      ["space-before-slash", "application /json"],
      ["space-after-slash", "application/ json"],
      ["hyphen", "application-json"],
      ["longer", "application/jsonx"],
      ["shorter", "application/jso"],
      ["plus-json", "application/+json"],
      ["json-plus", "application/json+"],
      ["quoted", `"application/json"`],
      ["angle-brackets", "<application/json>"],
      ["percent", "application%2Fjson"],
      ["comma", "application/json,"],
      ["list-same", "application/json, application/json"],
      ["list-text", "application/json, text/plain"],
      ["list-text-first", "text/plain, application/json"],
      ["words", "not a type"],
      ["at", "@"],
      ["latin-1", "application/js\u00f6n"],
    ]),
  );

const parameters = (on: Requests): CaseDefinition[] =>
  typedCases(on, "parameter", [
    ...as([
      ["semicolon", "application/json;"],
      ["semicolon-space", "application/json ;"],
      ["two-semicolons", "application/json;;"],
      ["utf-8", "application/json; charset=utf-8"],
      ["utf-8-no-space", "application/json;charset=utf-8"],
      ["utf-8-spaces", "application/json   ;   charset=utf-8"],
      ["unknown", "application/json;foo=bar"],
      ["two-unknown", "application/json;foo=bar;baz=1"],
      ["same-twice", "application/json;foo=bar;foo=baz"],
      ["name-only", "application/json;foo"],
      ["value-only", "application/json;=bar"],
      ["empty-value", "application/json;foo="],
      ["equals-only", "application/json;="],
      ["quoted", `application/json;foo="bar"`],
      ["quoted-semicolon", `application/json;foo="a;b"`],
      ["quoted-escape", `application/json;foo="a\\"b"`],
      ["quoted-unclosed", `application/json;foo="bar`],
      ["quoted-then-letter", `application/json;foo="bar"baz`],
      ["version", "application/json;version=1"],
      ["weight", "application/json;q=0"],
      ["profile", `application/json;profile="https://example.com/"`],
      ["boundary", "application/json;boundary=a"],
      ["comma-between", "application/json,charset=utf-8"],
      ["space-between", "application/json charset=utf-8"],
    ]),
    ["many", "Content-Type has two hundred parameters", `application/json${";a=b".repeat(200)}`],
  ]);

const lines: [name: string, reason: string, lines: Template[]][] = rows`
  same | Content-Type twice with the same value | ${[["Content-Type: application/json"]]}
  text-last | Content-Type twice, text/plain on the second line | ${[["Content-Type: text/plain"]]}
  empty-last | Content-Type twice, the second line empty | ${[["Content-Type:"]]}
  charset-last | Content-Type twice, the second line with a charset | ${[["Content-Type: application/json; charset=utf-16"]]}
`;

const onLines = (on: Requests): CaseDefinition[] => [
  ...casesOf("lines", lines, (extra) => on.rawRequest({ extra })),
  {
    name: "lines-json-last",
    reason: "Content-Type twice, text/plain on the first line",
    family: "lines",
    request: on.rawRequest({
      change: { "Content-Type": "text/plain" },
      extra: [["Content-Type: application/json"]],
    }),
  },
];

const lengths = (on: Requests): CaseDefinition[] =>
  [1, 100, 1000, 2000, 4000, 8000, 12_000].map((length) => ({
    name: `parameter-length-${length}`,
    reason: `Content-Type has a parameter with a value of ${counted(length, "byte")}`,
    family: "parameter-length",
    rung: { axis: "length of a parameter of Content-Type", at: `${length}`, unit: "bytes" },
    request: on.request(on.body(), {
      headers: on.headersWith({ "Content-Type": `application/json;foo=${"a".repeat(length)}` }),
    }),
  }));

/** Content-Type: other types, other spellings of the stated one, parameters, lines. */
export const contentTypeCases = (on: Requests): CaseDefinition[] => [
  ...types(on),
  ...spelling(on),
  ...parameters(on),
  ...lengths(on),
  ...onLines(on),
];
