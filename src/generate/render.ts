import { deflateSync, gzipSync } from "node:zlib";
import type { BaseUrl } from "../contract/base-url.ts";
import { PATH } from "../contract/endpoint.ts";
import type { RawStep } from "../model/request.ts";
import type { Encoding, Template, TemplatePart } from "../model/template.ts";
import { freshDate, freshId } from "./fresh.ts";

/** What fills the holes of a template. */
export type Filling = {
  target: BaseUrl;
  /** First id of the run. */
  firstId: number;
  /** Index of the observation's first fresh value. */
  fresh: number;
};

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

/** Half a surrogate pair does not become a character with the half that begins the next part. */
const endsInHalf = (text: string): boolean =>
  (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;

/** Head and body of a `send` step, each rendered; the head may name the body's length. */
export function renderSend(step: RawStep & { do: "send" }, filling: Filling): Buffer {
  const body = render(step.body ?? [], filling);
  return Buffer.concat([render(step.head ?? [], filling, body.length), body]);
}

/** Text is left as it is, so that a run of it is encoded at once. */
function renderPart(part: TemplatePart, filling: Filling, bodyBytes: number): Buffer | string {
  if (typeof part === "string") return part;
  if ("base64" in part) return Buffer.from(part.base64, "base64");
  if ("fresh" in part) return freshText(part, filling);
  if ("target" in part) return Buffer.from(targetText(part.target, filling.target), "latin1");
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

function freshText(part: { fresh: "id" | "date"; nth?: number | undefined }, filling: Filling) {
  const id = freshId(filling.firstId, filling.fresh + (part.nth ?? 0));
  return part.fresh === "id" ? String(id) : freshDate(id);
}

function targetText(what: "host" | "path" | "prefix" | "origin", target: BaseUrl): string {
  switch (what) {
    case "host":
      return target.host;
    case "path":
      return target.prefix + PATH;
    case "prefix":
      return target.prefix;
    case "origin":
      return `${target.protocol}//${target.host}`;
  }
}

function encode(bytes: Buffer, as: Encoding): Buffer {
  switch (as) {
    // Level 0 stores: the bytes do not depend on the version of zlib.
    case "gzip":
      return gzipSync(bytes, { level: 0 });
    case "deflate":
      return deflateSync(bytes, { level: 0 });
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

function codePoints(bytes: Buffer, write: (view: Buffer, at: number, code: number) => void) {
  const points = Array.from(bytes.toString("utf8"), (character) => character.codePointAt(0) ?? 0);
  const view = Buffer.alloc(points.length * 4);
  points.forEach((code, index) => write(view, index * 4, code));
  return view;
}

/** How many fresh values (or fresh ids) a template uses: one more than its highest `nth`, 0 without any. */
export function freshCount(template: Template, only?: "id"): number {
  return template.reduce((most, part) => Math.max(most, partFreshCount(part, only)), 0);
}

function partFreshCount(part: TemplatePart, only?: "id"): number {
  if (typeof part === "string") return 0;
  if ("fresh" in part) return only === undefined || part.fresh === only ? (part.nth ?? 0) + 1 : 0;
  if ("repeat" in part) return freshCount(part.repeat, only);
  if ("slice" in part) return freshCount(part.slice, only);
  return "encode" in part ? freshCount(part.encode, only) : 0;
}
