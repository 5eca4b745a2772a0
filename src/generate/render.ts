import { deflateSync, gzipSync } from "node:zlib";
import { parseBaseUrl } from "../contract/index.ts";
import { freshId } from "../fresh-numbers.ts";
import type { Interface, RawStep } from "../model/index.ts";
import type { Encoding, Template, TemplatePart } from "../template/index.ts";
import { layoutOf } from "./layout.ts";
import { pathTemplate } from "./request-target.ts";
import { type Filling, givenValue } from "./filling.ts";
import { takenValue } from "./taken-value.ts";

export type { Filling } from "./filling.ts";

const EXAMPLE = {
  target: parseBaseUrl("http://localhost:80"),
  firstId: 123_456_789,
  fresh: 0,
  purpose: "example" as const,
};

export const exampleFilling = (from: Interface): Filling => ({ ...EXAMPLE, interface: from });

/** A template's bytes with the same values each time, to look at a request without sending it. */
export const exampleBytes = (template: Template, from: Interface, bodyBytes = 0): Buffer =>
  render(template, exampleFilling(from), bodyBytes);

/** Such bytes of a template that makes at most `most`; a longer one, which may be 64 MiB long, is not made. */
export function exampleUpTo(most: number, template: Template, from: Interface): Buffer | undefined {
  const { start, bytes } = renderStart(template, exampleFilling(from), most);
  return bytes > most ? undefined : start;
}

export type Start = { start: Buffer; bytes: number };

export const render = (template: Template, filling: Filling, bodyBytes = 0): Buffer =>
  renderStart(template, filling, Number.POSITIVE_INFINITY, bodyBytes).start;

/** The template's first `most` bytes; long repetitions are counted and not made. */
export function renderStart(
  template: Template,
  filling: Filling,
  most: number,
  bodyBytes = 0,
): Start {
  const starts: Start[] = [];
  let text = "";
  for (const part of template) {
    const piece = renderPart(part, filling, most, bodyBytes);
    if (typeof piece === "string") text += piece;
    if (typeof piece === "string" && !endsInHalf(piece)) continue;
    if (text !== "") starts.push(whole(Buffer.from(text, "utf8")));
    if (typeof piece !== "string") starts.push(piece);
    text = "";
  }
  const last = whole(Buffer.from(text, "utf8"));
  return starts.length === 0 && last.bytes <= most ? last : joinStarts([...starts, last], most);
}

const whole = (start: Buffer): Start => ({ start, bytes: start.length });

/** The first `most` bytes of several after each other. A part that is cut has at least `most` bytes. */
export function joinStarts(parts: readonly Start[], most: number): Start {
  const kept: Buffer[] = [];
  let [room, bytes] = [most, 0];
  for (const part of parts) {
    bytes += part.bytes;
    if (room === 0 || part.bytes === 0) continue;
    const piece = part.start.subarray(0, room);
    kept.push(piece);
    room -= piece.length;
  }
  return { start: kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept), bytes };
}

