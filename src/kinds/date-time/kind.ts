import fc from "fast-check";
import type { Kind } from "../kind.ts";
import { DateTimeType, fitsDateTime, dateTimeText, dateTimeWords } from "./type.ts";
import { momentCases, validDateTime } from "./valid.ts";

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
  cases: () => [],
  examples: momentCases,
  valid: validDateTime,
  arbitrary: ({ valid }) => fc.constant(valid()),
  axes: () => [],
  deviation: () => undefined,
  knownValue: () => undefined,
};
