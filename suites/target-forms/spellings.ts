import type { CaseRow, CaseDefinition, Requests } from "../../src/generate/index.ts";
import { ladderRows, casesOf } from "../../src/generate/index.ts";
import { slugOf } from "../../src/kinds/index.ts";
import type { Template, TemplatePart } from "../../src/template/index.ts";
import { raw, slice, times, rows } from "../../src/template/index.ts";

type Row = [name: string, reason: string, path: string, query?: string];

const isWord = (segment: string): boolean => segment !== "" && !segment.startsWith("{");

type Parts = ReturnType<typeof partsOf>;

function partsOf(path: string) {
  const segments = path.split("/").slice(1);
  const end = path.lastIndexOf("/");
  return {
    path,
    segments,
    first: segments[0] ?? "",
    last: segments.at(-1) ?? "",
    firstWord: segments.find(isWord),
    word: segments.findLast(isWord),
    /** The path with its last slash replaced; undefined if it has only one. */
    between: (text: string) =>
      end <= 0 ? undefined : path.slice(0, end) + text + path.slice(end + 1),
  };
}

function plain(on: Requests, parts: Parts): Row[] {
  const { path, first, last, between } = parts;
  const sides = `${parts.segments.at(-2)} and ${last}`;
  const [key] = on.fields.map((field) => field.key ?? "");
  return rows`
  trailing-slash | a slash follows the path | ${path}/
  two-trailing-slashes | two slashes follow the path | ${path}//
  two-slashes-inside | two slashes are between ${sides} | ${between("//")}
  ${inOtherLetters(parts)}
  query | a query follows the path | ${path} | x=1
  query-${slugOf(key ?? "")} | the query has ${key} | ${path} | ${key === undefined ? undefined : `${key}=1`}
  query-twice | the query has the same name twice | ${path} | x=1&x=2
  query-brackets | the query has names in brackets | ${path} | x[y]=1&x[]=2
  query-two-marks | two question marks follow the path | ${path} | ?x=1
  query-escape-cut | an escape in the query ends early | ${path} | x=%4
  slash-query | a slash and a query follow the path | ${path}/ | x=1
  semicolon | a parameter follows the path | ${path};x=1
  semicolon-inside | a parameter follows ${first} | ${parts.segments.length < 2 ? undefined : `/${first};x=1${path.slice(first.length + 1)}`}
  session-id | a jsessionid follows the path | ${path};jsessionid=1
  ${escapedLetters(parts)}
  escaped-slash | the slash between ${sides} is written %2F | ${between("%2F")}
  escaped-slash-lower | the slash between ${sides} is written %2f | ${between("%2f")}
  escaped-first-slash | a second slash follows the first as %2F | /%2F${path.slice(1)}
  escaped-question | the question mark is written %3F | ${path}%3Fx=1
  escaped-hash | a number sign is written %23 | ${path}%23
  escaped-backslash | the slash is a backslash written %5C | ${between("%5C")}
  escaped-nul | %00 follows the path | ${path}%00
  escaped-nul-suffix | %00.json follows the path | ${path}%00.json
  escaped-newline | %0d%0a follows the path | ${path}%0d%0a
  escaped-space | %20 follows the path | ${path}%20
  escaped-tab | %09 follows the path | ${path}%09
  escaped-utf8 | an e with an accent, as two escapes, follows the path | ${path}%C3%A9
  escaped-overlong | the slash is written %c0%af | ${between("%c0%af")}
  escaped-not-utf8 | %ff follows the path | ${path}%ff
  escape-cut | a per cent sign follows the path | ${path}%
  escape-one-digit | %7 follows the path | ${path}%7
  escape-no-hex | %zz follows the path | ${path}%zz
  plus | a plus sign follows the path | ${path}+
  ampersand | &x follows the path | ${path}&x
  equals | =1 follows the path | ${path}=1
  comma | a comma follows the path | ${path},
  colon | :x follows the path | ${path}:x
  tilde | a tilde follows the path | ${path}~
  unreserved | -._~ follow the path | ${path}-._~
  full-stop | a full stop follows the path | ${path}.
  json-suffix | .json follows the path | ${path}.json
  xml-suffix | .xml follows the path | ${path}.xml
  star | ${last} is a star | ${path.slice(0, path.lastIndexOf("/"))}/*
`;
}

const replaced = ({ segments }: Parts, index: number, text: string): string =>
  `/${segments.with(index, text).join("/")}`;

