import { charactersOf, kinds, type TokenType } from "../kinds/index.ts";
import type { RuleFinding } from "../model/index.ts";

/** Keywords for values of one JSON type, and what they accept. */
export type Fragment = {
  type: string;
  keywords: Record<string, unknown>;
  accepts: (value: unknown) => boolean;
};

/** Ranges that rules have, as a schema can write them. */
const RANGES: readonly [minimum: number | undefined, maximum: number | undefined][] = [
  [undefined, undefined],
  [-128, 127],
  [0, 255],
  [-32_768, 32_767],
  [0, 65_535],
  [-(2 ** 31), 2 ** 31 - 1],
  [0, 2 ** 31 - 1],
  [0, 2 ** 32 - 1],
  [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [0, Number.MAX_SAFE_INTEGER],
  // The largest doubles below 2^63 and 2^64.
  [-(2 ** 63), 2 ** 63 - 1024],
  [0, 2 ** 64 - 2048],
  [-Number.MAX_VALUE, Number.MAX_VALUE],
  [0, undefined],
  [1, undefined],
];

/** Patterns of strings, with the format that says the same to a reader: of any text, then of each kind. */
const PATTERNS: readonly (readonly [pattern: string, format?: string])[] = [
  ["."],
  ["\\S"],
  ...kinds.flatMap(({ patterns = [] }) => patterns),
];

/** Keywords that may express, for a JSON type, the rules of a finding. */
export function fragmentsOf(type: TokenType, finding: RuleFinding): Fragment[] {
  if (type === "number") return [...numbers("number", finding), ...numbers("integer", finding)];
  if (type === "string") return strings(finding);
  return [{ type, keywords: {}, accepts: () => true }];
}

function numbers(type: "number" | "integer", finding: RuleFinding): Fragment[] {
  const least = limitOf(finding, "minimum");
  const most = limitOf(finding, "maximum");
  return RANGES.map(([from, to]): Fragment => {
    const minimum = larger(from, least);
    const maximum = smaller(to, most);
    return {
      type,
      keywords: {
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      },
      accepts: (value) =>
        typeof value === "number" &&
        // Digits too large for a double are an integer all the same.
        (type === "number" || Number.isInteger(value) || Math.abs(value) === Infinity) &&
        (minimum === undefined || value >= minimum) &&
        (maximum === undefined || value <= maximum),
    };
  });
}

/** A limit that a double can hold. */
function limitOf({ limits, subject }: RuleFinding, bound: string): number | undefined {
  if (subject !== "whole-number" && subject !== "number") return undefined;
  const found = limits.find((each) => each.bound === bound);
  return found === undefined ? undefined : Number(found.at);
}

const larger = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
const smaller = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

function strings({ limits, subject }: RuleFinding): Fragment[] {
  const isLength = subject !== "whole-number" && subject !== "number";
  const at = (bound: string): number | undefined => {
    const found = isLength ? limits.find((each) => each.bound === bound) : undefined;
    return found === undefined ? undefined : Number(found.at);
  };
  const lengths = [{}, { minLength: 1 }, lengthsOf(at("minimum"), at("maximum"))];
  const patterns: ({ pattern: string; format?: string } | Record<string, never>)[] = [
    {},
    ...PATTERNS.map(([pattern, format]) => ({ pattern, ...(format && { format }) })),
  ];
  return lengths.flatMap((length) =>
    patterns.map((kept): Fragment => {
      const keywords: { minLength?: number; maxLength?: number; pattern?: string } = {
        ...length,
        ...kept,
      };
      const pattern =
        keywords.pattern === undefined ? undefined : new RegExp(keywords.pattern, "u");
      return {
        type: "string",
        keywords,
        accepts: (value) => {
          if (typeof value !== "string") return false;
          const length = charactersOf(value);
          return (
            length >= (keywords.minLength ?? 0) &&
            length <= (keywords.maxLength ?? Infinity) &&
            (pattern === undefined || pattern.test(value))
          );
        },
      };
    }),
  );
}

const lengthsOf = (minLength: number | undefined, maxLength: number | undefined) => ({
  ...(minLength !== undefined && { minLength }),
  ...(maxLength !== undefined && { maxLength }),
});
