import { rows } from "../rows.ts";
import type { BodyForm, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import type { ClauseId } from "../../src/contract/index.ts";
import type { Encoding, Template } from "../../src/template/index.ts";

const clauses: ClauseId[] = [
  "content-type",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const BOM = "\ufeff";
const as = (encoding: Encoding, body: BodyForm): BodyForm =>
  body && [{ encode: body, as: encoding }];

type Parameter = [name: string, parameter: string, what: string, body: BodyForm];

function parameters({ stated, accented }: { stated: Template; accented: BodyForm }): Parameter[] {
  return rows`
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
}

/** The parameter charset of Content-Type, with matching and other bodies. */
export function charsetCases({ on, stated, withExtra }: BodyForms): CaseDefinition[] {
  const accented = withExtra(`"\u00e9"`);
  return parameters({ stated, accented }).flatMap(([name, parameter, what, body]) => {
    if (body === undefined) return [];
    const headers = on.headersWith({ "Content-Type": `application/json; ${parameter}` });
    return [
      {
        name: `charset-${name}`,
        reason: `${parameter} on ${what}`,
        family: "charset",
        clauses,
        request: on.request(body, { headers }),
      },
    ];
  });
}
