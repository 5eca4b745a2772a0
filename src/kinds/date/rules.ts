import { form, part, readsMoment } from "../date-time/moment-form.ts";
import { isPythonIsoDate } from "../date-time/python-readers.ts";
import { isDateTimeOrDate, isJsDate } from "../date-time/readers.ts";
import { numberReaders } from "../number-readers.ts";
import { stringRules, sources } from "../rule-rows.ts";

const { ecma, java, php, pydantic1, pydantic2, python, rfc, ruby } = sources;

const isDate = readsMoment(form([part.date]));
const pythonDate = readsMoment(form([part.date]), { years: [1, 9999] });
const N = "\\p{Nd}";
const strptime = readsMoment(
  form(
    [`(?<year>${N}{4})-(?<month>1[0-2]|0[1-9]|[1-9])-(?<day>3[01]|[12]${N}|0[1-9]|[1-9]| [1-9])`],
    "u",
  ),
  { years: [1, 9999] },
);
const javaDate = readsMoment(
  form(["(?<year>\\d{4}|\\+\\d{5,10}|-(?!0+-)\\d{4,10})-(?<month>\\d\\d)-(?<day>\\d\\d)"]),
  { years: [-999_999_999, 999_999_999] },
);
const phpDate = readsMoment(form(["(?<year>\\d{1,4})-(?<month>\\d\\d?)-(?<day>\\d\\d?)"]));
const pydantic1Date = readsMoment(
  form([`(?<year>${N}{4})-(?<month>${N}{1,2})-(?<day>${N}{1,2})`], "u"),
  { years: [1, 9999] },
);
/** Text after the date is ignored (3.1). */
const rubyDate = readsMoment(/^(?<year>[+-]?\d+)-(?<month>\d\d?)-(?<day>\d\d?)/);
const midnight = readsMoment(form([part.date, "[Tt _]00:00(?::00(?:\\.0+)?)?[Zz]?"]), {
  years: [1, 9999],
});
const DAY = 86_400;

/** A number of seconds since 1970, or of milliseconds if it is large, that is a whole number of days. */
function isDays(text: string): boolean {
  const number = Number(text);
  return /^[+-]?\d+$/.test(text) && number % (Math.abs(number) > 2e10 ? DAY * 1000 : DAY) === 0;
}

export const dateRules = stringRules("date")`
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
