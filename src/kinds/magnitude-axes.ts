import { times } from "../template/index.ts";
import type { ProbedAspect, ValueAxis } from "./kind.ts";
import { countRungs, downwards, every, upwards } from "./rungs.ts";

const BOUND = 10n ** 400n;
/** The last place of fraction digits and exponents. */
const LAST_PLACE = 400n;

const negative = (at: bigint): bigint => -at;

/**
 * Plain digits, away from 0 in both directions. Magnitudes are places on both sides, bounds on their
 * own.
 */
export function magnitudeAxes(
  label: string,
  { magnitudes, bounds }: { magnitudes: bigint[]; bounds: bigint[] },
): ValueAxis[] {
  const values: Pick<ValueAxis, "scale" | "probes" | "capped" | "value"> = {
    scale: "log",
    probes: ["values", "type"],
    capped: true,
    value: (at) => [String(at)],
  };
  return [
    {
      ...values,
      name: "upwards",
      title: `${label}, upwards`,
      rungs: upwards(0n, BOUND, [...magnitudes, ...bounds]),
    },
    {
      ...values,
      name: "downwards",
      title: `${label}, downwards`,
      rungs: downwards(0n, -BOUND, [...magnitudes.map(negative), ...bounds]),
    },
  ];
}

/** Powers of ten; those below one have separate probes, because they are not integers. */
export function exponentAxes(
  label: string,
  places: { up: bigint[]; down: bigint[]; downProbes: readonly ProbedAspect[] },
): ValueAxis[] {
  return [
    {
      scale: "linear",
      probes: ["values"],
      capped: true,
      name: "exponent-upwards",
      title: `exponent of ${label}, upwards`,
      rungs: upwards(0n, LAST_PLACE, places.up),
      value: (at) => [`1e${at}`],
      others: { alias: [(at) => [`1${"0".repeat(Number(at))}`]] },
    },
    {
      scale: "linear",
      probes: places.downProbes,
      capped: true,
      name: "exponent-downwards",
      title: `exponent of ${label}, downwards`,
      rungs: downwards(0n, -LAST_PLACE, places.down),
      value: (at) => [`1e-${-at}`],
      others: { alias: [(at) => [at === 0n ? "1" : `0.${"0".repeat(Number(-at) - 1)}1`]] },
    },
  ];
}

/** The number of digits after the point is the place on the axis. */
export const fractionAxis = (
  name: string,
  title: string,
  value: ValueAxis["value"],
): ValueAxis => ({
  scale: "linear",
  probes: ["values"],
  capped: true,
  name,
  title,
  unit: "digits",
  rungs: upwards(0n, LAST_PLACE, [...every(0, 30), ...countRungs(30n, LAST_PLACE)]),
  value,
});

/** The digit 1 repeated, up to `most` times. */
export const digitsAxis = (label: string, most: number, places: bigint[]): ValueAxis => ({
  name: "digits",
  title: `digits of ${label}`,
  unit: "digits",
  scale: "log",
  probes: ["values", "limit-size"],
  rungs: countRungs(1n, BigInt(most), places),
  capped: true,
  value: (at) => [times("1", Number(at))],
  others: {
    same: [
      (at) => [times("9", Number(at))],
      (at) => (at === 0n ? [] : ["1", times("0", Number(at) - 1)]),
    ],
  },
});
