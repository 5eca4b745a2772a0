import type { Socket } from "node:net";

/**
 * Writes the chunks one after the other, waiting where the peer does not read. Ends when all are
 * written or the connection is closed; a chunk that is not wanted any more is not made.
 */
export async function sendAll(socket: Socket, chunks: Iterable<string | Buffer>): Promise<void> {
  for (const chunk of chunks) {
    if (!socket.writable) return;
    // Strings are bytes here: a status line in latin1 stays one.
    const went = typeof chunk === "string" ? socket.write(chunk, "latin1") : socket.write(chunk);
    if (!went) await drained(socket);
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("drain", done).off("close", done);
      resolve();
    };
    if (socket.destroyed) resolve();
    else socket.on("drain", done).on("close", done);
  });
}

/** The same piece without end. */
export function* forEver(piece: string | Buffer): Generator<string | Buffer> {
  for (;;) yield piece;
}

/** The same piece, written `count` times in writes of `each` pieces. */
export function* repeatedly(count: number, piece: string, each = 1000): Generator<string> {
  const full = piece.repeat(each);
  for (let left = count; left > 0; left -= each) yield left >= each ? full : piece.repeat(left);
}
