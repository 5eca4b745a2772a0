import { PIECE_BYTES, renderPieces, type Pieces } from "../generate/render-pieces.ts";
import type { Filling } from "../generate/render.ts";
import type { ClientRequest } from "../model/request.ts";

/** Nobody writes to it and nobody sends it: its memory is never taken from the system. */
let blank = Buffer.alloc(0);

const standIns = new WeakMap<Buffer, Pieces>();

/**
 * The body for undici. It wants a large one as one buffer, and treats every other form differently: so it gets a
 * stand-in of the same length, instead of which the connection writes the pieces (`piecesFor`).
 */
export function bodyFor(template: ClientRequest["body"], filling: Filling): Buffer | null {
  const body = renderPieces(template, filling);
  if (body.bytes === 0) return null;
  if (body.bytes <= PIECE_BYTES) return [...body.pieces()][0] ?? null;
  if (blank.length < body.bytes) blank = Buffer.alloc(body.bytes);
  const standIn = blank.subarray(0, body.bytes);
  standIns.set(standIn, body);
  return standIn;
}

/** What is to be written instead of a stand-in, if this is one. */
export const piecesFor = (chunk: unknown): Iterable<Buffer> | undefined =>
  Buffer.isBuffer(chunk) ? standIns.get(chunk)?.pieces() : undefined;
