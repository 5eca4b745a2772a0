import { WitnessError } from "../errors.ts";
import { type Route, type ProxyAddress, type TlsOptions, Secret } from "./route.ts";

const MAX_PORT = 65_535;
const EXAMPLE = "a base URL looks like http://localhost:3000 or https://host/prefix";

/** The target of requests: the parts of the base URL that the request line and Host header need. */
export type BaseUrl = {
  /** Normalised text, without a trailing slash. */
  href: string;
  protocol: "http:" | "https:";
  /** Host to connect to, IPv6 without brackets. */
  hostname: string;
  port: number;
  /** Value of the Host header: the port is omitted if it is the scheme's default. */
  host: string;
  /** Path prefix without a trailing slash, "" at the root. */
  prefix: string;
  /** How to get there, where that is not the plain way. */
  route?: Route;
};

/** http or https with an optional path prefix; `http://` may be missing (`withScheme`). @throws WitnessError that names query, fragment, credentials. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = readUrl(text);
  const refuse = (what: string, hint = EXAMPLE): never => {
    throw new WitnessError(
      "base-url",
      `the base URL ${JSON.stringify(withoutUser(text))} ${what}`,
      { hint },
    );
  };
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refuse(`has the scheme "${url.protocol}", only http: and https: are supported`);
  if (url.username !== "" || url.password !== "")
    return refuse("carries credentials", "leave them out: --basic-from USER_PASSWORD sends them");
  if (url.search !== "" || text.includes("?")) return refuse("has a query");
  if (url.hash !== "" || text.includes("#")) return refuse("has a fragment");
  if (url.port === "0") return refuse("has port 0, on which nothing can listen");
  const prefix = url.pathname.replace(/\/+$/, "");
  return {
    href: `${url.protocol}//${url.host}${prefix}`,
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
    host: url.host,
    prefix,
  };
}

/** The base URLs at this origin that the `servers` of a document name, other than this one. */
export function statedBases(baseUrl: string, servers: readonly string[] = []): string[] {
  const { href } = parseBaseUrl(baseUrl);
  const { origin } = new URL(href);
  const known = servers
    .filter((server) => !server.includes("{") && URL.canParse(server, href))
    .map((server) => origin + new URL(server, href).pathname.replace(/\/+$/, ""));
  return [...new Set(known)].filter((each) => each !== href);
}

const withoutUser = (text: string): string =>
  text.replace(/^(https?:\/*)?[^]*@/i, (_, scheme: string = "") => `${scheme}[redacted]@`);

/** An address with the scheme that people leave out. A bare name is returned unchanged: it may be a mistyped name. */
export function withScheme(text: string): string {
  if (/^:\d+(?=\/|$)/.test(text)) return `http://localhost${text}`;
  if (SCHEME.test(text)) return text;
  // Where it carries credentials, the error about them is more useful.
  if (/^[^/?#]*@/.test(text)) return `http://${text}`;
  const [, host = "", port] =
    /^(\[[\da-f:.]+\]|[^\s:/?#\\[\]]+)(:\d+)?(?=[/?#]|$)/i.exec(text) ?? [];
  const isNumber = /^[\d.]+$/.test(host) && !/^\d+(\.\d+){3}$/.test(host);
  const isAddress = port !== undefined || host.startsWith("[") || /^[^.].*\.[^.]/.test(host);
  return isAddress && !isNumber ? `http://${text}` : text;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

function readUrl(given: string): URL {
  const text = withScheme(given);
  const fail = (hint: string): never => {
    throw new WitnessError("base-url", `${JSON.stringify(withoutUser(given))} is not a base URL`, {
      hint,
    });
  };
  if (/[\s\\]/.test(text)) return fail("it contains white space or a backslash");
  const port = /:(\d+)(\/|$)/.exec(text)?.[1];
  if (Number(port) > MAX_PORT) return fail(`port ${port} is greater than ${MAX_PORT}`);
  if (URL.canParse(text)) return new URL(text);
  return fail(meantBy(text) ?? EXAMPLE);
}

/** What may have been meant by an address without a scheme. */
function meantBy(text: string): string | undefined {
  const [, host = "", path = ""] = /^([\w.-]*)(\/.*)?$/.exec(text) ?? [];
  if (/^\d+$/.test(host)) return `for a port of this machine, write :${text}`;
  if (/^\w/.test(host))
    return `for a server of this name, write its port, ${host}:3000${path}, or http://${text} for port 80`;
  const isIpv6 = /^[\da-f]*:[\da-f:.]*$/i.test(text);
  return isIpv6 ? "write an IPv6 address in brackets: [::1]:3000" : undefined;
}

/** A request as people name it: `POST http://localhost:3000/v1/orders`. */
export const addressText = (from: { method: string; path: string }, baseUrl: string): string =>
  `${from.method} ${baseUrl}${from.path}`;

type PackedRoute = Omit<Route, "headers" | "proxy" | "tls"> & {
  headers: [name: string, value: string][];
  proxy?: Omit<ProxyAddress, "authorization"> & { authorization?: string | undefined };
  tls?: Omit<TlsOptions, "key"> & { key?: string | undefined };
};

/** A target as plain data for another process of witness, secrets included: never written down. */
export type PackedTarget = Omit<BaseUrl, "route"> & { route?: PackedRoute };

export function packTarget({ route, ...target }: BaseUrl): PackedTarget {
  if (route === undefined) return target;
  const { headers = new Map<string, Secret>(), proxy, tls, ...rest } = route;
  return {
    ...target,
    route: {
      ...rest,
      headers: Array.from(headers, ([name, value]) => [name, value.reveal()]),
      ...(proxy && { proxy: { ...proxy, authorization: proxy.authorization?.reveal() } }),
      ...(tls && { tls: { ...tls, key: tls.key?.reveal() } }),
    },
  };
}

export function unpackTarget({ route, ...target }: PackedTarget): BaseUrl {
  if (route === undefined) return target;
  const { headers, proxy, tls, ...rest } = route;
  return {
    ...target,
    route: {
      ...rest,
      headers: new Map(headers.map(([name, value]) => [name, new Secret(value)])),
      ...(proxy && { proxy: { ...proxy, authorization: secretOf(proxy.authorization) } }),
      ...(tls && { tls: { ...tls, key: secretOf(tls.key) } }),
    },
  };
}

const secretOf = (text: string | undefined): Secret | undefined =>
  text === undefined ? undefined : new Secret(text);

/** The target without what only sending needs: for showing a request. */
export const shownTarget = ({ route: _route, ...target }: BaseUrl): BaseUrl => target;
