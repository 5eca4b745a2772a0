import type { KnownPlaces, Slot, ValueAxis, Kind } from "../kind.ts";
import { bytes, slice, times, type Template } from "../../template/index.ts";
import { every, fractionAxis, upwards, yearAxes, KNOWN_YEARS } from "../axes.ts";
import { datePartsOf, type DateParts } from "./parts.ts";
import { DateTimeType, fitsDateTime, isUnusualDateTime, dateTimeText } from "./type.ts";
import { writtenMoment, dateTimeWords, dateTimeDeviation } from "./type.ts";
import { stringOf } from "../case-families.ts";
import { nearDates, momentCases, validDateTime } from "./arbitrary.ts";
import { dateTimeCases, dateTimePairs } from "./cases.ts";
import { DAY, TIME, ZONE } from "./moment-form.ts";
import { limitsOn, otherTypeRules, rulesOnStrings, sources } from "../rule-rows.ts";
import { pythonRules } from "./python-readers.ts";
import { goRules, javaRules, phpRules, standardRules, rubyRules } from "./readers.ts";

const unread = rulesOnStrings("date-time")`
  RFC 8259 section 7
  string-any | any string | accepted
  string-not-empty | any string that is not empty | ${(text) => text !== ""}
  string-refused | strings are refused | refused
`;

const dateTimeRules = [
  ...standardRules,
  ...goRules,
  ...pythonRules,
  ...javaRules,
  ...phpRules,
  ...rubyRules,
  ...unread,
  ...otherTypeRules("date-time", []),
];

const FRACTION_DIGITS = /[.,](\d+)(?:[Zz]|[+-][\d:]+)?$/;

const dateTimeLimits = limitsOn("date-time")`
  digits | limits | fraction digits | ${sources.rfc}3339#section-5.6 | ${({ content }) => (content === undefined ? undefined : (FRACTION_DIGITS.exec(content)?.[1]?.length ?? 0))}
`;

const OFFSETS = [...every(0, 30), 40n, 50n, 59n, 60n, 61n, 70n, 80n, 90n];
/** The digits after the milliseconds if there are more than three. */
const FURTHER = "4567891230";

function withDigits({ seconds, cut, digitCount }: DateParts, digits: number): Template {
  if (digits === 0) return bytes`"${seconds}Z"`;
  const own = Math.min(digits, digitCount);
  const further = [times(FURTHER, Math.ceil((digits - own) / FURTHER.length))];
  return bytes`"${seconds}.${cut(20, 20 + own)}${slice(further, 0, digits - own)}Z"`;
}

const shared = { probes: ["values", "format"], capped: true } as const;

const offset = (
  { it, stamp }: DateParts,
  direction: "east" | "west",
  sign: "+" | "-",
): ValueAxis => ({
  ...shared,
  name: `offset-${direction}`,
  title: `hours of ${it}'s offset, ${direction}`,
  unit: "hours",
  scale: "linear",
  rungs: upwards(0n, 99n, OFFSETS),
  capped: false,
  value: (at) => bytes`"${stamp}${sign}${String(at).padStart(2, "0")}:00"`,
});

function dateTimeAxes(slot: Slot<DateTimeType>): ValueAxis[] {
  const parts = datePartsOf(slot);
  const { it, withFraction } = parts;
  const digits = (at: bigint): Template => withDigits(parts, Number(at));
  return [
    ...yearAxes(it, (year) => [`"${withFraction(`${year}-01-01T00:00:00.000Z`)}"`]),
    { ...fractionAxis("fraction", `fraction digits of ${it}`, digits), ...shared },
    offset(parts, "east", "+"),
    offset(parts, "west", "-"),
  ];
}

const FRACTION: KnownPlaces = {
  0: "whole seconds",
  3: "milliseconds",
  6: "microseconds",
  7: "100 ns, the ticks of .NET",
  9: "nanoseconds",
};

const OFFSET: KnownPlaces = {
  12: "12 hours, half a day",
  14: "14 hours, the largest offset in use (Kiribati)",
  18: "18 hours, the largest of Java's ZoneOffset",
  23: "23 hours, the last hour of a day",
  24: "24 hours, a day",
};

