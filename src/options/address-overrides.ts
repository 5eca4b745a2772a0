import { InvalidOptionValue, names, type OptionParser } from "./option-parser.ts";

const ACCEPTS = "host:port:address, separated by commas";
const OVERRIDE = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5}):(\[[^\]]+\]|[^:[\]]+)$/;

/** Addresses by host and port: `api.example.com:443:127.0.0.1`, IPv6 in brackets. */
export function addressOverrides(): OptionParser<string[], string | string[]> {
  const kind = names("<host:port:address>");
  return {
    ...kind,
    accepts: ACCEPTS,
    parse: (given) => {
      const overrides = kind.parse(given);
      if (overrides.every((each) => OVERRIDE.test(each))) return overrides;
      throw new InvalidOptionValue(ACCEPTS, given);
    },
  };
}

/** The address that these overrides have for a host and port. */
export function overriddenAddress(
  overrides: readonly string[],
  target: { hostname: string; port: number },
): string | undefined {
  const found = overrides
    .map((each) => OVERRIDE.exec(each))
    .find((parts) => bare(parts?.[1]) === target.hostname && Number(parts?.[2]) === target.port);
  return found === undefined ? undefined : bare(found?.[3]);
}

const bare = (text = ""): string => text.replace(/^\[|\]$/g, "");
