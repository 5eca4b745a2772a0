import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { listening, type Listening } from "../../src/servers/json-server.ts";

/** An HTTP proxy that connects (RFC 9110, 9.3.6), and the requests that it got. */
export type ConnectProxy = Listening & {
  /** The authorities that it was asked to connect to. */
  asked: string[];
  /** Requests that were no CONNECT. */
  others: number;
};

/**
 * Starts one. With `pair` (`user:password`), it responds with 407 to requests without it. It connects to 127.0.0.1
 * whatever the name, and to port `to` whatever the port.
 */
export async function connectProxy(pair?: string, to?: number): Promise<ConnectProxy> {
  const wanted = pair === undefined ? undefined : `Basic ${Buffer.from(pair).toString("base64")}`;
  const server = createServer((_request, response) => {
    started.others += 1;
    response.writeHead(405).end();
  });
  server.on("connect", ({ url = "", headers }, socket: Socket, rest: Buffer) => {
    started.asked.push(url);
    if (wanted !== undefined && headers["proxy-authorization"] !== wanted)
      return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    const port = to ?? Number(url.slice(url.lastIndexOf(":") + 1));
    const target = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (rest.length > 0) target.write(rest);
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("close", () => target.destroy());
    return undefined;
  });
  const started: ConnectProxy = { ...(await listening(server)), asked: [], others: 0 };
  return started;
}
