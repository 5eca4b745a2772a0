import type { Interface } from "../model/index.ts";
import { REDACTED, type Secret } from "./secret.ts";

/**
 * Stands for the value of a header that is given when sending. No real header can have it, because it begins with a
 * NUL. Templates of raw requests have a hole instead (`{ given: name }`).
 */
export const GIVEN = "\0given";

/** Values of headers that are given at sending, by their names in lower case. */
export type GivenHeaders = ReadonlyMap<string, Secret>;

/** The part of a given value that fills a hole: the scheme with the blank after it, or the rest. */
export type GivenPart = "scheme" | "credentials";

/** The value of a given header, or a part of it; `[redacted]` if the value is not known. */
export function givenText(
  headers: GivenHeaders | undefined,
  name: string,
  part?: GivenPart,
): string {
  const value = headers?.get(name.toLowerCase())?.reveal() ?? REDACTED;
  if (part === undefined) return value;
  const scheme = /^\S+ +(?=\S)/.exec(value)?.[0] ?? "";
  return part === "scheme" ? scheme : value.slice(scheme.length);
}

/** The same interface, whose requests carry headers of these names with values that are given at sending. */
export function withGiven(from: Interface, names: readonly string[]): Interface {
  if (names.length === 0) return from;
  return { ...from, given: [...new Set([...(from.given ?? []), ...names])] };
}

/** The interface without them: two runs with other credentials are of the same interface. */
export function withoutGiven({ given: _given, ...rest }: Interface): Interface {
  return rest;
}
