import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { KeptBytes, RequestResult, Response } from "../model/index.ts";
import { REDACTED } from "../contract/index.ts";
import { type Redactor, redactorOf } from "./redactor.ts";
import { type HeaderList, CODED_LINE, headerValue, isCoded } from "./response-head.ts";
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { wholeCharacters } from "../generate/index.ts";
import { whole as grouped } from "../text/index.ts";
import type { ReadResponse } from "./response-reader.ts";
import type { SenderOptions } from "./sender.ts";

export const KEPT_BYTES = 4096;

/** Length, SHA-256 and the first 4 KiB, as text if UTF-8. Secrets are removed before: the hash has none either. */
export function keepBytes(bytes: Buffer, redactor?: Redactor): KeptBytes {
  const shown = redactor === undefined ? bytes : redactor.message(withoutCoded(bytes, redactor));
  return keepRedacted(shown, bytes);
}

/** `length`: of the bytes as received. */
function keepRedacted(bytes: Buffer, { length }: Buffer): KeptBytes {
  const sha256 = hash("sha256", bytes);
  const kept = bytes.subarray(0, wholeCharacters(bytes, KEPT_BYTES));
  const text = isUtf8(kept) ? { text: kept.toString("utf8") } : { base64: kept.toString("base64") };
  return { bytes: length, sha256, ...text };
}

/** Bytes of which nothing may be kept: only how many there were. */
const keepHidden = (bytes: Buffer): KeptBytes => keepRedacted(Buffer.from(REDACTED), bytes);

const END_OF_HEAD = /\r?\n\r?\n/;

/** Of a message that is not whole, a coded body cannot be searched: what comes before it is kept. */
function withoutCoded(bytes: Buffer, { searches }: Redactor): Buffer {
  if (!searches) return bytes;
  const text = bytes.toString("latin1");
  const coded = CODED_LINE.exec(text)?.index;
  const end = coded === undefined ? null : END_OF_HEAD.exec(text.slice(coded));
  if (coded === undefined || end === null) return bytes;
  const body = coded + end.index + end[0].length;
  return Buffer.concat([bytes.subarray(0, body), Buffer.from(REDACTED)]);
}

/** Why a body does not fit can hold names from that body. */
const LONGEST_WHY = 500;

export function keptBody(
  body: Buffer,
  headers: HeaderList,
  limitBytes: number,
  {
    redactor,
    judge,
  }: { redactor: Redactor; judge?: ((body: Buffer) => true | string | undefined) | undefined },
): Pick<Response, "body" | "decoded" | "decodeError" | "bodyFits"> {
  const { decoded, decodeError } = decodeBody(body, headers, limitBytes);
  const shown = decoded && redactor.body(decoded);
  // The coded bytes hold what the decoded ones do.
  const isHidden =
    redactor.searches &&
    body.length > 0 &&
    (decoded === undefined ? isCoded(headers) : shown !== decoded);
  const whole = decoded ?? body;
  // What the record does not have as it was is judged now.
  const isPart = whole.length > KEPT_BYTES || redactor.searches;
  const found = isPart && decodeError === undefined ? judge?.(whole) : undefined;
  return {
    body: isHidden ? keepHidden(body) : keepRedacted(redactor.body(body), body),
    ...(decoded && shown && { decoded: keepRedacted(shown, decoded) }),
    ...(decodeError !== undefined && { decodeError: redactor.text(decodeError) }),
    ...(found !== undefined && {
      bodyFits: found === true || redactor.text(found).slice(0, LONGEST_WHY),
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
  headers: HeaderList,
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

const NO_BYTES = Buffer.alloc(0);

type NoResponse = Exclude<RequestResult, { outcome: "answered" }>;
export type Times = { firstByteUs?: number; totalUs: number };

export const timesFrom = (
  beganUs: number,
  firstByteUs: number | undefined,
  endedUs: number,
): Times => ({
  firstByteUs: firstByteUs === undefined ? undefined : Math.max(0, firstByteUs - beganUs),
  totalUs: endedUs - beganUs,
});

type CompleteResponse = Omit<ReadResponse, "version"> & { version?: string };

export function keptOf(
  read: CompleteResponse,
  { target, limitBytes, judgeBody }: SenderOptions,
): Response {
  const { version, status, reason, headers, interim, framing, body, omitted } = read;
  const redactor = redactorOf(target.route);
  return {
    version,
    status,
    reason: redactor.text(reason, omitted?.reasonBytes !== undefined),
    headers: redactor.headers(headers),
    interim: interim.length > 0 ? interim : undefined,
    framing,
    ...keptBody(body, headers, limitBytes, {
      redactor,
      judge: (whole) =>
        judgeBody?.({
          status,
          contentType: headerValue(headers, "content-type") ?? "",
          body: whole,
        }),
    }),
    omitted,
  };
}

export const completeResult = (response: Response, times: Times): RequestResult => ({
  outcome: "answered",
  status: response.status,
  response,
  ...times,
});

export function failedResult(
  what: Pick<NoResponse, "outcome" | "phase" | "status" | "whole" | "lateMs" | "busyShare"> & {
    detail: string;
    received?: Buffer;
    /** The received part begins within a body with a content coding. */
    isCoded?: boolean;
    sentLate?: boolean;
  },
  times: Times,
  redactor: Redactor,
): RequestResult {
  const { received = NO_BYTES, isCoded = false } = what;
  const keep = isCoded && redactor.searches ? keepHidden : keepBytes;
  return {
    outcome: what.outcome,
    phase: what.phase,
    detail: redactor.text(what.detail),
    received: received.length > 0 ? keep(received, redactor) : undefined,
    status: what.status,
    whole: what.whole,
    lateMs: what.lateMs,
    busyShare: what.busyShare,
    sentLate: what.sentLate || undefined,
    ...times,
  };
}
