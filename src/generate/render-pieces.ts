import type { RawStep } from "../model/index.ts";
import type { Template, TemplatePart } from "../template/index.ts";
import { render, renderStart, type Filling } from "./render.ts";

/** From this size on, a template is made piece by piece; a repetition's pieces are at most this large. */
export const PIECE_BYTES = 256 * 1024;

/** The bytes of a template in pieces, which may be the same memory, and how many bytes there are in all. */
export type Pieces = { bytes: number; pieces: () => Iterable<Buffer> };

/** What `render` makes, without all of it in memory at a time. */
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
