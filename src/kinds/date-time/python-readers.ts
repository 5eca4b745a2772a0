import { rulesOnStrings, sources } from "../rule-rows.ts";
import { daysIn, form, FOUR_DIGITS, isMoment, momentOf, part, readsMoment } from "./moment-form.ts";
import { numberReaders } from "../number-readers.ts";

const { pydantic1, pydantic2, python } = sources;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$|^(\d{4})(\d\d)(\d\d)$/;
const WEEK = /^(\d{4})-?W(\d\d)(?:-?(\d))?$/;

function dateLength(text: string): number {
  if (text.length === 7) return 7;
  if (text[4] === "-") {
    if (text[5] !== "W") return 10;
    if (text[8] !== "-") return 8;
    return /\d/.test(text[10] ?? "") ? 8 : 10;
  }
  if (text[4] !== "W") return 8;
  const digits = /^\d*/.exec(text.slice(7))?.[0].length ?? 0;
  if (digits < 2) return 7 + digits;
  return digits % 2 === 1 ? 7 : 8;
}

/** A year has week 53 if it begins on a Thursday, or is a leap year and begins on a Wednesday. */
function weeksIn(year: number): number {
  const first = new Date(Date.UTC(2000 + (year % 400), 0, 1)).getUTCDay();
  return first === 4 || (first === 3 && daysIn(year, 2) === 29) ? 53 : 52;
}

/** Python's date.fromisoformat since 3.11: dates and weeks, with dashes or without. */
export function isPythonIsoDate(text: string): boolean {
  const [, year, month, day, ...basic] = (DATE.exec(text) ?? []).map(Number);
  const [y = 0, m = 0, d = 0] = Number.isNaN(year) ? basic : [year, month, day];
  if (DATE.test(text)) return y >= 1 && m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m);
  const week = WEEK.exec(text)?.map((each) => Number(each ?? 1));
  if (week === undefined || /-W\d\d\d$|\dW\d\d-/.test(text)) return false;
  const [, of = 0, at = 0, weekday = 0] = week;
  return of >= 1 && at >= 1 && at <= weeksIn(of) && weekday >= 1 && weekday <= 7;
}

type Clock = { numbers: number[]; rest: boolean };

/** `next` is the character after the text. Python 3.11 to 3.13 leave one at the end, and, after six fraction digits, one that is not a digit. */
function clockOf(text: string, next: string): Clock | undefined {
  const numbers: number[] = [];
  let at = 0;
  let hasColons = false;
  for (let index = 0; index < 3; index++) {
    const digits = text.slice(at, at + 2);
    if (!/^\d\d$/.test(digits)) return undefined;
    numbers.push(Number(digits));
    const after = text[at + 2] ?? next;
    at += 3;
    if (index === 0) hasColons = after === ":";
    if (at >= text.length) return { numbers, rest: after !== "" };
    if (hasColons && after === ":") continue;
    if (after === "." || after === ",") break;
    if (hasColons) return undefined;
    at -= 1;
  }
  const fraction = text.slice(at);
  if (!/^\d+$/.test(fraction.slice(0, 6))) return undefined;
  return { numbers, rest: next !== "" || !/^\d*$/.test(fraction) };
}

/** A character after a time is ignored before a zone; nothing may follow an offset. */
function isTime(text: string): boolean {
  const zoneAt = text.search(/[+\-Z]/);
  const clock =
    zoneAt === -1 ? clockOf(text, "") : clockOf(text.slice(0, zoneAt), text[zoneAt] ?? "");
  if (clock === undefined) return false;
  const [hour = 0, minute = 0, second = 0] = clock.numbers;
  if (hour > 23 || minute > 59 || second > 59) return false;
  if (zoneAt === -1) return !clock.rest;
  const zone = text.slice(zoneAt + 1);
  return text[zoneAt] === "Z" ? zone === "" : isOffset(clockOf(zone, ""));
}

/** Less than a day; its minutes may be 60 or more. */
function isOffset(clock: Clock | undefined): boolean {
  if (clock === undefined || clock.rest) return false;
  const [hour = 0, minute = 0, second = 0] = clock.numbers;
  return hour * 3600 + minute * 60 + second < 86_400;
}

