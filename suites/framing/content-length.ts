import type { CaseRow, CaseDefinition, HeadOptions, Requests } from "../../src/generate/index.ts";
import { casesOf, read, wire } from "../../src/generate/index.ts";
import { raw, times, type Template, type TemplatePart, rows } from "../../src/template/index.ts";

const N: TemplatePart = { bodyLength: 0 };

function spelled({ bodyBytes }: Requests): CaseRow<Template>[] {
  const digits = Array.from(String(bodyBytes));
  const digitsFrom = (zero: number) =>
    digits.map((digit) => String.fromCodePoint(zero + Number(digit))).join("");
  return rows`
  empty | Content-Length is empty | ${[]}
  spaces | Content-Length is three spaces | ${["   "]}
  00 | Content-Length is 00 | ${["00"]}
  leading-zero | a zero precedes the length | ${["0", N]}
  leading-zeros-20 | zeros fill the length to 20 digits | ${[{ bodyLength: 0, width: 20 }]}
  leading-zeros-1000 | zeros fill the length to 1000 digits | ${[{ bodyLength: 0, width: 1000 }]}
  plus | a plus sign precedes the length | ${["+", N]}
  minus | a minus sign precedes the length | ${["-", N]}
  minus-1 | Content-Length is -1 | ${["-1"]}
  minus-0 | Content-Length is -0 | ${["-0"]}
  hex | the length is written with 0x | ${["0x", { bodyLength: 0, radix: 16 }]}
  octal | the length is written with 0o | ${["0o", { bodyLength: 0, radix: 8 }]}
  binary | the length is written with 0b | ${["0b", { bodyLength: 0, radix: 2 }]}
  trailing-space | a space follows the length | ${[N, " "]}
  trailing-tab | a tab follows the length | ${[N, "\t"]}
  leading-space | two spaces precede the length | ${[" ", N]}
  leading-tab | a tab precedes the length | ${["\t", N]}
  leading-vertical-tab | a vertical tab precedes the length | ${["\v", N]}
  trailing-nul | a NUL byte follows the length | ${[N, raw(0)]}
  trailing-letters | letters follow the length | ${[N, "abc"]}
  parameter | a parameter follows the length | ${[N, ";x"]}
  two-words | the length occurs twice, with a space | ${[N, " ", N]}
  list-same | the length is a list of two, the same | ${[N, ", ", N]}
  list-same-tight | the length is a list of two without a space | ${[N, ",", N]}
  list-different | the length is a list of two, one less in the second | ${[N, ", ", { bodyLength: -1 }]}
  list-different-first | the length is a list of two, one less in the first | ${[{ bodyLength: -1 }, ", ", N]}
  comma-after | a comma follows the length | ${[N, ","]}
  comma-before | a comma precedes the length | ${[",", N]}
  fraction-0 | .0 follows the length | ${[N, ".0"]}
  fraction-5 | .5 follows the length | ${[N, ".5"]}
  full-stop | a full stop follows the length | ${[N, "."]}
  exponent | the length is written with an exponent | ${[`${bodyBytes / 10}e1`]}
  exponent-0 | e0 follows the length | ${[N, "e0"]}
  underscore | an underscore is between the digits | ${[digits.join("_")]}
  quoted | the length is in quotation marks | ${['"', N, '"']}
  arabic-digits | the digits are Arabic-Indic | ${[digitsFrom(0x660)]}
  fullwidth-digits | the digits are full-width | ${[digitsFrom(0xff10)]}
  superscript | a superscript digit follows the length | ${[N, raw(0xb2)]}
  word | Content-Length is a word | ${["some"]}
  nan | Content-Length is NaN | ${["NaN"]}
  infinity | Content-Length is Infinity | ${["Infinity"]}
  digits-400 | Content-Length is 400 digits | ${[times("9", 400)]}
`;
}

const lengths = (bodyBytes: number): bigint[] => [
  ...new Set([
    ...[0, 1, 10, 25].map(BigInt),
    ...[-2, -1, 0, 1, 2].map((by) => BigInt(bodyBytes + by)).filter((each) => each >= 0n),
    ...[60, 100, 1000, 65_536].map(BigInt),
    ...[31n, 32n, 53n, 63n, 64n].flatMap((power) => [-1n, 0n, 1n].map((by) => 2n ** power + by)),
    10n ** 30n,
  ]),
];

