import { ENDS_FROM_MS } from "../date-time/type.ts";
import { type FormatFamilies, formatKind } from "../format-kind.ts";
import type { TextType } from "../text/type.ts";
import type { Slot, ValueAxis } from "../kind.ts";
import { axisRows, every, KNOWN_YEARS, yearAxes } from "../axes.ts";
import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import fc from "fast-check";
import { bytes, slice } from "../../template/index.ts";
import { stringOf } from "../case-families.ts";
import { DAY, form, FOUR_DIGITS, isMoment, JAVA_YEARS } from "../date-time/moment-form.ts";
import { momentWith, part, readsMoment } from "../date-time/moment-form.ts";
import { isPythonIsoDate } from "../date-time/python-readers.ts";
import { isDateTimeOrDate, isJsDate } from "../date-time/readers.ts";
import { numberReaders } from "../number-readers.ts";
import { stringRules, sources } from "../rule-rows.ts";

const { ecma, java, php, pydantic1, pydantic2, python, rfc, ruby } = sources;

const isDate = readsMoment(form([part.date]));
const pythonDate = readsMoment(form([part.date]), FOUR_DIGITS);
const strptime = readsMoment(form([part.strptimeDate], "u"), FOUR_DIGITS);
const javaDate = readsMoment(form([part.javaDate]), JAVA_YEARS);
const phpDate = readsMoment(form([part.phpDate]));
const pydantic1Date = readsMoment(form([part.pydantic1Date], "u"), FOUR_DIGITS);
/** Text after the date is ignored (3.1). */
const rubyDate = readsMoment(/^(?<year>[+-]?\d+)-(?<month>\d\d?)-(?<day>\d\d?)/);
const midnight = readsMoment(form([part.date, "[Tt _]00:00(?::00(?:\\.0+)?)?[Zz]?"]), FOUR_DIGITS);
const DAY_SECONDS = 86_400;

/** A number of seconds since 1970, or of milliseconds if it is large, that is a whole number of days. */
function isDays(text: string): boolean {
  const number = Number(text);
  return (
    /^[+-]?\d+$/.test(text) &&
    number % (Math.abs(number) > 2e10 ? DAY_SECONDS * 1000 : DAY_SECONDS) === 0
  );
}

const dateRules = stringRules("date")`
  ${rfc}3339#section-5.6
  full-date | a date of RFC 3339 | ${isDate} | zod iso.date & fastify date & go 2006-01-02 & php Y-m-d same
  pattern | a pattern of RFC 3339 without the calendar | ${/^\d{4}-\d\d-\d\d$/}
  or-date-time | a date or a date-time of RFC 3339 | ${isDateTimeOrDate}
  string-any | any string | accepted
  ${ecma}date.parse
  js-parse | ECMAScript's Date.parse | ${isJsDate} | js Date.parse
  ${python}datetime.html#datetime.date.fromisoformat
  python-3.10 | Python's date.fromisoformat before 3.11 | ${pythonDate} | python3.10 date.fromisoformat & dotnet yyyy-MM-dd
  python | Python's date.fromisoformat since 3.11 | ${isPythonIsoDate} | python3.{11,13} date.fromisoformat
  ${python}datetime.html#strftime-and-strptime-behavior
  python-strptime | Python's strptime(%Y-%m-%d) | ${strptime} | python3.{10,11,13} strptime %Y-%m-%d
  ${pydantic1}
  pydantic1 | pydantic 1 \`date\` | ${(text) => pydantic1Date(text) || numberReaders.python(text)} | pydantic1 date
  ${pydantic2}
  pydantic2 | pydantic 2 \`date\` | ${(text) => pythonDate(text) || midnight(text) || isDays(text)} | pydantic2 date
  ${java}time/LocalDate.html#parse(java.lang.CharSequence)
  java | Java's LocalDate.parse | ${javaDate} | java LocalDate.parse
  ${php}datetimeimmutable.createfromformat.php
  php | PHP's Y-m-d | ${phpDate} | php Y-m-d
  ${ruby}Date.html#method-c-strptime
  ruby-strptime | Ruby's Date.strptime | ${rubyDate} | ruby Date.strptime
`;

