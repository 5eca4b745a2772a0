import { SECONDS, STAMP, cut, dateFamily, ladder } from "./date-case.ts";
import { DATE } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const LENGTHS = [...Array.from({ length: 21 }, (_, length) => length), 50, 100];
const FURTHER = "4567891234567891234567891234567891234567891234567".repeat(2);

const withDigits = (count: number) => {
  if (count === 0) return bytes`${SECONDS}Z`;
  if (count <= 3) return bytes`${cut(0, 20 + count)}Z`;
  return bytes`${STAMP}${FURTHER.slice(0, count - 3)}Z`;
};

const digits = ladder(
  "fraction digits of date",
  LENGTHS,
  (count) => [
    `frac-${count}`,
    count === 0 ? "date has no fraction and no dot" : `date has ${count} fraction digits`,
    withDigits(count),
  ],
  "fraction digits",
);

const ZEROS = [0, 1, 2, 3, 4, 6, 9, 12, 17];

const zeros = ladder(
  "zero digits after the milliseconds of date",
  ZEROS,
  (count) => [
    `frac-zeros-${count}`,
    `date has ${count} zeros after its milliseconds`,
    bytes`${STAMP}${"0".repeat(count)}Z`,
  ],
  "zeros after the milliseconds",
);

const marks = dateFamily("fraction marks", [
  ["frac-dot-alone", "date has a dot and no fraction digits", bytes`${cut(0, 20)}Z`],
  ["frac-comma", "date has a comma before its milliseconds", bytes`${SECONDS},${cut(20)}`],
  ["frac-comma-alone", "date has a comma and no fraction digits", bytes`${SECONDS},Z`],
  ["frac-colon", "date has a colon before its milliseconds", bytes`${SECONDS}:${cut(20)}`],
  ["frac-space", "date has a space before its milliseconds", bytes`${SECONDS} ${cut(20)}`],
  ["frac-no-mark", "date has nothing before its milliseconds", bytes`${SECONDS}${cut(20)}`],
  ["frac-two-dots", "date has two dots before its milliseconds", bytes`${SECONDS}.${cut(19)}`],
  ["frac-second-dot", "date has a dot after its milliseconds", bytes`${STAMP}.Z`],
  ["frac-two-fractions", "date has a second fraction", bytes`${STAMP}${cut(19)}`],
  ["frac-leading-zero", "date has a zero before its milliseconds", bytes`${cut(0, 20)}0${cut(20)}`],
  ["frac-minus", "date has a minus sign before its milliseconds", bytes`${cut(0, 20)}-${cut(20)}`],
  ["frac-letters", "date has letters for milliseconds", bytes`${cut(0, 20)}abcZ`],
  ["frac-exponent", "date has an exponent in its milliseconds", bytes`${cut(0, 20)}1e2Z`],
  [
    "frac-underscore",
    "date has an underscore in its milliseconds",
    bytes`${cut(0, 21)}_${cut(21)}`,
  ],
  ["frac-of-minute", "date has a fraction of its minute, no seconds", bytes`${cut(0, 16)}.500Z`],
  ["frac-of-hour", "date has a fraction of its hour, no minutes", bytes`${cut(0, 13)}.500Z`],
]);

const NINES = [3, 6, 9, 10, 15, 20];

const nines = ladder(
  "fraction nines before the end of a year of date",
  NINES,
  (count) => [
    `frac-nines-${count}`,
    `date is the end of 2024 with ${count} fraction nines`,
    `2024-12-31T23:59:59.${"9".repeat(count)}Z`,
  ],
  "fraction nines",
);

const twice = dateFamily("date twice in one string", [
  ["two-dates", "date holds the same date twice", bytes`${DATE}${DATE}`],
  ["two-dates-space", "date holds the same date twice, a space between", bytes`${DATE} ${DATE}`],
  ["two-dates-comma", "date holds the same date twice, a comma between", bytes`${DATE},${DATE}`],
]);

/** How many fraction digits, and what goes before them. */
export const fractions: CaseDefinition[] = [...digits, ...zeros, ...marks, ...nines, ...twice];
