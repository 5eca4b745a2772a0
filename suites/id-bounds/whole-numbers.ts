import { onId } from "./id-case.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const WIDTHS = [7, 8, 15, 16, 31, 32, 53, 63, 64, 128];
const POWERS_OF_TEN = Array.from({ length: 25 }, (_, index) => index + 1).concat([
  30, 38, 39, 50, 100, 200, 308, 309, 310, 400,
]);
const AROUND = [
  { offset: -1n, suffix: "-minus-1", words: " - 1" },
  { offset: 0n, suffix: "", words: "" },
  { offset: 1n, suffix: "-plus-1", words: " + 1" },
];

const upwards = (name: string, reason: string, value: bigint, family: string): CaseDefinition =>
  onId(name, reason, String(value), { family, rung: { axis: "id upwards", at: String(value) } });

/** Written with a minus sign, zero too, so that the ladder differs in the digits alone. */
const downwards = (name: string, reason: string, size: bigint, family: string): CaseDefinition =>
  onId(name, reason, `-${size}`, { family, rung: { axis: "id downwards", at: String(-size) } });

const small: CaseDefinition[] = [
  upwards("zero", "id is 0", 0n, "small"),
  upwards("one", "id is 1", 1n, "small"),
  downwards("minus-zero", "id is 0 with a minus sign", 0n, "small"),
  downwards("minus-one", "id is -1", 1n, "small"),
];

const widths = WIDTHS.flatMap((bits) =>
  AROUND.map(({ offset, suffix, words }) =>
    upwards(
      `pow-2-${bits}${suffix}`,
      `id is 2^${bits}${words}`,
      2n ** BigInt(bits) + offset,
      "integer widths",
    ),
  ),
);

const negativeWidths = WIDTHS.flatMap((bits) =>
  AROUND.map(({ offset, suffix, words }) =>
    downwards(
      `minus-pow-2-${bits}${suffix}`,
      `id is -(2^${bits})${words}`,
      2n ** BigInt(bits) - offset,
      "negative integer widths",
    ),
  ),
);

const powers = POWERS_OF_TEN.map((power) =>
  upwards(
    `pow-10-${power}`,
    `id is 10^${power}, all digits written`,
    10n ** BigInt(power),
    "powers of ten",
  ),
);

const negativePowers = POWERS_OF_TEN.map((power) =>
  downwards(
    `minus-pow-10-${power}`,
    `id is -(10^${power}), all digits written`,
    10n ** BigInt(power),
    "negative powers of ten",
  ),
);

/** Whole numbers as plain digits, from 10^400 down to -(10^400). */
export const wholeNumbers: CaseDefinition[] = [
  ...small,
  ...widths,
  ...negativeWidths,
  ...powers,
  ...negativePowers,
];
