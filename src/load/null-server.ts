import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

const { closesAfter = 0 } = JSON.parse(process.argv[2] ?? "{}") as { closesAfter?: number };
const RESPONSE = Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
const LAST_RESPONSE = Buffer.from(
  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
);
const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * Run as a process of its own: responds to each request with the same bytes and does as little as it
 * can. What a generator reaches against it is what the generator can reach on this machine. With
 * `closesAfter` it closes each connection after so many responses, for targets that do so.
 */
const server = createServer((socket) => {
  let requestBytes = 0;
  let received = 0;
  let left = closesAfter;
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    // All requests of a generator have one length, and it reads that once.
    if (requestBytes === 0) requestBytes = lengthOf(chunk);
    received += chunk.length;
    const whole = requestBytes === 0 ? 0 : Math.floor(received / requestBytes);
    received -= whole * requestBytes;
    if (closesAfter > 0 && whole >= left) socket.end(responses(left - 1, LAST_RESPONSE));
    else if (whole > 0) socket.write(responses(whole - 1, RESPONSE));
    left -= whole;
  });
});

const responses = (before: number, last: Buffer): Buffer =>
  before === 0 ? last : Buffer.concat([...Array<Buffer>(before).fill(RESPONSE), last]);

/** Length of the first request, 0 while its head is not whole. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf(HEAD_END);
  const length = LENGTH.exec(chunk.subarray(0, Math.max(0, end)).toString("latin1"))?.[1];
  return end < 0 ? 0 : end + HEAD_END.length + Number(length ?? 0);
}

server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.once("disconnect", () => process.exit());
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});
