import type { ClauseId } from "../../src/contract/clauses.ts";
import { withNote } from "../../src/generate/body-cases.ts";
import { user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headersWith, post } from "../../src/generate/user-submission.ts";
import type { Encoding, Template } from "../../src/template/template.ts";

const clauses: ClauseId[] = [
  "content-type",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const BOM = "\ufeff";
const accented = withNote(`"\u00e9"`);
const as = (encoding: Encoding, body: Template = user()): Template => [
  { encode: body, as: encoding },
];

const parameters: [name: string, parameter: string, what: string, body: Template][] = [
  ["utf-8", "charset=utf-8", "a body in ASCII", user()],
  ["utf-8-upper", "charset=UTF-8", "a body in ASCII", user()],
  ["utf-8-quoted", `charset="utf-8"`, "a body in ASCII", user()],
  ["utf-8-apostrophes", "charset='utf-8'", "a body in ASCII", user()],
  ["utf8", "charset=utf8", "a body in ASCII", user()],
  ["utf-8-accented", "charset=utf-8", "a body with a letter in UTF-8", accented],
  ["utf-8-bom", "charset=utf-8", "a body with a byte order mark", [BOM, ...user()]],
  ["utf-8-on-latin-1", "charset=utf-8", "a body with a letter in Latin-1", as("latin1", accented)],
  ["utf-8-on-utf-16le", "charset=utf-8", "a body in UTF-16, low byte first", as("utf16le")],
  ["utf-16-on-ascii", "charset=utf-16", "a body in ASCII", user()],
  [
    "utf-16-le-bom",
    "charset=utf-16",
    "a body in UTF-16, low byte first, with a byte order mark",
    as("utf16le", [BOM, ...user()]),
  ],
  [
    "utf-16-be-bom",
    "charset=utf-16",
    "a body in UTF-16, high byte first, with a byte order mark",
    as("utf16be", [BOM, ...user()]),
  ],
  ["utf-16-be", "charset=utf-16", "a body in UTF-16, high byte first", as("utf16be")],
  ["utf-16le", "charset=utf-16le", "a body in UTF-16, low byte first", as("utf16le")],
  ["utf-16le-on-be", "charset=utf-16le", "a body in UTF-16, high byte first", as("utf16be")],
  ["utf-16le-on-ascii", "charset=utf-16le", "a body in ASCII", user()],
  ["utf-16be", "charset=utf-16be", "a body in UTF-16, high byte first", as("utf16be")],
  [
    "utf-32",
    "charset=utf-32",
    "a body in UTF-32, high byte first, with a byte order mark",
    as("utf32be", [BOM, ...user()]),
  ],
  ["utf-32le", "charset=utf-32le", "a body in UTF-32, low byte first", as("utf32le")],
  ["ucs-2", "charset=ucs-2", "a body in UTF-16, low byte first", as("utf16le")],
  ["latin-1", "charset=iso-8859-1", "a body in ASCII", user()],
  [
    "latin-1-accented",
    "charset=iso-8859-1",
    "a body with a letter in Latin-1",
    as("latin1", accented),
  ],
  ["latin-1-on-utf-8", "charset=iso-8859-1", "a body with a letter in UTF-8", accented],
  ["ascii", "charset=us-ascii", "a body in ASCII", user()],
  ["ascii-on-utf-8", "charset=us-ascii", "a body with a letter in UTF-8", accented],
  ["windows-1252", "charset=windows-1252", "a body in ASCII", user()],
  ["shift-jis", "charset=shift_jis", "a body in ASCII", user()],
  ["gb18030", "charset=gb18030", "a body in ASCII", user()],
  ["utf-7", "charset=utf-7", "a body in ASCII", user()],
  ["ebcdic", "charset=ibm037", "a body in ASCII", user()],
  ["bogus", "charset=bogus", "a body in ASCII", user()],
  ["binary", "charset=binary", "a body in ASCII", user()],
  ["empty", "charset=", "a body in ASCII", user()],
  ["empty-quoted", `charset=""`, "a body in ASCII", user()],
  ["no-value", "charset", "a body in ASCII", user()],
  ["star", "charset=*", "a body in ASCII", user()],
  ["twice", "charset=utf-8; charset=utf-8", "a body in ASCII", user()],
  ["twice-differing", "charset=utf-8; charset=utf-16", "a body in ASCII", user()],
  ["list", "charset=utf-8,utf-16", "a body in ASCII", user()],
  ["name-upper", "CHARSET=utf-8", "a body in ASCII", user()],
  ["spaces", "charset = utf-8", "a body in ASCII", user()],
  ["extended", "charset*=us-ascii''utf-8", "a body in ASCII", user()],
  ["encoding", "encoding=utf-16", "a body in ASCII", user()],
];

/** The parameter charset of Content-Type, with bodies that it describes and bodies that it does not. */
export const charsetCases: CaseDefinition[] = parameters.map(([name, parameter, what, body]) => ({
  name: `charset-${name}`,
  reason: `${parameter} on ${what}`,
  family: "charset",
  clauses,
  request: post(body, {
    headers: headersWith({ "Content-Type": `application/json; ${parameter}` }),
  }),
}));
