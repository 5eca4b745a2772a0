import { LAST, ONE, SIZE, chunk, postChunked } from "./chunk.ts";
import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import { raw, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import type { Template } from "../../src/template/template.ts";

type Row = [name: string, reason: string, body: Template];

/** The stated body's length and this much, in hex. */
const sizeAnd = (more: bigint) => (BigInt(VALID_BODY_BYTES) + more).toString(16);

const fullwidth = (digits: string) =>
  Array.from(digits, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");

const SIZES: [name: string, reason: string, size: string][] = [
  ["0x", "the size has 0x before it", `0x${SIZE}`],
  ["h-after", "an h follows the size", `${SIZE}h`],
  ["plus", "a plus sign stands before the size", `+${SIZE}`],
  ["minus", "a minus sign stands before the size", `-${SIZE}`],
  ["minus-1", "the size is -1", "-1"],
  ["empty", "the size is empty", ""],
  ["word", "the size is no hex digit", "xyz"],
  ["decimal", "the size is the decimal number", String(VALID_BODY_BYTES)],
  ["underscore", "an underscore stands in the size", Array.from(SIZE).join("_")],
  ["fraction", ".0 follows the size", `${SIZE}.0`],
  ["comma", "a comma follows the size", `${SIZE},`],
  ["quoted", "the size is in quotation marks", `"${SIZE}"`],
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
  ["space-after", "a space follows the size", `${SIZE} `],
  ["spaces-after", "ten spaces follow the size", `${SIZE}          `],
  ["tab-after", "a tab follows the size", `${SIZE}\t`],
  ["space-before", "a space stands before the size", ` ${SIZE}`],
  ["two-words", "the size is two words", `${SIZE} ${SIZE}`],
  ["nul-after", "a NUL byte follows the size", `${SIZE}\0`],
  ["fullwidth", "the digits are full-width", fullwidth(SIZE)],
  ["extension-space", "spaces stand around the extension's semicolon", `${SIZE} ; a=b`],
  ["extension-equals", "spaces stand around the extension's equals sign", `${SIZE};a = b`],
  ["extension-empty", "an extension is empty", `${SIZE};`],
  ["extension-open", "a quoted extension stays open", `${SIZE};a="b`],
  ["extension-lf", "an extension has LF in it", `${SIZE};a\nb`],
  ["extension-cr", "an extension has CR in it", `${SIZE};a\rb`],
  ["extension-nul", "an extension has a NUL byte in it", `${SIZE};a\0b`],
];

const SHAPES: Row[] = [
  ["no-end-of-data", "nothing ends the data of the chunk", [SIZE, "\r\n", ...user(), ...LAST]],
  [
    "other-end-of-data",
    "the data of the chunk ends with XX",
    [SIZE, "\r\n", ...user(), "XX", ...LAST],
  ],
  ["lf-after-size", "LF alone follows the size", [SIZE, "\n", ...user(), "\r\n", ...LAST]],
  ["cr-after-size", "CR alone follows the size", [SIZE, "\r", ...user(), "\r\n", ...LAST]],
  ["lf-after-data", "LF alone follows the data", [SIZE, "\r\n", ...user(), "\n", ...LAST]],
  ["cr-after-data", "CR alone follows the data", [SIZE, "\r\n", ...user(), "\r", ...LAST]],
  ["all-lf", "all lines of the body end with LF", [SIZE, "\n", ...user(), "\n0\n\n"]],
  ["two-line-ends", "two line ends follow the data", [...ONE, "\r\n", ...LAST]],
  ["line-end-first", "a line end stands before the first size", ["\r\n", ...ONE, ...LAST]],
  ["no-last", "the last chunk is missing", ONE],
  ["last-half", "the last chunk has no empty line after it", [...ONE, "0\r\n"]],
  ["last-bare", "the last chunk is 0 and nothing else", [...ONE, "0"]],
  ["last-lf", "the last chunk ends with LF LF", [...ONE, "0\n\n"]],
  ["last-cr", "the last chunk ends with CR CR", [...ONE, "0\r\r"]],
  ["size-only", "the body ends after the first size", [SIZE, "\r\n"]],
  ["half-data", "the body ends inside the chunk", [SIZE, "\r\n", '{"id":1']],
  ["bytes-after", "letters follow the last chunk", [...ONE, ...LAST, "more"]],
  ["chunk-after", "another chunk follows the last chunk", [...ONE, ...LAST, ...ONE]],
  ["trailer-no-colon", "a trailer has no colon", [...ONE, "0\r\nX-Extra\r\n\r\n"]],
  ["trailer-fold", "a trailer is folded", [...ONE, "0\r\nX-Extra: 1\r\n 2\r\n\r\n"]],
  ["trailer-nul", "a trailer has a NUL byte in it", [...ONE, "0\r\nX-Extra: ", raw(0), "\r\n\r\n"]],
  ["trailer-open", "the trailers do not end", [...ONE, "0\r\nX-Extra: 1\r\n"]],
  ["not-chunked", "the body is the document without chunks", user()],
  ["two-documents", "the document is there twice, in two chunks", [...ONE, ...ONE, ...LAST]],
  ["only-sizes", "the body is a hundred thousand digits 1", [times("1", 100_000)]],
];

/** Chunks in other shapes. */
export const chunkShapes: CaseDefinition[] = [
  ...SIZES.map(([name, reason, size]): [string, string, Template, string] => [
    `size-${name}`,
    reason,
    [...chunk(size, user()), ...LAST],
    "chunk-size",
  ]),
  ...SHAPES.map(([name, reason, body]): [string, string, Template, string] => [
    `shape-${name}`,
    reason,
    body,
    "chunk-shape",
  ]),
].map(([name, reason, body, family]) => ({
  name: `chunk-${name}`,
  reason,
  family,
  request: postChunked(body),
}));
