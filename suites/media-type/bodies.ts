import { typedCases } from "./typed-cases.ts";
import { withNote } from "../../src/generate/body-cases.ts";
import { DATE, ID, user } from "../../src/generate/user-submission.ts";
import { bytes, raw } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import type { Template } from "../../src/template/template.ts";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=part";
const LF = "\n";

/** The date with its colons as a form writes them: cut where the colons are. */
function colonsEncoded(): Template {
  const part = (from: number, to: number): Template => [{ slice: [DATE], from, to }];
  return [...part(0, 13), "%3A", ...part(14, 16), "%3A", ...part(17, 24)];
}

function multipart(fields: [name: string, value: Template][]): Template {
  const parts = fields.flatMap(([name, value]): Template => [
    `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`,
    ...value,
    "\r\n",
  ]);
  return [...parts, "--part--\r\n"];
}

const fields = multipart([
  ["id", [ID]],
  ["date", [DATE]],
]);

/** Bodies in the notation that Content-Type names, and in another. */
export const bodyTypeCases: CaseDefinition[] = typedCases("other-body", [
  ["form", "a form's body, named as a form's", FORM, bytes`id=${ID}&date=${DATE}`],
  [
    "form-encoded",
    "a form's body with its colons percent-encoded, named as a form's",
    FORM,
    [`id=`, ID, "&date=", ...colonsEncoded()],
  ],
  [
    "form-as-json",
    "a form's body, named application/json",
    "application/json",
    bytes`id=${ID}&date=${DATE}`,
  ],
  ["form-json-key", "a form's body whose only key is the stated body", FORM, bytes`${user()}=`],
  ["multipart", "a multipart form with id and date", MULTIPART, fields],
  [
    "multipart-json",
    "a multipart form with the stated body as its only part",
    MULTIPART,
    multipart([["user", user()]]),
  ],
  [
    "multipart-no-boundary",
    "a multipart form without its boundary in the header",
    "multipart/form-data",
    fields,
  ],
  ["multipart-json-body", "the stated body, named as a multipart form with a boundary", MULTIPART],
  [
    "multipart-json-body-bare",
    "the stated body, named as a multipart form without a boundary",
    "multipart/form-data",
  ],
  [
    "multipart-mixed",
    "the stated body as the only part of multipart/mixed",
    "multipart/mixed; boundary=part",
    multipart([["user", user()]]),
  ],
  ["multipart-open", "a multipart form without its last boundary", MULTIPART, fields.slice(0, -1)],
  [
    "xml",
    "the stated content in XML, named application/xml",
    "application/xml",
    bytes`<user><id>${ID}</id><date>${DATE}</date></user>`,
  ],
  [
    "xml-as-json",
    "the stated content in XML, named application/json",
    "application/json",
    bytes`<user><id>${ID}</id><date>${DATE}</date></user>`,
  ],
  [
    "yaml",
    "the stated content in YAML, named application/yaml",
    "application/yaml",
    bytes`id: ${ID}${LF}date: "${DATE}"${LF}`,
  ],
  [
    "cbor",
    "a fixed id and the date in CBOR, named application/cbor",
    "application/cbor",
    [raw(0xa2, 0x62), "id", raw(0x1a, 0x07, 0x5b, 0xcd, 0x15, 0x64), "date", raw(0x78, 0x18), DATE],
  ],
  [
    "msgpack",
    "a fixed id and the date in MessagePack, so named",
    "application/msgpack",
    [raw(0x82, 0xa2), "id", raw(0xce, 0x07, 0x5b, 0xcd, 0x15, 0xa4), "date", raw(0xb8), DATE],
  ],
  [
    "ndjson",
    "the stated body and a line end, named application/x-ndjson",
    "application/x-ndjson",
    bytes`${user()}${LF}`,
  ],
  [
    "json-seq",
    "the stated body as a JSON text sequence, so named",
    "application/json-seq",
    bytes`${raw(0x1e)}${user()}${LF}`,
  ],
  [
    "json-api",
    "the stated fields as a JSON:API document, so named",
    "application/vnd.api+json",
    bytes`{"data":{"type":"user","attributes":${user()}}}`,
  ],
  [
    "patch",
    "two operations of a JSON Patch, so named",
    "application/json-patch+json",
    bytes`[{"op":"add","path":"/id","value":${ID}},{"op":"add","path":"/date","value":"${DATE}"}]`,
  ],
  [
    "json5",
    "an extra key with a JSON5 number, named application/json5",
    "application/json5",
    withNote("0xFF"),
  ],
  ["empty-absent", "an empty body and no Content-Type", null, []],
  ["empty-text", "an empty body, named text/plain", "text/plain", []],
]);
