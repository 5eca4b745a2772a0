import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

/** A server on the loopback address, until `close`. */
export type Listening = { url: string; port: number; close(): Promise<void> };

/** Starts a net or http server on 127.0.0.1; port 0 is any free one. `close` also destroys open connections. */
export async function listening(server: Server, port = 0): Promise<Listening> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // A peer may disconnect at any time; without a listener that ends the process.
    socket.on("error", () => {});
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
