import type { Slot, ValueCase } from "../kind.ts";

const WIDTHS = [7, 8, 15, 16, 31, 32, 53, 63, 64, 128];
const POWERS_OF_TEN = Array.from({ length: 25 }, (_, index) => index + 1).concat([
  30, 38, 39, 50, 100, 200, 308, 309, 310, 400,
]);
const AROUND = [
  { offset: -1n, suffix: "-minus-1", words: " - 1" },
  { offset: 0n, suffix: "", words: "" },
  { offset: 1n, suffix: "-plus-1", words: " + 1" },
];

type Make = (name: string, words: string, value: bigint, family: string) => ValueCase;

/** Integers as plain digits, from 10^400 down to -(10^400). */
export function wholeNumberSizes({ label: it }: Slot<unknown>): ValueCase[] {
  const upwards: Make = (name, words, value, family) => ({
    name,
    reason: `${it} is ${words}`,
    value: [String(value)],
    family,
    rung: { axis: `${it} upwards`, at: String(value) },
  });
  /** Written with a minus sign, zero too, so that only the digits of the ladder differ. */
  const downwards: Make = (name, words, value, family) => ({
    name,
    reason: `${it} is ${words}`,
    value: [`-${-value}`],
    family,
    rung: { axis: `${it} downwards`, at: String(value) },
  });
  return [
    upwards("zero", "0", 0n, "small"),
    upwards("one", "1", 1n, "small"),
    downwards("minus-zero", "0 with a minus sign", 0n, "small"),
    downwards("minus-one", "-1", -1n, "small"),
    ...integerWidths(upwards),
    ...negativeWidths(downwards),
    ...powersOfTen(upwards),
    ...negativePowers(downwards),
  ];
}

const integerWidths = (make: Make): ValueCase[] =>
  WIDTHS.flatMap((bits) =>
    AROUND.map(({ offset, suffix, words }) =>
      make(
        `pow-2-${bits}${suffix}`,
        `2^${bits}${words}`,
        2n ** BigInt(bits) + offset,
        "integer widths",
      ),
    ),
  );

const negativeWidths = (make: Make): ValueCase[] =>
  WIDTHS.flatMap((bits) =>
    AROUND.map(({ offset, suffix, words }) =>
      make(
        `minus-pow-2-${bits}${suffix}`,
        `-(2^${bits})${words}`,
        offset - 2n ** BigInt(bits),
        "negative integer widths",
      ),
    ),
  );

const powersOfTen = (make: Make): ValueCase[] =>
  POWERS_OF_TEN.map((power) =>
    make(
      `pow-10-${power}`,
      `10^${power}, all digits written`,
      10n ** BigInt(power),
      "powers of ten",
    ),
  );

const negativePowers = (make: Make): ValueCase[] =>
  POWERS_OF_TEN.map((power) =>
    make(
      `minus-pow-10-${power}`,
      `-(10^${power}), all digits written`,
      -(10n ** BigInt(power)),
      "negative powers of ten",
    ),
  );
