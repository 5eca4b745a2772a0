import type { Socket } from "node:net";
import type { ProxyAddress } from "../contract/index.ts";

const END_OF_HEAD = "\r\n\r\n";
/** A proxy that says more before it connects is not waited for. */
const MOST_HEAD_BYTES = 16 * 1024;

/** Asks a proxy to connect to the target (RFC 9110, 9.3.6). Afterwards, the connection leads to the target. */
export function tunnelThrough(
  socket: Socket,
  { hostname, port, proxy }: { hostname: string; port: number; proxy: ProxyAddress },
  done: (error: Error | null, socket?: Socket) => void,
): void {
  let received: Buffer = Buffer.alloc(0);
  const over = (error: Error | null): void => {
    socket.off("data", read);
    socket.off("end", ended);
    done(error, error === null ? socket : undefined);
  };
  const read = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf(END_OF_HEAD);
    if (end < 0 && received.length > MOST_HEAD_BYTES)
      return over(new Error("not an HTTP response"));
    if (end < 0) return;
    const status = /^HTTP\/1\.\d (\d{3})/.exec(received.toString("latin1", 0, end))?.[1];
    if (status === undefined) return over(new Error("not an HTTP response"));
    if (!status.startsWith("2")) return over(new Error(`it answered CONNECT with ${status}`));
    socket.pause();
    const rest = received.subarray(end + END_OF_HEAD.length);
    if (rest.length > 0) socket.unshift(rest);
    over(null);
    // Whoever has it now listens already.
    socket.resume();
  };
  const ended = (): void => over(new Error("it closed the connection"));
  socket.on("data", read);
  socket.once("end", ended);
  const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (proxy.authorization !== undefined)
    lines.push(`Proxy-Authorization: ${proxy.authorization.reveal()}`);
  socket.write(`${lines.join("\r\n")}${END_OF_HEAD}`, "latin1");
}
