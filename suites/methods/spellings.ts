import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { bytes, raw, type Template } from "../../src/template/index.ts";

/** Capital letters that look the same in Cyrillic. */
const CYRILLIC: Record<string, string> = {
  O: "\u041e",
  E: "\u0415",
  A: "\u0410",
  T: "\u0422",
  H: "\u041d",
  P: "\u0420",
};

type Spelling = [name: string, reason: string, method: Template];

function spelled(method: string): Spelling[] {
  const [start, letter, rest] = [method.slice(0, 1), method.slice(1, 2), method.slice(2)];
  const [less, last] = [method.slice(0, -1), method.slice(-1)];
  const capital = start + (letter + rest).toLowerCase();
  const escape = `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  const other = method === "GET" ? "POST" : "GET";
  return rows`
  lower-case | the method is ${method.toLowerCase()} in lower case | ${[method.toLowerCase()]}
  capitalised | the method is ${capital} | ${[capital]}
  last-letter-lower | the method is ${less}${last.toLowerCase()} | ${[less + last.toLowerCase()]}
  tab-after | a tab is between the method and the space | ${[`${method}\t`]}
  space-before | a space precedes the method | ${[` ${method}`]}
  empty | the method is empty | ${[]}
  one-letter-more | the method is ${method}${last} | ${[method + last]}
  one-letter-less | the method is ${less} | ${[less]}
  at-sign | the method is ${start}@${rest} | ${[`${start}@${rest}`]}
  quote | the method has a quotation mark in it | ${[`${start}${letter}"${rest}`]}
  colon | the method is ${method}: | ${[`${method}:`]}
  slash | the method is ${start}${letter}/${rest} | ${[`${start}${letter}/${rest}`]}
  percent-escape | the ${letter} of ${method} is written ${escape} | ${[`${start}${escape}${rest}`]}
  nul-after | a NUL byte follows the method | ${[method, raw(0)]}
  byte-80 | the method has the byte 0x80 in it | ${[start, raw(0x80), rest]}
  byte-ff | the method has the byte 0xff in it | ${[start, raw(0xff), rest]}
  ${inCyrillic(method)}
  token-marks | the method is made of the marks that a token may have | ${["!#$%&'*+-.^_`|~"]}
  digits | the method is 123 | ${["123"]}
  two-methods | the method is ${method},${other} | ${[`${method},${other}`]}
`;
}

/** The second letter if it has a look-alike, else the first one that has. */
function inCyrillic(method: string): Spelling[] {
  const letters = [method.slice(1, 2), ...method];
  const letter = letters.find((each) => each in CYRILLIC);
  if (letter === undefined) return [];
  const text = method.replace(letter, CYRILLIC[letter] ?? "");
  const reason = `the ${letter} of ${method} is the Cyrillic letter`;
  return [[`cyrillic-${letter.toLowerCase()}`, reason, [text]]];
}

/** The stated method in other letters. */
export const methodSpellings = (on: Requests): CaseDefinition[] =>
  casesOf(
    "spelling",
    spelled(on.interface.method),
    (method) => on.rawRequest({ line: bytes`${method} ${on.path()} HTTP/1.1` }),
    {
      family: "method-spelling",
      clauses: ["method", "error-conditions", "error-codes", "response-status"],
    },
  );
