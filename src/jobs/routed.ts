import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { BaseUrl, GivenHeaders, ProxyAddress, Route, TlsOptions } from "../contract/index.ts";
import { givenNames, hideHeaders, pathKey, queryKey, Secret } from "../contract/index.ts";
import { TRACE_HEADER, withGiven, withGivenQuery, withScheme } from "../contract/index.ts";
import { withTrace } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { Interface, RunHeader } from "../model/index.ts";
import { overriddenAddress } from "../options/index.ts";
import type { Settings } from "./settings.ts";

/** Given values override the `hidden` ones. @throws WitnessError `route`, `credentials` if the options cannot be used. */
export function routed(
  target: BaseUrl,
  options: Partial<Settings>,
  hidden: GivenHeaders = new Map(),
): BaseUrl {
  refuseContradictions(options);
  const { redact, resolve = [], ipv4, ipv6, unixSocket } = options;
  const route: Route = {
    headers: new Map([...hidden, ...givenValues(options)]),
    redact,
    address: overriddenAddress(resolve, target),
    unixSocket,
    family: ipv4 === true ? 4 : ipv6 === true ? 6 : undefined,
    proxy: proxyOf(target, options),
    tls: tlsOf(options),
    used: {},
  };
  return { ...target, route };
}

function refuseContradictions(options: Partial<Settings>) {
  const { ipv4, ipv6, unixSocket, proxy, resolve, cert, key } = options;
  const refuse = (message: string, hint: string): never => {
    throw new WitnessError("route", message, { hint });
  };
  if (ipv4 === true && ipv6 === true)
    refuse("--ipv4 and --ipv6 exclude each other", "leave one of them out");
  if (unixSocket !== undefined && (proxy !== undefined || (resolve ?? []).length > 0))
    refuse("--unix-socket excludes --proxy and --resolve", "a unix socket has no address");
  if ((cert === undefined) !== (key === undefined))
    refuse("--cert and --key belong together", "give both; they may name one file");
}

function proxyOf(
  { protocol }: BaseUrl,
  { proxy, proxyAuthFrom }: Partial<Settings>,
): ProxyAddress | undefined {
  const given = proxy === "env" ? proxyOfEnvironment(protocol) : proxy;
  if (given === undefined) return undefined;
  const text = withScheme(given);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new WitnessError("route", "--proxy must be an http or https URL, or env", {
      hint: "--proxy http://127.0.0.1:3128",
    });
  const hasUser = url.username !== "" || url.password !== "";
  if (hasUser && proxy !== "env")
    throw new WitnessError("route", "--proxy carries credentials", {
      hint: "leave them out: --proxy-auth-from USER_PASSWORD gives them",
    });
  const pair = hasUser
    ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    : proxyAuthFrom && variable("--proxy-auth-from", proxyAuthFrom);
  const secure = url.protocol === "https:";
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    secure,
    authorization: pair === undefined ? undefined : new Secret(basicOf(pair)),
  };
}

function proxyOfEnvironment(protocol: BaseUrl["protocol"]): string {
  const names =
    protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const found = names.map((name) => process.env[name]).find((value = "") => value !== "");
  if (found !== undefined) return found;
  throw new WitnessError("route", `--proxy env: ${names[1]} is not set`, {
    hint: "name the proxy: --proxy http://127.0.0.1:3128",
  });
}

function tlsOf({ cert, key, ca, serverName }: Partial<Settings>): TlsOptions | undefined {
  if ([cert, key, ca, serverName].every((each) => each === undefined)) return undefined;
  const keyText = read("--key", key);
  const texts = { cert: read("--cert", cert), ca: read("--ca", ca) };
  try {
    createSecureContext({ ...texts, key: keyText });
  } catch (error) {
    throw new WitnessError("route", `--cert, --key and --ca: ${(error as Error).message}`, {
      hint: "they are PEM files; the key has no passphrase",
    });
  }
  return { ...texts, key: keyText === undefined ? undefined : new Secret(keyText), serverName };
}

function read(flag: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    throw new WitnessError("route", `${flag}: ${(error as Error).message}`, {
      hint: "name a PEM file",
    });
  }
}

