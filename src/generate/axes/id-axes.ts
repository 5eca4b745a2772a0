import type { ClauseId } from "../../contract/clauses.ts";
import type { Axis } from "../../model/axis.ts";
import type { CaseRequest } from "../../model/request.ts";
import type { Template, TemplatePart } from "../../template/template.ts";
import { ID, user } from "../user-submission.ts";
import { bytes, times } from "../../template/bytes.ts";
import { post } from "../user-submission.ts";
import {
  aroundPowersOfTwo,
  countRungs,
  downwards,
  every,
  oneTwoFive,
  upwards,
} from "../../kinds/rungs.ts";

const CLAUSES: ClauseId[] = ["id-values", "error-conditions", "response-status"];
const WIDTHS = [7, 8, 15, 16, 31, 32, 53, 63, 64];
const POWERS_OF_TEN = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
  .concat([38, 39, 100, 200, 300, 307, 308, 309, 400])
  .map((exponent) => 10n ** BigInt(exponent));
const MAGNITUDES = [...oneTwoFive(10n ** 9n), ...aroundPowersOfTwo(WIDTHS), ...POWERS_OF_TEN];
const BOUND = 10n ** 400n;
const LAST_PLACE = 400n;
const EXPONENTS = every(0, 25).concat(
  [30n, 37n, 38n, 39n, 50n],
  [100n, 200n, 300n, 307n, 308n, 309n, 310n],
);
const NEGATIVE_EXPONENTS = every(-20, 0).concat(
  [-30n, -37n, -38n, -44n, -45n, -46n, -50n, -100n, -200n, -300n, -307n, -308n, -309n],
  [-322n, -323n, -324n, -325n],
);
const DIGITS = every(3, 22).concat([38n, 39n, 40n, 308n, 309n, 310n, 4300n, 4301n]);

const negative = (at: bigint): bigint => -at;
const withId = (id: TemplatePart | Template): CaseRequest => post(user({ id }));

const whole: Pick<Axis, "scale" | "clauses" | "capped" | "request"> = {
  scale: "log",
  clauses: [...CLAUSES, "id-type"],
  capped: true,
  request: (at) => withId(String(at)),
};

const short = { scale: "linear", clauses: CLAUSES, capped: true } as const;

/** Values of id in plain digits, away from 0 both ways. */
const values: Axis[] = [
  { name: "id-upwards", title: "id, upwards", rungs: upwards(0n, BOUND, MAGNITUDES), ...whole },
  {
    name: "id-downwards",
    title: "id, downwards",
    rungs: downwards(0n, -BOUND, MAGNITUDES.map(negative)),
    ...whole,
  },
];

/** Other spellings of whole numbers, and powers of ten below one. */
const spellings: Axis[] = [
  {
    ...short,
    name: "id-fraction",
    title: "id, zeros after its point",
    unit: "digits",
    rungs: upwards(0n, LAST_PLACE, [...every(0, 30), ...countRungs(30n, LAST_PLACE)]),
    request: (at) => withId(at === 0n ? ID : bytes`${ID}.${times("0", Number(at))}`),
  },
  {
    ...short,
    name: "id-exponent-upwards",
    title: "exponent of id, upwards",
    rungs: upwards(0n, LAST_PLACE, EXPONENTS),
    request: (at) => withId(`1e${at}`),
  },
  {
    ...short,
    clauses: [...CLAUSES, "id-type"],
    name: "id-exponent-downwards",
    title: "exponent of id, downwards",
    rungs: downwards(0n, -LAST_PLACE, NEGATIVE_EXPONENTS),
    request: (at) => withId(`1e-${-at}`),
  },
];

/** Every axis on which id moves; `digits` is the longest id in digits. */
export const idAxes = (digits: number): Axis[] => [
  ...values,
  ...spellings,
  {
    name: "id-digits",
    title: "digits of id",
    unit: "digits",
    scale: "log",
    clauses: [...CLAUSES, "limit-size"],
    rungs: countRungs(1n, BigInt(digits), DIGITS),
    capped: true,
    request: (at) => withId(times("1", Number(at))),
  },
];
