import { bytes, times } from "../../template/bytes.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { aroundPowersOfTwo, countRungs, downwards, every, oneTwoFive, upwards } from "../rungs.ts";
import { decimalOf } from "./decimal.ts";
import { numberText } from "./text.ts";
import { boundsOf, outsideOf, type NumberType } from "./type.ts";

const EXAMPLE = 234_567_890;
const BOUND = 10n ** 400n;
const LAST_PLACE = 400n;
const TENS = [10, 12, 15, 16, 18, 19, 20, 38, 39, 100, 200, 300, 308, 309, 400];
const MAGNITUDES = [
  ...oneTwoFive(10n ** 9n),
  ...aroundPowersOfTwo([7, 8, 15, 16, 31, 32, 53, 63, 64]),
  ...TENS.map((exponent) => 10n ** BigInt(exponent)),
  99_999_999n,
];
const EXPONENTS = [...every(0, 25), 38n, 39n, 100n, 300n, 307n, 308n, 309n, 310n];
const SMALL_EXPONENTS = [...every(-20, 0), -38n, -45n, -46n, -100n, -300n, -308n, -323n, -324n];

const negative = (at: bigint): bigint => -at;
const plain = (at: bigint) => [String(at)];

/** The whole part of a valid number: what digits after its point are added to. */
function wholePart(type: NumberType): string {
  const [whole = "0"] = numberText({ ...type, fresh: undefined }, EXAMPLE).split(".");
  const inside = [whole, "0", "1"].find((digits) => {
    const value = decimalOf(`${digits}.1`);
    return (
      value !== undefined && outsideOf({ ...type, multipleOf: undefined }, value) === undefined
    );
  });
  return inside ?? whole;
}

/** The stated bounds, rounded, and their neighbours are places, too. */
const aroundBounds = (type: NumberType): bigint[] =>
  Object.values(boundsOf(type)).flatMap(({ at: { units, scale } }) => {
    const whole = units / 10n ** BigInt(scale);
    return [-1n, 0n, 1n].map((offset) => whole + offset);
  });

const short = { scale: "linear", probes: ["values"], capped: true } as const;

/** Every axis on which a number moves: away from 0 both ways, its fraction digits, its exponent, its length. */
export const numberAxes = (slot: Slot<NumberType>, { digits }: ValueCaps): ValueAxis[] => [
  ...sizes(slot),
  ...spellings(slot),
  {
    name: "digits",
    title: `digits of ${slot.label}`,
    unit: "digits",
    scale: "log",
    probes: ["values", "limit-size"],
    rungs: countRungs(1n, BigInt(digits), [...every(3, 22), 38n, 39n, 308n, 309n, 310n]),
    capped: true,
    value: (at) => [times("1", Number(at))],
  },
];

function sizes({ type, label: it }: Slot<NumberType>): ValueAxis[] {
  const bounds = aroundBounds(type);
  const values = { scale: "log", probes: ["values", "type"], capped: true, value: plain } as const;
  return [
    {
      ...values,
      name: "upwards",
      title: `${it}, upwards`,
      rungs: upwards(0n, BOUND, [...MAGNITUDES, ...bounds]),
    },
    {
      ...values,
      name: "downwards",
      title: `${it}, downwards`,
      rungs: downwards(0n, -BOUND, [...MAGNITUDES.map(negative), ...bounds]),
    },
  ];
}

function spellings({ type, label: it }: Slot<NumberType>): ValueAxis[] {
  const whole = wholePart(type);
  return [
    {
      ...short,
      name: "fraction-digits",
      title: `fraction digits of ${it}`,
      unit: "digits",
      rungs: upwards(0n, LAST_PLACE, [...every(0, 30), ...countRungs(30n, LAST_PLACE)]),
      value: (at) => (at === 0n ? [whole] : bytes`${whole}.${times("1", Number(at))}`),
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
      name: "exponent-downwards",
      title: `exponent of ${it}, downwards`,
      rungs: downwards(0n, -LAST_PLACE, SMALL_EXPONENTS),
      value: (at) => [`1e-${-at}`],
    },
  ];
}
