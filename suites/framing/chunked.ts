import type { CaseRow, HeadOptions, Requests, CaseDefinition } from "../../src/generate/index.ts";
import { ladderRows, casesOf } from "../../src/generate/index.ts";
import { slice, type Template, raw, times, rows } from "../../src/template/index.ts";
import type { RawRequest } from "../../src/model/index.ts";

const CRLF = "\r\n";

const chunk = (size: string, data: Template): Template => [size, CRLF, ...data, CRLF];

export const LAST: Template = ["0\r\n\r\n"];

type Chunks = ReturnType<typeof chunksOf>;

export function chunksOf(on: Requests) {
  const size = on.bodyBytes.toString(16);
  return {
    size,
    /** The body in one chunk, without the end. */
    one: chunk(size, on.body()),
    /** The body split into chunks of these sizes, with lower-case sizes. */
    of: (...sizes: number[]): Template => {
      let from = 0;
      return sizes.flatMap((bytes) => {
        const data = slice(on.body(), from, from + bytes);
        from += bytes;
        return chunk(bytes.toString(16), [data]);
      });
    },
    /** The stated head with Transfer-Encoding: chunked instead of Content-Length, and this body. */
    send: (body: Template, options: HeadOptions = {}): RawRequest =>
      on.rawRequest({
        ...options,
        change: { "Content-Length": null, "Transfer-Encoding": "chunked", ...options.change },
        body,
      }),
  };
}

const fullwidth = (digits: string) =>
  Array.from(digits, (digit) => String.fromCodePoint(0xfee0 + digit.charCodeAt(0))).join("");

function sizesOf({ bodyBytes }: Requests, { size }: Chunks): CaseRow<string>[] {
  const sizeAnd = (more: bigint) => (BigInt(bodyBytes) + more).toString(16);
  return [
    ["0x", "the size has 0x before it", `0x${size}`],
    ["h-after", "an h follows the size", `${size}h`],
    ["plus", "a plus sign precedes the size", `+${size}`],
    ["minus", "a minus sign precedes the size", `-${size}`],
    ["minus-1", "the size is -1", "-1"],
    ["empty", "the size is empty", ""],
    ["word", "the size is not a hex digit", "xyz"],
    ["decimal", "the size is the decimal number", String(bodyBytes)],
    ["underscore", "an underscore is in the size", Array.from(size).join("_")],
    ["fraction", ".0 follows the size", `${size}.0`],
    ["comma", "a comma follows the size", `${size},`],
    ["quoted", "the size is in quotation marks", `"${size}"`],
    ["one-short", "the size is one less than the chunk", sizeAnd(-1n)],
    ["one-long", "the size is one more than the chunk", sizeAnd(1n)],
    ["far-too-long", "the size is 256, more than the chunk has", "100"],
    ["2-31", "the size is 2^31", "80000000"],
    ["2-32", "the size is 2^32", "100000000"],
    ["2-32-and-body", "the size is 2^32 and the length", sizeAnd(2n ** 32n)],
    ["2-63", "the size is 2^63", "8000000000000000"],
    ["2-64-minus-1", "the size is 2^64 - 1", "ffffffffffffffff"],
    ["2-64", "the size is 2^64", "10000000000000000"],
    ["2-64-and-body", "the size is 2^64 and the length", sizeAnd(2n ** 64n)],
    ["space-after", "a space follows the size", `${size} `],
    ["spaces-after", "ten spaces follow the size", `${size}          `],
    ["tab-after", "a tab follows the size", `${size}\t`],
    ["space-before", "a space precedes the size", ` ${size}`],
    ["two-words", "the size is two words", `${size} ${size}`],
    ["nul-after", "a NUL byte follows the size", `${size}\0`],
    ["fullwidth", "the digits are full-width", fullwidth(size)],
    ["extension-space", "spaces surround the extension's semicolon", `${size} ; a=b`],
    ["extension-equals", "spaces surround the extension's equals sign", `${size};a = b`],
    ["extension-empty", "an extension is empty", `${size};`],
    ["extension-open", "a quoted extension stays open", `${size};a="b`],
    ["extension-lf", "an extension has LF in it", `${size};a\nb`],
    ["extension-cr", "an extension has CR in it", `${size};a\rb`],
    ["extension-nul", "an extension has a NUL byte in it", `${size};a\0b`],
  ];
}

