import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeBody } from "./request-result.ts";

const TEXT = '{"status":201}';
const decode = (body: Buffer, ...codings: string[]) =>
  decodeBody(
    body,
    codings.map((coding) => ["Content-Encoding", coding] as const),
    1000,
  );

test.each([
  ["gzip", gzipSync(TEXT)],
  ["X-GZIP", gzipSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["deflate", deflateRawSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
  ["deflate, gzip", gzipSync(deflateSync(TEXT))],
  [" identity ,, gzip", gzipSync(TEXT)],
])("%s", (coding, body) => {
  expect(decode(body, coding).decoded?.toString()).toBe(TEXT);
});

test("codings on several lines are undone from the last", () => {
  expect(decode(brotliCompressSync(gzipSync(TEXT)), "gzip", "br").decoded?.toString()).toBe(TEXT);
});

test.each([
  ["no coding", Buffer.from(TEXT), []],
  ["identity", Buffer.from(TEXT), ["identity"]],
  ["an empty body", Buffer.alloc(0), ["gzip"]],
])("nothing to undo: %s", (_, body, codings) => {
  expect(decode(body, ...codings)).toEqual({});
});

test.each([
  ["zstd", Buffer.from(TEXT), "unknown content coding zstd"],
  ["toString", Buffer.from(TEXT), "unknown content coding tostring"],
  ["gzip", Buffer.from(TEXT), "not gzip: incorrect header check"],
  ["gzip", gzipSync(TEXT).subarray(0, 20), "not gzip: unexpected end of file"],
  ["gzip", gzipSync("x".repeat(1001)), "more than 1,000 bytes when decoded"],
  ["br", brotliCompressSync("x".repeat(100_000)), "more than 1,000 bytes when decoded"],
])("%s that cannot be undone is said", (coding, body, decodeError) => {
  expect(decode(body, coding)).toEqual({ decodeError });
});
