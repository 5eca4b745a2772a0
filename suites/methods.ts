import type { CaseRow, CaseDefinition, Requests, HeadOptions } from "../src/generate/index.ts";
import { ladderRows, casesOf, read, suiteFor, wire } from "../src/generate/index.ts";
import { bytes, raw, type Template, times, rows } from "../src/template/index.ts";
import type { Suite } from "../src/model/index.ts";

/** Capital letters that look the same in Cyrillic. */
const CYRILLIC: Record<string, string> = {
  O: "\u041e",
  E: "\u0415",
  A: "\u0410",
  T: "\u0422",
  H: "\u041d",
  P: "\u0420",
};

function spelled(method: string): CaseRow<Template>[] {
  const [start, letter, rest] = [method.slice(0, 1), method.slice(1, 2), method.slice(2)];
  const [less, last] = [method.slice(0, -1), method.slice(-1)];
  const capital = start + (letter + rest).toLowerCase();
  const escape = `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  const other = method === "GET" ? "POST" : "GET";
  return rows`
  lower-case | the method is ${method.toLowerCase()} in lower case | ${[method.toLowerCase()]}
  capitalised | the method is ${capital} | ${[capital]}
  last-letter-lower | the method is ${less}${last.toLowerCase()} | ${[less + last.toLowerCase()]}
  tab-after | a tab is between the method and the space | ${[`${method}\t`]}
  space-before | a space precedes the method | ${[` ${method}`]}
  empty | the method is empty | ${[]}
  one-letter-more | the method is ${method}${last} | ${[method + last]}
  one-letter-less | the method is ${less} | ${[less]}
  at-sign | the method is ${start}@${rest} | ${[`${start}@${rest}`]}
  quote | the method has a quotation mark in it | ${[`${start}${letter}"${rest}`]}
  colon | the method is ${method}: | ${[`${method}:`]}
  slash | the method is ${start}${letter}/${rest} | ${[`${start}${letter}/${rest}`]}
  percent-escape | the ${letter} of ${method} is written ${escape} | ${[`${start}${escape}${rest}`]}
  nul-after | a NUL byte follows the method | ${[method, raw(0)]}
  byte-80 | the method has the byte 0x80 in it | ${[start, raw(0x80), rest]}
  byte-ff | the method has the byte 0xff in it | ${[start, raw(0xff), rest]}
  ${inCyrillic(method)}
  token-marks | the method is made of the marks that a token may have | ${["!#$%&'*+-.^_`|~"]}
  digits | the method is 123 | ${["123"]}
  two-methods | the method is ${method},${other} | ${[`${method},${other}`]}
`;
}

/** The second letter if it has a look-alike, else the first one that has. */
function inCyrillic(method: string): CaseRow<Template>[] {
  const letters = [method.slice(1, 2), ...method];
  const letter = letters.find((each) => each in CYRILLIC);
  if (letter === undefined) return [];
  const text = method.replace(letter, CYRILLIC[letter] ?? "");
  const reason = `the ${letter} of ${method} is the Cyrillic letter`;
  return [[`cyrillic-${letter.toLowerCase()}`, reason, [text]]];
}

const methodSpellings = (on: Requests): CaseDefinition[] =>
  casesOf(
    "spelling",
    spelled(on.interface.method),
    (method) => on.rawRequest({ line: bytes`${method} ${on.path()} HTTP/1.1` }),
    {
      family: "method-spelling",
      clauses: ["method", "error-conditions", "error-codes", "response-status"],
    },
  );

const NO_BODY: HeadOptions["change"] = { "Content-Type": null, "Content-Length": null };

const METHODS =
  "GET HEAD PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY PROPFIND MKCOL PURGE SEARCH LINK FOO".split(
    " ",
  );

const MOST_WITHOUT_BODY = "GET HEAD PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND FOO".split(" ");

/** Methods except the stated one; POST if it is not the stated one. */
const others = ({ interface: { method: stated } }: Requests, methods: string[]): string[] => [
  ...methods.filter((method) => method !== stated),
  ...(stated === "POST" ? [] : ["POST"]),
];

const withBody = (on: Requests): CaseDefinition[] =>
  others(on, METHODS).map((method) => ({
    name: `${method.toLowerCase()}-body`,
    reason: `the method is ${method}, with the stated body`,
    family: "method-with-body",
    request: wire(
      on.send({ head: on.head({ line: on.requestLine({ method }) }) }),
      read(method === "HEAD" ? { bodyless: true } : {}),
    ),
  }));

const withoutBody = (on: Requests): CaseDefinition[] =>
  others(on, MOST_WITHOUT_BODY).map((method) => ({
    name: method.toLowerCase(),
    reason: `the method is ${method}, without a body`,
    family: "method-without-body",
    request: wire(
      on.send({ head: on.bodyless(method), body: [] }),
      read(method === "HEAD" ? { bodyless: true } : {}),
    ),
  }));

const long = (on: Requests): CaseDefinition[] =>
  ladderRows({ clauses: ["other-methods", "limit-size", "error-conditions", "response-status"] })`
  length | the method is N letters A | method-length | length of an unknown method | bytes | ${[8, 16, 32, 64, 256, 1024, 8192]} | ${(length) => on.rawRequest({ line: bytes`${times("A", length)} ${on.path()} HTTP/1.1` })}
`;

const OVERRIDES: CaseRow<string>[] = [
  ["http-method-override-put", "X-HTTP-Method-Override", "PUT"],
  ["http-method-override-delete", "X-HTTP-Method-Override", "DELETE"],
  ["http-method-override-get", "X-HTTP-Method-Override", "GET"],
  ["http-method-override-foo", "X-HTTP-Method-Override", "FOO"],
  ["http-method-delete", "X-HTTP-Method", "DELETE"],
  ["method-override-delete", "X-Method-Override", "DELETE"],
];

const overrides = (on: Requests): CaseDefinition[] => {
  const { method } = on.interface;
  const others: CaseRow<CaseDefinition["request"]>[] = rows`
  ${OVERRIDES.map(([name, header, named]) => [
    name,
    `${header} names ${named}`,
    on.request(on.body(), {
      headers: on.headersWith({ [header]: named }),
      ...(on.hasConstantPath && { path: on.vacantPath() }),
    }),
  ])}
  query | the query says _method=DELETE | ${on.request(on.body(), { path: on.pathWith("_method=DELETE", on.vacantPath()) })}
  get-to-${method.toLowerCase()} | the method is GET and X-HTTP-Method-Override names ${method} | ${method === "GET" ? undefined : on.rawRequest({ line: on.requestLine({ method: "GET" }), change: { "X-HTTP-Method-Override": method } })}
`;
  return casesOf("override", others, (request) => request, { family: "method-override" });
};

function specialHeads(on: Requests): CaseRow<HeadOptions>[] {
  const { method } = on.interface;
  const preflight = (change: HeadOptions["change"]): HeadOptions => ({
    line: on.requestLine({ method: "OPTIONS" }),
    change: { ...NO_BODY, Origin: "https://example.com", ...change },
  });
  return rows`
  options-preflight | OPTIONS as a browser asks before a ${method} from another origin | ${preflight({ "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "content-type" })}
  options-preflight-delete | OPTIONS as a browser asks before a DELETE from another origin | ${preflight({ "Access-Control-Request-Method": "DELETE" })}
  options-asterisk | OPTIONS * instead of a path | ${{ line: ["OPTIONS * HTTP/1.1"], change: NO_BODY }}
  trace-max-forwards-0 | TRACE with Max-Forwards: 0 and a cookie | ${{ line: on.requestLine({ method: "TRACE" }), change: { ...NO_BODY, "Max-Forwards": "0", Cookie: "seen=1" } }}
`;
}

const special = (on: Requests): CaseDefinition[] =>
  casesOf("", specialHeads(on), (options) =>
    wire(on.send({ head: on.head(options), body: [] }), read()),
  );

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "methods",
    about: `other methods and other spellings of ${on.interface.method}`,
    clauses: [
      "other-methods",
      "method",
      "response-status",
      "response-headers",
      "response-body",
      "error-conditions",
      "error-codes",
      "error-payload",
    ],
    cases: () => [
      ...(on.hasBody ? withBody(on) : []),
      ...withoutBody(on),
      ...methodSpellings(on),
      ...long(on),
      ...overrides(on),
      ...special(on),
    ],
  });
