import type { BodyForms, CaseDefinition, Requests } from "../../src/generate/index.ts";
import { casesOf } from "../../src/generate/index.ts";
import { raw, type Template } from "../../src/template/index.ts";

const lowBytes = (value: number, count: number) =>
  raw(...Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** index) % 256));

/** A block of deflate without compression: fresh values stay possible, and there is no checksum. */
const storedBlock = (template: Template, length: number, last: boolean): Template => [
  raw(last ? 1 : 0),
  lowBytes(length, 2),
  lowBytes(0xffff - length, 2),
  ...template,
];

export const rawDeflate = (template: Template, length: number): Template =>
  storedBlock(template, length, true);

/** Brotli: a window of 64 KiB, one stored meta-block, the empty last one. */
export const brotli = (template: Template, length: number): Template => [
  lowBytes(2 ** 20 + (length - 1) * 16, 3),
  ...template,
  raw(3),
];

/** Zstandard: one frame with one segment and one stored block. The length has one byte, or two from 256 on. */
export const zstandard = (template: Template, length: number): Template => [
  raw(0x28, 0xb5, 0x2f, 0xfd, length < 256 ? 0x20 : 0x60),
  length < 256 ? raw(length) : lowBytes(length - 256, 2),
  lowBytes(length * 8 + 1, 3),
  ...template,
];

/** Deflate of 10,485,121 spaces as one last block. */
const deflatedSpaces: Template = [
  { base64: "Uxg=" },
  { repeat: [{ base64: "BaNgFIyCUTAKRsEoGA==" }], times: 5079 },
  { base64: "BaNgFIyCUTAKRsEoAAA=" },
];

/** The stated body in codings without compression, whose length is known, and in some that grow. */
export function storedBodies({ on, stated }: BodyForms) {
  const { bodyBytes } = on;
  const gzipped: Template = [{ encode: stated, as: "gzip" }];
  const deflated: Template = [{ encode: stated, as: "deflate" }];
  return {
    stated,
    bodyBytes,
    gzipped,
    gzippedBytes: 10 + 5 + bodyBytes + 8,
    /** With zlib's head. */
    deflated,
    deflatedBytes: 2 + 5 + bodyBytes + 4,
    brotliBody: brotli(stated, bodyBytes),
    brotliBytes: 3 + bodyBytes + 1,
    /** About 10 MiB of spaces in a member of gzip, then the stated body in a second. */
    gzipBomb: [
      raw(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
      ...deflatedSpaces,
      { base64: "MKQKvIH9nwA=" },
      ...gzipped,
    ] satisfies Template,
    /** The stated body, then about 10 MiB of spaces. */
    rawDeflateBomb: [
      ...storedBlock(stated, bodyBytes, false),
      ...deflatedSpaces,
    ] satisfies Template,
    /** The stated body, then 10 MiB of spaces: a window of 16 MiB, two meta-blocks, the empty last one. */
    brotliBomb: [
      lowBytes(15 + (bodyBytes - 1) * 2 ** 7 + 2 ** 23, 3),
      ...stated,
      { base64: "+f//iV8CJB4LBHLvPwE=" },
    ] satisfies Template,
    brotliBombBytes: 3 + bodyBytes + 14,
  };
}

export type StoredBodies = ReturnType<typeof storedBodies>;

/** A body and its value of Content-Encoding, `null` for none. */
export type CodedEntry = [name: string, reason: string, coding: string | null, body: Template];

export const codedCases = (on: Requests, family: string, entries: CodedEntry[]): CaseDefinition[] =>
  casesOf(family, entries, (coding, body) =>
    on.request(
      body,
      coding === null ? {} : { headers: on.headersWith({ "Content-Encoding": coding }) },
    ),
  );