/** Python's datetime.fromisoformat since 3.11. A text ends at U+0000 after its zone. */
function isPythonIsoFormat(text: string): boolean {
  const length = dateLength(text);
  const [separator = ""] = text.slice(length);
  const time = text.slice(length + separator.length).replace(/(?<=Z)\0[^]*$/, "");
  return isPythonIsoDate(text.slice(0, length)) && (separator === "" || isTime(time));
}

const { date } = part;
/** An offset is less than a day; its minutes may be 60 or more. */
const LOOSE = { ...FOUR_DIGITS, lastOffsetMinute: 99 };

const zoneOf = (suffix: string): string =>
  `(?<sign${suffix}>[+-])(?<offsetHour${suffix}>\\d\\d):(?<offsetMinute${suffix}>\\d\\d)(?::(?<offsetSecond${suffix}>\\d\\d)(?:\\.\\d{6})?)?`;
const OLD_CLOCK = "(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)?";
/** Before 3.11: any separator, 3 or 6 fraction digits, no Z. One character before the zone is ignored (3.10.13). */
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

const N = "\\p{Nd}";
const zone = `(?:(?<sign>[+-])(?<offsetHour>${N}${N}):?(?<offsetMinute>[0-5]${N})(?::?(?<offsetSecond>[0-5]${N})(?:\\.${N}{1,6})?)?|Z)`;
const STRPTIME = [
  part.strptimeDate,
  `[Tt](?<hour>2[0-3]|[01]${N}|${N}):(?<minute>[0-5]${N}|${N}):(?<second>6[01]|[0-5]${N}|${N})`,
];

const P1 = [
  `${part.pydantic1Date}[T ](?<hour>${N}{1,2}):(?<minute>${N}{1,2})`,
  `(?::(?<second>${N}{1,2})(?:\\.(?<fraction>${N}{1,12}))?)?`,
  `(?:Z|(?<sign>[+-])(?<offsetHour>${N}{2})(?::?(?<offsetMinute>${N}{2}))?)?\\n?`,
];
const isPydantic1 = readsMoment(form(P1, "u"), LOOSE);
const P2 = [
  date,
  "(?:[Tt _](?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?",
  "(?:[Zz]|(?<sign>[+\\-\u2212])(?<offsetHour>\\d\\d):?(?<offsetMinute>\\d\\d))?)?",
];
const isPydantic2 = readsMoment(form(P2), FOUR_DIGITS);

const UTC_FRACTION = `\\.(?<fraction>${N}{1,6})[Zz]`;
const ZONED = "%Y-%m-%dT%H:%M:%S%z";
const UTC = "%Y-%m-%dT%H:%M:%S.%fZ";

export const pythonRules = rulesOnStrings("date-time")`
  ${python}datetime.html#datetime.datetime.fromisoformat
  python-3.10 | Python's fromisoformat before 3.11 | ${isOldIsoFormat} | python3.10 fromisoformat
  python | Python's fromisoformat since 3.11 | ${isPythonIsoFormat} | python3.{11,13} fromisoformat
  ${python}datetime.html#strftime-and-strptime-behavior
  python-strptime-zone | Python's strptime(${ZONED}) | ${readsMoment(form([...STRPTIME, zone], "u"), FOUR_DIGITS)} | python3.{10,11,13} strptime ${ZONED}
  python-strptime-utc | Python's strptime(${UTC}) | ${readsMoment(form([...STRPTIME, UTC_FRACTION], "u"), FOUR_DIGITS)} | python3.{10,11,13} strptime ${UTC}
  ${pydantic1}#datetime-types
  pydantic1 | pydantic 1 \`datetime\` | ${(text) => isPydantic1(text) || (numberReaders.python(text) && !/nan/i.test(text))} | pydantic1 datetime
  ${pydantic2}#datetime
  pydantic2 | pydantic 2 \`datetime\` | ${(text) => isPydantic2(text) || /^[+-]?\d+(?:\.\d*)?$/.test(text)} | pydantic2 datetime
`;
