import { deflateSync, gzipSync } from "node:zlib";
import { parseBaseUrl, type BaseUrl } from "../contract/base-url.ts";
import { givenText } from "../contract/given-headers.ts";
import type { Interface } from "../model/interface.ts";
import type { RawStep } from "../model/request.ts";
import type { Encoding, Template, TemplatePart } from "../template/template.ts";
import { FRESH_ID_MAX, FRESH_ID_MIN } from "../options/limits.ts";
import { layoutOf } from "./layout.ts";
import { pathTemplate } from "./request-target.ts";

/** The values for the holes of a template. */
export type Filling = {
  /** The interface of the requests: it has the path, and defines how fresh values are made. */
  interface: Interface;
  target: BaseUrl;
  /** First id of the run. */
  firstId: number;
  /** Index of the observation's first fresh value. */
  fresh: number;
};

const EXAMPLE = { target: parseBaseUrl("http://localhost:80"), firstId: 123_456_789, fresh: 0 };

/** A template's bytes with the same values each time, to look at a request without sending it. */
export const exampleBytes = (template: Template, from: Interface): Buffer =>
  render(template, { ...EXAMPLE, interface: from });

/** The template's bytes. The same template and filling give the same bytes on every platform. */
export function render(template: Template, filling: Filling, bodyBytes = 0): Buffer {
  const pieces: Buffer[] = [];
  let text = "";
  for (const part of template) {
    const piece = renderPart(part, filling, bodyBytes);
    if (typeof piece === "string") text += piece;
    if (typeof piece === "string" && !endsInHalf(piece)) continue;
    if (text !== "") pieces.push(Buffer.from(text, "utf8"));
    if (typeof piece !== "string") pieces.push(piece);
    text = "";
  }
  const last = Buffer.from(text, "utf8");
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}

/** Half a surrogate pair is not joined with the half that begins the next part. */
const endsInHalf = (text: string): boolean =>
  (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;

/** Head and body of a `send` step, each rendered; the head may contain the body's length. */
export function renderSend(step: RawStep & { do: "send" }, filling: Filling): Buffer {
  const body = render(step.body ?? [], filling);
  return Buffer.concat([render(step.head ?? [], filling, body.length), body]);
}

/** Text stays separate, so that a series of texts is encoded in one call. */
function renderPart(part: TemplatePart, filling: Filling, bodyBytes: number): Buffer | string {
  if (typeof part === "string") return part;
  if ("base64" in part) return Buffer.from(part.base64, "base64");
  if ("fresh" in part) return freshText(part, filling);
  if ("target" in part) return targetBytes(part.target, filling);
  if ("given" in part)
    return Buffer.from(givenText(filling.target.route?.headers, part.given, part.part), "latin1");
  if ("bodyLength" in part) {
    const text = (bodyBytes + part.bodyLength).toString(part.radix ?? 10);
    return text.padStart(part.width ?? 0, "0");
  }
  if ("repeat" in part) {
    const unit = render(part.repeat, filling, bodyBytes);
    return unit.length === 0 ? unit : Buffer.alloc(unit.length * part.times, unit);
  }
  if ("slice" in part) return render(part.slice, filling, bodyBytes).subarray(part.from, part.to);
  return encode(render(part.encode, filling, bodyBytes), part.as);
}

function freshText(part: { fresh: string; nth?: number | undefined }, filling: Filling): string {
  const text = layoutOf(filling.interface).fresh.get(part.fresh);
  if (text === undefined) throw new Error(`the interface has no fresh value ${part.fresh}`);
  return text(freshId(filling.firstId, filling.fresh + (part.nth ?? 0)));
}

function targetBytes(what: "host" | "path" | "prefix" | "origin", filling: Filling): Buffer {
  const { target } = filling;
  switch (what) {
    case "host":
      return Buffer.from(target.host, "latin1");
    case "path": {
      const prefix = Buffer.from(target.prefix, "latin1");
      return Buffer.concat([prefix, render(pathTemplate(layoutOf(filling.interface)), filling)]);
    }
    case "prefix":
      return Buffer.from(target.prefix, "latin1");
    case "origin":
      return Buffer.from(`${target.protocol}//${target.host}`, "latin1");
  }
}

function encode(bytes: Buffer, as: Encoding): Buffer {
  switch (as) {
    // Level 0 stores without compression: the bytes do not depend on the version of zlib.
    case "gzip":
      return gzipSync(bytes, { level: 0 });
    case "deflate":
      return deflateSync(bytes, { level: 0 });
    case "percent":
      return Buffer.from(percentEncoded(bytes), "latin1");
    case "latin1":
      return Buffer.from(bytes.toString("utf8"), "latin1");
    case "utf16le":
      return Buffer.from(bytes.toString("utf8"), "utf16le");
    case "utf16be":
      return Buffer.from(bytes.toString("utf8"), "utf16le").swap16();
    case "utf32le":
      return codePoints(bytes, (view, at, code) => view.writeUInt32LE(code, at));
    case "utf32be":
      return codePoints(bytes, (view, at, code) => view.writeUInt32BE(code, at));
  }
}

const UNRESERVED = /[\w.~-]/;

/** RFC 3986, 2.1: every byte except the unreserved ones. */
export const percentEncoded = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return byte < 0x80 && UNRESERVED.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");

function codePoints(bytes: Buffer, write: (view: Buffer, at: number, code: number) => void) {
  const points = Array.from(bytes.toString("utf8"), (character) => character.codePointAt(0) ?? 0);
  const view = Buffer.alloc(points.length * 4);
  points.forEach((code, index) => write(view, index * 4, code));
  return view;
}

/** How many fresh values a template uses, or of the field `only`: one more than its highest `nth`, or 0. */
export function freshCount(template: Template, only?: string): number {
  return template.reduce((most, part) => Math.max(most, partFreshCount(part, only)), 0);
}

function partFreshCount(part: TemplatePart, only?: string): number {
  if (typeof part === "string") return 0;
  if ("fresh" in part) return only === undefined || part.fresh === only ? (part.nth ?? 0) + 1 : 0;
  if ("repeat" in part) return freshCount(part.repeat, only);
  if ("slice" in part) return freshCount(part.slice, only);
  return "encode" in part ? freshCount(part.encode, only) : 0;
}

const SPAN = FRESH_ID_MAX - FRESH_ID_MIN + 1;

/** The `index`-th id of a run whose ids start at `firstId`; unique for 900 million indexes. */
export function freshId(firstId: number, index: number): number {
  return FRESH_ID_MIN + ((firstId - FRESH_ID_MIN + index) % SPAN);
}
