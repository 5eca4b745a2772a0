import { numberReaders } from "../number-text.ts";
import { form, isMoment, momentOf, part, readsMoment, type Moment } from "./moment-form.ts";
import { isPythonIsoFormat } from "./python-iso-format.ts";

const { date } = part;
const YEARS = { years: [1, 9999] as const };
/** An offset is less than a day; its minutes may be 60 or more. */
const LOOSE = { ...YEARS, lastOffsetMinute: 99 };

const zoneOf = (suffix: string): string =>
  `(?<sign${suffix}>[+-])(?<offsetHour${suffix}>\\d\\d):(?<offsetMinute${suffix}>\\d\\d)(?::(?<offsetSecond${suffix}>\\d\\d)(?:\\.\\d{6})?)?`;
const OLD_CLOCK = "(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)?";
/**
 * Before 3.11: any character between date and time, three or six fraction digits, no Z. One character before the
 * zone is ignored (3.10.13).
 */
const OLD = form([
  date,
  `(?:[^]${OLD_CLOCK}(?:\\.(?:\\d{6}|\\d{3})|(?<ignored>[\\0-\\x7f]))?(?:${zoneOf("")})?)?`,
]);

function isOldIsoFormat(text: string): boolean {
  const moment = momentOf(OLD, text);
  const isIgnored = OLD.exec(text)?.groups?.["ignored"] !== undefined;
  return (
    moment !== undefined &&
    isMoment(moment, LOOSE) &&
    !(isIgnored && !/[+-]\d\d:[\d:.]*$/.test(text.slice(11)))
  );
}

/** Digits may be of any script where the pattern of strptime has \d. */
const N = "\\p{Nd}";
const zone = `(?:(?<sign>[+-])(?<offsetHour>${N}${N}):?(?<offsetMinute>[0-5]${N})(?::?(?<offsetSecond>[0-5]${N})(?:\\.${N}{1,6})?)?|Z)`;
const STRPTIME = [
  `(?<year>${N}{4})-(?<month>1[0-2]|0[1-9]|[1-9])-(?<day>3[01]|[12]${N}|0[1-9]|[1-9]| [1-9])`,
  `[Tt](?<hour>2[0-3]|[01]${N}|${N}):(?<minute>[0-5]${N}|${N}):(?<second>6[01]|[0-5]${N}|${N})`,
];

const P1 = [
  `(?<year>${N}{4})-(?<month>${N}{1,2})-(?<day>${N}{1,2})[T ](?<hour>${N}{1,2}):(?<minute>${N}{1,2})`,
  `(?::(?<second>${N}{1,2})(?:\\.(?<fraction>${N}{1,12}))?)?`,
  `(?:Z|(?<sign>[+-])(?<offsetHour>${N}{2})(?::?(?<offsetMinute>${N}{2}))?)?\\n?`,
];
const PYDANTIC1 = form(P1, "u");
const P2 = [
  date,
  "(?:[Tt _](?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?",
  "(?:[Zz]|(?<sign>[+\\-\u2212])(?<offsetHour>\\d\\d):?(?<offsetMinute>\\d\\d))?)?",
];
const PYDANTIC2 = form(P2);

const isIn = (moment: Moment | undefined, limits = YEARS): boolean =>
  moment !== undefined && isMoment(moment, limits);

/** Readers of date-times by Python and pydantic, which read numbers in strings as times since 1970. */
export const pythonForms = {
  fromIsoFormatOld: isOldIsoFormat,
  fromIsoFormat: isPythonIsoFormat,
  strptimeZone: readsMoment(form([...STRPTIME, zone], "u"), YEARS),
  strptimeUtc: readsMoment(form([...STRPTIME, `\\.(?<fraction>${N}{1,6})[Zz]`], "u"), YEARS),
  pydantic1: (text: string): boolean =>
    isIn(momentOf(PYDANTIC1, text), LOOSE) || (numberReaders.python(text) && !/nan/i.test(text)),
  pydantic2: (text: string): boolean =>
    isIn(momentOf(PYDANTIC2, text)) || /^[+-]?\d+(?:\.\d*)?$/.test(text),
};
