import { isLoginPath, Secret } from "../../contract/index.ts";
import { WitnessError } from "../../errors.ts";
import type { Interface, Response, SecurityScheme } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Settings } from "../settings.ts";
import { lacksCredentials } from "../../analyse/index.ts";
import { counted } from "../../text/index.ts";
import { authValues, sentInterface } from "../routed.ts";
import { readable } from "./readable.ts";
import { responseIn, type StatedSender, successIn } from "./stated-sender.ts";
import { namingIn } from "./value-in-response.ts";

export type Tokens = ReadonlyMap<string, Secret>;

/** The tokens by scheme, and the responses that had those of `--auth`, by the path of the login. */
type LoggedIn = { tokens: Tokens; logins: ReadonlyMap<string, Response> };

/**
 * Logs in where the document states how: with the `user:password` of `--auth` at the `tokenUrl` of its OAuth 2 flow, else by
 * an operation whose request has a user and a password as examples. @throws WitnessError `credentials` if `--auth` names no
 * scheme, or the login gives no token for it.
 */
export async function logIn(
  operations: readonly DocumentOperation[],
  sender: StatedSender,
  options: Pick<Settings, "auth">,
  flag = "--auth",
): Promise<LoggedIn> {
  const read = operations.map((operation) => ({ operation, from: readable(operation) }));
  const all = read.flatMap(({ from }) => from?.schemes?.flat() ?? []);
  const schemes = new Map(all.map((scheme) => [scheme.name, scheme]));
  const given = authValues(options, flag);
  const unsent = read.flatMap(({ from }) => from?.notExpressed ?? []);
  requireKnown([...given.keys()], [...schemes.keys()], { unsent, flag });
  const tokens = new Map<string, Secret>();
  const logins = new Map<string, Response>();
  for (const [name, scheme] of schemes) {
    const pair = given.get(name)?.reveal();
    if (pair === undefined) {
      const token = await byExample(read, scheme, sender);
      if (token !== undefined) tokens.set(name, token);
    } else if (scheme.flow !== undefined && pair.includes(":")) {
      const path = pathOf(scheme.flow.tokenUrl, operations);
      if (path === undefined)
        throw new WitnessError(
          "credentials",
          `the token URL of ${name} is not of the target: ${scheme.flow.tokenUrl}`,
          { hint: `give a token in the variable of ${flag} ${name}=VARIABLE` },
        );
      const from = loginOf(path, scheme.flow.grant, pair);
      const exchange = await sender.send(from);
      const response = successIn(exchange);
      const token = response && tokenIn(namingIn(response).json);
      if (response === undefined || token === undefined)
        throw new WitnessError(
          "credentials",
          `POST ${path} gave no token for ${name}: ${responseIn(exchange)?.status ?? "no response"}`,
          { hint: `check the user:password of ${flag} ${name}=VARIABLE, or give a token there` },
        );
      tokens.set(name, token);
      logins.set(path, response);
    }
  }
  return { tokens, logins };
}

function requireKnown(
  given: readonly string[],
  known: readonly string[],
  { unsent, flag }: { unsent: readonly string[]; flag: string },
): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const why = unsent.find((line) => line.includes(`securitySchemes/${unknown}: `));
  if (why !== undefined)
    throw new WitnessError("credentials", `${flag}: ${why.slice(why.indexOf(": ") + 2)}`, {
      hint: `leave ${flag} ${unknown} out: the responses without it are described`,
    });
  throw new WitnessError(
    "credentials",
    `${flag}: no operation of the document has the security scheme ${JSON.stringify(unknown)}`,
    { hint: known.length > 0 ? `it has ${known.join(", ")}` : "use --header or --bearer-from" },
  );
}

/** The path of a token URL below the base URL of the target: that of the operation, if the document has it. Undefined for another server. */
function pathOf(tokenUrl: string, operations: readonly DocumentOperation[]): string | undefined {
  if (!URL.canParse(tokenUrl, "http://localhost/")) return undefined;
  const { pathname } = new URL(tokenUrl, "http://localhost/");
  const own = operations.find(({ method, path }) => method === "POST" && pathname.endsWith(path));
  return own?.path ?? (URL.canParse(tokenUrl) ? undefined : pathname);
}

/** The request of RFC 6749, 4.3.2 or 4.4.2. */
function loginOf(
  path: string,
  grant: NonNullable<SecurityScheme["flow"]>["grant"],
  pair: string,
): Interface {
  const at = pair.indexOf(":");
  const names = grant === "password" ? ["username", "password"] : ["client_id", "client_secret"];
  const values = [grant, pair.slice(0, at), pair.slice(at + 1)];
  return {
    name: "log-in",
    method: "POST",
    path,
    parameters: ["grant_type", ...names].map((name, index) => ({
      name,
      in: "form" as const,
      type: { kind: "text" as const },
      required: true,
      example: values[index] ?? "",
    })),
    clauses: [],
  };
}

/** The token of the operation that logs in with the user and the password of the document. */
async function byExample(
  read: readonly { operation: DocumentOperation; from: Interface | undefined }[],
  { before = "", flow }: SecurityScheme,
  sender: StatedSender,
): Promise<Secret | undefined> {
  if (before !== "Bearer ") return undefined;
  const path =
    flow &&
    pathOf(
      flow.tokenUrl,
      read.map(({ operation }) => operation),
    );
  for (const { operation, from } of read) {
    const isLogin = isLoginPath(operation.path) || operation.path === path;
    if (operation.method !== "POST" || !isLogin) continue;
    if (from === undefined || from.schemes !== undefined || !hasExamples(from)) continue;
    const response = successIn(await sender.send(from));
    const token = response && tokenIn(namingIn(response).json);
    if (token !== undefined) return token;
  }
  return undefined;
}

function hasExamples({ body, parameters = [] }: Interface): boolean {
  const members = [
    ...(body?.kind === "object" ? body.fields : []),
    ...parameters.filter((each) => each.in === "form"),
  ];
  const shown = members.filter(({ example }) => typeof example === "string");
  const has = (pattern: RegExp): boolean => shown.some(({ name }) => pattern.test(name));
  return has(/user|mail|login|name/i) && has(/pass|secret/i);
}

const TOKENS = ["access_token", "accessToken", "token", "jwt", "id_token", "idToken"];

function tokenIn(json: unknown): Secret | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(json));
  const found = TOKENS.map((name) => members.get(name)).find((each) => typeof each === "string");
  if (found !== undefined) return new Secret(found);
  return [...members.values()].map(tokenIn).find((each) => each !== undefined);
}

/** For which schemes a login gave a token, and how many operations are sent without the credentials that they demand. */
export function loginLines(
  operations: readonly DocumentOperation[],
  options: Partial<Settings>,
): string[] {
  const tokens = [...(options.tokens ?? new Map()).keys()];
  const lacking = operations
    .flatMap((operation) => readable(operation) ?? [])
    .filter((from) => lacksCredentials(sentInterface(from, options)));
  const names = new Set(
    lacking.flatMap(({ schemes = [] }) => schemes.flat().map((each) => each.name)),
  );
  const how =
    names.size === 0
      ? "--header"
      : `--auth ${[...names].map((name) => `${name}=VARIABLE`).join(",")}`;
  return [
    ...(tokens.length > 0 ? [`logged in for ${tokens.join(", ")}`] : []),
    ...(lacking.length > 0
      ? [
          `without the credentials that they demand: ${counted(lacking.length, "operation")}; give them by ${how}`,
        ]
      : []),
  ];
}
