import type { HeadOptions } from "../../src/generate/index.ts";
import { rowsInto, bytes, raw, type Template, rows } from "../../src/template/index.ts";
import type { CaseRow } from "../../src/generate/index.ts";
import type { BodyForm, CaseDefinition, Requests, BodyForms } from "../../src/generate/index.ts";
import { casesOf, exampleBytes, ladderRows, notations } from "../../src/generate/index.ts";
import { commaSeparated, kindOf } from "../../src/kinds/index.ts";
import { counted } from "../../src/text/index.ts";

/** A value of Content-Type, `null` for none, with the stated body or another; an undefined form skips the case. */
type TypedEntry = [name: string, reason: string, value: string | null, body?: BodyForm];

const typedCases = (on: Requests, family: string, entries: TypedEntry[]): CaseDefinition[] =>
  casesOf(
    family,
    entries.filter((entry) => entry.length === 3 || entry[3] !== undefined),
    (value, body) => on.request(body, { headers: on.headersWith({ "Content-Type": value }) }),
  );

const typedRows = (on: Requests, family: string) =>
  rowsInto((entries: TypedEntry[]) => typedCases(on, family, entries));

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=part";
const LF = "\n";

function multipart(fields: [name: string, value: Template][]): Template {
  const parts = fields.flatMap(([name, value]): Template => [
    `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`,
    ...value,
    "\r\n",
  ]);
  return [...parts, "--part--\r\n"];
}

const BITS_8 = 256;
/** Keys of this length, and this many members, need one byte of a head in CBOR and MessagePack. */
const SHORT_KEY = 24;
const FEW = 16;

type Binary = { map: number; key: number; number: number[]; text: (length: number) => number[] };

const CBOR: Binary = { map: 0xa0, key: 0x60, number: [0x1a], text: (length) => [0x78, length] };
const MESSAGE_PACK: Binary = {
  map: 0x80,
  key: 0xa0,
  number: [0xce],
  text: (length) => (length < 32 ? [0xa0 + length] : [0xd9, length]),
};
const FIXED_NUMBER = [0x07, 0x5b, 0xcd, 0x15];

function binary({ on, fields }: BodyForms, { map, key, number, text }: Binary): BodyForm {
  const lengthOf = (content: Template): number => exampleBytes(content, on.interface).length;
  const fits = fields.every(
    (field) =>
      lengthOf([field.key ?? ""]) < SHORT_KEY &&
      lengthOf(field.content()) < BITS_8 &&
      (field.type.kind === "whole-number" || kindOf(field.type).quoted),
  );
  if (fields.length === 0 || fields.length >= FEW || !fits) return undefined;
  const members = fields.flatMap((field): Template => [
    raw(key + lengthOf([field.key ?? ""])),
    field.key ?? "",
    ...(kindOf(field.type).quoted
      ? [raw(...text(lengthOf(field.content()))), ...field.content()]
      : [raw(...number, ...FIXED_NUMBER)]),
  ]);
  return [raw(map + fields.length), ...members];
}

export function bodyTypeCases(forms: BodyForms): CaseDefinition[] {
  const { on, stated, leaves, fields: members, noun, withExtra } = forms;
  const form = notations.form(forms);
  const xml = notations.xml(forms);
  const yaml = notations.yaml(forms);
  const fields =
    members.length === 0
      ? undefined
      : multipart(leaves.map((leaf): [string, Template] => [leaf.path, leaf.content()]));
  const operations = members.map(
    (field) => bytes`{"op":"add","path":"/${field.key ?? ""}","value":${field.valid()}}`,
  );
  return typedRows(on, "other-body")`
  form | a form's body, named as a form's | ${FORM} | ${form}
  form-encoded | a form's body with its values percent-encoded, named as a form's | ${FORM} | ${notations.formEncoded(forms)}
  form-as-json | a form's body, named application/json | application/json | ${form}
  form-json-key | a form's body whose only key is the stated body | ${FORM} | ${bytes`${stated}=`}
  multipart | a multipart form with a part for each field | ${MULTIPART} | ${fields}
  multipart-json | a multipart form with the stated body as its only part | ${MULTIPART} | ${multipart([[noun, stated]])}
  multipart-no-boundary | a multipart form without its boundary in the header | multipart/form-data | ${fields}
  multipart-json-body | the stated body, named as a multipart form with a boundary | ${MULTIPART}
  multipart-json-body-bare | the stated body, named as a multipart form without a boundary | multipart/form-data
  multipart-mixed | the stated body as the only part of multipart/mixed | multipart/mixed; boundary=part | ${multipart([[noun, stated]])}
  multipart-open | a multipart form without its last boundary | ${MULTIPART} | ${fields?.slice(0, -1)}
  xml | the stated content in XML, named application/xml | application/xml | ${xml}
  xml-as-json | the stated content in XML, named application/json | application/json | ${xml}
  yaml | the stated content in YAML, named application/yaml | application/yaml | ${yaml && bytes`${yaml}${LF}`}
  cbor | the stated content in CBOR with fixed numbers, named application/cbor | application/cbor | ${binary(forms, CBOR)}
  msgpack | the stated content in MessagePack with fixed numbers, so named | application/msgpack | ${binary(forms, MESSAGE_PACK)}
  ndjson | the stated body and a line end, named application/x-ndjson | application/x-ndjson | ${bytes`${stated}${LF}`}
  json-seq | the stated body as a JSON text sequence, so named | application/json-seq | ${bytes`${raw(0x1e)}${stated}${LF}`}
  json-api | the stated body as a JSON:API document, so named | application/vnd.api+json | ${bytes`{"data":{"type":"${noun}","attributes":${stated}}}`}
  patch | operations of a JSON Patch, so named | application/json-patch+json | ${operations.length === 0 ? undefined : bytes`[${commaSeparated(operations)}]`}
  json5 | an extra key with a JSON5 number, named application/json5 | application/json5 | ${withExtra("0xFF")}
  empty-absent | an empty body and no Content-Type | ${null} | ${[]}
  empty-text | an empty body, named text/plain | text/plain | ${[]}
`;
}

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

const lines: CaseRow<HeadOptions>[] = rows`
  same | Content-Type twice with the same value | ${{ extra: [["Content-Type: application/json"]] }}
  text-last | Content-Type twice, text/plain on the second line | ${{ extra: [["Content-Type: text/plain"]] }}
  empty-last | Content-Type twice, the second line empty | ${{ extra: [["Content-Type:"]] }}
  charset-last | Content-Type twice, the second line with a charset | ${{ extra: [["Content-Type: application/json; charset=utf-16"]] }}
  json-last | Content-Type twice, text/plain on the first line | ${{ change: { "Content-Type": "text/plain" }, extra: [["Content-Type: application/json"]] }}
`;

const onLines = (on: Requests): CaseDefinition[] =>
  casesOf("lines", lines, (options) => on.rawRequest(options));

const lengths = (on: Requests): CaseDefinition[] => ladderRows()`
  parameter-length | ${(at) => `Content-Type has a parameter with a value of ${counted(at, "byte")}`} | parameter-length | length of a parameter of Content-Type | bytes | ${[1, 100, 1000, 2000, 4000, 8000, 12_000]} | ${(at) => on.withHeader("Content-Type", `application/json;foo=${"a".repeat(at)}`)}
`;

export const contentTypeCases = (on: Requests): CaseDefinition[] =>
  [types, spelling, parameters, lengths, onLines].flatMap((make) => make(on));