function inOtherLetters(parts: Parts): Row[] {
  const { segments, firstWord, word } = parts;
  if (firstWord === undefined || word === undefined) return [];
  const upper = firstWord.toUpperCase();
  const capital = word.slice(0, 1).toUpperCase() + word.slice(1);
  const all = segments.map((each) => (isWord(each) ? each.toUpperCase() : each));
  const entries: Row[] = rows`
  upper-${slugOf(firstWord)} | ${upper} is in upper case | ${replaced(parts, segments.indexOf(firstWord), upper)}
  capital-${slugOf(word)} | ${capital} has a capital | ${replaced(parts, segments.lastIndexOf(word), capital)}
  all-upper | the path is in upper case | /${all.join("/")}
`;
  return entries.filter(
    ([, , path], index) =>
      path !== parts.path && entries.findIndex(([, , other]) => other === path) === index,
  );
}

function escapedLetters(parts: Parts): Row[] {
  const { segments, word } = parts;
  if (word === undefined) return [];
  const letter = word.slice(0, 1);
  const escape = escaped(letter);
  const twice = `%25${escape.slice(1)}`;
  const at = segments.lastIndexOf(word);
  const rest = word.slice(1);
  return rows`
  escaped-letter | the ${letter} of ${word} is written ${escape} | ${replaced(parts, at, escape + rest)}
  escaped-letter-twice | the ${letter} of ${word} is escaped twice | ${replaced(parts, at, twice + rest)}
  escaped-all | every letter of ${word} is escaped | ${replaced(parts, at, escaped(word))}
`;
}

const escaped = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Targets that a URL parser would change, sent as written. */
function exact({ path, first, last, segments, between }: Parts): Row[] {
  const sides = `${segments.at(-2)} and ${last}`;
  return rows`
  two-slashes-first | two slashes precede ${first} | /${path}
  three-slashes-first | three slashes precede ${first} | //${path}
  query-empty | a question mark follows the path | ${path}?
  fragment | a fragment follows the path | ${path}#frag
  fragment-empty | a number sign follows the path | ${path}#
  dot | /. is between ${sides} | ${between("/./")}
  dot-last | /. follows the path | ${path}/.
  dot-dot-last | /.. follows the path | ${path}/..
  dot-dot-back | the path goes up and comes back | /${first}/..${path}
  dot-dot-inside | x/.. is between ${sides} | ${between("/x/../")}
  dot-dot-first | a step up is at the beginning of the path | /..${path}
  dot-dot-many | the path goes up three times | /../../..${path}
  three-dots | three full stops are between ${sides} | ${between("/.../")}
  escaped-dot | %2e is between ${sides} | ${between("/%2e/")}
  escaped-dot-dot | %2e%2e takes the path up and back | /${first}/%2e%2e${path}
  escaped-dot-dot-slash | %2e%2e%2f takes the path up and back | /${first}/%2e%2e%2f${path.slice(1)}
  backslash | a backslash is between ${sides} | ${between("\\")}
  backslash-first | the first slash is a backslash | ${`\\${path.slice(1)}`}
  braces | braces follow the path | ${path}{}
  template | the path has a name in braces | ${path}/{id}
  pipe | a vertical bar follows the path | ${`${path}|`}
  caret | a caret follows the path | ${path}^
  quote | a quotation mark follows the path | ${path}"
  angle-brackets | angle brackets follow the path | ${path}<>
  no-first-slash | the path begins without a slash | ${path.slice(1)}
`;
}

const family = "path-spelling";

export function pathSpellings(on: Requests): CaseDefinition[] {
  const parts = partsOf(on.interface.path);
  const spelled = (path: string, query?: string) =>
    on.request(on.body(), { path: on.target(path, ...(query === undefined ? [] : [query])) });
  const asWritten = (path: string) =>
    on.rawRequest({ line: on.requestLine({ path: on.target(path) }) });
  return [
    ...casesOf("", plain(on, parts), spelled, { family }),
    ...casesOf("", exact(parts), asWritten, { family }),
  ];
}

const PATH: TemplatePart = { target: "path" };
const HOST: TemplatePart = { target: "host" };
const VERSION = " HTTP/1.1";

const forms = (method: string): CaseRow<Template>[] => rows`
  absolute | the target is the whole URL | ${[`${method} `, { target: "origin" }, PATH, VERSION]}
  absolute-other-host | the target is a URL of example.com | ${[`${method} http://example.com`, PATH, VERSION]}
  absolute-https | the target is an https URL | ${[`${method} https://`, HOST, PATH, VERSION]}
  absolute-ftp | the target is an ftp URL | ${[`${method} ftp://`, HOST, PATH, VERSION]}
  absolute-upper | the target's scheme is HTTP | ${[`${method} HTTP://`, HOST, PATH, VERSION]}
  absolute-no-path | the target is a URL without a path | ${[`${method} http://`, HOST, VERSION]}
  absolute-no-host | the target is a URL without a host | ${[`${method} http://`, PATH, VERSION]}
  absolute-userinfo | the target is a URL with user and password | ${[`${method} http://user:password@`, HOST, PATH, VERSION]}
  absolute-bad-port | the target's port is a word | ${[`${method} http://localhost:x`, PATH, VERSION]}
  authority | the target is host and port | ${[`${method} `, HOST, VERSION]}
  authority-connect | CONNECT to host and port | ${["CONNECT ", HOST, VERSION]}
  asterisk | the target is * | ${[`${method} *`, VERSION]}
  mailto | the target is a mailto address | ${[`${method} mailto:user@example.com`, VERSION]}
  hash-only | the target is a fragment | ${[`${method} #frag`, VERSION]}
  query-only | the target is a query | ${[`${method} ?x=1`, VERSION]}
