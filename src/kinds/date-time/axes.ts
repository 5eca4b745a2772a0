import { bytes, slice, times, type Template } from "../../template/index.ts";
import type { Slot, ValueAxis } from "../kind.ts";
import { countRungs, every, upwards } from "../rungs.ts";
import { yearAxes } from "../year-axes.ts";
import { datePartsOf, type DateParts } from "./parts.ts";
import type { DateTimeType } from "./type.ts";

const LAST_FRACTION = 400n;
/** Hours of the offset: dense within a day. */
const OFFSETS = [...every(0, 30), 40n, 50n, 59n, 60n, 61n, 70n, 80n, 90n];
/** The digits after the milliseconds if there are more than three. */
const FURTHER = "4567891230";

/** The valid date with this many fraction digits; with 0, it has no point either. */
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

/** Every axis of a date-time. Years stand for their first moment. */
export function dateTimeAxes(slot: Slot<DateTimeType>): ValueAxis[] {
  const parts = datePartsOf(slot);
  const { it, withFraction } = parts;
  return [
    ...yearAxes(it, (year) => [`"${withFraction(`${year}-01-01T00:00:00.000Z`)}"`]),
    {
      ...shared,
      name: "fraction",
      title: `fraction digits of ${it}`,
      unit: "digits",
      scale: "linear",
      rungs: upwards(0n, LAST_FRACTION, [...every(0, 30), ...countRungs(30n, LAST_FRACTION)]),
      value: (at) => withDigits(parts, Number(at)),
    },
    offset(parts, "east", "+"),
    offset(parts, "west", "-"),
  ];
}