export function recordedRoute(
  options: Partial<RunHeader["options"]>,
  anew: Partial<Settings>,
): Partial<Settings> {
  const { resolve, ipv4, ipv6, unixSocket, proxy, cert, key, ca, serverName, redact } = options;
  const recorded = { resolve, ipv4, ipv6, unixSocket, proxy, cert, key, ca, serverName, redact };
  const said = Object.entries(anew).filter(([, value]) => value !== undefined && value !== false);
  return { ...recorded, ...Object.fromEntries(said) };
}

const AUTHORIZATION = "Authorization";

/** The given headers. @throws WitnessError `credentials` if a variable is not set, or a header is given twice. */
function givenHeaders(from: Partial<Settings>): [name: string, value: Secret][] {
  const { headers = {}, bearerFrom, basicFrom } = from;
  const given = Object.entries(headers).map(([name, value]): [string, Secret] => [
    name,
    new Secret(value),
  ]);
  const named = given.some(([name]) => name.toLowerCase() === AUTHORIZATION.toLowerCase());
  if ([named, bearerFrom !== undefined, basicFrom !== undefined].filter(Boolean).length > 1)
    throw new WitnessError("credentials", "Authorization is given more than once", {
      hint: "use one of --bearer-from, --basic-from and --header; variables and the configuration count too",
    });
  if (bearerFrom !== undefined)
    given.push([AUTHORIZATION, new Secret(`Bearer ${variable("--bearer-from", bearerFrom)}`)]);
  if (basicFrom !== undefined) {
    const pair = variable("--basic-from", basicFrom);
    given.push([AUTHORIZATION, new Secret(basicOf(pair))]);
  }
  return given;
}

/** The values of security schemes. @throws WitnessError `credentials` if a variable is not set. */
export function authValues({ auth = [] }: Partial<Settings>, flag = "--auth"): Map<string, Secret> {
  return new Map(
    auth.map((text): [string, Secret] => {
      const [name = "", ...rest] = text.split("=");
      // The text may be the secret by mistake.
      if (rest.length === 0)
        throw new WitnessError("credentials", `${flag} takes scheme=VARIABLE`, {
          hint: `export TOKEN=..., then ${flag} bearerAuth=TOKEN, with the name of the document's scheme`,
        });
      return [name, new Secret(variable(flag, rest.join("=")))];
    }),
  );
}

/** What the first alternative of an operation's security sends for which all values are there: headers, and parameters by their key. */
function securityHeaders({ schemes = [] }: Interface, from: Partial<Settings>): GivenHeaders {
  const values = new Map([...authValues(from), ...(from.tokens ?? [])]);
  const chosen = schemes.find((all) => all.every(({ name }) => values.has(name))) ?? [];
  const headers = new Map<string, Secret>();
  for (const { name, header, in: place, before = "", base64, flow } of chosen) {
    const value = values.get(name)?.reveal() ?? "";
    if (flow !== undefined && value.includes(":"))
      throw new WitnessError("credentials", `--auth ${name}: only a whole document logs in`, {
        hint: "give a token, or write a comma after the operation: --operation createOrder,",
      });
    const text = `${before}${base64 === true ? Buffer.from(value, "utf8").toString("base64") : value}`;
    const key = place === "query" ? queryKey(header) : header;
    const other = headers.get(key)?.reveal();
    headers.set(key, new Secret(other === undefined ? text : `${other}; ${text}`));
  }
  return headers;
}

/** @throws WitnessError `credentials` if the one operation that is sent has no scheme of `--auth`, or there is a second user. */
export function requireSchemes(
  { schemes = [] }: Interface,
  { auth = [], secondAuth = [] }: Partial<Settings>,
): void {
  if (secondAuth.length > 0)
    throw new WitnessError("credentials", "--second-auth is for a whole document", {
      hint: "use --openapi, and choose the operations that make, read and delete something",
    });
  const known = schemes.flat().map(({ name }) => name);
  if (auth.length === 0 || auth.some((text) => known.includes(text.split("=", 1)[0] ?? ""))) return;
  throw new WitnessError("credentials", "--auth names no security scheme of the operation", {
    hint: known.length > 0 ? `it has ${known.join(", ")}` : "use --header or --bearer-from",
  });
}