`;

const shapes = (method: string): CaseRow<Template>[] => [
  ["empty-target", "two spaces and no target between them", [`${method} `, VERSION]],
  ["missing-target", "one space and no target", [method, VERSION]],
  ["two-spaces-before", "two spaces precede the target", [`${method}  `, PATH, VERSION]],
  ["two-spaces-after", "two spaces stand after the target", [`${method} `, PATH, " ", VERSION]],
  ["tab-before", "a tab separates method and target", [`${method}\t`, PATH, VERSION]],
  ["tab-after", "a tab separates target and version", [`${method} `, PATH, "\tHTTP/1.1"]],
  ["vertical-tab", "a vertical tab separates method and target", [`${method}\v`, PATH, VERSION]],
  ["raw-space", "a space follows in the target", [`${method} `, PATH, " x", VERSION]],
  ["raw-tab", "a tab follows in the target", [`${method} `, PATH, "\t", VERSION]],
  ["raw-nul", "a NUL byte follows in the target", [`${method} `, PATH, raw(0), VERSION]],
  ["raw-01", "the byte 0x01 follows in the target", [`${method} `, PATH, raw(1), VERSION]],
  ["raw-7f", "the byte 0x7f follows in the target", [`${method} `, PATH, raw(0x7f), VERSION]],
  ["raw-80", "the byte 0x80 follows in the target", [`${method} `, PATH, raw(0x80), VERSION]],
  ["raw-ff", "the byte 0xff follows in the target", [`${method} `, PATH, raw(0xff), VERSION]],
  ["raw-utf8", "an accented letter follows in UTF-8", [`${method} `, PATH, "\u00e9", VERSION]],
  ["raw-cr", "a CR follows in the target", [`${method} `, PATH, "\rx", VERSION]],
  ["raw-query-utf8", "the query has UTF-8 in it", [`${method} `, PATH, "?x=\u00e9", VERSION]],
  ["raw-query-nul", "the query has a NUL byte in it", [`${method} `, PATH, "?x=", raw(0), VERSION]],
  ["words-only", "the request line is one word", [method]],
];

const byLine = (on: Requests, entries: CaseRow<Template>[], family: string): CaseDefinition[] =>
  casesOf("", entries, (line) => on.rawRequest({ line }), { family });

const SIZES = [256, 512, 1024, 2048, 4096, 8000, 8192, 16_384, 32_768, 65_536];

const LONG: Partial<CaseDefinition> = {
  clauses: ["limit-size", "path", "response-status", "error-conditions", "error-codes"],
};

function ladders(on: Requests): CaseDefinition[] {
  const to = (...path: Template): CaseDefinition["request"] =>
    on.rawRequest({ line: on.requestLine({ path }) });
  const filled = (opening: string) => (size: number) =>
    to(slice([PATH, opening, times("a", size)], 0, size));
  return [
    ...ladderRows(LONG)`
  long-query | a query makes the target # bytes long | long-query | request target bytes by query | bytes | ${SIZES} | ${filled("?x=")}
  long-path | a path makes the target # bytes long | long-path | request target bytes by path | bytes | ${SIZES} | ${filled("/")}
`,
    ...ladderRows()`
  segments | path segments after ${lastSegment(on)}: N | many-segments | path segments after ${lastSegment(on)} | | ${[10, 100, 1000, 10_000]} | ${(count) => to(PATH, times("/a", count))}
  query-parameters | parameters in the query: N | many-parameters | query parameters | | ${[10, 100, 1000, 5000]} | ${(count) => to(PATH, "?", times("a=1&", count - 1), "a=1")}
`,
  ];
}

export const requestLines = (on: Requests): CaseDefinition[] => [
  ...byLine(on, forms(on.interface.method), "target-form"),
  ...byLine(on, shapes(on.interface.method), "line-shape"),
  ...ladders(on),
];

const lastSegment = ({ interface: { path } }: Requests): string =>
  path.slice(path.lastIndexOf("/") + 1) || "/";
