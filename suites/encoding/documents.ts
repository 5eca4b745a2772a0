import { rows } from "../rows.ts";
import {
  bodyCases,
  exampleBytes,
  type BodyEntry,
  type BodyForm,
  type BodyForms,
  type CaseDefinition,
} from "../../src/generate/index.ts";
import { bytes, raw, type Encoding } from "../../src/template/index.ts";

const BOM = "\ufeff";
const E_ACUTE = "\u00e9";

const wide: [name: string, what: string, as: Encoding][] = [
  ["utf-16le", "UTF-16, low byte first", "utf16le"],
  ["utf-16be", "UTF-16, high byte first", "utf16be"],
  ["utf-32le", "UTF-32, low byte first", "utf32le"],
  ["utf-32be", "UTF-32, high byte first", "utf32be"],
];

const encoded = (body: BodyForm, as: Encoding): BodyForm => body && [{ encode: body, as }];

/** Documents in other encodings than UTF-8 without a byte order mark. */
export function encodedDocuments(forms: BodyForms): CaseDefinition[] {
  const { on, stated, aroundMembers, withExtra, withMembers } = forms;
  const utf16Bytes = exampleBytes([{ encode: stated, as: "utf16le" }], on.interface).length;
  return bodyCases(
    on,
    "document",
    rows`
  bom | a byte order mark before the document | ${bytes`${BOM}${stated}`}
  two-boms | two byte order marks before the document | ${bytes`${BOM}${BOM}${stated}`}
  bom-space | a byte order mark and a space before the document | ${bytes`${BOM} ${stated}`}
  space-bom | a space and a byte order mark before the document | ${bytes` ${BOM}${stated}`}
  bom-only | the body is a byte order mark | ${[BOM]}
  bom-cut | the first two bytes of a byte order mark before the document | ${bytes`${raw(0xef, 0xbb)}${stated}`}
  bom-utf-16 | the byte order mark of UTF-16 before the document in UTF-8 | ${bytes`${raw(0xff, 0xfe)}${stated}`}
  ${wide.flatMap(([name, what, as]): BodyEntry[] => [
    [name, `the document in ${what}`, [{ encode: stated, as }]],
    [
      `${name}-bom`,
      `the document in ${what}, after a byte order mark`,
      [{ encode: [BOM, ...stated], as }],
    ],
  ])}
  utf-16le-odd | the document in UTF-16 without its last byte | ${[{ slice: [{ encode: stated, as: "utf16le" }], from: 0, to: utf16Bytes - 1 }]}
  utf-16le-wrong-bom | the document in UTF-16, low byte first, after the other byte order's mark | ${[raw(0xfe, 0xff), { encode: stated, as: "utf16le" }]}
  utf-16-surrogates | the document in UTF-16 with an emoji in an extra key | ${encoded(withExtra(`"\u{1f600}"`), "utf16le")}
  utf-7 | the braces of the document in UTF-7 | ${aroundMembers("+AHs-", "+AH0-")}
  latin-1 | an extra key with a letter in Latin-1 | ${encoded(withExtra(`"${E_ACUTE}"`), "latin1")}
  latin-1-key | an extra key named with a letter in Latin-1 | ${encoded(withMembers(`"${E_ACUTE}":1`), "latin1")}
  windows-1252 | an extra key with the euro sign in Windows-1252 | ${withExtra(bytes`"${raw(0x80)}"`)}
  shift-jis | an extra key with two characters in Shift JIS, one with a backslash byte | ${withExtra(bytes`"${raw(0x83, 0x5c, 0x95, 0x5c)}"`)}
  iso-2022-jp | an extra key with two characters in ISO-2022-JP | ${withExtra(bytes`"${raw(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42)}"`)}
  gb18030 | an extra key with one character in four bytes of GB 18030 | ${withExtra(bytes`"${raw(0x81, 0x30, 0x81, 0x30)}"`)}
  utf-8-twice | an extra key with a letter encoded in UTF-8 twice | ${withExtra(`"\u00c3\u00a9"`)}
`,
  );
}