const basicOf = (pair: string): string => `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;

/** A variable's value. @throws WitnessError `credentials` without its name, which may be the secret by mistake. */
function variable(flag: string, name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  throw new WitnessError("credentials", `the environment variable that ${flag} names is not set`, {
    hint: `export TOKEN=..., then ${flag} ${flag.endsWith("-auth") ? "scheme=" : ""}TOKEN`,
  });
}

/** With the names of given headers; values that must not be stored are in `hidden`. @throws WitnessError `credentials` */
export function hiddenValues(
  stated: Interface,
  { trace, ...from }: Partial<Settings>,
): ReturnType<typeof hideHeaders> {
  const given = givenHeaders(from).map(([name]) => name);
  const known = new Set(given.map((name) => name.toLowerCase()));
  const security = [...securityHeaders(stated, from)].filter(
    ([name]) => !known.has(name.toLowerCase()),
  );
  const isInQuery = (name: string): boolean => name.startsWith("?");
  const keys = security.map(([name]) => name);
  const names = [...given, ...keys.filter((name) => !isInQuery(name))];
  const inQuery = keys.filter(isInQuery).map((name) => name.slice(1));
  const sent = withGivenQuery(withGiven(stated, names), inQuery);
  const made = security.map(([name, value]): [string, Secret] => [name.toLowerCase(), value]);
  const hiding = (own: Interface): ReturnType<typeof hideHeaders> => {
    const found = hideHeaders(own, from.redact);
    return { ...found, hidden: new Map([...found.hidden, ...made]) };
  };
  if (trace !== true) return hiding(sent);
  if (names.some((name) => name.toLowerCase() === TRACE_HEADER))
    throw new WitnessError("credentials", "traceparent is given, and --trace makes one", {
      hint: "leave one of them out",
    });
  return hiding(withTrace(sent));
}

export const sentInterface = (...given: Parameters<typeof hiddenValues>): Interface =>
  hiddenValues(...given).interface;

const givenValues = (from: Partial<Settings>): GivenHeaders =>
  new Map(givenHeaders(from).map(([name, value]) => [name.toLowerCase(), value]));

/** The values of `--given`, by their keys in a path. */
export const givenInPath = ({ given = [] }: Partial<Settings>): Map<string, string> =>
  new Map(
    given.map((text) => {
      const [name = "", ...value] = text.split("=");
      return [pathKey(name), encodeURIComponent(value.join("="))];
    }),
  );

/** The values that a stored run was sent with, given again. @throws WitnessError `credentials` with the missing ones. */
export function requireValues(stated: Interface, from: Partial<Settings>): GivenHeaders {
  const { given = [], givenQuery = [], givenPath = [], schemes = [] } = stated;
  const unnamed = givenPath.filter((name) => !givenInPath(from).has(pathKey(name)));
  if (unnamed.length > 0)
    throw new WitnessError(
      "credentials",
      `each request of this run named a resource that was made for it: ${unnamed.join(", ")}`,
      {
        hint: `name one that exists: replay --given ${unnamed.map((name) => `${name}=7`).join(",")}`,
      },
    );
  const security = [...securityHeaders(stated, from)];
  const values = new Map([
    ...security.map(([name, value]): [string, Secret] => [name.toLowerCase(), value]),
    ...givenValues(from),
  ]);
  const isMissing = (name: string): boolean => !values.has(name.toLowerCase());
  const headers = given.filter(isMissing);
  const inQuery = givenQuery.filter((name) => isMissing(queryKey(name)));
  if (headers.length + inQuery.length === 0) return values;
  const names = givenNames({ given: headers, givenQuery: inQuery });
  const keys = schemes.flat().filter(({ header, in: place }) => place && inQuery.includes(header));
  const example = [
    ...headers.map((name) => `--header '${name}: ...'`),
    ...keys.map(({ name }) => `--auth ${name}=VARIABLE`),
  ].join(" ");
  throw new WitnessError(
    "credentials",
    `this run sent ${names.join(", ")}, whose ${names.length === 1 ? "value is" : "values are"} not stored`,
    { hint: `give ${names.length === 1 ? "it" : "them"} again: ${example}` },
  );
}