const given = (on: Requests): CaseDefinition[] =>
  lengths(on.bodyBytes).map((length) => {
    const isStated = length === BigInt(on.bodyBytes);
    return {
      name: `given-${length}`,
      reason: isStated
        ? `Content-Length is ${length}, as long as the body`
        : `Content-Length is ${length} and the body has ${on.bodyBytes} bytes`,
      family: "length-given",
      rung: { axis: `Content-Length of a ${on.bodyBytes}-byte body`, at: String(length) },
      request: on.rawRequest({ change: { "Content-Length": String(length) } }),
    };
  });

const line = (value: TemplatePart): Template => ["Content-Length: ", value];

type Several = [name: string, reason: string, options: HeadOptions, body?: Template];

/** Omitted, or empty: for a request without a body that is as stated. */
const WITHOUT: Several[] = rows`
  absent | there is no Content-Length and a body | ${{ change: { "Content-Length": null } }}
  absent-no-body | there is no Content-Length and no body | ${{ change: { "Content-Length": null } }} | ${[]}
  zero-no-body | Content-Length is 0 and there is no body | ${{}} | ${[]}
  absent-close | there is no Content-Length, a body, and Connection: close | ${{ change: { "Content-Length": null, Connection: "close" } }}
`;

const SEVERAL: Several[] = rows`
  twice-same | Content-Length occurs twice, the same | ${{ extra: [line(N)] }}
  three-times-same | Content-Length is there three times, the same | ${{ extra: [line(N), line(N)] }}
  twice-less | a second Content-Length is one less | ${{ extra: [line({ bodyLength: -1 })] }}
  twice-more | a second Content-Length is one more | ${{ extra: [line({ bodyLength: 1 })] }}
  twice-zero | a second Content-Length is 0 | ${{ extra: [line("0")] }}
  twice-less-first | the first Content-Length is one less | ${{ change: { "Content-Length": [{ bodyLength: -1 }] }, extra: [line(N)] }}
  twice-zero-first | the first Content-Length is 0 | ${{ change: { "Content-Length": "0" }, extra: [line(N)] }}
  twice-second-word | a second Content-Length is a word | ${{ extra: [line("some")] }}
  twice-second-empty | a second Content-Length is empty | ${{ extra: [["Content-Length:"]] }}
  twice-leading-zero | a second Content-Length has a zero before it | ${{ extra: [line({ bodyLength: 0, width: 3 })] }}
`;

type Leftover = [name: string, reason: string, options: HeadOptions, body: Template];

/** A complete GET request where the stated length ends the body, or where a GET should have none. */
function leftovers(on: Requests): Leftover[] {
  const get = on.bodyless("GET");
  const stated = { "Content-Length": String(on.bodyBytes) };
  const line = on.requestLine({ method: "GET" });
  const all: Leftover[] = rows`
  leftover-message | Content-Length is 0 and the body is a whole GET request | ${{ change: { "Content-Length": "0" } }} | ${get}
  leftover-after | a whole GET request follows the body | ${{ change: stated }} | ${[...on.body(), ...get]}
  leftover-line-ends | CR LF and a whole GET request follow the body | ${{ change: stated }} | ${[...on.body(), "\r\n", ...get]}
  get-with-length | a GET with the stated body, then a GET without | ${{ line, change: stated }} | ${[...on.body(), ...get]}
  get-without-length | a GET without Content-Length and with a body, then a GET | ${{ line, change: { "Content-Length": null } }} | ${[...on.body(), ...get]}
`;
  return on.hasBody ? all : all.slice(0, 1);
}

export const contentLength = (on: Requests): CaseDefinition[] => [
  ...casesOf(
    "length",
    spelled(on),
    (value) => on.rawRequest({ change: { "Content-Length": value } }),
    { family: "length-spelling" },
  ),
  ...given(on),
  ...casesOf("lengths", on.hasBody ? [...WITHOUT, ...SEVERAL] : [], (options, body) =>
    on.rawRequest({ ...options, body: body ?? on.body() }),
  ),
  ...casesOf(
    "",
    leftovers(on),
    (options, body) => wire(on.send({ head: on.head(options), body }), read(), read()),
    { family: "leftover" },
  ),
];
