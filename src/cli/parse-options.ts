import { InvalidArgumentError } from "commander";
import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import { Target } from "../model/target.ts";

const LONGEST_MS = 600_000;

/** A whole number from `least` up. */
export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(
        `${JSON.stringify(text)} is no whole number ${most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`}.`,
      );
    return value;
  };

/** A number above zero, whole or not. */
export function aboveZero(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0)
    throw new InvalidArgumentError(`${JSON.stringify(text)} is no number above 0.`);
  return value;
}

/** "30s", "500ms", "2m", or a bare number of seconds; gives milliseconds. */
export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
  if (match === null)
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is no duration: write 30s, 500ms or 2m.`,
    );
  const unit = { ms: 1, s: 1000, m: 60_000 }[match[2] ?? "s"] ?? 1000;
  return Math.round(Number(match[1]) * unit);
}

/** A duration that is not nothing. */
export function span(text: string): number {
  const ms = duration(text);
  if (ms < 1) throw new InvalidArgumentError(`${JSON.stringify(text)} is no time at all.`);
  return ms;
}

/** As `duration`, but a bare number is milliseconds. At least one of them. */
export function milliseconds(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) : duration(text);
  if (ms < 1 || ms > LONGEST_MS)
    throw new InvalidArgumentError(`${JSON.stringify(text)} is not from 1 ms to 10 min.`);
  return Math.round(ms);
}

/** "16MiB", "64KiB", "1MB", or a bare number of bytes. */
export function byteCount(text: string): number {
  const match = /^(\d+)\s*(B|kB|KB|KiB|MB|MiB|GiB)?$/.exec(text);
  const unit = { B: 1, kB: 1e3, KB: 1e3, KiB: 2 ** 10, MB: 1e6, MiB: 2 ** 20, GiB: 2 ** 30 };
  if (match === null)
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is no size: write 16MiB, 64KiB or 1000.`,
    );
  return Number(match[1]) * unit[(match[2] ?? "B") as keyof typeof unit];
}

export function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** "a,b", given once or more often. */
export function list(text: string, before: string[]): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  if (entries.includes("")) throw new InvalidArgumentError("a name is missing.");
  return [...before, ...entries];
}

/** `[name=]URL`, where `:3000` is short for `http://localhost:3000`. */
export function parseTarget(text: string): Target {
  const named = /^([^=:/?#]+)=(.*)$/.exec(text);
  const url = (named?.[2] ?? text).replace(/^:(?=\d+(\/|$))/, "http://localhost:");
  const base = parseBaseUrl(url);
  const host = base.hostname.includes(":") ? `ip6-${base.hostname}` : base.hostname;
  const name = named?.[1] ?? `${host}-${base.port}`.replace(/[^A-Za-z0-9._]+/g, "-");
  const parsed = Target.safeParse({ name: name.replace(/^[^A-Za-z0-9]+/, ""), baseUrl: base.href });
  if (parsed.success && (named === null || named[1] === parsed.data.name)) return parsed.data;
  throw new WitnessError("target-name", `${JSON.stringify(name)} cannot name a target`, {
    hint: "letters, digits, dots, dashes and underscores, at most 40, the first one a letter or digit",
  });
}
