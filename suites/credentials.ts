import { givenNames, givenPartOf, isVersionHeader } from "../src/contract/index.ts";
import type { CaseRow, CaseDefinition, HeadOptions, Requests } from "../src/generate/index.ts";
import { ladderRows, casesOf, formsOf, givenPair, suiteFor } from "../src/generate/index.ts";
import type { CaseRequest, Suite } from "../src/model/index.ts";
import { bytes, type Template, type TemplatePart, rows } from "../src/template/index.ts";

const SCHEMED = new Set(["authorization", "proxy-authorization"]);

/** The query parameter in which a credential is tried: the one for a token in RFC 6750, 2.3. */
const inQuery = (name: string): string =>
  SCHEMED.has(name) ? "access_token" : name.replaceAll("-", "_");

/** The request with the given credentials: all of them, none, and each varied. Nothing where none are given. */
export function givenCases(on: Requests): CaseDefinition[] {
  const { given = [], givenQuery = [] } = on.interface;
  const names = given.filter((name) => !isVersionHeader(name));
  if (names.length + givenQuery.length === 0) return [];
  const without = {
    headers: on.headersWith(Object.fromEntries(names.map((name) => [name, null]))),
    ...(givenQuery.length > 0 && { path: on.pathWithGiven(givenQuery, []) }),
  };
  const isSeveral = names.length + givenQuery.length > 1;
  const none: CaseRow<CaseRequest>[] = rows`
  none | none of the given credentials is sent | ${isSeveral ? on.request(on.body(), without) : undefined}
`;
  return [
    ...casesOf("given", none, (request) => request),
    ...names.flatMap((name) => variationsOf(on, name)),
    ...givenQuery.flatMap((name) => queryVariations(on, name)),
  ];
}

function queryVariations(on: Requests, name: string): CaseDefinition[] {
  const whole: TemplatePart = { given: `?${name}` };
  const pair = (...value: Template): Template => givenPair(name, value);
  const pairs: [variation: string, reason: string, pairs: Template[]][] = rows`
  none | ${name} is not in the query | ${[]}
  empty | ${name} in the query is empty | ${[[`${encodeURIComponent(name)}=`]]}
  wrong | ${name} in the query is wrong | ${[pair("wrong")]}
  longer | ${name} in the query has another character after it | ${[pair(whole, "x")]}
  twice | ${name} is in the query twice, the same | ${[pair(whole), pair(whole)]}
  wrong-after | ${name} is in the query twice, the second one wrong | ${[pair(whole), pair("wrong")]}
  wrong-before | ${name} is in the query twice, the first one wrong | ${[pair("wrong"), pair(whole)]}
`;
  const send = (given: Template[]): CaseRequest =>
    on.request(on.body(), { path: on.pathWithGiven([name], given) });
  return casesOf(givenPartOf(name), pairs, send, { family: "given" });
}

function variationsOf(on: Requests, header: string): CaseDefinition[] {
  const name = header.toLowerCase();
  const whole: TemplatePart = { given: header };
  const scheme: TemplatePart = { given: header, part: "scheme" };
  const credentials: TemplatePart = { given: header, part: "credentials" };
  const value = (template: Template | string): HeadOptions => ({ change: { [header]: template } });
  const line = (template: Template): HeadOptions => ({ extra: [bytes`${header}: ${template}`] });
  const first = (template: Template): HeadOptions => ({
    change: { [header]: bytes`${template}${"\r\n"}${header}: ${whole}` },
  });
  const query = bytes`${inQuery(name)}=${{ encode: [SCHEMED.has(name) ? credentials : whole], as: "percent" }}`;
  const entries: [variation: string, reason: string, request: CaseRequest][] = rows`
  none | ${header} is not sent | ${on.withHeader(header, null)}
  empty | ${header} is empty | ${on.rawRequest(value(""))}
  wrong | the value of ${header} is wrong | ${on.rawRequest(value(bytes`${scheme}wrong`))}
  longer | the value of ${header} has another character after it | ${on.rawRequest(value(bytes`${whole}x`))}
  twice | ${header} is sent twice, the same | ${on.rawRequest(line([whole]))}
  wrong-after | ${header} is sent twice, the second one wrong | ${on.rawRequest(line(bytes`${scheme}wrong`))}
  wrong-before | ${header} is sent twice, the first one wrong | ${on.rawRequest(first(bytes`${scheme}wrong`))}
  blanks | blanks stand around the value of ${header} | ${on.rawRequest(value(bytes` ${whole} `))}
  in-query | the value of ${header} is in the query, and not in a header | ${on.request(on.body(), { headers: on.headersWith({ [header]: null }), path: on.pathWith(query) })}
  other-scheme | ${header} has the right credentials with another scheme | ${SCHEMED.has(name) ? on.rawRequest(value(bytes`Negotiate ${credentials}`)) : undefined}
  no-scheme | ${header} has the right credentials without a scheme | ${SCHEMED.has(name) ? on.rawRequest(value([credentials])) : undefined}
  scheme-alone | ${header} has the scheme alone | ${SCHEMED.has(name) ? on.rawRequest(value([scheme])) : undefined}
`;
  return casesOf(`given-${name}`, entries, (request) => request, { family: "given" });
}

const base64 = (text: string, as: "base64" | "base64url" = "base64") =>
  Buffer.from(text).toString(as);

