import { bytes, slice, times } from "../../template/bytes.ts";
import type { Template } from "../../template/template.ts";
import type { Slot, ValueAxis } from "../kind.ts";
import { countRungs, downwards, every, upwards } from "../rungs.ts";
import { datePartsOf, type DateParts } from "./parts.ts";
import type { DateTimeType } from "./type.ts";

const START = 2024n;
const LAST_YEAR = 999_999n;
const LAST_FRACTION = 400n;
/** Hours of the offset: dense as far as a day goes. */
const OFFSETS = [...every(0, 30), 40n, 50n, 59n, 60n, 61n, 70n, 80n, 90n];
/** What follows the milliseconds where there are more than three digits. */
const FURTHER = "4567891230";

const LATER = [2025n, 2030n, 2037n, 2038n, 2039n, 2050n, 2099n, 2106n, 2107n, 2262n, 2263n].concat(
  centuries(21, 30),
  [4000n, 5000n, 6000n, 7000n, 8000n, 9000n, 9998n, 9999n, 10_000n, 10_001n, 12_000n],
  [20_000n, 32_767n, 32_768n, 50_000n, 65_535n, 65_536n, 99_999n, 100_000n, 200_000n],
  [275_759n, 275_760n, 275_761n, 294_276n, 294_277n, 500_000n],
);
const EARLIER = [2023n, 2000n, 1971n, 1970n, 1969n, 1950n, 1902n, 1901n].concat(
  [1899n, 1753n, 1752n, 1678n, 1677n, 1601n, 1583n, 1582n, 1581n, 999n, 99n, 50n, 10n, 2n, 1n],
  centuries(1, 19),
  [0n, -1n, -2n, -100n, -1000n, -4712n, -4713n, -9999n, -10_000n, -32_768n, -100_000n],
  [-271_820n, -271_821n, -271_822n, -500_000n],
);

function centuries(from: number, to: number): bigint[] {
  return every(from, to).map((century) => century * 100n);
}

/** Four digits where they are enough, else a sign and six: ECMAScript's expanded years. */
function yearText(year: bigint): string {
  if (year >= 0n && year <= 9999n) return String(year).padStart(4, "0");
  const [sign, digits] = year < 0n ? ["-", -year] : ["+", year];
  return sign + String(digits).padStart(6, "0");
}

/** The valid date with this many fraction digits; without any there is no point either. */
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

/** Every axis on which a date-time moves. Years stand for their first moment. */
export function dateTimeAxes(slot: Slot<DateTimeType>): ValueAxis[] {
  const parts = datePartsOf(slot);
  const { it, withFraction } = parts;
  const year: Pick<ValueAxis, "scale" | "probes" | "capped" | "value"> = {
    ...shared,
    scale: "log",
    value: (at) => [`"${withFraction(`${yearText(at)}-01-01T00:00:00.000Z`)}"`],
  };
  return [
    {
      ...year,
      name: "year-upwards",
      title: `year of ${it}, upwards`,
      rungs: upwards(START, LAST_YEAR, LATER),
    },
    {
      ...year,
      name: "year-downwards",
      title: `year of ${it}, downwards`,
      rungs: downwards(START, -LAST_YEAR, EARLIER),
    },
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
