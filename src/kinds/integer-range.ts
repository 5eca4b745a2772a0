/** Bounds of an integer type, both included. */
export type IntegerRange = readonly [from: bigint, to: bigint];

export const signedRange = (bits: bigint): IntegerRange => [
  -(2n ** (bits - 1n)),
  2n ** (bits - 1n) - 1n,
];
export const unsignedRange = (bits: bigint): IntegerRange => [0n, 2n ** bits - 1n];

export const isInRange = (number: bigint | undefined, [from, to]: IntegerRange): boolean =>
  number !== undefined && number >= from && number <= to;