/** Half a surrogate pair is not joined with the half that begins the next part. */
const endsInHalf = (text: string): boolean =>
  (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;

export const renderSend = (step: RawStep & { do: "send" }, filling: Filling): Buffer =>
  renderSendStart(step, filling, Number.POSITIVE_INFINITY).start;

export function renderSendStart(
  step: RawStep & { do: "send" },
  filling: Filling,
  most: number,
): Start {
  const body = renderStart(step.body ?? [], filling, most);
  return joinStarts([renderStart(step.head ?? [], filling, most, body.bytes), body], most);
}

/** Text stays separate, so that a series of texts is encoded in one call. */
function renderPart(
  part: TemplatePart,
  filling: Filling,
  most: number,
  bodyBytes: number,
): Start | string {
  if (typeof part === "string") return part;
  if ("base64" in part) return whole(Buffer.from(part.base64, "base64"));
  if ("fresh" in part) return freshText(part, filling);
  if ("target" in part) return whole(targetBytes(part.target, filling));
  if ("given" in part)
    return whole(Buffer.from(givenValue(filling, part.given, part.part), "latin1"));
  if ("bodyLength" in part) {
    const text = (bodyBytes + part.bodyLength).toString(part.radix ?? 10);
    return text.padStart(part.width ?? 0, "0");
  }
  if ("repeat" in part) {
    const unit = renderStart(part.repeat, filling, most, bodyBytes);
    const bytes = unit.bytes * part.times;
    // Buffer.alloc does not fill with nothing.
    return {
      start: bytes === 0 ? Buffer.alloc(0) : Buffer.alloc(Math.min(bytes, most), unit.start),
      bytes,
    };
  }
  if ("slice" in part) {
    const { from, to = Number.POSITIVE_INFINITY } = part;
    const inner = renderStart(part.slice, filling, Math.min(to, from + most), bodyBytes);
    const bytes = Math.max(0, Math.min(to, inner.bytes) - from);
    return { start: inner.start.subarray(from), bytes };
  }
  if ("taken" in part) {
    const value = takenValue(part.taken, answersTo(part.of, filling));
    return value ?? renderStart(part.or, filling, most, bodyBytes);
  }
  return whole(encoders[part.as](render(part.encode, filling, bodyBytes)));
}

const answersTo = (of: readonly number[], { answers = [] }: Filling) => of.map((at) => answers[at]);

function freshText(part: { fresh: string; nth?: number | undefined }, filling: Filling): string {
  const text = layoutOf(filling.interface).fresh.get(part.fresh);
  if (text === undefined) throw new Error(`the interface has no fresh value ${part.fresh}`);
  return text(freshId(filling.firstId, filling.fresh + (part.nth ?? 0)));
}

function targetBytes(what: "host" | "path" | "prefix" | "origin", filling: Filling): Buffer {
  const { host, prefix, protocol } = filling.target;
  const texts = { host, prefix, origin: `${protocol}//${host}`, path: prefix };
  const bytes = Buffer.from(texts[what], "latin1");
  if (what !== "path") return bytes;
  return Buffer.concat([bytes, render(pathTemplate(layoutOf(filling.interface)), filling)]);
}

const encoders: Record<Encoding, (bytes: Buffer) => Buffer> = {
  // Level 0 stores without compression: the bytes do not depend on the version of zlib.
  gzip: (bytes) => gzipSync(bytes, { level: 0 }),
  deflate: (bytes) => deflateSync(bytes, { level: 0 }),
  percent: (bytes) => Buffer.from(percentEncoded(bytes), "latin1"),
  latin1: (bytes) => Buffer.from(bytes.toString("utf8"), "latin1"),
  utf16le: (bytes) => Buffer.from(bytes.toString("utf8"), "utf16le"),
  utf16be: (bytes) => Buffer.from(bytes.toString("utf8"), "utf16le").swap16(),
  utf32le: (bytes) => codePoints(bytes, (view, at, code) => view.writeUInt32LE(code, at)),
  utf32be: (bytes) => codePoints(bytes, (view, at, code) => view.writeUInt32BE(code, at)),
};

const UNRESERVED = /[\w.~-]/;
const IS_UNRESERVED = Array.from(
  { length: 256 },
  (_, byte) => byte < 0x80 && UNRESERVED.test(String.fromCharCode(byte)),
);
const HEX_DIGITS = Buffer.from("0123456789ABCDEF");
const PERCENT = 0x25;

/** RFC 3986, 2.1: every byte except the unreserved ones. */
export function percentEncoded(bytes: Buffer): string {
  const encoded = Buffer.allocUnsafe(3 * bytes.length);
  let end = 0;
  // By index: paths of a megabyte are searched for boundaries.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (IS_UNRESERVED[byte]) encoded[end++] = byte;
    else {
      encoded[end++] = PERCENT;
      encoded[end++] = HEX_DIGITS[byte >> 4] ?? 0;
      encoded[end++] = HEX_DIGITS[byte & 15] ?? 0;
    }
  }
  return encoded.toString("latin1", 0, end);
}

