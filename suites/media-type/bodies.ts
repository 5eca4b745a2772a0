import { rows } from "../rows.ts";
import {
  exampleBytes,
  notations,
  type BodyForm,
  type BodyForms,
  type CaseDefinition,
} from "../../src/generate/index.ts";
import { commaSeparated, kindOf } from "../../src/kinds/index.ts";
import { typedCases } from "./typed-cases.ts";
import { bytes, raw, type Template } from "../../src/template/index.ts";

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
/** 123456789 as four bytes. */
const FIXED_NUMBER = [0x07, 0x5b, 0xcd, 0x15];

/** Short strings and a fixed number for each integer; undefined for a body with other values. */
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

/** Bodies in the notation that Content-Type names, and in another. */
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
  return typedCases(
    on,
    "other-body",
    rows`
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
`,
  );
}
