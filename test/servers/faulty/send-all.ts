import type { Socket } from "node:net";

/**
 * Writes the chunks in sequence, waiting while the peer does not read. Ends when all are written or
 * the connection is closed; chunks that are not needed any more are not made.
 */
export async function sendAll(socket: Socket, chunks: Iterable<string | Buffer>): Promise<void> {
  for (const chunk of chunks) {
    if (!socket.writable) return;
    // Strings are bytes here: a latin1 status line stays latin1.
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

/** The same piece, endlessly. */
export function* forEver(piece: string | Buffer): Generator<string | Buffer> {
  for (;;) yield piece;
}

/** The same piece, written `count` times in writes of `each` pieces. */
export function* repeatedly(count: number, piece: string, each = 1000): Generator<string> {
  const full = piece.repeat(each);
  for (let left = count; left > 0; left -= each) yield left >= each ? full : piece.repeat(left);
}