const openingOf = ({ fields: [first] }: Requests): string =>
  first?.key === undefined ? "[" : `{${JSON.stringify(first.key)}:1`;

const shapes = (on: Requests, { size, one }: Chunks): CaseRow<Template>[] => rows`
  no-end-of-data | nothing ends the data of the chunk | ${[size, "\r\n", ...on.body(), ...LAST]}
  other-end-of-data | the data of the chunk ends with XX | ${[size, "\r\n", ...on.body(), "XX", ...LAST]}
  lf-after-size | LF alone follows the size | ${[size, "\n", ...on.body(), "\r\n", ...LAST]}
  cr-after-size | CR alone follows the size | ${[size, "\r", ...on.body(), "\r\n", ...LAST]}
  lf-after-data | LF alone follows the data | ${[size, "\r\n", ...on.body(), "\n", ...LAST]}
  cr-after-data | CR alone follows the data | ${[size, "\r\n", ...on.body(), "\r", ...LAST]}
  all-lf | all lines of the body end with LF | ${[size, "\n", ...on.body(), "\n0\n\n"]}
  two-line-ends | two line ends follow the data | ${[...one, "\r\n", ...LAST]}
  line-end-first | a line end precedes the first size | ${["\r\n", ...one, ...LAST]}
  no-last | the last chunk is missing | ${one}
  last-half | the last chunk has no empty line after it | ${[...one, "0\r\n"]}
  last-bare | the last chunk is 0 and nothing else | ${[...one, "0"]}
  last-lf | the last chunk ends with LF LF | ${[...one, "0\n\n"]}
  last-cr | the last chunk ends with CR CR | ${[...one, "0\r\r"]}
  size-only | the body ends after the first size | ${[size, "\r\n"]}
  half-data | the body ends inside the chunk | ${[size, "\r\n", openingOf(on)]}
  bytes-after | letters follow the last chunk | ${[...one, ...LAST, "more"]}
  chunk-after | another chunk follows the last chunk | ${[...one, ...LAST, ...one]}
  trailer-no-colon | a trailer has no colon | ${[...one, "0\r\nX-Extra\r\n\r\n"]}
  trailer-fold | a trailer is folded | ${[...one, "0\r\nX-Extra: 1\r\n 2\r\n\r\n"]}
  trailer-nul | a trailer has a NUL byte in it | ${[...one, "0\r\nX-Extra: ", raw(0), "\r\n\r\n"]}
  trailer-open | the trailers do not end | ${[...one, "0\r\nX-Extra: 1\r\n"]}
  not-chunked | the body is the document without chunks | ${on.body()}
  two-documents | the document occurs twice, in two chunks | ${[...one, ...one, ...LAST]}
  only-sizes | the body is a hundred thousand digits 1 | ${[times("1", 100_000)]}
`;

export function chunkShapes(on: Requests): CaseDefinition[] {
  const chunks = chunksOf(on);
  const sized = casesOf("chunk-size", sizesOf(on, chunks), (size) =>
    chunks.send([...chunk(size, on.body()), ...LAST]),
  );
  const shaped = casesOf("chunk-shape", shapes(on, chunks), (body) => chunks.send(body));
  return [...sized, ...shaped];
}

const KIB = 1024;
const spaces = (count: number) => times(" ", count);

