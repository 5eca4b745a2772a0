import type { z as Zod } from "zod";
import { InvalidOptionValue, type OptionParser, parser } from "./option-parser.ts";

type Range = { min?: number | undefined; max?: number | undefined };

const DURATION_UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const SIZE_UNITS = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
} as const;

const BARE = /^\d+(\.\d+)?$/;

export function integer(min?: number, max?: number): OptionParser<number, number> {
  const range = { min, max };
  return parser({
    placeholder: "<n>",
    accepts: `an integer${rangeWords(range, String)}`,
    read: (text) => within(/^-?\d+$/.test(text) ? Number(text) : NaN, range),
    schemas: (z) => ({ value: bounded(z.int(), range), written: z.int() }),
  });
}

export const positiveNumber = (): OptionParser<number, number> =>
  parser({
    placeholder: "<n>",
    accepts: "a number > 0",
    read: (text) => (BARE.test(text) && Number(text) > 0 ? Number(text) : undefined),
    schemas: (z) => ({ value: z.number().positive(), written: z.number().positive() }),
  });

/** A share above zero, written in percent: `0.1%` is 0.001. */
export function share(): OptionParser<number, string> {
  const accepts = "a percentage above 0% and below 100%";
  return parser({
    placeholder: "<percent>",
    accepts,
    read: (text) => {
      if (BARE.test(text)) throw new InvalidOptionValue(accepts, text, withoutPercent(text));
      const value = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : NaN;
      return value > 0 && value < 1 ? value : undefined;
    },
    schemas: (z) => ({
      value: z.number().gt(0).lt(1),
      written: z.string({ error: ({ input }) => bareProblem(input, withoutPercent) }),
    }),
    format: (value) => `${Number((value * 100).toPrecision(10))}%`,
  });
}

/** A duration in milliseconds: `500ms`, `5s`, `2m`. Without a unit only 0: it is seconds for curl, and not elsewhere. */
export const duration = (min = 0, max?: number): OptionParser<number, string | 0> =>
  anyDuration({ min, max }, false);

export const durationOrZero = (min: number): OptionParser<number, string | 0> =>
  anyDuration({ min }, true);

function anyDuration(range: Range, orZero: boolean): OptionParser<number, string | 0> {
  const limits = rangeWords(range, formatDuration);
  const accepts = `a duration${orZero ? " of 0 or" : ""}${limits} (500ms, 5s, 2m)`;
  return parser({
    placeholder: "<time>",
    accepts,
    read: (text) => {
      const ms = readDuration(text);
      const value = ms === undefined ? NaN : Math.round(ms);
      if (orZero && value === 0) return 0;
      if (BARE.test(text) && Number(text) > 0)
        throw new InvalidOptionValue(accepts, text, withoutUnit(text));
      return within(value, range);
    },
    schemas: (z) => {
      const value = bounded(z.int(), range);
      const error = ({ input }: { input?: unknown }) => bareProblem(input, withoutUnit);
      const written = z.string({ error });
      return {
        value: orZero ? z.union([z.literal(0), value]) : value,
        written: orZero ? z.union([written, z.literal(0)], { error }) : written,
      };
    },
    format: formatDuration,
  });
}

/** Milliseconds of a written duration, or undefined. A number alone is milliseconds, as in records of before. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  const unit = DURATION_UNITS[(match?.[2] ?? "ms") as keyof typeof DURATION_UNITS];
  return match === null ? undefined : Number(match[1]) * unit;
}

/** Why a number alone is not a duration, with what may have been meant. */
const withoutUnit = (bare: string): string =>
  `has no unit: write ${bare}s for ${withUnit(bare, "second")}, or ${bare}ms for ${withUnit(bare, "millisecond")}`;

const withoutPercent = (bare: string): string => `has no unit: write ${bare}% for ${bare} of 100`;

const withUnit = (bare: string, unit: string): string =>
  `${bare} ${unit}${Number(bare) === 1 ? "" : "s"}`;

/** The message about a number of a configuration file where a text with a unit is needed. */
const bareProblem = (input: unknown, problem: (bare: string) => string): string | undefined =>
  typeof input === "number" && input > 0 ? problem(String(input)) : undefined;

/** A number of bytes: `64KiB`, `16MiB`, `1MB`; a number without a unit is bytes. */
export function byteSize(min: number, max: number): OptionParser<number, string | number> {
  const range = { min, max };
  return parser({
    placeholder: "<size>",
    accepts: `a size${rangeWords(range, formatSize)} (64KiB, 16MiB; a bare number is bytes)`,
    read: (text) => {
      const match = /^(\d+)\s?(B|kB|KB|MB|KiB|MiB|GiB)?$/.exec(text);
      const unit = SIZE_UNITS[(match?.[2] ?? "B") as keyof typeof SIZE_UNITS];
      return within(match === null ? NaN : Number(match[1]) * unit, range);
    },
    schemas: (z) => ({
      value: bounded(z.int(), range),
      written: z.union([z.string(), z.int().min(0)]),
    }),
    format: formatSize,
  });
}

const within = (value: number, { min = -Infinity, max = Infinity }: Range): number | undefined =>
  Number.isFinite(value) && value >= min && value <= max ? value : undefined;

function bounded(schema: Zod.ZodNumber, { min, max }: Range): Zod.ZodType<number> {
  const above = min === undefined ? schema : schema.min(min);
  return max === undefined ? above : above.max(max);
}

function rangeWords({ min, max }: Range, format: (value: number) => string): string {
  if (min !== undefined && max !== undefined) return ` from ${format(min)} to ${format(max)}`;
  if (min !== undefined) return ` >= ${format(min)}`;
  return max === undefined ? "" : ` <= ${format(max)}`;
}

function formatDuration(ms: number): string {
  if (ms === 0) return "0";
  for (const unit of ["m", "s"] as const)
    if (ms % DURATION_UNITS[unit] === 0) return `${ms / DURATION_UNITS[unit]}${unit}`;
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

function formatSize(bytes: number): string {
  for (const unit of ["GiB", "MiB", "KiB"] as const)
    if (bytes > 0 && bytes % SIZE_UNITS[unit] === 0) return `${bytes / SIZE_UNITS[unit]}${unit}`;
  return String(bytes);
}
