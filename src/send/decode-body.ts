import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Response, KeptBytes } from "../model/observation.ts";
import { REDACTED } from "../contract/secret.ts";
import type { Redactor } from "./redactor.ts";
import { headerValue } from "./response-head.ts";
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { wholeCharacters } from "../generate/printable.ts";
import { whole as grouped } from "../text/numbers.ts";

/** How much of a body is kept in the record. */
export const KEPT_BYTES = 4096;

/**
 * Length and SHA-256 of the received bytes, and the first 4 KiB: as text if they are UTF-8. Secrets are removed before,
 * so that neither the text nor the hash contains them.
 */
export function keepBytes(bytes: Buffer, redactor?: Redactor): KeptBytes {
  const shown = redactor === undefined ? bytes : redactor.message(withoutCoded(bytes, redactor));
  return { ...keepRedacted(shown), bytes: bytes.length };
}

function keepRedacted(bytes: Buffer): KeptBytes {
  const sha256 = hash("sha256", bytes);
  const kept = bytes.subarray(0, wholeCharacters(bytes, KEPT_BYTES));
  const text = isUtf8(kept) ? { text: kept.toString("utf8") } : { base64: kept.toString("base64") };
  return { bytes: bytes.length, sha256, ...text };
}

const END_OF_HEAD = "\r\n\r\n";

/** Of a message that is not whole, a coded body cannot be searched: its head is kept. */
function withoutCoded(bytes: Buffer, { hasSecrets }: Redactor): Buffer {
  const end = hasSecrets ? bytes.indexOf(END_OF_HEAD) : -1;
  if (end < 0 || !/^content-encoding:/im.test(bytes.toString("latin1", 0, end))) return bytes;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(`${END_OF_HEAD}${REDACTED}`)]);
}

/** Why a body does not fit can hold names from that body. */
const LONGEST_WHY = 500;

/** The body of a response, and the body without its content codings. */
export function keptBody(
  body: Buffer,
  headers: readonly (readonly [string, string])[],
  limitBytes: number,
  {
    redactor,
    judge,
  }: { redactor: Redactor; judge?: ((body: Buffer) => true | string | undefined) | undefined },
): Pick<Response, "body" | "decoded" | "decodeError" | "bodyFits"> {
  const keep = (bytes: Buffer): KeptBytes => ({
    ...keepRedacted(redactor.body(bytes)),
    bytes: bytes.length,
  });
  const { decoded, decodeError } = decodeBody(body, headers, limitBytes);
  const isHidden =
    redactor.hasSecrets &&
    (decodeError !== undefined || (decoded !== undefined && redactor.body(decoded) !== decoded));
  const whole = decoded ?? body;
  // What the record does not have as it was is judged now.
  const isPart = whole.length > KEPT_BYTES || redactor.hasSecrets;
  const found = isPart && decodeError === undefined ? judge?.(whole) : undefined;
  return {
    // The coded bytes hold what the decoded ones do.
    body: isHidden ? { ...keepRedacted(Buffer.from(REDACTED)), bytes: body.length } : keep(body),
    ...(decoded && { decoded: keep(decoded) }),
    ...(decodeError !== undefined && { decodeError }),
    ...(found !== undefined && {
      bodyFits: found === true || redactor.text(found.slice(0, LONGEST_WHY), true),
    }),
  };
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const decoders: Record<string, Decoder> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  br: brotliDecompressSync,
  // Servers send both the zlib wrapper of RFC 9110, 8.4.1.2 and bare deflate.
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options),
};

/** Decodes the response's content codings, last applied first, within `limitBytes`. */
export function decodeBody(
  body: Buffer,
  headers: readonly (readonly [string, string])[],
  limitBytes: number,
): { decoded?: Buffer; decodeError?: string } {
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
        ? { decodeError: `more than ${grouped(limitBytes)} bytes when decoded` }
        : { decodeError: `not ${coding}: ${(error as Error).message}` };
    }
  }
  return { decoded: bytes };
}
