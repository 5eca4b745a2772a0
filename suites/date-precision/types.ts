import { ERRORS, dateFamily, onDateValue, type Row } from "./date-case.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { DATE } from "../../src/generate/user-submission.ts";
import { bytes, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const clauses: ClauseId[] = ["date-format", ...ERRORS];

const VALUES: Row[] = [
  ["seconds", "date is a number, seconds since the epoch", "1715941230"],
  ["milliseconds", "date is a number, milliseconds since the epoch", "1715941230123"],
  ["microseconds", "date is a number, microseconds since the epoch", "1715941230123456"],
  ["float-seconds", "date is a number, seconds with a fraction", "1715941230.123"],
  ["zero", "date is the number 0", "0"],
  ["minus-one", "date is the number -1", "-1"],
  ["js-max-number", "date is the number 8640000000000000", "8640000000000000"],
  ["js-max-number-plus-1", "date is the number 8640000000000001", "8640000000000001"],
  ["exponent", "date is the number 1e309", "1e309"],
  ["true", "date is true", "true"],
  ["false", "date is false", "false"],
  ["null", "date is null", "null"],
  ["array-empty", "date is an empty array", "[]"],
  ["array-one", "date is an array of one date", bytes`["${DATE}"]`],
  ["array-two", "date is an array of the same date twice", bytes`["${DATE}","${DATE}"]`],
  ["array-numbers", "date is an array of year, month and day", "[2024,5,17,10,20,30,123]"],
  ["object-empty", "date is an empty object", "{}"],
  ["object-date", "date is an object with the key $date", bytes`{"$date":"${DATE}"}`],
  ["object-date-plain", "date is an object with the key date", bytes`{"date":"${DATE}"}`],
  [
    "object-number-long",
    "date is an object with $date and $numberLong",
    '{"$date":{"$numberLong":"1715941230123"}}',
  ],
  [
    "object-seconds",
    "date is an object of seconds and nanoseconds",
    '{"seconds":1715941230,"nanos":123000000}',
  ],
  ["object-gt", "date is an object with the key $gt", '{"$gt":""}'],
];

const types = VALUES.map((row) =>
  onDateValue([`type-${row[0]}`, row[1], row[2]], { clauses, family: "other types" }),
);

const WORDS: [name: string, word: string][] = [
  ["now", "now"],
  ["today", "today"],
  ["tomorrow", "tomorrow"],
  ["yesterday", "yesterday"],
  ["now-call", "now()"],
  ["null", "null"],
  ["undefined", "undefined"],
  ["true", "true"],
  ["nan", "NaN"],
  ["invalid-date", "Invalid Date"],
  ["infinity", "infinity"],
  ["epoch", "epoch"],
  ["relative", "+1 day"],
  ["at-seconds", "@1715941230"],
  ["seconds", "1715941230"],
  ["milliseconds", "1715941230123"],
  ["minus-one", "-1"],
  ["zero", "0"],
  ["letters", "abc"],
];

const words = dateFamily(
  "words",
  WORDS.map(([name, word]): Row => [`word-${name}`, `date is the string ${word}`, word]),
  { clauses },
);

const LENGTHS = [0, 1, 4, 8, 14, 23, 24, 25, 32, 64, 128, 129, 255, 256, 1024, 4096, 65_536];

const lengths = LENGTHS.map((length) =>
  onDateValue(
    [
      `length-${length}`,
      length === 0 ? "date is the empty string" : `date is the digit 2, ${length} times`,
      bytes`"${times("2", length)}"`,
    ],
    {
      clauses: ["limit-size", ...clauses],
      family: "lengths",
      rung: { axis: "length of a date of digits", at: String(length), unit: "characters" },
    },
  ),
);

const TAILS = [0, 1, 8, 104, 232, 1000, 4072, 65_512];

const tails = TAILS.map((count) =>
  onDateValue(
    [`tail-${count}`, `date has ${count} spaces after its Z`, bytes`"${DATE}${times(" ", count)}"`],
    {
      clauses: ["limit-size", ...clauses],
      family: "spaces after the Z",
      rung: { axis: "spaces after the Z of date", at: String(count), unit: "characters" },
    },
  ),
);

const bare = (
  [
    ["unquoted", "date without quotes", DATE],
    ["single-quoted", "date in single quotes", bytes`'${DATE}'`],
    ["back-quoted", "date in back quotes", bytes`${"`"}${DATE}${"`"}`],
    ["open-quote", "date without its closing quote", bytes`"${DATE}`],
    ["constructor", "date is a call of a constructor", bytes`new Date("${DATE}")`],
    ["word", "date is the bare word now", "now"],
    ["nothing", "no text in the place of date", ""],
  ] satisfies Row[]
).map(([name, reason, text]: Row) =>
  onDateValue([`bare-${name}`, reason, text], {
    clauses: ["body", ...clauses],
    family: "tokens that are not JSON",
  }),
);

/** Values of date that are not strings, and strings of other shape. */
export const otherValues: CaseDefinition[] = [...types, ...words, ...lengths, ...tails, ...bare];