const PARTS = /^([+-]?\d+)(-\d+)(-\d+)(\D{0,2})(\d*)(:?\d*)(:?\d*)([.,]?\d*)([^\d.,][^]*|)$/;

/** The valid date-time with one part of this text: zone, fraction, seconds, up to the year. */
function simplerDateTimes(slot: Slot<DateTimeType>, text: string): Template[] {
  const given = stringOf(text);
  if (given === undefined) return [['""']];
  const { cut, day, stamp, seconds, fraction, length } = datePartsOf(slot);
  const [, year = "", month, dayOfMonth, separator, hour, minute, second, digits, zone] =
    PARTS.exec(given) ?? [];
  if (year === "") return [['""'], bytes`"${day}"`];
  const last = cut(length - 1, length);
  return [
    bytes`"${stamp}${zone ?? ""}"`,
    bytes`"${seconds}${digits ?? ""}${last}"`,
    bytes`"${seconds}${digits ?? ""}${zone ?? ""}"`,
    bytes`"${cut(0, 16)}${second ?? ""}${fraction}"`,
    bytes`"${cut(0, 13)}${minute ?? ""}${cut(16)}"`,
    bytes`"${cut(0, 11)}${hour ?? ""}${cut(13)}"`,
    bytes`"${cut(0, 10)}${separator ?? ""}${cut(11)}"`,
    bytes`"${cut(0, 7)}${dayOfMonth ?? ""}${cut(10)}"`,
    bytes`"${cut(0, 4)}${month ?? ""}${cut(7)}"`,
    bytes`"${year}${cut(4)}"`,
  ];
}

/** The years of which an interface file that states no bounds is certain. */
const CERTAIN_YEAR = /^"?(?:19[7-9]\d|20\d\d)-/;
/** A date-time that every reader of RFC 3339 takes: up to nanoseconds, and an offset that some zone has. */
const USUAL_MOMENT = /T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|(?!-00:00)[+-](?:0\d|1[0-4]):\d\d)"$/;

export const dateTime: Kind<DateTimeType> = {
  name: "date-time",
  schema: () => DateTimeType,
  words: dateTimeWords,
  aspect: "format",
  isBounded: () => false,
  quoted: true,
  text: dateTimeText,
  otherForms: (date) => [date.slice(0, 19), date.slice(0, 10), date.slice(11, 19)],
  fits: fitsDateTime,
  leavesOpen: isUnusualDateTime,
  cases: dateTimeCases,
  examples: momentCases,
  valid: validDateTime,
  arbitrary: () => nearDates,
  drawn: { reason: (it) => `a ${it} with up to two components changed, and up to one character` },
  pairs: dateTimePairs,
  axes: dateTimeAxes,
  simpler: simplerDateTimes,
  deviation: dateTimeDeviation,
  known: { ...KNOWN_YEARS, fraction: FRACTION, "offset-east": OFFSET, "offset-west": OFFSET },
  rules: () => dateTimeRules,
  limits: dateTimeLimits,
  formats: ["date-time"],
  patterns: [
    [`^${DAY}T${TIME}Z$`],
    ...[
      `^${DAY}T${TIME}(\\.\\d+)?Z$`,
      `^${DAY}T${TIME}(\\.\\d+)?${ZONE}$`,
      `^${DAY}[Tt ]${TIME}(\\.\\d+)?(Z|z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$`,
      `^${DAY}[Tt\\s]${TIME}(\\.\\d+)?(Z|z|[+-]\\d\\d(:?\\d\\d)?)$`,
      `^${DAY}T${TIME}(\\.\\d{1,3})?Z$`,
      `^${DAY}T${TIME}\\.\\d{3}Z$`,
      `^${DAY}T${TIME}([.,]\\d+)?${ZONE}$`,
      `^${DAY}T${TIME}(\\.\\d{1,6})?${ZONE}?$`,
      `^${DAY}T${TIME}(\\.\\d{1,9})?${ZONE}$`,
    ].map((pattern) => [pattern, "date-time"] as const),
  ],
  atMoment: writtenMoment,
  isTime: true,
  isUsual: (text, isOpen) => USUAL_MOMENT.test(text) && (!isOpen || CERTAIN_YEAR.test(text)),
};
