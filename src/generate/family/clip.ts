import type { Template, TemplatePart } from "../../template/index.ts";
import type { FreshBytes } from "../layout.ts";

/** Bytes of a body beyond which it counts as large, and is examined in a shortened form. */
export const LARGE_BODY_BYTES = 64 * 1024;
const CLIPPED_BYTES = 4096;
const TARGET_BYTES = 20;
const LENGTH_BYTES = 4;
const WIDTH = {
  utf16le: 2,
  utf16be: 2,
  utf32le: 4,
  utf32be: 4,
  gzip: 1,
  deflate: 1,
  latin1: 1,
  percent: 1,
};

/** The approximate length of a template, without rendering it; exact for text, bytes and fresh values. */
export const templateBytes = (template: Template, fresh: FreshBytes): number =>
  template.reduce((sum, part) => sum + partBytes(part, fresh), 0);

function partBytes(part: TemplatePart, fresh: FreshBytes): number {
  if (typeof part === "string") return Buffer.byteLength(part);
  if ("base64" in part) return Buffer.byteLength(part.base64, "base64");
  if ("fresh" in part) return fresh.get(part.fresh) ?? 0;
  if ("target" in part || "given" in part) return TARGET_BYTES;
  if ("bodyLength" in part) return Math.max(part.width ?? 0, LENGTH_BYTES);
  if ("repeat" in part) return templateBytes(part.repeat, fresh) * part.times;
  if ("encode" in part) return templateBytes(part.encode, fresh) * WIDTH[part.as];
  const length = templateBytes(part.slice, fresh);
  return Math.max(0, Math.min(part.to ?? length, length) - part.from);
}

/** The template with fewer repetitions: the same structure, with at most a few KiB for each repeated part. */
export const clip = (template: Template, fresh: FreshBytes): Template =>
  template.map((part) => clipPart(part, fresh));

function clipPart(part: TemplatePart, fresh: FreshBytes): TemplatePart {
  if (typeof part === "string") return part;
  if ("encode" in part) return { ...part, encode: clip(part.encode, fresh) };
  if ("slice" in part) return { ...part, slice: clip(part.slice, fresh) };
  if (!("repeat" in part)) return part;
  const repeat = clip(part.repeat, fresh);
  const most = Math.ceil(CLIPPED_BYTES / Math.max(1, templateBytes(repeat, fresh)));
  return { repeat, times: Math.min(part.times, most) };
}
