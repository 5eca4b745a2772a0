import { bytes, slice } from "../../template/index.ts";
import type { Slot, ValueAxis } from "../kind.ts";
import { countRungs, every, upwards } from "../rungs.ts";

const DIGITS = 36;
const MOST = 1000;
const FURTHER = "0123456789abcdef";
/** The positions of version and variant. */
const VERSION = 14;
const VARIANT = 19;

const shared = { scale: "linear", probes: ["values", "format"] } as const;

/** The length of a UUID, and the digits of its version and variant. */
export function uuidAxes({ label: it, content }: Slot<unknown>): ValueAxis[] {
  const own = content();
  const withDigit = (at: number, digit: bigint) =>
    bytes`"${slice(own, 0, at)}${digit.toString(16)}${slice(own, at + 1)}"`;
  return [
    {
      ...shared,
      name: "length",
      title: `characters of ${it}`,
      unit: "characters",
      rungs: upwards(0n, BigInt(MOST), [...every(0, 48), ...countRungs(48n, BigInt(MOST))]),
      capped: true,
      value: (at) => {
        const more = Math.max(0, Number(at) - DIGITS);
        const further = FURTHER.repeat(Math.ceil(more / FURTHER.length)).slice(0, more);
        return bytes`"${slice(own, 0, Number(at))}${further}"`;
      },
    },
    {
      ...shared,
      name: "version",
      title: `version of ${it}`,
      rungs: every(0, 15),
      capped: false,
      value: (at) => withDigit(VERSION, at),
    },
    {
      ...shared,
      name: "variant",
      title: `variant digit of ${it}`,
      rungs: every(0, 15),
      capped: false,
      value: (at) => withDigit(VARIANT, at),
    },
  ];
}

const TABLES: Record<string, Record<string, string>> = {
  length: {
    32: "32 characters, the digits of a UUID without dashes",
    36: "36 characters, the length of a UUID",
    38: "38 characters, a UUID in braces",
    45: "45 characters, a UUID as a URN",
  },
  version: {
    1: "version 1, the first of RFC 9562",
    5: "version 5, the last of RFC 4122",
    8: "version 8, the last of RFC 9562",
  },
  variant: {
    7: "7, the last of the variant NCS",
    8: "8, the first of the variant of RFC 9562",
    11: "b, the last of the variant of RFC 9562",
    13: "d, the last of the variant Microsoft",
  },
};

/** The well-known value at a place on an axis of a UUID. */
export const knownUuid = (axis: string, at: bigint): string | undefined =>
  TABLES[axis]?.[String(at)];
