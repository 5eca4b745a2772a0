import { hideHeaders, Secret, withGiven, type GivenHeaders } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { Interface } from "../model/index.ts";

/** Options about credentials. */
export type CredentialOptions = {
  headers?: Readonly<Record<string, string>> | undefined;
  /** Names of environment variables: a token, and `user:password`. */
  bearerFrom?: string | undefined;
  basicFrom?: string | undefined;
  /** Further names of headers whose values are not stored. */
  redact?: readonly string[] | undefined;
};

const AUTHORIZATION = "Authorization";

/**
 * The request headers with given values, by name. @throws WitnessError `credentials` if a variable
 * is not set, or one header is given twice.
 */
function givenHeaders(from: CredentialOptions): [name: string, value: Secret][] {
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

/** `user:password` as Authorization has it. */
export const basicOf = (pair: string): string =>
  `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;

/**
 * The value of an environment variable. Its name is not printed: it may be the secret itself, given by
 * mistake. @throws WitnessError `credentials` if it is not set.
 */
export function variable(flag: string, name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  throw new WitnessError("credentials", `the environment variable that ${flag} names is not set`, {
    hint: `export TOKEN=..., then ${flag} TOKEN`,
  });
}

/** Names of the headers with given values. */
export const givenNames = (from: CredentialOptions): string[] =>
  givenHeaders(from).map(([name]) => name);

/** The interface that is sent: with the names of given headers, and without values that must not be stored. */
export const sentInterface = (stated: Interface, from: CredentialOptions): Interface =>
  hideHeaders(withGiven(stated, givenNames(from)), from.redact).interface;

/** The given values of headers, by their names in lower case. */
export const givenValues = (from: CredentialOptions): GivenHeaders =>
  new Map(givenHeaders(from).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Checks that values for the headers of a stored run's requests are given again. @throws WitnessError `credentials`
 * with the names of the missing headers.
 */
export function requireValues({ given = [] }: Interface, from: CredentialOptions): void {
  const values = givenValues(from);
  const missing = given.filter((name) => !values.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const example = missing.map((name) => `--header '${name}: ...'`).join(" ");
  throw new WitnessError(
    "credentials",
    `this run sent ${missing.join(", ")}, whose ${missing.length === 1 ? "value is" : "values are"} not stored`,
    { hint: `give ${missing.length === 1 ? "it" : "them"} again: ${example}` },
  );
}
