import { PIECE_BYTES, renderPieces, type Filling, type Pieces } from "../generate/index.ts";
import type { ClientRequest } from "../model/index.ts";

/** Memory for stand-ins. It is never written or sent, so the system never allocates its pages. */
let blank = Buffer.alloc(0);

const standIns = new WeakMap<Buffer, Pieces>();

/**
 * The body for undici. undici takes a large body only as one buffer (it treats every other form differently), so it
 * gets a stand-in of the same length. The connection writes the pieces instead (`piecesFor`).
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

/** The pieces to write instead of a stand-in; undefined for any other bytes. */
export const piecesFor = (chunk: unknown): Iterable<Buffer> | undefined =>
  Buffer.isBuffer(chunk) ? standIns.get(chunk)?.pieces() : undefined;
