import { LAST, ONE, SIZE, chunk, chunksOf, postChunked } from "./chunk.ts";
import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import { times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import type { Template } from "../../src/template/template.ts";

type Row = [name: string, reason: string, body: Template];

const KIB = 1024;
const spaces = (count: number) => times(" ", count);

const WHOLE: Row[] = [
  ["one", "the body is one chunk", [...ONE, ...LAST]],
  ["two", "the body is two chunks", [...chunksOf(20, VALID_BODY_BYTES - 20), ...LAST]],
  [
    "lower-hex",
    "chunk sizes are in lower-case hex",
    [...chunksOf(10, 11, VALID_BODY_BYTES - 21), ...LAST],
  ],
  [
    "upper-hex",
    "chunk sizes are in upper-case hex",
    [...chunk("0A", [spaces(10)]), ...chunk("1F", [spaces(31)]), ...ONE, ...LAST],
  ],
  [
    "one-byte-each",
    "every byte is a chunk of its own",
    [...chunksOf(...Array<number>(VALID_BODY_BYTES).fill(1)), ...LAST],
  ],
  ["leading-zeros", "the size has zeros before it", [...chunk(`000000${SIZE}`, user()), ...LAST]],
  ["leading-zeros-20", "the size has 20 zeros before it", zeros(20)],
  ["leading-zeros-1000", "the size has 1000 zeros before it", zeros(1000)],
  ["last-zeros", "the last size is written 000", [...ONE, "000\r\n\r\n"]],
  ["extension", "a chunk has an extension", [...chunk(`${SIZE};a=b`, user()), ...LAST]],
  ["extension-name", "an extension is a name alone", [...chunk(`${SIZE};a`, user()), ...LAST]],
  ["extension-two", "a chunk has two extensions", [...chunk(`${SIZE};a=b;c=d`, user()), ...LAST]],
  ["extension-quoted", "an extension is quoted", [...chunk(`${SIZE};a="b;c"`, user()), ...LAST]],
  [
    "extension-quoted-escape",
    "a quoted extension has an escaped quotation mark in it",
    [...chunk(`${SIZE};a="b\\"c"`, user()), ...LAST],
  ],
  ["extension-last", "the last chunk has an extension", [...ONE, "0;a=b\r\n\r\n"]],
  ["trailer", "a trailer follows the chunks", [...ONE, "0\r\nX-Extra: 1\r\n\r\n"]],
  [
    "trailers-100",
    "a hundred trailers follow the chunks",
    [...ONE, "0\r\n", times("X-Extra: 1\r\n", 100), "\r\n"],
  ],
  ["trailer-length", "a trailer is Content-Length", [...ONE, "0\r\nContent-Length: 5\r\n\r\n"]],
  ["trailer-host", "a trailer is Host", [...ONE, "0\r\nHost: example.com\r\n\r\n"]],
  ["trailer-type", "a trailer is Content-Type", [...ONE, "0\r\nContent-Type: text/plain\r\n\r\n"]],
  ["empty", "there is no chunk before the end", LAST],
  [
    "64-kib",
    "a chunk of 64 KiB of white space goes before",
    [...chunk("10000", [spaces(64 * KIB)]), ...ONE, ...LAST],
  ],
];

function zeros(count: number): Template {
  return [times("0", count), ...ONE, ...LAST];
}

const extensions: CaseDefinition[] = [16, 64, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB].map(
  (size) => ({
    name: `extension-${size}`,
    reason: `the extension of one chunk is ${size} bytes long`,
    family: "chunk-extension-size",
    rung: { axis: "bytes of one chunk extension", at: String(size), unit: "bytes" },
    clauses: ["protocol", "limit-size", "response-status", "error-conditions"],
    request: postChunked([SIZE, ";", times("a", size - 1), "\r\n", ...user(), "\r\n", ...LAST]),
  }),
);

const trailers: CaseDefinition[] = [64, KIB, 4 * KIB, 16 * KIB, 64 * KIB].map((size) => ({
  name: `trailer-${size}`,
  reason: `the value of one trailer is ${size} bytes long`,
  family: "trailer-size",
  rung: { axis: "bytes of one trailer value", at: String(size), unit: "bytes" },
  clauses: ["protocol", "limit-size", "response-status", "error-conditions"],
  request: postChunked([...ONE, "0\r\nX-Extra: ", times("a", size), "\r\n\r\n"]),
}));

const counts: CaseDefinition[] = [10, 100, 1000, 10_000].map((count) => ({
  name: `chunks-${count}`,
  reason: `chunks of one space before the document's: ${count}`,
  family: "many-chunks",
  rung: { axis: "chunks of one byte", at: String(count), unit: "chunks" },
  clauses: ["protocol", "limit-size", "response-status", "error-conditions"],
  request: postChunked([times("1\r\n \r\n", count), ...ONE, ...LAST]),
}));

/** The stated document in chunks. */
export const chunked: CaseDefinition[] = [
  ...WHOLE.map(([name, reason, body]) => ({
    name: `chunked-${name}`,
    reason,
    family: "chunked",
    request: postChunked(body),
  })),
  ...extensions,
  ...trailers,
  ...counts,
];
