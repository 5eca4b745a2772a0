import { bytes, times } from "../../template/bytes.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { aroundPowersOfTwo, countRungs, downwards, every, oneTwoFive, upwards } from "../rungs.ts";
import type { WholeNumberType } from "./type.ts";

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

const whole: Pick<ValueAxis, "scale" | "probes" | "capped" | "value"> = {
  scale: "log",
  probes: ["values", "type"],
  capped: true,
  value: (at) => [String(at)],
};

/** A stated range may lie between two places: its ends are places, too. */
const aroundBounds = ({ min, max }: WholeNumberType): bigint[] =>
  [min, max].flatMap((bound) =>
    bound === undefined ? [] : [-1n, 0n, 1n].map((offset) => BigInt(bound) + offset),
  );

const short = { scale: "linear", probes: ["values"], capped: true } as const;

/** Every axis on which a whole number moves; `digits` is the longest in digits. */
export const wholeNumberAxes = (
  slot: Slot<WholeNumberType>,
  { digits }: ValueCaps,
): ValueAxis[] => [
  ...valueAxes(slot),
  ...spellingAxes(slot),
  {
    name: "digits",
    title: `digits of ${slot.label}`,
    unit: "digits",
    scale: "log",
    probes: ["values", "limit-size"],
    rungs: countRungs(1n, BigInt(digits), DIGITS),
    capped: true,
    value: (at) => [times("1", Number(at))],
  },
];

/** Plain digits, away from 0 both ways. */
const valueAxes = ({ type, label: it }: Slot<WholeNumberType>): ValueAxis[] => [
  {
    name: "upwards",
    title: `${it}, upwards`,
    rungs: upwards(0n, BOUND, [...MAGNITUDES, ...aroundBounds(type)]),
    ...whole,
  },
  {
    name: "downwards",
    title: `${it}, downwards`,
    rungs: downwards(0n, -BOUND, [...MAGNITUDES.map(negative), ...aroundBounds(type)]),
    ...whole,
  },
];

/** Other spellings of whole numbers, and powers of ten below one. */
const spellingAxes = ({ label: it, content }: Slot<WholeNumberType>): ValueAxis[] => [
  {
    ...short,
    name: "fraction",
    title: `${it}, zeros after its point`,
    unit: "digits",
    rungs: upwards(0n, LAST_PLACE, [...every(0, 30), ...countRungs(30n, LAST_PLACE)]),
    value: (at) => (at === 0n ? content() : bytes`${content()}.${times("0", Number(at))}`),
  },
  {
    ...short,
    name: "exponent-upwards",
    title: `exponent of ${it}, upwards`,
    rungs: upwards(0n, LAST_PLACE, EXPONENTS),
    value: (at) => [`1e${at}`],
  },
  {
    ...short,
    probes: ["values", "type"],
    name: "exponent-downwards",
    title: `exponent of ${it}, downwards`,
    rungs: downwards(0n, -LAST_PLACE, NEGATIVE_EXPONENTS),
    value: (at) => [`1e-${-at}`],
  },
];
