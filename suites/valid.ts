import { DATE, ID, user } from "../src/generate/user-submission.ts";
import { bytes } from "../src/template/bytes.ts";
import { defineSuite } from "../src/generate/define-suite.ts";
import { post, wirePost } from "../src/generate/user-submission.ts";
import { validRequest } from "../src/generate/arbitraries/valid-request.ts";
import type { Template } from "../src/template/template.ts";

type Row<Value> = [name: string, reason: string, value: Value];

const upTo = (to: number): Template => [{ slice: [DATE], from: 0, to }];
const after = (from: number): Template => [{ slice: [DATE], from }];

const family = (name: string, rows: Row<Template>[]) =>
  rows.map(([caseName, reason, body]) => ({
    name: caseName,
    reason,
    valid: true as const,
    family: name,
    request: post(body),
  }));

const layouts = family("layout", [
  ["keys-reversed", "date before id", bytes`{"date":"${DATE}","id":${ID}}`],
  ["space-after-colon", "a space after each colon", bytes`{"id": ${ID},"date": "${DATE}"}`],
  ["space-after-comma", "a space after the comma", bytes`{"id":${ID}, "date":"${DATE}"}`],
  ["space-before-colon", "a space before each colon", bytes`{"id" :${ID},"date" :"${DATE}"}`],
  ["space-before-comma", "a space before the comma", bytes`{"id":${ID} ,"date":"${DATE}"}`],
  ["space-in-braces", "a space inside each brace", bytes`{ "id":${ID},"date":"${DATE}" }`],
  ["space-before", "a space before the document", bytes` ${user()}`],
  ["space-after", "a space after the document", bytes`${user()} `],
  ["newline-before", "a line feed before the document", ["\n", ...user()]],
  ["newline-after", "a line feed after the document", [...user(), "\n"]],
  ["crlf-after", "carriage return and line feed after the document", [...user(), "\r\n"]],
  ["tab-after", "a tab after the document", [...user(), "\t"]],
  [
    "indented",
    "two spaces of indent, line feeds",
    bytes`{
  "id": ${ID},
  "date": "${DATE}"
}`,
  ],
  ["tabbed", "tabs of indent, line feeds", ['{\n\t"id": ', ID, ',\n\t"date": "', DATE, '"\n}']],
  [
    "crlf-lines",
    "two spaces of indent, carriage return and line feed",
    ['{\r\n  "id": ', ID, ',\r\n  "date": "', DATE, '"\r\n}\r\n'],
  ],
  ["cr-lines", "carriage returns alone", ['{\r"id":', ID, ',\r"date":"', DATE, '"\r}\r']],
  [
    "all-white-space",
    "all four white space characters between all tokens",
    [
      "{ \t\r\n",
      '"id" \t\r\n: \t\r\n',
      ID,
      " \t\r\n,",
      ' \t\r\n"date" \t\r\n: \t\r\n"',
      DATE,
      '" \t\r\n}',
    ],
  ],
  [
    "reversed-indented",
    "date before id, on lines of their own",
    bytes`{
  "date": "${DATE}",
  "id": ${ID}
}`,
  ],
]);

const escapes = family("escape", [
  [
    "escape-digit",
    "the date's first digit as a JSON escape",
    user({ date: bytes`"\u0032${after(1)}"` }),
  ],
  [
    "escape-year",
    "the date's first two digits as JSON escapes",
    user({ date: bytes`"\u0032\u0030${after(2)}"` }),
  ],
  [
    "escape-dash",
    "the date's first dash as a JSON escape",
    user({ date: bytes`"${upTo(4)}\u002d${after(5)}"` }),
  ],
  [
    "escape-dash-upper",
    "the same escape in upper case",
    user({ date: bytes`"${upTo(4)}\u002D${after(5)}"` }),
  ],
  [
    "escape-t",
    "the date's T as a JSON escape",
    user({ date: bytes`"${upTo(10)}\u0054${after(11)}"` }),
  ],
  [
    "escape-colon",
    "the date's first colon as a JSON escape",
    user({ date: bytes`"${upTo(13)}\u003a${after(14)}"` }),
  ],
  [
    "escape-dot",
    "the date's dot as a JSON escape",
    user({ date: bytes`"${upTo(19)}\u002e${after(20)}"` }),
  ],
  ["escape-z", "the date's Z as a JSON escape", user({ date: bytes`"${upTo(23)}\u005a"` })],
  [
    "escape-key-id",
    "the first letter of the key id as a JSON escape",
    bytes`{"\u0069d":${ID},"date":"${DATE}"}`,
  ],
  [
    "escape-key-date",
    "the last letter of the key date as a JSON escape",
    bytes`{"id":${ID},"dat\u0065":"${DATE}"}`,
  ],
]);

