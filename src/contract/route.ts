import type { Interface } from "../model/index.ts";

export const REDACTED = "[redacted]";

/** A text that is sent and never shown: printed, logged or written as JSON, it is `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself: for sending it to the target, and for finding it in responses. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return REDACTED;
  }
}

/** Stands for the value of a header that is given when sending. No real header can have it: it begins with a NUL. */
export const GIVEN = "\0given";

export type GivenHeaders = ReadonlyMap<string, Secret>;

/** The part of a given value that fills a hole: the scheme with the blank after it, or the rest. */
export type GivenPart = "scheme" | "credentials";

/** The value of a given header, or a part of it; `[redacted]` if the value is not known. */
export function givenText(
  headers: GivenHeaders | undefined,
  name: string,
  part?: GivenPart,
): string {
  const unknown = isPathKey(name) ? name : REDACTED;
  const value = headers?.get(name.toLowerCase())?.reveal() ?? unknown;
  if (part === undefined) return value;
  const scheme = /^\S+ +(?=\S)/.exec(value)?.[0] ?? "";
  return part === "scheme" ? scheme : value.slice(scheme.length);
}

export function withGiven(from: Interface, names: readonly string[]): Interface {
  if (names.length === 0) return from;
  return { ...from, given: [...new Set([...(from.given ?? []), ...names])] };
}

/** Names the version that a request changes (RFC 9110, 13.1.1): read from the server, and no credential. */
export const VERSION_HEADER = "If-Match";

export const isVersionHeader = (name: string): boolean =>
  name.toLowerCase() === VERSION_HEADER.toLowerCase();

/** The interface whose requests have the current ETag of their resource, instead of a stated text. */
export function withVersion(from: Interface): Interface {
  const { parameters } = from;
  const others = parameters?.filter((each) => each.in !== "header" || !isVersionHeader(each.name));
  return withGiven({ ...from, ...(others && { parameters: others }) }, [VERSION_HEADER]);
}

/** The key of a parameter of the path among the given values; it stands in the path where the value is not known. */
export const pathKey = (name: string): string => `{${name}}`;

const isPathKey = (key: string): boolean => key.startsWith("{");

/** The interface whose requests name a new resource each, by these parameters of the path. */
export const withGivenPath = (from: Interface, names: readonly string[]): Interface => ({
  ...from,
  givenPath: [...names],
});

/** The key of a given parameter of the query among the given headers: no header can have this name. */
export const queryKey = (name: string): string => `?${name}`;

/** The beginning of the names of the cases that vary it. */
export const givenPartOf = (name: string): string =>
  `given-query-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** The interface with parameters of the query whose values are given when sending. */
export function withGivenQuery(from: Interface, names: readonly string[]): Interface {
  if (names.length === 0) return from;
  const { parameters, givenQuery = [] } = from;
  const isGiven = (each: { in: string; name: string }): boolean =>
    each.in === "query" && names.includes(each.name);
  return {
    ...from,
    ...(parameters && { parameters: parameters.filter((each) => !isGiven(each)) }),
    givenQuery: [...new Set([...givenQuery, ...names])],
  };
}

/** All that is given when sending, in the words of `credentials`. */
export const givenNames = ({
  given = [],
  givenQuery = [],
}: Pick<Interface, "given" | "givenQuery">): string[] => [
  ...given,
  ...givenQuery.map((name) => `${name} in the query`),
];

/** The header by which a server's own traces find a request (W3C Trace Context). */
export const TRACE_HEADER = "traceparent";

/** The same interface, whose requests carry a `traceparent` that witness makes for each. */
export const withTrace = (from: Interface): Interface => ({ ...from, trace: true });

export const headersAtSending = ({ given = [], trace }: Interface): readonly string[] =>
  trace === true ? [...given, TRACE_HEADER] : given;

/** The interface without them: two runs with other credentials are of the same interface. */
export function withoutGiven(from: Interface): Interface {
  const { given: _given, givenQuery: _query, givenPath: _path, trace: _trace, ...rest } = from;
  return rest;
}

export type ProxyAddress = {
  hostname: string;
  port: number;
  secure: boolean;
  authorization?: Secret | undefined;
};

/** Settings of TLS besides the target's name: texts of PEM files, and another name to ask for and to verify. */
export type TlsOptions = {
  cert?: string | undefined;
  key?: Secret | undefined;
  ca?: string | undefined;
  serverName?: string | undefined;
};

/** The route to the target, and the values of given headers, which no record may contain. */
export type Route = {
  headers?: GivenHeaders | undefined;
  /** Further headers, and members of JSON documents, whose values are not stored. */
  redact?: readonly string[] | undefined;
  /** An address to connect to, instead of the addresses of the name. */
  address?: string | undefined;
  unixSocket?: string | undefined;
  proxy?: ProxyAddress | undefined;
  family?: 4 | 6 | undefined;
  tls?: TlsOptions | undefined;
  /** The address of the first connection, to which all others go, too. */
  used?: { address?: string | undefined } | undefined;
};
