import { InvalidOptionValue, names, type OptionParser } from "./option-parser.ts";

/** Headers by name. The values are secrets and never printed. */
type HeaderValues = Readonly<Record<string, string>>;

const HEADERS = "headers as 'Name: value', except those that witness writes itself";
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Allowed characters of a header value: no control characters except the tab, and one byte per character. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const OWN = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
]);

const isHeader = (name: string, value: string): boolean =>
  HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !OWN.has(name.toLowerCase());

/** `Name: value`; `WITNESS_HEADER_X_API_KEY` sets `X-Api-Key`. Sources add up: the flag is first, the configuration last. */
export const headerValues = (): OptionParser<HeaderValues, Record<string, string> | string[]> => ({
  placeholder: "<name: value>",
  accepts: HEADERS,
  parse: parseLine,
  schemas: (z) => {
    const byName = z
      .record(z.string(), z.string())
      .refine((given) => Object.entries(given).every(([name, value]) => isHeader(name, value)), {
        error: `must be ${HEADERS}`,
      });
    return { value: byName, written: z.union([byName, z.array(z.string())]) };
  },
  format: (value) =>
    Object.keys(value)
      .map((name) => `${name}: [redacted]`)
      .join(", "),
  repeatable: true,
  secret: true,
  readWritten: (written) => {
    if (Array.isArray(written)) return merged(written.map((line) => parseLine(String(line))));
    return merged(
      Object.entries(written as object).map(([name, value]) => one(name, String(value))),
    );
  },
  merge: (values) => merged(values),
  fromVariables: (env, variable) => {
    const prefix = `${variable}_`;
    const found = Object.entries(env).flatMap(([name, value = ""]) =>
      name.startsWith(prefix) && name.length > prefix.length && value !== ""
        ? [one(headerName(name.slice(prefix.length)), value)]
        : [],
    );
    return found.length === 0 ? undefined : merged(found);
  },
});

/** `X_API_KEY` is `X-Api-Key`: names of variables have no dashes, and header names are case-insensitive. */
const headerName = (variable: string): string =>
  variable
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join("-");

function parseLine(line: string): HeaderValues {
  const [, name = "", value = ""] = /^([^:]*):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? [];
  return one(name, value);
}

function one(name: string, value: string): HeaderValues {
  if (isHeader(name, value)) return { [name]: value };
  throw new InvalidOptionValue(HEADERS, "[redacted]");
}

/** A later value replaces an earlier one of the same name, in any letter case. */
function merged(values: readonly HeaderValues[]): HeaderValues {
  const byName = new Map<string, [name: string, value: string]>();
  for (const each of values)
    for (const [name, value] of Object.entries(each)) {
      byName.delete(name.toLowerCase());
      byName.set(name.toLowerCase(), [name, value]);
    }
  return Object.fromEntries(byName.values());
}

const OVERRIDES = "host:port:address, separated by commas";
const ONE_OVERRIDE = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5}):(\[[^\]]+\]|[^:[\]]+)$/;

/** Addresses by host and port: `api.example.com:443:127.0.0.1`, IPv6 in brackets. */
export function addressOverrides(): OptionParser<string[], string | string[]> {
  const kind = names("<host:port:address>");
  return {
    ...kind,
    accepts: OVERRIDES,
    parse: (given) => {
      const overrides = kind.parse(given);
      if (overrides.every((each) => ONE_OVERRIDE.test(each))) return overrides;
      throw new InvalidOptionValue(OVERRIDES, given);
    },
  };
}

export function overriddenAddress(
  overrides: readonly string[],
  target: { hostname: string; port: number },
): string | undefined {
  const found = overrides
    .map((each) => ONE_OVERRIDE.exec(each))
    .find((parts) => bare(parts?.[1]) === target.hostname && Number(parts?.[2]) === target.port);
  return found === undefined ? undefined : bare(found?.[3]);
}

const bare = (text = ""): string => text.replace(/^\[|\]$/g, "");
