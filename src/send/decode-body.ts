import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Response, KeptBytes } from "../model/observation.ts";
import { headerValue } from "./response-head.ts";
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { wholeCharacters } from "../generate/printable.ts";

/** How much of a body is kept in the record. */
export const KEPT_BYTES = 4096;

/** Full length and SHA-256 of what was received, and its first 4 KiB: as text where it is UTF-8. */
export function keepBytes(bytes: Buffer): KeptBytes {
  const sha256 = hash("sha256", bytes);
  const kept = bytes.subarray(0, wholeCharacters(bytes, KEPT_BYTES));
  const text = isUtf8(kept) ? { text: kept.toString("utf8") } : { base64: kept.toString("base64") };
  return { bytes: bytes.length, sha256, ...text };
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const decoders: Record<string, Decoder> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  br: brotliDecompressSync,
  // Servers send both the zlib wrapper that RFC 9110, 8.4.1.2 asks for and bare deflate.
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options),
};

/** Undoes the response's content codings, last applied first, within `limitBytes`. */
export function decodeBody(
  body: Buffer,
  headers: readonly (readonly [string, string])[],
  limitBytes: number,
): Pick<Response, "decoded" | "decodeError"> {
  if (body.length === 0 || headerValue(headers, "content-encoding") === undefined) return {};
  const codings = headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .flatMap(([, value]) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length === 0) return {};
  let bytes = body;
  for (const coding of codings.reverse()) {
    const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decoder === undefined) return { decodeError: `unknown content coding ${coding}` };
    try {
      bytes = decoder(bytes, { maxOutputLength: limitBytes });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      return code === "ERR_BUFFER_TOO_LARGE"
        ? { decodeError: `more than ${limitBytes} bytes when decoded` }
        : { decodeError: `not ${coding}: ${(error as Error).message}` };
    }
  }
  return { decoded: keepBytes(bytes) };
}
