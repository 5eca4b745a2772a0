import { connect } from "node:net";

const REPLY_MS = 1000;
const MOST_BYTES = 16 * 1024;

/**
 * Whether the broker requires a certificate of its clients. It says so in its first line, before TLS begins; the end of
 * a connection without one tells the client of NATS nothing.
 */
export function requiresCertificate({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(REPLY_MS, () => end(false));
    socket.on("error", () => end(false)).on("close", () => end(false));
    socket.on("data", (bytes) => {
      text += bytes.toString();
      if (text.includes("\n") || text.length > MOST_BYTES)
        end(/^INFO .*"tls_verify":\s*true/.test(text));
    });
  });
}