const dateFamilies: FormatFamilies = {
  "days of the calendar": [
    ["epoch", "1970-01-01, the first day of Unix time", "1970-01-01"],
    ["before-epoch", "1969-12-31, the day before Unix time", "1969-12-31"],
    ["leap-day", "the leap day of 2024", "2024-02-29"],
    ["leap-day-2000", "the leap day of 2000, a century with one", "2000-02-29"],
    ["last-of-year", "the last day of a year", "2024-12-31"],
    ["year-1900", "the first day of 1900", "1900-01-01"],
    ["year-1582", "a day that the Gregorian reform left out", "1582-10-10"],
    ["year-0001", "the first day of the year 0001", "0001-01-01"],
    ["year-0000", "the first day of the year 0000", "0000-01-01"],
    ["day-2038", "the day on which signed 32-bit seconds end", "2038-01-19"],
    ["day-2038-after", "the day after signed 32-bit seconds end", "2038-01-20"],
    ["year-9999", "the last day of the year 9999", "9999-12-31"],
  ],
  "days outside of the calendar": [
    ["leap-day-missing", "29 February of 2023", "2023-02-29"],
    ["leap-day-1900", "29 February of 1900, a century without it", "1900-02-29"],
    ["february-30", "30 February", "2024-02-30"],
    ["april-31", "31 April", "2024-04-31"],
    ["day-0", "a day 00", "2024-01-00"],
    ["day-32", "a day 32", "2024-01-32"],
    ["month-0", "a month 00", "2024-00-01"],
    ["month-13", "a month 13", "2024-13-01"],
    ["zeros", "all zeros", "0000-00-00"],
  ],
  "other years": [
    ["year-two-digits", "a year of two digits", "24-01-31"],
    ["year-five-digits", "a year of five digits", "12024-01-31"],
    ["year-expanded", "a year of six digits with a sign", "+002024-01-31"],
    ["year-negative", "a negative year", "-0001-01-31"],
    ["year-10000", "the year 10000", "10000-01-01"],
  ],
  "other forms": [
    ["slashes", "a date with slashes", "2024/01/31"],
    ["points", "a date with points, day first", "31.01.2024"],
    ["month-first", "a date with slashes, month first", "01/31/2024"],
    ["no-dashes", "a date without dashes", "20240131"],
    ["one-digit", "a month and day of one digit", "2024-1-1"],
    ["month-only", "a year and a month", "2024-01"],
    ["year-only", "a year", "2024"],
    ["week", "a week date of ISO 8601", "2024-W05-3"],
    ["ordinal", "an ordinal date of ISO 8601", "2024-031"],
    ["words", "a date in words", "31 January 2024"],
    ["date-time", "a date-time", "2024-01-31T00:00:00Z"],
    ["date-time-milliseconds", "a date-time with milliseconds", "2024-01-31T00:00:00.000Z"],
    ["zone", "a date with a Z", "2024-01-31Z"],
    ["offset", "a date with an offset", "2024-01-31+01:00"],
    ["today", "the word today", "today"],
    ["en-dashes", "a date with en dashes", "2024–01–31"],
    ["fullwidth", "a date in fullwidth digits", "２０２４-０１-３１"],
    ["seconds", "seconds of Unix time", "1706659200"],
  ],
  "something around": [
    ["empty", "the empty text", ""],
    ["space", "one space", " "],
    ["space-before", "a date with a space before it", (plain) => ` ${plain}`],
    ["space-after", "a date with a space after it", (plain) => `${plain} `],
    ["line-feed-after", "a date and a line feed", (plain) => `${plain}\n`],
    ["nul-after", "a date and U+0000", (plain) => `${plain}\u0000`],
    ["twice", "a date twice", (plain) => `${plain}${plain}`],
    ["interval", "an interval of two dates", (plain) => `${plain}/${plain}`],
  ],
};

const dateAxes = ({ label: it }: Slot<unknown>): ValueAxis[] => [
  ...yearAxes(it, (year) => [`"${year}-01-01"`]),
  ...axisRows({ scale: "linear", capped: false, probes: ["values", "format"] })`
  day | day of ${it} in January | | ${every(1, 99)} | ${(at) => [`"2024-01-${String(at).padStart(2, "0")}"`]}
`,
];

/** A day as an interface describes it: `full-date` of RFC 3339, `2024-01-31`. */
export type DateType = Omit<TextType, "kind"> & { kind: "date"; span?: "start" | "end" };

const MS_PER_DAY = 86_400_000;
/** From 1970 on: 130 years of days, then they repeat. */
const DAYS = 47_482;

/** The first day, and how many from there: ends are after every start, in the future, and before 2038. */
const SPANS = { start: [10_957, 10_220], end: [ENDS_FROM_MS / MS_PER_DAY, 2_900] } as const;

const dayText = (days: number): string => new Date(days * MS_PER_DAY).toISOString().slice(0, 10);

const FORM = /^([+-]?\d+)-(\d\d)-(\d\d)$/;

function dateDeviation(text: string): string | undefined {
  const [, year = "", month = "", day = ""] = FORM.exec(text) ?? [];
  if (year === "") return /^\d{4}-\d\d-\d\dT/i.test(text) ? "a time, too" : "another text";
  if (!/^\d{4}$/.test(year)) return "year of other than four digits";
  return isMoment(momentWith({ year, month, day })) ? undefined : "out of the calendar";
}

export const fullDateKind = formatKind({
  name: "date",
  words: "an RFC 3339 full-date",
  text: ({ span }, unique) => {
    const [from, days] = span === undefined ? [0, DAYS] : SPANS[span];
    return dayText(from + ((unique - FRESH_ID_MIN) % days));
  },
  otherForms: (date) => [`${date}T00:00:00`],
  has: (text) => dateDeviation(text) === undefined,
  deviation: dateDeviation,
  families: dateFamilies,
  texts: () => fc.integer({ min: -DAYS, max: DAYS }).map(dayText),
  axes: dateAxes,
  simpler: ({ content }, text) => {
    const own = content();
    const [, year = "", month = "", day = ""] = FORM.exec(stringOf(text) ?? "") ?? [];
    if (year === "") return [['""'], bytes`"${own}0"`, bytes`"${own}T00:00:00Z"`];
    return [
      bytes`"${slice(own, 0, 8)}${day}"`,
      bytes`"${slice(own, 0, 4)}-${month}${slice(own, 7)}"`,
      bytes`"${year}${slice(own, 4)}"`,
    ];
  },
  known: { ...KNOWN_YEARS, day: { 31: "31, the last day of January" } },
  rules: () => dateRules,
  formats: ["date"],
  patterns: [[`^${DAY}$`, "date"]],
  isTime: true,
});
