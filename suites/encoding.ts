import type { BodyForms, CaseDefinition, Requests, CaseRow } from "../src/generate/index.ts";
import type { BodyForm, BodyEntry } from "../src/generate/index.ts";
import { ERRORS, formsOf, suiteFor, bodyRows, exampleBytes } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { byteSequenceCases, characterCases } from "./encoding/characters.ts";
import { codingFaultCases, codingListCases, codingCases } from "./encoding/codings.ts";
import { storedBodies } from "./encoding/codings.ts";
import type { ClauseId } from "../src/contract/index.ts";
import { type Encoding, type Template, bytes, raw, rows } from "../src/template/index.ts";

/** The longest body that one block of deflate stores. */
const MOST_STORED = 0xffff;

function codings(forms: BodyForms): CaseDefinition[] {
  const { on } = forms;
  if (on.bodyBytes > MOST_STORED) return [];
  const stored = storedBodies(forms);
  return [
    ...codingCases(forms, stored),
    ...codingFaultCases(on, stored),
    ...codingListCases(on, stored),
  ];
}

export default function encoding(on: Requests): Suite[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  return [
    suiteFor(on.interface, {
      name: "encoding",
      about: "character encodings, odd characters, charset, content codings",
      clauses: ["body", ...ERRORS],
      cases: () =>
        [encodedDocuments, byteSequenceCases, characterCases, charsetCases, codings].flatMap(
          (make) => make(forms),
        ),
    }),
  ];
}

const clauses: ClauseId[] = ["content-type", ...ERRORS];

const BOM = "\ufeff";
const E_ACUTE = "\u00e9";

const as = (encoding: Encoding, body: BodyForm): BodyForm =>
  body && [{ encode: body, as: encoding }];

type Parameter = [name: string, parameter: string, what: string, body: Template];

const parameters = (stated: Template, accented: BodyForm): Parameter[] => rows`
  utf-8 | charset=utf-8 | a body in ASCII | ${stated}
  utf-8-upper | charset=UTF-8 | a body in ASCII | ${stated}
  utf-8-quoted | charset="utf-8" | a body in ASCII | ${stated}
  utf-8-apostrophes | charset='utf-8' | a body in ASCII | ${stated}
  utf8 | charset=utf8 | a body in ASCII | ${stated}
  utf-8-accented | charset=utf-8 | a body with a letter in UTF-8 | ${accented}
  utf-8-bom | charset=utf-8 | a body with a byte order mark | ${[BOM, ...stated]}
  utf-8-on-latin-1 | charset=utf-8 | a body with a letter in Latin-1 | ${as("latin1", accented)}
  utf-8-on-utf-16le | charset=utf-8 | a body in UTF-16, low byte first | ${as("utf16le", stated)}
  utf-16-on-ascii | charset=utf-16 | a body in ASCII | ${stated}
  utf-16-le-bom | charset=utf-16 | a body in UTF-16, low byte first, with a byte order mark | ${as("utf16le", [BOM, ...stated])}
  utf-16-be-bom | charset=utf-16 | a body in UTF-16, high byte first, with a byte order mark | ${as("utf16be", [BOM, ...stated])}
  utf-16-be | charset=utf-16 | a body in UTF-16, high byte first | ${as("utf16be", stated)}
  utf-16le | charset=utf-16le | a body in UTF-16, low byte first | ${as("utf16le", stated)}
  utf-16le-on-be | charset=utf-16le | a body in UTF-16, high byte first | ${as("utf16be", stated)}
  utf-16le-on-ascii | charset=utf-16le | a body in ASCII | ${stated}
  utf-16be | charset=utf-16be | a body in UTF-16, high byte first | ${as("utf16be", stated)}
  utf-32 | charset=utf-32 | a body in UTF-32, high byte first, with a byte order mark | ${as("utf32be", [BOM, ...stated])}
  utf-32le | charset=utf-32le | a body in UTF-32, low byte first | ${as("utf32le", stated)}
  ucs-2 | charset=ucs-2 | a body in UTF-16, low byte first | ${as("utf16le", stated)}
  latin-1 | charset=iso-8859-1 | a body in ASCII | ${stated}
  latin-1-accented | charset=iso-8859-1 | a body with a letter in Latin-1 | ${as("latin1", accented)}
  latin-1-on-utf-8 | charset=iso-8859-1 | a body with a letter in UTF-8 | ${accented}
  ascii | charset=us-ascii | a body in ASCII | ${stated}
  ascii-on-utf-8 | charset=us-ascii | a body with a letter in UTF-8 | ${accented}
  windows-1252 | charset=windows-1252 | a body in ASCII | ${stated}
  shift-jis | charset=shift_jis | a body in ASCII | ${stated}
  gb18030 | charset=gb18030 | a body in ASCII | ${stated}
  utf-7 | charset=utf-7 | a body in ASCII | ${stated}
  ebcdic | charset=ibm037 | a body in ASCII | ${stated}
  bogus | charset=bogus | a body in ASCII | ${stated}
  binary | charset=binary | a body in ASCII | ${stated}
  empty | charset= | a body in ASCII | ${stated}
  empty-quoted | charset="" | a body in ASCII | ${stated}
  no-value | charset | a body in ASCII | ${stated}
  star | charset=* | a body in ASCII | ${stated}
  twice | charset=utf-8; charset=utf-8 | a body in ASCII | ${stated}
  twice-differing | charset=utf-8; charset=utf-16 | a body in ASCII | ${stated}
  list | charset=utf-8,utf-16 | a body in ASCII | ${stated}
  name-upper | CHARSET=utf-8 | a body in ASCII | ${stated}
  spaces | charset = utf-8 | a body in ASCII | ${stated}
  extended | charset*=us-ascii''utf-8 | a body in ASCII | ${stated}
  encoding | encoding=utf-16 | a body in ASCII | ${stated}
`;

