import type { Kind } from "../kind.ts";
import { nearDates } from "./arbitrary.ts";
import { dateTimeAxes } from "./axes.ts";
import { dateTimeCases, dateTimePairs } from "./cases.ts";
import { knownDateTime } from "./known-values.ts";
import { simplerDateTimes } from "./simpler.ts";
import { DateTimeType, fitsDateTime, dateTimeText, dateTimeWords } from "./type.ts";
import { momentCases, validDateTime } from "./valid.ts";
import { dateTimeDeviation } from "./words.ts";

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
  cases: dateTimeCases,
  examples: momentCases,
  valid: validDateTime,
  arbitrary: () => nearDates,
  drawn: { reason: (it) => `a ${it} with up to two components changed, and up to one character` },
  pairs: dateTimePairs,
  axes: dateTimeAxes,
  simpler: simplerDateTimes,
  deviation: dateTimeDeviation,
  knownValue: knownDateTime,
};
