import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { LAST, chunk, chunksOf, type Chunks } from "./chunk.ts";
import { raw, times, type Template } from "../../src/template/index.ts";

type Row = [name: string, reason: string, body: Template];

const fullwidth = (digits: string) =>
  Array.from(digits, (digit) => String.fromCodePoint(0xfee0 + digit.charCodeAt(0))).join("");

function sizesOf(
  { bodyBytes }: Requests,
  { size }: Chunks,
): [name: string, reason: string, size: string][] {
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

/** The first bytes of a body, plain. */
const openingOf = ({ fields: [first] }: Requests): string =>
  first?.key === undefined ? "[" : `{${JSON.stringify(first.key)}:1`;

const shapes = (on: Requests, { size, one }: Chunks): Row[] => rows`
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

/** Chunks in other shapes. */
export function chunkShapes(on: Requests): CaseDefinition[] {
  const chunks = chunksOf(on);
  const sized = casesOf("chunk-size", sizesOf(on, chunks), (size) =>
    chunks.send([...chunk(size, on.body()), ...LAST]),
  );
  const shaped = casesOf("chunk-shape", shapes(on, chunks), (body) => chunks.send(body));
  return [...sized, ...shaped];
}