const jwt = (header: object, signature: string) =>
  [
    base64(JSON.stringify(header), "base64url"),
    base64(JSON.stringify({ sub: "1" }), "base64url"),
    signature,
  ].join(".");

const authorization = ({ interface: { path } }: Requests): CaseRow<string>[] => rows`
  basic | Basic credentials of user:password | Basic ${base64("user:password")}
  basic-admin | Basic credentials of admin:admin | Basic ${base64("admin:admin")}
  basic-empty-pair | Basic credentials with empty name and password | Basic ${base64(":")}
  basic-no-colon | Basic credentials without a colon | Basic ${base64("user")}
  basic-not-base64 | Basic credentials that are not base64 | Basic %%%
  basic-empty | Basic without credentials | Basic
  basic-lower-case | the scheme is basic in lower case | basic ${base64("user:password")}
  bearer-word | a Bearer token that is a word | Bearer token
  bearer-empty | Bearer without a token | Bearer
  bearer-two | Bearer with two tokens | Bearer one two
  bearer-jwt | a Bearer token shaped like a JWT | Bearer ${jwt({ alg: "HS256", typ: "JWT" }, "c2lnbmF0dXJl")}
  bearer-jwt-none | a JWT that says alg none | Bearer ${jwt({ alg: "none" }, "")}
  bearer-jwt-cut | a JWT of two parts | Bearer ${base64("{}", "base64url")}.
  digest | Digest credentials | Digest username="user", realm="r", nonce="n", uri="${path}", response="0"
  digest-empty | Digest without parameters | Digest
  negotiate | Negotiate with a token | Negotiate ${base64("token")}
  unknown-scheme | a scheme that nobody knows | Foo bar
  empty | Authorization is empty | ${""}
  two-in-one | two schemes in one line | Basic ${base64("user:password")}, Bearer token
`;

const OTHER: [name: string, reason: string, header: string, value: string][] = rows`
  cookie-session | a session cookie | Cookie | session=0123456789abcdef
  cookie-broken | a cookie without a name | Cookie | =;;=;
  x-api-key | an X-API-Key | X-API-Key | 0123456789abcdef
  x-api-key-empty | an empty X-API-Key | X-API-Key | ${""}
  x-auth-token | an X-Auth-Token | X-Auth-Token | token
  x-user-id | an X-User-Id | X-User-Id | 1
  x-csrf-token | an X-CSRF-Token | X-CSRF-Token | token
  proxy-authorization | a Proxy-Authorization | Proxy-Authorization | Basic ${base64("user:password")}
`;

const headerCases = (on: Requests): CaseDefinition[] => [
  ...casesOf("authorization", authorization(on), (value) => on.withHeader("Authorization", value)),
  ...casesOf("", OTHER, on.withHeader, { family: "other-credential" }),
];

const long = (on: Requests): CaseDefinition[] =>
  ladderRows({ clauses: ["authentication", "limit-size", "response-status"] })`
  bearer | a Bearer token of # bytes | long-token | length of a Bearer token | bytes | ${[1024, 4096, 8192, 16_384, 65_536]} | ${(size) => on.rawRequest({ change: { Authorization: ["Bearer ", { repeat: ["a"], times: size }] } })}
`;

const TWICE: CaseRow<Template[]>[] = rows`
  twice | two Authorization headers | ${[["Authorization: Bearer one"], ["Authorization: Bearer two"]]}
`;

const elsewhere = (on: Requests): CaseDefinition[] => [
  ...casesOf("authorization", TWICE, (extra) => on.rawRequest({ extra })),
  ...casesOf("", inQueries(on), (request) => request, { family: "other-credential" }),
  ...casesOf("", on.hasJson ? inDocument(on) : [], (request) => request, {
    family: "other-credential",
    clauses: ["authentication", "further-fields", "response-status"],
  }),
];

const inQueries = (on: Requests): CaseRow<CaseRequest>[] => rows`
  query-api-key | the query carries an api_key | ${on.request(on.body(), { path: on.pathWith("api_key=0123456789abcdef") })}
  query-access-token | the query carries an access_token | ${on.request(on.body(), { path: on.pathWith("access_token=token") })}
`;

const inDocument = (on: Requests): CaseRow<CaseRequest>[] => {
  const { hasKey } = formsOf(on);
  const all: CaseRow<CaseRequest>[] = rows`
    body-api-key | the document carries an api_key | ${on.request(on.withMembers('"api_key":"0123456789abcdef"'))}
    body-user-password | the document carries a username and a password | ${on.request(on.withMembers('"username":"user","password":"password"'))}
  `;
  const keys = [["api_key"], ["username", "password"]];
  return all.filter((_, at) => keys[at]?.some(hasKey) === false);
};

export default (on: Requests): Suite => {
  const isGiven = givenNames(on.interface).length > 0;
  return suiteFor(on.interface, {
    name: "credentials",
    about: isGiven
      ? "the given credentials varied, and credentials that are not given"
      : "credentials that the stated request does not have",
    clauses: ["authentication", "response-status", "error-conditions", "error-codes"],
    cases: () => [
      {
        name: "none",
        reason: isGiven
          ? "the stated request with the given credentials"
          : "the stated request, which carries no credential",
        clauses: ["accepts", "authentication", "response-status"],
        request: on.request(),
      },
      ...givenCases(on),
      ...headerCases(on),
      ...long(on),
      ...elsewhere(on),
    ],
  });
};
