import type { ClauseId } from "../../contract/clauses.ts";
import type { Axis } from "../../model/axis.ts";
import type { CaseRequest } from "../../model/request.ts";
import type { Template } from "../../template/template.ts";
import { DATE, user } from "../user-submission.ts";
import { bytes, times } from "../../template/bytes.ts";
import { slice } from "../../template/bytes.ts";
import { post } from "../user-submission.ts";
import { countRungs, downwards, every, upwards } from "../../kinds/rungs.ts";

const CLAUSES: ClauseId[] = ["date-values", "date-format", "error-conditions", "response-status"];
const START = 2024n;
const LAST_YEAR = 999_999n;
const LAST_FRACTION = 400n;
/** Hours of the offset: dense as far as a day goes. */
const OFFSETS = [...every(0, 30), 40n, 50n, 59n, 60n, 61n, 70n, 80n, 90n];
/** `2024-01-31T23:59:59` and `2024-01-31T23:59:59.` in characters. */
const TO_SECONDS = 19;
const TO_POINT = 20;
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

const withDate = (date: Template): CaseRequest => post(user({ date: bytes`"${date}"` }));

/** Four digits where they are enough, else a sign and six: ECMAScript's expanded years. */
function yearText(year: bigint): string {
  if (year >= 0n && year <= 9999n) return String(year).padStart(4, "0");
  const [sign, digits] = year < 0n ? ["-", -year] : ["+", year];
  return sign + String(digits).padStart(6, "0");
}

/** The fresh date with this many fraction digits; without any there is no point either. */
function withFraction(digits: number): Template {
  if (digits === 0) return bytes`${slice([DATE], 0, TO_SECONDS)}Z`;
  if (digits <= 3) return bytes`${slice([DATE], 0, TO_POINT + digits)}Z`;
  const further = [times(FURTHER, Math.ceil((digits - 3) / FURTHER.length))];
  return bytes`${slice([DATE], 0, TO_POINT + 3)}${slice(further, 0, digits - 3)}Z`;
}

const year: Pick<Axis, "scale" | "clauses" | "capped" | "request"> = {
  scale: "log",
  clauses: CLAUSES,
  capped: true,
  request: (at) => withDate([`${yearText(at)}-01-01T00:00:00.000Z`]),
};

const offset = (direction: "east" | "west", sign: "+" | "-"): Axis => ({
  name: `date-offset-${direction}`,
  title: `hours of date's offset, ${direction}`,
  unit: "hours",
  scale: "linear",
  clauses: CLAUSES,
  rungs: upwards(0n, 99n, OFFSETS),
  capped: false,
  request: (at) =>
    withDate(bytes`${slice([DATE], 0, TO_POINT + 3)}${sign}${String(at).padStart(2, "0")}:00`),
});

/** Every axis on which date moves. Years stand for their first moment. */
export const dateAxes = (): Axis[] => [
  {
    name: "date-year-upwards",
    title: "year of date, upwards",
    rungs: upwards(START, LAST_YEAR, LATER),
    ...year,
  },
  {
    name: "date-year-downwards",
    title: "year of date, downwards",
    rungs: downwards(START, -LAST_YEAR, EARLIER),
    ...year,
  },
  {
    name: "date-fraction",
    title: "fraction digits of date",
    unit: "digits",
    scale: "linear",
    clauses: CLAUSES,
    rungs: upwards(0n, LAST_FRACTION, [...every(0, 30), ...countRungs(30n, LAST_FRACTION)]),
    capped: true,
    request: (at) => withDate(withFraction(Number(at))),
  },
  offset("east", "+"),
  offset("west", "-"),
];
