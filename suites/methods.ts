import { raw, times } from "../src/template/bytes.ts";
import { user } from "../src/generate/user-submission.ts";
import { type CaseDefinition, defineSuite } from "../src/generate/define-suite.ts";
import {
  head,
  headersWith,
  post,
  requestLine,
  send,
  wirePost,
} from "../src/generate/user-submission.ts";
import { read, wire, type HeadOptions } from "../src/generate/steps.ts";
import type { Template } from "../src/template/template.ts";

const NO_BODY: HeadOptions["change"] = { "Content-Type": null, "Content-Length": null };

const METHODS = [
  "GET",
  "HEAD",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "QUERY",
  "PROPFIND",
  "MKCOL",
  "PURGE",
  "SEARCH",
  "LINK",
  "FOO",
];

const withBody: CaseDefinition[] = METHODS.map((method) => ({
  name: `${method.toLowerCase()}-body`,
  reason: `the method is ${method}, with the stated body`,
  family: "method-with-body",
  request: wire(
    send({ head: head({ line: requestLine({ method }) }) }),
    read(method === "HEAD" ? { bodyless: true } : {}),
  ),
}));

const withoutBody: CaseDefinition[] = [
  "GET",
  "HEAD",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "FOO",
].map((method) => ({
  name: method.toLowerCase(),
  reason: `the method is ${method}, without a body`,
  family: "method-without-body",
  request: wire(
    send({ head: head({ line: requestLine({ method }), change: NO_BODY }), body: [] }),
    read(method === "HEAD" ? { bodyless: true } : {}),
  ),
}));

const SPELLINGS: [name: string, reason: string, method: Template][] = [
  ["lower-case", "the method is post in lower case", ["post"]],
  ["capitalised", "the method is Post", ["Post"]],
  ["last-letter-lower", "the method is POSt", ["POSt"]],
  ["tab-after", "a tab stands between the method and the space", ["POST\t"]],
  ["space-before", "a space stands before the method", [" POST"]],
  ["empty", "the method is empty", []],
  ["one-letter-more", "the method is POSTT", ["POSTT"]],
  ["one-letter-less", "the method is POS", ["POS"]],
  ["at-sign", "the method is P@ST", ["P@ST"]],
  ["quote", "the method has a quotation mark in it", ['PO"ST']],
  ["colon", "the method is POST:", ["POST:"]],
  ["slash", "the method is PO/ST", ["PO/ST"]],
  ["percent-escape", "the O of POST is written %4F", ["P%4FST"]],
  ["nul-after", "a NUL byte follows the method", ["POST", raw(0)]],
  ["byte-80", "the method has the byte 0x80 in it", ["P", raw(0x80), "ST"]],
  ["byte-ff", "the method has the byte 0xff in it", ["P", raw(0xff), "ST"]],
  ["cyrillic-o", "the O of POST is the Cyrillic letter", ["P\u041eST"]],
  ["token-marks", "the method is made of the marks that a token may have", ["!#$%&'*+-.^_`|~"]],
  ["digits", "the method is 123", ["123"]],
  ["two-methods", "the method is POST,GET", ["POST,GET"]],
];

const spellings: CaseDefinition[] = SPELLINGS.map(([name, reason, method]) => ({
  name: `spelling-${name}`,
  reason,
  family: "method-spelling",
  clauses: ["method", "error-conditions", "error-codes", "response-status"],
  request: wirePost({ line: [...method, " ", { target: "path" }, " HTTP/1.1"] }),
}));

const long: CaseDefinition[] = [8, 16, 32, 64, 256, 1024, 8192].map((length) => ({
  name: `length-${length}`,
  reason: `the method is ${length} letters A`,
  family: "method-length",
  rung: { axis: "length of an unknown method", at: String(length), unit: "bytes" },
  clauses: ["other-methods", "limit-size", "error-conditions", "response-status"],
  request: wirePost({ line: [times("A", length), " ", { target: "path" }, " HTTP/1.1"] }),
}));

const OVERRIDES: [name: string, header: string, method: string][] = [
  ["http-method-override-put", "X-HTTP-Method-Override", "PUT"],
  ["http-method-override-delete", "X-HTTP-Method-Override", "DELETE"],
  ["http-method-override-get", "X-HTTP-Method-Override", "GET"],
  ["http-method-override-foo", "X-HTTP-Method-Override", "FOO"],
  ["http-method-delete", "X-HTTP-Method", "DELETE"],
  ["method-override-delete", "X-Method-Override", "DELETE"],
];

const overrides: CaseDefinition[] = [
  ...OVERRIDES.map(([name, header, method]) => ({
    name: `override-${name}`,
    reason: `${header} names ${method}`,
    family: "method-override",
    request: post(user(), { headers: headersWith({ [header]: method }) }),
  })),
  {
    name: "override-query",
    reason: "the query says _method=DELETE",
    family: "method-override",
    request: post(user(), { path: "/api/user?_method=DELETE" }),
  },
  {
    name: "override-get-to-post",
    reason: "the method is GET and X-HTTP-Method-Override names POST",
    family: "method-override",
    request: wirePost({
      line: requestLine({ method: "GET" }),
      change: { "X-HTTP-Method-Override": "POST" },
    }),
  },
];

const preflight = (change: HeadOptions["change"]): HeadOptions => ({
  line: requestLine({ method: "OPTIONS" }),
  change: { ...NO_BODY, ...change },
});

const SPECIAL: [name: string, reason: string, head: HeadOptions][] = [
  [
    "options-preflight",
    "OPTIONS as a browser asks before a POST of JSON from another origin",
    preflight({
      Origin: "https://example.com",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
    }),
  ],
  [
    "options-preflight-delete",
    "OPTIONS as a browser asks before a DELETE from another origin",
    preflight({ Origin: "https://example.com", "Access-Control-Request-Method": "DELETE" }),
  ],
  [
    "options-asterisk",
    "OPTIONS * instead of a path",
    { line: ["OPTIONS * HTTP/1.1"], change: NO_BODY },
  ],
  [
    "trace-max-forwards-0",
    "TRACE with Max-Forwards: 0 and a cookie",
    {
      line: requestLine({ method: "TRACE" }),
      change: { ...NO_BODY, "Max-Forwards": "0", Cookie: "seen=1" },
    },
  ],
];

const special: CaseDefinition[] = SPECIAL.map(([name, reason, options]) => ({
  name,
  reason,
  request: wire(send({ head: head(options), body: [] }), read()),
}));

/** Everything but POST, and POST in other letters. */
export default defineSuite({
  name: "methods",
  about: "other methods and other spellings of POST",
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
  cases: [...withBody, ...withoutBody, ...spellings, ...long, ...overrides, ...special],
});