function wholeOnes(on: Requests, { size, one, of }: Chunks): CaseRow<Template>[] {
  const zeros = (count: number): Template => [times("0", count), ...one, ...LAST];
  return rows`
  one | the body is one chunk | ${[...one, ...LAST]}
  two | the body is two chunks | ${[...of(20, on.bodyBytes - 20), ...LAST]}
  lower-hex | chunk sizes are in lower-case hex | ${[...of(10, 11, on.bodyBytes - 21), ...LAST]}
  upper-hex | chunk sizes are in upper-case hex | ${[...chunk("0A", [spaces(10)]), ...chunk("1F", [spaces(31)]), ...one, ...LAST]}
  one-byte-each | every byte is a chunk of its own | ${[...of(...Array<number>(on.bodyBytes).fill(1)), ...LAST]}
  leading-zeros | the size has zeros before it | ${[...chunk(`000000${size}`, on.body()), ...LAST]}
  leading-zeros-20 | the size has 20 zeros before it | ${zeros(20)}
  leading-zeros-1000 | the size has 1000 zeros before it | ${zeros(1000)}
  last-zeros | the last size is written 000 | ${[...one, "000\r\n\r\n"]}
  extension | a chunk has an extension | ${[...chunk(`${size};a=b`, on.body()), ...LAST]}
  extension-name | an extension is a name alone | ${[...chunk(`${size};a`, on.body()), ...LAST]}
  extension-two | a chunk has two extensions | ${[...chunk(`${size};a=b;c=d`, on.body()), ...LAST]}
  extension-quoted | an extension is quoted | ${[...chunk(`${size};a="b;c"`, on.body()), ...LAST]}
  extension-quoted-escape | a quoted extension has an escaped quotation mark in it | ${[...chunk(`${size};a="b\\"c"`, on.body()), ...LAST]}
  extension-last | the last chunk has an extension | ${[...one, "0;a=b\r\n\r\n"]}
  trailer | a trailer follows the chunks | ${[...one, "0\r\nX-Extra: 1\r\n\r\n"]}
  trailers-100 | a hundred trailers follow the chunks | ${[...one, "0\r\n", times("X-Extra: 1\r\n", 100), "\r\n"]}
  trailer-length | a trailer is Content-Length | ${[...one, "0\r\nContent-Length: 5\r\n\r\n"]}
  trailer-host | a trailer is Host | ${[...one, "0\r\nHost: example.com\r\n\r\n"]}
  trailer-type | a trailer is Content-Type | ${[...one, "0\r\nContent-Type: text/plain\r\n\r\n"]}
  empty | there is no chunk before the end | ${LAST}
  64-kib | a chunk of 64 KiB of white space goes before | ${[...chunk("10000", [spaces(64 * KIB)]), ...one, ...LAST]}
`;
}

const ladders = (on: Requests, { size: hex, one, send }: Chunks): CaseDefinition[] =>
  ladderRows({ clauses: ["protocol", "limit-size", "response-status", "error-conditions"] })`
  extension | the extension of one chunk is # bytes long | chunk-extension-size | bytes of one chunk extension | bytes | ${[16, 64, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB]} | ${(size) => send([hex, ";", times("a", size - 1), "\r\n", ...on.body(), "\r\n", ...LAST])}
  trailer | the value of one trailer is # bytes long | trailer-size | bytes of one trailer value | bytes | ${[64, KIB, 4 * KIB, 16 * KIB, 64 * KIB]} | ${(size) => send([...one, "0\r\nX-Extra: ", times("a", size), "\r\n\r\n"])}
  chunks | chunks of one space before the document's: N | many-chunks | chunks of one byte | chunks | ${[10, 100, 1000, 10_000]} | ${(count) => send([times("1\r\n \r\n", count), ...one, ...LAST])}
`;

export function chunked(on: Requests): CaseDefinition[] {
  const chunks = chunksOf(on);
  return [
    ...casesOf("chunked", wholeOnes(on, chunks), (body) => chunks.send(body)),
    ...ladders(on, chunks),
  ];
}
