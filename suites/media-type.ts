import type { CaseRow, CaseDefinition, Requests } from "../src/generate/index.ts";
import { ERRORS, casesOf, formsOf, headerCases, suiteFor } from "../src/generate/index.ts";
import { rows } from "../src/template/index.ts";
import type { ClauseId } from "../src/contract/index.ts";
import type { Suite } from "../src/model/index.ts";
import { bodyTypeCases, contentTypeCases } from "./media-type/content-type.ts";

type Entry = [name: string, value: string | null];

const clauses: ClauseId[] = [
  "client-headers",
  "error-conditions",
  "response-status",
  "response-headers",
  "response-body",
];

const variants = (on: Requests, header: string, entries: Entry[]): CaseDefinition[] =>
  headerCases(
    on,
    header.toLowerCase(),
    entries.map(([name, value]) => [name, header, value]),
    { clauses },
  );

const accept = (on: Requests): CaseDefinition[] =>
  variants(on, "Accept", [
    ["absent", null],
    ["empty", ""],
    ["json", "application/json"],
    ["json-upper", "APPLICATION/JSON"],
    ["json-charset", "application/json; charset=utf-8"],
    ["json-utf-16", "application/json; charset=utf-16"],
    ["json-weight-0", "application/json;q=0"],
    ["problem-json", "application/problem+json"],
    ["vendor-json", "application/vnd.api+json"],
    ["vendor-version", "application/vnd.example.v2+json"],
    ["application-any", "application/*"],
    ["any-weight-0", "*/*;q=0"],
    ["any-weight-small", "*/*;q=0.001"],
    ["any-json", "*/json"],
    ["star", "*"],
    ["text-html", "text/html"],
    ["text-plain", "text/plain"],
    ["text-any", "text/*"],
    ["xml", "application/xml"],
    ["image-png", "image/png"],
    ["event-stream", "text/event-stream"],
    ["octet-stream", "application/octet-stream"],
    ["unknown", "application/x-unknown"],
    ["browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
    ["json-or-xml", "application/json, application/xml;q=0.5"],
    ["xml-before-json", "application/xml, application/json;q=0.5"],
    ["html-not-any", "text/html, */*;q=0"],
    ["weight-above-1", "application/json;q=2"],
    ["weight-negative", "application/json;q=-1"],
    ["weight-word", "application/json;q=high"],
    ["weight-digits", "application/json;q=0.12345"],
    ["parameter", "application/json;indent=2"],
    ["no-subtype", "application/"],
    ["no-slash", "json"],
    ["semicolon", ";"],
    ["comma", ","],
    ["words", "not a type"],
    ["quote", `"application/json`],
    ["long-list", Array.from({ length: 300 }, (_, index) => `text/x-${index}`).join(", ")],
    ["long-list-then-json", `${"text/plain, ".repeat(300)}application/json`],
    ["long-type", `application/${"x".repeat(4000)}`],
  ]);

const acceptEncoding = (on: Requests): CaseDefinition[] =>
  variants(on, "Accept-Encoding", [
    ["absent", null],
    ["empty", ""],
    ["identity", "identity"],
    ["identity-weight-0", "identity;q=0"],
    ["any-weight-0", "*;q=0"],
    ["any", "*"],
    ["gzip", "gzip"],
    ["gzip-upper", "GZIP"],
    ["x-gzip", "x-gzip"],
    ["deflate", "deflate"],
    ["br", "br"],
    ["zstd", "zstd"],
    ["compress", "compress"],
    ["unknown", "foo"],
    ["gzip-weight-0", "gzip;q=0"],
    ["gzip-identity-0", "gzip, identity;q=0"],
    ["unknown-identity-0", "foo, identity;q=0"],
    ["all-weight-0", "gzip;q=0, deflate;q=0, br;q=0, identity;q=0"],
    ["weights", "br;q=0.1, gzip;q=0.9, *;q=0.5"],
    ["weight-word", "gzip;q=high"],
    ["weight-above-1", "gzip;q=2"],
    ["no-commas", "gzip deflate br"],
    ["commas", ",,,"],
    ["semicolon", ";"],
    ["quoted", `"gzip"`],
    ["long-list", Array.from({ length: 300 }, (_, index) => `x-${index}`).join(", ")],
  ]);

const acceptLanguage = (on: Requests): CaseDefinition[] =>
  variants(on, "Accept-Language", [
    ["empty", ""],
    ["german", "de"],
    ["list", "fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5"],
    ["unknown", "xx"],
    ["any-weight-0", "*;q=0"],
    ["long-tag", "zh-Hant-TW-x-private"],
    ["underscore", "en_US"],
    ["path", "../../en"],
    ["words", "not a language"],
    ["long", "de, ".repeat(500)],
  ]);

const acceptCharset = (on: Requests): CaseDefinition[] =>
  variants(on, "Accept-Charset", [
    ["empty", ""],
    ["utf-8", "utf-8"],
    ["utf-16", "utf-16"],
    ["latin-1", "iso-8859-1"],
    ["unknown", "bogus"],
    ["any-weight-0", "*;q=0"],
    ["list", "iso-8859-1, utf-8;q=0.5"],
  ]);

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0";

const userAgent = (on: Requests): CaseDefinition[] =>
  variants(on, "User-Agent", [
    ["absent", null],
    ["empty", ""],
    ["one-letter", "a"],
    ["curl", "curl/8.0.0"],
    ["browser", BROWSER],
    ["crawler", "Googlebot/2.1"],
    ["comment-unclosed", "a/1 (b"],
    ["markup", "<b>x</b>"],
    ["latin-1", "a\u00e9"],
    ["long", "a".repeat(4000)],
    ["very-long", "a".repeat(12_000)],
  ]);

const repeated: CaseRow<string>[] = rows`
  accept | Accept twice, text/html on the second line | Accept: text/html
  accept-weight-0 | Accept twice, */*;q=0 on the second line | Accept: */*;q=0
  accept-encoding | Accept-Encoding twice, identity on the second line | Accept-Encoding: identity
  user-agent | User-Agent twice | User-Agent: other
`;

const twice = (on: Requests): CaseDefinition[] =>
  casesOf("twice", repeated, (line) => on.rawRequest({ extra: [[line]] }), { clauses });

const none = (on: Requests): CaseDefinition[] => [
  {
    name: "only-content-type",
    reason: "no User-Agent, Accept and Accept-Encoding",
    clauses,
    request: on.request(on.body(), {
      headers: on.headersWith({ "User-Agent": null, Accept: null, "Accept-Encoding": null }),
    }),
  },
  {
    name: "no-headers",
    reason: "no headers but those that the client cannot leave out",
    clauses: ["content-type", ...clauses],
    request: on.request(on.body(), { headers: [] }),
  },
];

const acceptCases = (on: Requests): CaseDefinition[] =>
  [accept, acceptEncoding, acceptLanguage, acceptCharset, userAgent, twice, none].flatMap((make) =>
    make(on),
  );

export default function mediaType(on: Requests): Suite[] {
  const hasBody = on.layout.body !== undefined;
  return [
    suiteFor(on.interface, {
      name: "media-type",
      about: "Content-Type, Accept and similar headers, User-Agent",
      clauses: ["content-type", "body", ...ERRORS],
      cases: () => [
        ...(hasBody ? [...contentTypeCases(on), ...bodyTypeCases(formsOf(on))] : []),
        ...acceptCases(on),
      ],
    }),
  ];
}
