import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { wholeCharacters } from "../generate/printable.ts";
import type { KeptBytes } from "../model/observation.ts";

/** How much of a body is kept in the record. */
export const KEPT_BYTES = 4096;

/** Full length and SHA-256 of what was received, and its first 4 KiB: as text where it is UTF-8. */
export function keepBytes(bytes: Buffer): KeptBytes {
  const sha256 = hash("sha256", bytes);
  const kept = bytes.subarray(0, wholeCharacters(bytes, KEPT_BYTES));
  const text = isUtf8(kept) ? { text: kept.toString("utf8") } : { base64: kept.toString("base64") };
  return { bytes: bytes.length, sha256, ...text };
}