const dates = (
  [
    ["date-epoch", "the Unix epoch", "1970-01-01T00:00:00.000Z"],
    ["date-epoch-plus-1-ms", "one millisecond after the Unix epoch", "1970-01-01T00:00:00.001Z"],
    ["date-2000-start", "the first millisecond of 2000", "2000-01-01T00:00:00.000Z"],
    ["date-1999-end", "the last millisecond of 1999", "1999-12-31T23:59:59.999Z"],
    ["date-leap-2000", "29 February 2000", "2000-02-29T12:34:56.789Z"],
    ["date-leap-2024", "29 February 2024", "2024-02-29T12:34:56.789Z"],
    ["date-leap-2024-end", "the last millisecond of 29 February 2024", "2024-02-29T23:59:59.999Z"],
    ["date-feb-2023-end", "the last millisecond of February 2023", "2023-02-28T23:59:59.999Z"],
    ["date-apr-end", "the last day of a month of 30 days", "2024-04-30T08:15:30.250Z"],
    ["date-2024-start", "the first millisecond of 2024", "2024-01-01T00:00:00.000Z"],
    ["date-2024-end", "the last millisecond of 2024", "2024-12-31T23:59:59.999Z"],
    ["date-ms-000", "a whole second", "2024-05-17T10:20:30.000Z"],
    ["date-ms-001", "one millisecond past a second", "2024-05-17T10:20:30.001Z"],
    ["date-ms-010", "ten milliseconds past a second", "2024-05-17T10:20:30.010Z"],
    ["date-ms-100", "a tenth past a second", "2024-05-17T10:20:30.100Z"],
    ["date-ms-999", "one millisecond before a second", "2024-05-17T10:20:30.999Z"],
    ["date-billion", "a billion seconds after the epoch", "2001-09-09T01:46:40.000Z"],
    ["date-leap-second-eve", "just before a leap second", "2016-12-31T23:59:59.999Z"],
    ["date-clock-change", "an hour that Paris skips, in UTC", "2024-03-31T02:30:00.000Z"],
    ["date-2038-last", "the last millisecond of signed 32-bit seconds", "2038-01-19T03:14:07.999Z"],
    [
      "date-2038-next",
      "one millisecond later than signed 32-bit seconds",
      "2038-01-19T03:14:08.000Z",
    ],
    ["date-2099-end", "the last millisecond of 2099", "2099-12-31T23:59:59.999Z"],
  ] satisfies Row<string>[]
).map(([name, reason, text]) => ({
  name,
  reason,
  valid: true as const,
  family: "date",
  request: post(user({ date: `"${text}"` })),
}));

/** The stated request, in every form that is the stated request beyond argument. */
export default defineSuite({
  name: "valid",
  about: "the stated request",
  clauses: [
    "server",
    "accepts",
    "method",
    "path",
    "protocol",
    "content-type",
    "content-length",
    "host",
    "client-headers",
    "body",
    "id-type",
    "date-format",
    "behaviour",
    "response-status",
    "response-headers",
    "response-body",
    "returned-fields",
  ],
  cases: [
    { name: "plain", reason: "the stated request as it stands", valid: true, request: post() },
    {
      name: "plain-on-the-wire",
      reason: "the stated request as raw bytes, on a connection of its own",
      valid: true,
      request: wirePost(),
    },
    ...layouts,
    ...escapes,
    ...dates,
  ],
  properties: [
    {
      name: "any",
      reason: "id, date, key order and white space drawn freely within the stated request",
      valid: true,
      arbitrary: validRequest,
    },
  ],
});
