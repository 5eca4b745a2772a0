import type { Socket } from "node:net";

/** Turns of the event loop without a new byte, after which nothing more can be read. */
const SILENT_TURNS = 2;

const failures = new WeakMap<Socket, Error>();

/** The error of a failed write on this connection, which `drainBeforeWriteError` may not have reported yet. */
export const failedWrite = (socket: Socket): Error | undefined => failures.get(socket);

type Written = (error?: Error | null) => void;

/**
 * A server may respond before it has read the request, and close. The next write then fails while the response
 * waits in the buffers of the system, and Node drops it with the socket. So a socket learns that a write has failed
 * only when everything has been read. Nothing else can arrive: the server has reset the connection.
 */
export function drainBeforeWriteError(socket: Socket): void {
  const readAll = (silent: number, bytes: number, over: () => void): void => {
    const { bytesRead } = socket;
    if (socket.destroyed || silent === SILENT_TURNS) return over();
    const next = bytesRead > bytes ? 0 : silent + 1;
    setImmediate(readAll, next, bytesRead, over);
  };
  const unlessRead =
    (done: Written): Written =>
    (error) => {
      if (!isReset(error)) return done(error);
      failures.set(socket, error);
      return readAll(0, socket.bytesRead, () => done(error));
    };
  // The names that Node's streams give to how they write.
  /* oxlint-disable no-underscore-dangle */
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, unlessRead(done));
  const writeMany = socket._writev?.bind(socket);
  if (writeMany !== undefined)
    socket._writev = (chunks, done) => writeMany(chunks, unlessRead(done));
  /* oxlint-enable no-underscore-dangle */
}

const isReset = (error: NodeJS.ErrnoException | null | undefined): error is Error =>
  error?.code === "EPIPE" || error?.code === "ECONNRESET";
