import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import { raw } from "../../src/template/bytes.ts";
import type { Template } from "../../src/template/template.ts";

/** The stated body as gzip and as deflate (with zlib's head): stored, so of known length. */
export const gzipped: Template = [{ encode: user(), as: "gzip" }];
export const GZIPPED_BYTES = 10 + 5 + VALID_BODY_BYTES + 8;
export const deflated: Template = [{ encode: user(), as: "deflate" }];
export const DEFLATED_BYTES = 2 + 5 + VALID_BODY_BYTES + 4;

const lowBytes = (value: number, count: number) =>
  raw(...Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** index) % 256));

/** A block of deflate that stores: fresh values stay possible, there is no checksum. */
const storedBlock = (template: Template, length: number, last: boolean): Template => [
  raw(last ? 1 : 0),
  lowBytes(length, 2),
  lowBytes(0xffff - length, 2),
  ...template,
];

/** Deflate without zlib's head. */
export const rawDeflate = (template: Template, length: number): Template =>
  storedBlock(template, length, true);

/** Brotli: a window of 64 KiB, one meta-block that stores, the empty last one. */
export const brotli = (template: Template, length: number): Template => [
  lowBytes(2 ** 20 + (length - 1) * 16, 3),
  ...template,
  raw(3),
];

/** Zstandard: one frame of one segment, one block that stores; up to 255 bytes. */
export const zstandard = (template: Template, length: number): Template => [
  raw(0x28, 0xb5, 0x2f, 0xfd, 0x20, length),
  lowBytes(length * 8 + 1, 3),
  ...template,
];

/** Deflate of 10,485,121 spaces as one last block. */
const deflatedSpaces: Template = [
  { base64: "Uxg=" },
  { repeat: [{ base64: "BaNgFIyCUTAKRsEoGA==" }], times: 5079 },
  { base64: "BaNgFIyCUTAKRsEoAAA=" },
];

/** Some 10 MiB of spaces in a member of gzip, then the stated body in a second. */
export const gzipBomb: Template = [
  raw(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
  ...deflatedSpaces,
  { base64: "MKQKvIH9nwA=" },
  ...gzipped,
];

/** The stated body, then some 10 MiB of spaces. */
export const rawDeflateBomb: Template = [
  ...storedBlock(user(), VALID_BODY_BYTES, false),
  ...deflatedSpaces,
];

/** The stated body, then 10 MiB of spaces: a window of 16 MiB, two meta-blocks, the empty last one. */
export const brotliBomb: Template = [
  lowBytes(15 + (VALID_BODY_BYTES - 1) * 2 ** 7 + 2 ** 23, 3),
  ...user(),
  { base64: "+f//iV8CJB4LBHLvPwE=" },
];
