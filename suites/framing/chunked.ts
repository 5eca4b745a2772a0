import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { LAST, chunk, chunksOf, type Chunks } from "./chunk.ts";
import { times, type Template } from "../../src/template/index.ts";
import { whole } from "../../src/text/index.ts";

type Row = [name: string, reason: string, body: Template];

const KIB = 1024;
const spaces = (count: number) => times(" ", count);

function wholeOnes(on: Requests, { size, one, of }: Chunks): Row[] {
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

const extensions = (on: Requests, { size: hex, send }: Chunks): CaseDefinition[] =>
  [16, 64, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB].map((size) => ({
    name: `extension-${size}`,
    reason: `the extension of one chunk is ${whole(size)} bytes long`,
    family: "chunk-extension-size",
    rung: { axis: "bytes of one chunk extension", at: String(size), unit: "bytes" },
    clauses: ["protocol", "limit-size", "response-status", "error-conditions"],
    request: send([hex, ";", times("a", size - 1), "\r\n", ...on.body(), "\r\n", ...LAST]),
  }));

const trailers = ({ one, send }: Chunks): CaseDefinition[] =>
  [64, KIB, 4 * KIB, 16 * KIB, 64 * KIB].map((size) => ({
    name: `trailer-${size}`,
    reason: `the value of one trailer is ${whole(size)} bytes long`,
    family: "trailer-size",
    rung: { axis: "bytes of one trailer value", at: String(size), unit: "bytes" },
    clauses: ["protocol", "limit-size", "response-status", "error-conditions"],
    request: send([...one, "0\r\nX-Extra: ", times("a", size), "\r\n\r\n"]),
  }));

const counts = ({ one, send }: Chunks): CaseDefinition[] =>
  [10, 100, 1000, 10_000].map((count) => ({
    name: `chunks-${count}`,
    reason: `chunks of one space before the document's: ${count}`,
    family: "many-chunks",
    rung: { axis: "chunks of one byte", at: String(count), unit: "chunks" },
    clauses: ["protocol", "limit-size", "response-status", "error-conditions"],
    request: send([times("1\r\n \r\n", count), ...one, ...LAST]),
  }));

/** The stated document in chunks. */
export function chunked(on: Requests): CaseDefinition[] {
  const chunks = chunksOf(on);
  return [
    ...casesOf("chunked", wholeOnes(on, chunks), (body) => chunks.send(body)),
    ...extensions(on, chunks),
    ...trailers(chunks),
    ...counts(chunks),
  ];
}
