import { bodyCases, withMembers, withNote, type BodyEntry } from "../../src/generate/body-cases.ts";
import { DATE, ID } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const texts: [name: string, what: string, text: string][] = [
  ["sql-quote", "an apostrophe", "'"],
  ["sql-or", "a piece of SQL", "' OR 1=1"],
  ["sql-comment", "a piece of SQL with a comment", "1'; --"],
  ["operator-text", "a query operator as text", `{"$gt":""}`],
  ["markup", "an HTML element", "<b>x</b>"],
  ["script", "an empty script element", "<script></script>"],
  ["entity", "an HTML entity", "&amp;"],
  ["braces", "a sum in double braces", "{{7*7}}"],
  ["dollar-braces", "a sum in braces after a dollar sign", "${7*7}"],
  ["erb", "a sum in a template tag", "<%= 7*7 %>"],
  ["format", "conversion marks of printf", "%s%n"],
  ["path", "a path that goes up", "../../etc/passwd"],
  ["percent", "percent-encoded text", "%00%0d%0a"],
  ["line-ends", "escaped line ends", "a\r\nb: c"],
  ["url", "a URL", "http://example.com/"],
  ["formula", "a spreadsheet formula", "=1+1"],
  ["shell", "a shell substitution", "$(true)"],
  ["json", "a JSON object as text", `{"id":1}`],
  ["null", "the word null", "null"],
  ["spaces", "spaces only", "   "],
];

const strings = texts.map(([name, what, text]): BodyEntry => [
  name,
  `the string of an extra key is ${what}`,
  withNote(JSON.stringify(text)),
]);

const operators = bodyCases("operator", [
  ["gt", "an extra key holds an object with the key $gt", withNote(`{"$gt":""}`)],
  ["ne", "an extra key holds an object with the key $ne", withNote(`{"$ne":null}`)],
  [
    "id-gt",
    "id is an object with the key $gt",
    bytes`{"id":{"$gt":0},"date":"${DATE}"}`,
    ["id-type", "id-values", "error-conditions", "error-codes", "error-payload", "response-status"],
  ],
  [
    "date-ne",
    "date is an object with the key $ne",
    bytes`{"id":${ID},"date":{"$ne":null}}`,
    [
      "date-format",
      "date-values",
      "error-conditions",
      "error-codes",
      "error-payload",
      "response-status",
    ],
  ],
  [
    "extended-number",
    "id is an object with the key $numberLong",
    bytes`{"id":{"$numberLong":"${ID}"},"date":"${DATE}"}`,
    ["id-type", "id-values", "error-conditions", "error-codes", "error-payload", "response-status"],
  ],
  [
    "extended-date",
    "date is an object with the key $date",
    bytes`{"id":${ID},"date":{"$date":"${DATE}"}}`,
    [
      "date-format",
      "date-values",
      "error-conditions",
      "error-codes",
      "error-payload",
      "response-status",
    ],
  ],
]);

const order = bodyCases("order", [
  ["extra-first", "an extra key before id and date", bytes`{"note":1,"id":${ID},"date":"${DATE}"}`],
  [
    "extra-between",
    "an extra key between id and date",
    bytes`{"id":${ID},"note":1,"date":"${DATE}"}`,
  ],
  ["extra-last", "an extra key after id and date", bytes`{"id":${ID},"date":"${DATE}","note":1}`],
  [
    "extra-between-reversed",
    "an extra key between date and id",
    bytes`{"date":"${DATE}","note":1,"id":${ID}}`,
  ],
  [
    "extras-around",
    "extra keys before, between and after",
    bytes`{"a":1,"id":${ID},"b":2,"date":"${DATE}","c":3}`,
  ],
  ["extra-twice", "an extra key twice with the same value", withMembers(`"note":1,"note":1`)],
  ["extra-twice-differing", "an extra key twice with two values", withMembers(`"note":1,"note":2`)],
  [
    "extra-twice-types",
    "an extra key twice with values of two types",
    withMembers(`"note":1,"note":{"a":1}`),
  ],
  [
    "extra-twice-apart",
    "an extra key before id and again after date",
    bytes`{"note":1,"id":${ID},"date":"${DATE}","note":2}`,
  ],
]);

/** Where further members stand, and what their strings say. */
export const textCases: CaseDefinition[] = [...bodyCases("text", strings), ...operators, ...order];
