import type { Socket } from "node:net";
import { openConnection } from "./connect.ts";
import type { ExchangeHandler } from "./exchange-handler.ts";
import type { SenderOptions } from "./sender.ts";
import { TappedConnection } from "./tapped-connection.ts";
import { TimeLimit } from "./time-limit.ts";
import { UndiciClient } from "./undici.ts";

/** One place of the pool: undici's client of one connection, and its current connection. */
export type ClientSlot = {
  client: UndiciClient;
  connection: TappedConnection | undefined;
  /** The socket that is being connected. */
  opening?: Socket;
  /** The exchange in progress, or the last one. */
  handler?: ExchangeHandler;
  /** The time for one exchange. */
  limit: TimeLimit;
};

/** Connections read into it; the bytes are copied out before the next read. */
const received = Buffer.allocUnsafeSlow(64 * 1024);

/** Makes a place. It connects with its first request, and its connection is tapped. */
export function openClientSlot(
  options: SenderOptions,
  { isFast }: { isFast: boolean },
): ClientSlot {
  const { target, timeoutMs, limitBytes, insecure } = options;
  const take = (chunk: Buffer): boolean => slot.connection?.fast.take(chunk) ?? true;
  const manner = {
    insecure,
    noDelay: true,
    timeoutMs: timeoutMs + 1000,
    ...(isFast && { reader: { buffer: received, take } }),
  };
  const slot: ClientSlot = {
    connection: undefined,
    limit: new TimeLimit(timeoutMs, (wait) => {
      const { handler, connection, client } = slot;
      if (handler === undefined || handler.endedUs > 0) return;
      handler.timeOut(connection?.socket, wait);
      void client.destroy();
    }),
    client: new UndiciClient(`${target.protocol}//${target.host}`, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: limitBytes,
      connect: (_options, callback) => {
        slot.opening = openConnection(target, manner, (error, socket) => {
          if (socket === undefined) return callback(error ?? new Error("not opened"), null);
          slot.connection = new TappedConnection(socket);
          return callback(null, socket);
        });
      },
    }),
  };
  return slot;
}
