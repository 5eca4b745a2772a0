import type { Slot, ValueCase, ValuePair } from "../kind.ts";
import { bytes } from "../../template/index.ts";
import { notNumbers } from "./other-types.ts";
import { wholeNumberSizes } from "./sizes.ts";
import { numberSpellings } from "./spellings.ts";
import { numberTokens } from "./tokens.ts";
import type { WholeNumberType } from "./type.ts";

/** Hand-chosen values: how large, how spelled, of what type; the stated bounds and beyond. */
export const wholeNumberCases = (slot: Slot<WholeNumberType>): ValueCase[] => [
  ...wholeNumberSizes(slot),
  ...numberSpellings(slot),
  ...notNumbers(slot),
  ...numberTokens(slot),
  ...bounds(slot),
];

const BOUNDS = [
  { bound: "min", outside: -1n, words: "least", beyond: "below" },
  { bound: "max", outside: 1n, words: "largest", beyond: "above" },
] as const;

function bounds({ type, label: it }: Slot<WholeNumberType>): ValueCase[] {
  const step = BigInt(type.multipleOf ?? 1);
  return BOUNDS.flatMap(({ bound, outside, words, beyond }): ValueCase[] => {
    const stated = type[bound];
    if (stated === undefined) return [];
    const value = BigInt(stated);
    const shared = { family: "stated bounds" } as const;
    return [
      ...(value % step === 0n
        ? [
            {
              ...shared,
              name: `bound-${bound}`,
              reason: `${it} is ${stated}, the ${words} stated number`,
              value: [String(value)],
            },
          ]
        : []),
      {
        ...shared,
        name: `bound-${bound}-outside`,
        reason: `${it} is ${value + outside * step}, ${beyond} the stated bound`,
        value: [String(value + outside * step)],
      },
    ];
  }).concat(
    step === 1n
      ? []
      : [
          {
            name: "no-multiple",
            reason: `${it} is one more than a multiple of ${step}`,
            value: [String((BigInt(type.min ?? 0) / step) * step + step + 1n)],
            family: "stated bounds",
          },
        ],
  );
}

/** What else to send where a key occurs twice. */
export const wholeNumberPairs = ({ content }: Slot<WholeNumberType>): ValuePair[] => [
  {
    name: "second-string",
    reason: "a string the second time",
    values: [content(0), bytes`"${content(1)}"`],
  },
  {
    name: "first-string",
    reason: "a string the first time",
    values: [bytes`"${content(0)}"`, content(1)],
  },
  { name: "second-object", reason: "an object the second time", values: [content(), ["{}"]] },
  {
    name: "same-point-zero",
    reason: "same value, .0 the second time",
    values: [content(), bytes`${content()}.0`],
  },
];