const charsetCases = ({ on, stated, withExtra }: BodyForms): CaseDefinition[] =>
  parameters(stated, withExtra(`"${E_ACUTE}"`)).map(([name, parameter, what, body]) => ({
    name: `charset-${name}`,
    reason: `${parameter} on ${what}`,
    family: "charset",
    clauses,
    request: on.request(body, {
      headers: on.headersWith({ "Content-Type": `application/json; ${parameter}` }),
    }),
  }));

const wide: CaseRow<Encoding>[] = [
  ["utf-16le", "UTF-16, low byte first", "utf16le"],
  ["utf-16be", "UTF-16, high byte first", "utf16be"],
  ["utf-32le", "UTF-32, low byte first", "utf32le"],
  ["utf-32be", "UTF-32, high byte first", "utf32be"],
];

function encodedDocuments(forms: BodyForms): CaseDefinition[] {
  const { on, stated, aroundMembers, withExtra, withMembers } = forms;
  const utf16Bytes = exampleBytes([{ encode: stated, as: "utf16le" }], on.interface).length;
  return bodyRows(on, "document")`
  bom | a byte order mark before the document | ${bytes`${BOM}${stated}`}
  two-boms | two byte order marks before the document | ${bytes`${BOM}${BOM}${stated}`}
  bom-space | a byte order mark and a space before the document | ${bytes`${BOM} ${stated}`}
  space-bom | a space and a byte order mark before the document | ${bytes` ${BOM}${stated}`}
  bom-only | the body is a byte order mark | ${[BOM]}
  bom-cut | the first two bytes of a byte order mark before the document | ${bytes`${raw(0xef, 0xbb)}${stated}`}
  bom-utf-16 | the byte order mark of UTF-16 before the document in UTF-8 | ${bytes`${raw(0xff, 0xfe)}${stated}`}
  ${wide.flatMap(
    ([name, what, encoding]): BodyEntry[] => rows`
  ${name} | the document in ${what} | ${as(encoding, stated)}
  ${name}-bom | the document in ${what}, after a byte order mark | ${as(encoding, [BOM, ...stated])}
`,
  )}
  utf-16le-odd | the document in UTF-16 without its last byte | ${[{ slice: [{ encode: stated, as: "utf16le" }], from: 0, to: utf16Bytes - 1 }]}
  utf-16le-wrong-bom | the document in UTF-16, low byte first, after the other byte order's mark | ${[raw(0xfe, 0xff), { encode: stated, as: "utf16le" }]}
  utf-16-surrogates | the document in UTF-16 with an emoji in an extra key | ${as("utf16le", withExtra(`"\u{1f600}"`))}
  utf-7 | the braces of the document in UTF-7 | ${aroundMembers("+AHs-", "+AH0-")}
  latin-1 | an extra key with a letter in Latin-1 | ${as("latin1", withExtra(`"${E_ACUTE}"`))}
  latin-1-key | an extra key named with a letter in Latin-1 | ${as("latin1", withMembers(`"${E_ACUTE}":1`))}
  windows-1252 | an extra key with the euro sign in Windows-1252 | ${withExtra(bytes`"${raw(0x80)}"`)}
  shift-jis | an extra key with two characters in Shift JIS, one with a backslash byte | ${withExtra(bytes`"${raw(0x83, 0x5c, 0x95, 0x5c)}"`)}
  iso-2022-jp | an extra key with two characters in ISO-2022-JP | ${withExtra(bytes`"${raw(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42)}"`)}
  gb18030 | an extra key with one character in four bytes of GB 18030 | ${withExtra(bytes`"${raw(0x81, 0x30, 0x81, 0x30)}"`)}
  utf-8-twice | an extra key with a letter encoded in UTF-8 twice | ${withExtra(`"\u00c3\u00a9"`)}
`;
}