function codePoints(bytes: Buffer, write: (view: Buffer, at: number, code: number) => void) {
  const points = Array.from(bytes.toString("utf8"), (character) => character.codePointAt(0) ?? 0);
  const view = Buffer.alloc(points.length * 4);
  points.forEach((code, index) => write(view, index * 4, code));
  return view;
}

/** How many fresh values a template uses, or of the field `only`: one more than its highest `nth`, or 0. */
export const freshCount = (template: Template, only?: string): number =>
  template.reduce((most, part) => Math.max(most, partFreshCount(part, only)), 0);

function partFreshCount(part: TemplatePart, only?: string): number {
  if (typeof part === "string") return 0;
  if ("fresh" in part) return only === undefined || part.fresh === only ? (part.nth ?? 0) + 1 : 0;
  if ("repeat" in part) return freshCount(part.repeat, only);
  if ("slice" in part) return freshCount(part.slice, only);
  if ("taken" in part) return freshCount(part.or, only);
  return "encode" in part ? freshCount(part.encode, only) : 0;
}

/** From this size on, a template is made piece by piece; a repetition's pieces are at most this large. */
export const PIECE_BYTES = 256 * 1024;

/** The bytes of a template in pieces, which may be the same memory, and how many bytes there are in all. */
export type Pieces = { bytes: number; pieces: () => Iterable<Buffer> };

export function renderPieces(template: Template, filling: Filling, bodyBytes = 0): Pieces {
  const { start, bytes } = renderStart(template, filling, PIECE_BYTES, bodyBytes);
  if (bytes <= PIECE_BYTES) return { bytes, pieces: () => (bytes === 0 ? [] : [start]) };
  return { bytes, pieces: () => piecesOf(template, filling, bodyBytes) };
}

/** Head and body of a `send` step; the head may contain the body's length. */
export function renderSendPieces(step: RawStep & { do: "send" }, filling: Filling): Pieces {
  const body = renderPieces(step.body ?? [], filling);
  const head = renderPieces(step.head ?? [], filling, body.bytes);
  return {
    bytes: head.bytes + body.bytes,
    *pieces() {
      yield* head.pieces();
      yield* body.pieces();
    },
  };
}

function* piecesOf(template: Template, filling: Filling, bodyBytes: number): Generator<Buffer> {
  let together: TemplatePart[] = [];
  for (const part of template) {
    if (typeof part === "string" || !("repeat" in part || "slice" in part)) {
      together.push(part);
      continue;
    }
    if (together.length > 0) yield render(together, filling, bodyBytes);
    together = [];
    if ("repeat" in part) yield* repeated(part, filling, bodyBytes);
    else yield* sliced(part, filling, bodyBytes);
  }
  if (together.length > 0) yield render(together, filling, bodyBytes);
}

function* repeated(
  { repeat, times }: { repeat: Template; times: number },
  filling: Filling,
  bodyBytes: number,
): Generator<Buffer> {
  const unit = renderStart(repeat, filling, PIECE_BYTES, bodyBytes);
  if (unit.bytes === 0) return;
  if (unit.bytes > PIECE_BYTES) {
    for (let nth = 0; nth < times; nth += 1) yield* piecesOf(repeat, filling, bodyBytes);
    return;
  }
  const each = Math.min(times, Math.floor(PIECE_BYTES / unit.bytes));
  if (each === 0) return;
  const piece = Buffer.alloc(unit.bytes * each, unit.start);
  for (let left = times; left > 0; left -= each)
    yield left >= each ? piece : piece.subarray(0, left * unit.bytes);
}

function* sliced(
  { slice, from, to = Number.POSITIVE_INFINITY }: { slice: Template; from: number; to?: number },
  filling: Filling,
  bodyBytes: number,
): Generator<Buffer> {
  let at = 0;
  for (const piece of piecesOf(slice, filling, bodyBytes)) {
    if (at >= to) return;
    const part = piece.subarray(Math.max(0, from - at), to - at);
    if (part.length > 0) yield part;
    at += piece.length;
  }
}
